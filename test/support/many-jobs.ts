/** A store of finished jobs, and a separate process of the service that lists them. */
import { sql } from 'kysely'
import { type ServerProcess, startService } from '../../bench/list/processes.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { bucketOf } from '../../src/jobs/bucket.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { temporaryFolder } from './scriptorium.ts'
import { type StorePlace, withDialect } from './store-place.ts'

export interface ManyJobs {
  readonly service: ServerProcess
  /** Stops the service and drops the database. */
  readonly close: () => Promise<void>
}

/** @param resultBytes approximate length of each result */
export async function serveManyJobs(
  database: FreshDatabase,
  jobs: number,
  resultBytes: number,
): Promise<ManyJobs> {
  const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
  await fillWithJobs(place, jobs, resultBytes)
  const service = await startService(place)
  return {
    service,
    close: async () => {
      await service.stop()
      await database.drop()
    },
  }
}

/** Fills an empty store with a few statements, as if its jobs had been created one by one. */
export async function fillWithJobs(place: StorePlace, jobs: number, resultBytes: number): Promise<void> {
  await withDialect(place, async (dialect) => {
    const { db } = dialect
    const store = await openTestStore(dialect)
    const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
    const begin = Date.UTC(2025, 5, 1)
    const params = JSON.stringify(liveParamsOf(liveRequest.parse({})))
    const result = JSON.stringify({ messages: ['word '.repeat(resultBytes / 5)] })
    await db.transaction().execute(async (trx) => {
      await sql`insert into jobs
          (id, account, ordinal, bucket, created_at, completed_at, post_session_metadata, request_params, change)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(jobs)})
        select '00000000-0000-4000-8000-' || substr(cast(${sql.lit(10 ** 12)} + n as text), 2),
          ${sql.lit(account)}, n, ${sql.lit(bucketOf('live', 'done'))},
          ${sql.lit(begin)} + n, ${sql.lit(begin)} + n, '{}', ${sql.lit(params)}, n
        from numbers`.execute(trx)
      await sql`insert into job_results (account, ordinal, result)
        select account, ordinal, ${sql.lit(result)} from jobs`.execute(trx)
      for (const [i, size] of [256, 65_536, 16_777_216].entries()) {
        const block = sql`ordinal / ${sql.lit(size)}`
        await sql`insert into job_counts (account, level, bucket, block, jobs)
          select account, ${sql.lit(i + 1)}, bucket, ${block}, count(*) from jobs
          group by account, bucket, ${block}`.execute(trx)
      }
      await trx
        .updateTable('accounts')
        .set({ last_ordinal: jobs, last_created_at: begin + jobs, job_changes: jobs })
        .execute()
    })
    // As autovacuum does within a minute. Before that, PostgreSQL plans for empty tables.
    if (place.databaseUrl !== null) await sql`analyze`.execute(db)
  })
}
