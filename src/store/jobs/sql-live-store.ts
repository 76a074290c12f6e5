import { liveParams } from '../../contract/live-request.ts'
import { statusOf } from '../../jobs/bucket.ts'
import {
  type LiveMessage,
  type LiveStore,
  type NewLiveJob,
  type OpenSession,
  TooManySessionsError,
} from '../../jobs/live-store.ts'
import { storedParams } from '../../jobs/stored-params.ts'
import type { Dialect } from '../databases/dialect.ts'
import { changeStatus, endJob, giveFile } from './job-status.ts'
import { addLiveDeliveries } from '../deliveries/record-deliveries.ts'
import { newRevision } from './revision.ts'
import type { Db } from '../schema.ts'
import { addJobs } from './sql-job-store.ts'

/**
 * Live sessions in a SQL database. A row outlives its session and even its job, so that a client with an old token
 * can be given the reason for its refusal.
 */
export class SqlLiveStore implements LiveStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async begin(
    account: number,
    { customMetadata, params, key }: NewLiveJob,
    tokenHash: string,
    maxOpen: number,
  ): Promise<{ id: string; createdAt: number }> {
    return this.#dialect.db.transaction().execute(async (db) => {
      // First, because it serialises the account's transactions: the count below then holds.
      const [job] = await addJobs(db, account, [
        {
          kind: 'live',
          customMetadata,
          requestParams: params,
          fileId: null,
        },
      ])
      if (job === undefined) throw new Error('no job was added')
      const { open } = await db
        .selectFrom('live_sessions')
        .select((eb) => eb.fn.countAll<number>().as('open'))
        .where('account', '=', account)
        .where('ended', '=', 0)
        .executeTakeFirstOrThrow()
      if (open >= maxOpen) throw new TooManySessionsError(`the account has ${open} open sessions`)
      await db
        .insertInto('live_sessions')
        .values({ token_hash: tokenHash, job_id: job.id, account, ended: 0, key_id: key })
        .execute()
      return job
    })
  }

  async start(jobId: string): Promise<void> {
    await this.#dialect.db.transaction().execute(async (db) => {
      await newRevision(db, (await jobOf(db, jobId)).account)
      const job = await jobOf(db, jobId)
      if (statusOf(job.bucket) === 'queued') await changeStatus(db, job, 'processing')
    })
  }

  async addMessages(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void> {
    await this.#dialect.db.transaction().execute(async (db) => {
      const job = await db
        .selectFrom('jobs')
        .select(['id', 'account'])
        .where('id', '=', jobId)
        .executeTakeFirst()
      if (job !== undefined) await addLiveDeliveries(db, job, url, messages)
    })
  }

  async finish(...[jobId, outcome, file, callback]: Parameters<LiveStore['finish']>): Promise<boolean> {
    const { db: database, words } = this.#dialect
    return database.transaction().execute(async (db) => {
      const session = await db
        .selectFrom('live_sessions')
        .select('account')
        .where('job_id', '=', jobId)
        .where('ended', '=', 0)
        .executeTakeFirst()
      if (session === undefined) return false
      await newRevision(db, session.account)
      const { numUpdatedRows } = await db
        .updateTable('live_sessions')
        .set({ ended: 1 })
        .where('job_id', '=', jobId)
        .where('ended', '=', 0)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const job = await jobOf(db, jobId)
      if (file !== null) await giveFile(db, job, file)
      await endJob(db, words, job, outcome)
      if (callback) await addLiveDeliveries(db, job, callback.url, callback.messages)
      return true
    })
  }

  async open(): Promise<OpenSession[]> {
    const rows = await this.#dialect.db
      .selectFrom('live_sessions')
      .innerJoin('jobs', 'jobs.id', 'live_sessions.job_id')
      .select(['job_id', 'token_hash', 'jobs.created_at', 'bucket', 'request_params'])
      .where('ended', '=', 0)
      .execute()
    return rows.map((row) => ({
      jobId: row.job_id,
      tokenHash: row.token_hash,
      createdAt: row.created_at,
      isStarted: statusOf(row.bucket) === 'processing',
      params: storedParams(liveParams, row.request_params),
    }))
  }

  async revoked(): Promise<string[]> {
    const rows = await this.#dialect.db
      .selectFrom('live_sessions')
      .innerJoin('keys', 'keys.id', 'live_sessions.key_id')
      .select('token_hash')
      .where('ended', '=', 0)
      .where('keys.revoked_at', 'is not', null)
      .execute()
    return rows.map((row) => row.token_hash)
  }

  async closedReason(tokenHash: string): ReturnType<LiveStore['closedReason']> {
    const row = await this.#dialect.db
      .selectFrom('live_sessions')
      .leftJoin('jobs', 'jobs.id', 'live_sessions.job_id')
      .leftJoin('keys', 'keys.id', 'live_sessions.key_id')
      .select(['jobs.id', 'keys.revoked_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (row === undefined) return 'unknown'
    if (row.revoked_at !== null) return 'revoked'
    return row.id === null ? 'deleted' : 'over'
  }
}

async function jobOf(db: Db, id: string) {
  return db
    .selectFrom('jobs')
    .select(['id', 'account', 'ordinal', 'bucket', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
