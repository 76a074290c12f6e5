import { sql, type Transaction } from 'kysely'
import { callbackParams, preRecordedParams } from '../../contract/pre-recorded-request.ts'
import { statusOf } from '../../jobs/bucket.ts'
import { storedParams } from '../../jobs/stored-params.ts'
import type { StoredFile } from '../../jobs/stored-file.ts'
import type { Outcome, Work, WorkStage, WorkStore } from '../../jobs/work-store.ts'
import type { Dialect } from '../databases/dialect.ts'
import { changeStatus, endJob, giveFile } from './job-status.ts'
import { addEndDelivery } from '../deliveries/record-deliveries.ts'
import { newRevision } from './revision.ts'
import type { Schema } from '../schema.ts'
import { fileColumns, storedFile } from './sql-file-store.ts'

/** The largest queue position that is counted. */
const MAX_POSITION = 10_000

/** The work queue in a SQL database, for the one process that works on it. */
export class SqlWorkStore implements WorkStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async claim(
    held: Iterable<string>,
    of?: { readonly stage: WorkStage; readonly account: number },
  ): Promise<Work | null> {
    return this.#dialect.db.transaction().execute(async (db) => {
      const oldest = await db
        .selectFrom('work')
        .select(['position', 'job_id', 'account'])
        .where('job_id', 'not in', [...held, ''])
        .$if(of !== undefined, (query) =>
          query.where('has_file', '=', hasFile(of!.stage)).where('account', '=', of!.account),
        )
        .orderBy('position')
        .limit(1)
        .$if(this.#dialect.locksRows, (query) => query.forUpdate().skipLocked())
        .executeTakeFirst()
      if (oldest === undefined) return null
      const { attempts } = await db
        .updateTable('work')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('position', '=', oldest.position)
        .returning('attempts')
        .executeTakeFirstOrThrow()

      await newRevision(db, oldest.account)
      const job = await jobInWork(db, oldest.job_id)
      if (statusOf(job.bucket) === 'queued') await changeStatus(db, job, 'processing')
      const file =
        job.file_id === null
          ? null
          : await db.selectFrom('files').select(fileColumns).where('id', '=', job.file_id).executeTakeFirst()
      return {
        jobId: oldest.job_id,
        account: job.account,
        attempts,
        requestParams: storedParams(preRecordedParams, job.request_params),
        file: file === null || file === undefined ? null : storedFile(file),
      }
    })
  }

  async accounts(stage: WorkStage): Promise<number[]> {
    // One seek of the index for each account, however many jobs they have.
    const { rows } = await sql<{ account: number }>`
      with recursive waiting(account) as (
        select min(account) from work where has_file = ${hasFile(stage)}
        union all
        select (select min(account) from work where has_file = ${hasFile(stage)} and account > waiting.account)
        from waiting where waiting.account is not null
      )
      select account from waiting where account is not null`.execute(this.#dialect.db)
    return rows.map(({ account }) => account)
  }

  async queuePosition(jobId: string): Promise<number | null> {
    const { db } = this.#dialect
    const { count } = await db
      .selectFrom((from) =>
        from
          .selectFrom('work as own')
          .innerJoin('work as older', (join) =>
            join
              .onRef('older.has_file', '=', 'own.has_file')
              .onRef('older.account', '=', 'own.account')
              .onRef('older.position', '<=', 'own.position'),
          )
          .select('older.position')
          .where('own.job_id', '=', jobId)
          .where('own.attempts', '=', 0)
          .where('older.attempts', '=', 0)
          .limit(MAX_POSITION + 2)
          .as('waiting'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    // The job itself is one of them.
    return count === 0 || count > MAX_POSITION + 1 ? null : count - 1
  }

  async attachFile(jobId: string, file: StoredFile): Promise<boolean> {
    return this.#dialect.db.transaction().execute(async (db) => {
      // First, as the other transactions on the job begin with its work too.
      const work = await db
        .updateTable('work')
        .set({ has_file: 1, attempts: 0 })
        .where('job_id', '=', jobId)
        .returning('account')
        .executeTakeFirst()
      if (work === undefined) return false
      await newRevision(db, work.account)
      const job = await jobInWork(db, jobId)
      // Otherwise a retry, after the connection broke when the file was already attached.
      if (job.file_id !== file.id) await giveFile(db, job, file)
      return true
    })
  }

  async finish(jobId: string, outcome: Outcome, isReported = true): Promise<boolean> {
    return this.#dialect.db.transaction().execute(async (db) => {
      const work = await db
        .deleteFrom('work')
        .where('job_id', '=', jobId)
        .returning('account')
        .executeTakeFirst()
      if (work === undefined) return false
      await newRevision(db, work.account)
      const job = await jobInWork(db, jobId)
      await endJob(db, this.#dialect.words, job, outcome)
      if (!isReported) return true
      const { callback_config: callback } = storedParams(callbackParams, job.request_params) ?? {}
      if (callback) await addEndDelivery(db, job, callback, outcome)
      return true
    })
  }

  async putBack(jobId: string): Promise<void> {
    await this.#dialect.db
      .updateTable('work')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('job_id', '=', jobId)
      .execute()
  }
}

function hasFile(stage: WorkStage): number {
  return stage === 'transcribe' ? 1 : 0
}

async function jobInWork(db: Transaction<Schema>, id: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'account', 'ordinal', 'bucket', 'created_at', 'file_id', 'request_params'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
