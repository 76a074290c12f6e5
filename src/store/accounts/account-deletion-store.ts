import { type Kysely, sql, type Transaction } from 'kysely'
import { bucketsOf } from '../../jobs/bucket.ts'
import type { DeletedAccount } from '../../jobs/deletion.ts'
import type { Dialect } from '../databases/dialect.ts'
import { removeDerived } from '../jobs/derived-files.ts'
import { removeShares } from '../jobs/remove-shares.ts'
import { eraseJobs, removedColumns, removeJobs } from '../jobs/remove-jobs.ts'
import { removeBytes } from '../jobs/upload-store.ts'
import { endMembership } from '../people/memberships.ts'
import type { Schema } from '../schema.ts'
import { addStored } from './account-usage.ts'

/** The result of a step of a deletion. */
export interface DeletionStep {
  /** `waiting`: live sessions have to end first; the nodes that have them open are ending them. */
  readonly state: 'more' | 'waiting' | 'deleted'
  /** The jobs that were deleted while a node was working on them. The caller must stop that work. */
  readonly stopped: readonly string[]
}

type Db = Transaction<Schema>

type AccountTable = {
  [Table in keyof Schema]: 'account' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/** Tables whose rows are deleted by other means: with jobs, work, deliveries, memberships and files. */
type WithOthers =
  | 'jobs'
  | 'trash'
  | 'work'
  | 'recognised_texts'
  | 'deliveries'
  | 'delivery_attempts'
  | 'memberships'
  | 'files'

/** The primary keys of the other tables, in the order in which these are emptied. The compiler reports tables that are missing here. */
const KEYS: Readonly<Record<Exclude<AccountTable, WithOthers>, readonly string[]>> = {
  shares: ['id', 'account'],
  invitations: ['id'],
  issuer_sessions: ['session_id', 'account'],
  console_sessions: ['id', 'account'],
  bulk_requests: ['account', 'id'],
  retention: ['account'],
  account_settings: ['account', 'name'],
  audit_entries: ['id'],
  idempotency_keys: ['account', 'operation', 'key_hash'],
  deleted_jobs: ['account', 'change', 'ordinal'],
  job_results: ['account', 'ordinal'],
  job_revisions: ['account', 'ordinal', 'revision'],
  job_word_errors: ['account', 'ordinal', 'language'],
  word_error_counts: ['account', 'model', 'language'],
  job_corrections: ['account', 'ordinal', 'typed', 'heard'],
  correction_counts: ['account', 'typed', 'heard'],
  job_voices: ['account', 'ordinal'],
  retranscriptions: ['account', 'ordinal'],
  job_leaves: ['account', 'path', 'value', 'kind', 'ordinal'],
  job_leaf_gaps: ['account', 'path', 'value', 'kind', 'number'],
  tag_counts: ['account', 'tag', 'kind'],
  job_counts: ['account', 'level', 'bucket', 'block'],
  derived_files: ['account', 'source', 'kind'],
  daily_audio: ['account', 'day'],
  account_usage: ['account', 'what', 'day'],
  live_sessions: ['token_hash', 'account'],
  endpoints: ['id', 'account'],
  keys: ['id'],
}

const TABLES = Object.keys(KEYS) as (keyof typeof KEYS)[]

/** Unfinished jobs of files are deleted first, to stop the work on them. */
const UNFINISHED = bucketsOf(['pre-recorded'], ['queued', 'processing'])

/** Open live sessions are ended by their nodes, and deleted afterwards. */
const LIVE = bucketsOf(['live'], ['queued', 'processing'])

/**
 * Deletes accounts with everything that they own. Once a deletion has begun, nothing authenticates as the account. Calls of `advance`
 * on any node delete what the account owns, so that a deletion continues after a kill. The row of the account goes last, so that its
 * name cannot be reused before that. The upload store deletes the bytes of its files.
 */
export class AccountDeletionStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /** Begins the deletion of an account. Durable on return. @returns whether the account existed */
  async begin(account: number): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({ deleted_at: Date.now() })
        .where('id', '=', account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await db
        .updateTable('keys')
        .set({ revoked_at: Date.now() })
        .where('account', '=', account)
        .where('revoked_at', 'is', null)
        .execute()
      await endMemberships(db, account)
      await removeShares(db, account, (eb) => eb.lit(true))
      for (const table of ['invitations', 'console_sessions', 'bulk_requests'] as const)
        await db.deleteFrom(table).where('account', '=', account).execute()
      return true
    })
  }

  /** Whether an account with this name is being deleted. */
  async isOf(name: string): Promise<boolean> {
    return (await this.begun()).some((account) => account.name === name)
  }

  /** The accounts that are being deleted, in the order of the requests. */
  async begun(): Promise<DeletedAccount[]> {
    return this.#db
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('deleted_at', 'is not', sql.lit(null))
      .orderBy('deleted_at')
      .orderBy('id')
      .execute()
  }

  /** Deletes the next rows of an account whose deletion has begun: at most `limit` of one kind, in one transaction. */
  async advance(account: number, limit: number): Promise<DeletionStep> {
    const more = { state: 'more', stopped: [] } as const
    const jobs = this.#db.selectFrom('jobs').select('id').where('account', '=', account).limit(limit)
    // Unordered: to order by ordinal, the database would use another index and read all jobs to find the few unfinished ones.
    const unfinished = await jobs.where('bucket', 'in', UNFINISHED).execute()
    if (unfinished.length > 0) return { ...more, stopped: await this.#removeJobs(account, unfinished) }
    if (await this.#removeDeliveries(account, limit)) return more
    const others = await jobs.where('bucket', 'not in', LIVE).orderBy('ordinal').execute()
    if (others.length > 0) return { ...more, stopped: await this.#removeJobs(account, others) }
    if (await this.#emptyTrash(account, limit)) return more
    if (await isAny(this.#db, 'jobs', account)) return { state: 'waiting', stopped: [] }
    if (await this.#removeFiles(account, limit)) return more
    for (const table of TABLES) if (await this.#removeRows(table, account, limit)) return more
    if (!(await this.#removeAccount(account))) return more
    await this.#dialect.eraseDeleted()
    return { state: 'deleted', stopped: [] }
  }

  /** @returns the ids of the jobs that a node was working on */
  async #removeJobs(account: number, some: readonly { readonly id: string }[]): Promise<string[]> {
    const ids = some.map(({ id }) => id)
    return this.#db.transaction().execute(async (db) => {
      // In the order of transactions that end a job, which lock the work entry before the account. After this, the node can write no
      // more for the job.
      const work = await db
        .deleteFrom('work')
        .where('account', '=', account)
        .where('job_id', 'in', ids)
        .returning(['job_id', 'owner'])
        .execute()
      await this.#lock(db, account)
      const jobs = await db
        .selectFrom('jobs')
        .select(removedColumns)
        .where('account', '=', account)
        .where('id', 'in', ids)
        .execute()
      await removeJobs(this.#dialect, db, account, jobs)
      return work.flatMap(({ job_id, owner }) => (owner === null ? [] : job_id))
    })
  }

  /** @returns whether the trash contained anything */
  async #emptyTrash(account: number, limit: number): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      await this.#lock(db, account)
      const jobs = await db
        .selectFrom('trash')
        .select(removedColumns)
        .where('account', '=', account)
        .limit(limit)
        .execute()
      await eraseJobs(this.#dialect, db, account, jobs, 'trash')
      return jobs.length > 0
    })
  }

  /** Deletes deliveries, including those that have not been sent. @returns whether there were any */
  async #removeDeliveries(account: number, limit: number): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const some = db.selectFrom('deliveries').select('id').where('account', '=', account).limit(limit)
      const removed = await db
        .deleteFrom('deliveries')
        .where('account', '=', account)
        .where('id', 'in', some)
        .returning('id')
        .execute()
      if (removed.length === 0) return false
      // After the deliveries: whoever records an attempt holds the lock of its delivery.
      const ids = removed.map(({ id }) => id)
      await db
        .deleteFrom('delivery_attempts')
        .where('account', '=', account)
        .where('delivery', 'in', ids)
        .execute()
      return true
    })
  }

  /** Deletes unused uploads, the only files left once there are no jobs. @returns whether there were any */
  async #removeFiles(account: number, limit: number): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      await this.#lock(db, account)
      const some = db.selectFrom('files').select('id').where('account', '=', account).limit(limit)
      const removed = await db
        .deleteFrom('files')
        .where('account', '=', account)
        .where('id', 'in', some)
        .returning(['id', 'size'])
        .execute()
      if (removed.length === 0) return false
      const ids = removed.map(({ id }) => id)
      await removeBytes(db, [...ids, ...(await removeDerived(db, account, ids))])
      await addStored(db, account, -removed.reduce((sum, { size }) => sum + size, 0))
      return true
    })
  }

  /** @returns whether there were rows to delete */
  async #removeRows(table: keyof typeof KEYS, account: number, limit: number): Promise<boolean> {
    const key = sql.join(KEYS[table].map((column) => sql.ref(column)))
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where account = ${account} and (${key}) in (
        select ${key} from ${sql.table(table)} where account = ${account} limit ${limit})`.execute(this.#db)
    return numAffectedRows > 0n
  }

  /** @returns false if a request that began earlier has added something meanwhile */
  async #removeAccount(account: number): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      await this.#lock(db, account)
      await endMemberships(db, account)
      for (const table of ['jobs', 'trash', 'files', ...TABLES] as const)
        if (await isAny(db, table, account)) return false
      await db.deleteFrom('accounts').where('id', '=', account).execute()
      return true
    })
  }

  /** Prevents others from adding anything that refers to the account until the transaction ends. */
  async #lock(db: Db, account: number): Promise<void> {
    await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account)
      .$if(this.#dialect.locksRows, (query) => query.forUpdate())
      .execute()
  }
}

async function isAny(db: Kysely<Schema>, table: AccountTable, account: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where account = ${account} limit 1`.execute(db)
  return rows.length > 0
}

async function endMemberships(db: Db, account: number): Promise<void> {
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .distinct()
    .where('account', '=', account)
    // Ordered, so that concurrent deletions of accounts with the same members do not deadlock.
    .orderBy('user_id')
    .execute()
  for (const { user_id } of members) await endMembership(db, account, user_id)
}
