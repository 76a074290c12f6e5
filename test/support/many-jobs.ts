/** Fills an empty store with jobs that are done, about a hundred times as fast as one by one. */
import { sql } from 'kysely'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { bucketOf } from '../../src/jobs/bucket.ts'
import { DEFAULT_ACCOUNT } from '../../src/default-key.ts'
import { openStore } from '../../src/store/open-store.ts'
import { type StorePlace, withDialect } from './store-place.ts'

const BATCH = 500

/** @param resultBytes approximate length of each result */
export async function fillWithJobs(place: StorePlace, jobs: number, resultBytes: number): Promise<void> {
  await withDialect(place, async (dialect) => {
    const { db } = dialect
    const store = await openStore(dialect)
    const account = await store.accounts.ensureAccount(DEFAULT_ACCOUNT)
    const begin = Date.UTC(2025, 5, 1)
    const request_params = JSON.stringify(liveParamsOf(liveRequest.parse({})))
    const result = JSON.stringify({ messages: ['word '.repeat(resultBytes / 5)] })
    const ordinals = Array.from({ length: jobs }, (_, i) => i + 1)
    await db.transaction().execute(async (trx) => {
      for (let i = 0; i < jobs; i += BATCH) {
        const batch = ordinals.slice(i, i + BATCH)
        const rows = batch.map((ordinal) => ({
          id: `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`,
          account,
          ordinal,
          bucket: bucketOf('live', 'done'),
          created_at: begin + ordinal,
          completed_at: begin + ordinal,
          post_session_metadata: '{}',
          request_params,
        }))
        await trx.insertInto('jobs').values(rows).execute()
        const results = batch.map((ordinal) => ({ account, ordinal, result }))
        await trx.insertInto('job_results').values(results).execute()
      }
      for (const [i, size] of [256, 65_536, 16_777_216].entries()) {
        const block = sql`ordinal / ${sql.lit(size)}`
        await sql`insert into job_counts (account, level, bucket, block, jobs)
          select account, ${sql.lit(i + 1)}, bucket, ${block}, count(*) from jobs
          group by account, bucket, ${block}`.execute(trx)
      }
      await trx
        .updateTable('accounts')
        .set({ last_ordinal: jobs, last_created_at: begin + jobs })
        .execute()
    })
    // As autovacuum does within a minute. Before that, PostgreSQL plans for empty tables.
    if (place.databaseUrl !== null) await sql`analyze`.execute(db)
  })
}
