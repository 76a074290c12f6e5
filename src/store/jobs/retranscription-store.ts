import { type Kysely, type Selectable, sql } from 'kysely'
import { preRecordedParams } from '../../contract/pre-recorded-request.ts'
import type { RetranscriptionRequest } from '../../contract/retranscription.ts'
import type { Who } from '../../contract/who.ts'
import type { TraceContext } from '../../jobs/job.ts'
import type { Proposal, Retranscription } from '../../jobs/retranscription.ts'
import { storedParams } from '../../jobs/stored-json.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { changeJob } from './change-job.ts'
import { recognisedLast } from './stored-revisions.ts'
import {
  retranscriptionColumns,
  type Refusal,
  removeRetranscriptions,
  requestRetranscription,
  vocabularyOf,
} from './stored-retranscriptions.ts'

/** The part of the list to read. */
interface Window {
  readonly jobId: string | null
  readonly state: 'ready' | 'failed' | null
  /** Only jobs with a lower ordinal; null for all. */
  readonly before: number | null
  readonly limit: number
}

/**
 * Retranscriptions of jobs. A job stays done meanwhile. Its new transcript is kept separately until it is accepted, which makes it a
 * revision, or discarded.
 */
export class RetranscriptionStore {
  readonly #dialect: Dialect
  readonly #db: Kysely<Schema>

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    this.#db = dialect.db
  }

  /**
   * Queues the retranscription of a job, behind the other jobs of its account. Replaces one that has failed.
   * @returns null, or why it is refused; undefined if the account has no such job
   */
  async request(
    account: number,
    id: string,
    requested: { readonly options: RetranscriptionRequest; readonly by: Who; readonly trace: TraceContext },
  ): Promise<Refusal | null | undefined> {
    return changeJob(this.#dialect, { account, id }, retranscriptionColumns, async (db, job) =>
      requestRetranscription(this.#dialect, db, job, requested, await vocabularyOf(db, account)),
    )
  }

  /** Null if the account has no such job, or the job has no retranscription. */
  async get(account: number, id: string): Promise<Retranscription | null> {
    const row = await this.#rows()
      .where('jobs.account', '=', account)
      .where('jobs.id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : retranscriptionOf(row)
  }

  /** The retranscriptions of an account, those of the newest jobs first. */
  async page(account: number, { jobId, state, before, limit }: Window): Promise<Retranscription[]> {
    const rows = await this.#rows()
      .where('retranscriptions.account', '=', account)
      .$if(jobId !== null, (query) => query.where('jobs.id', '=', jobId))
      .$if(state !== null, (query) => query.where('state', '=', state))
      .$if(before !== null, (query) => query.where('retranscriptions.ordinal', '<', before))
      .orderBy('retranscriptions.ordinal', 'desc')
      .limit(limit)
      .execute()
    return rows.map(retranscriptionOf)
  }

  /** The new transcript of a job; null unless it is ready. */
  async proposal(account: number, id: string): Promise<Proposal | null> {
    const { reader } = this.#dialect
    const found = await withJobs(reader)
      .select(['jobs.ordinal', 'transcription'])
      .where('jobs.account', '=', account)
      .where('jobs.id', '=', id)
      .executeTakeFirst()
    if (!found?.transcription) return null
    const { ordinal, transcription: again } = found
    return { again, recognised: await recognisedLast(reader, { account, ordinal }) }
  }

  /** The retranscriptions of all accounts that are ready and accepted, oldest first. */
  async accepted(limit: number): Promise<{ account: number; id: string; by: Who }[]> {
    const rows = await withJobs(this.#db)
      .select(['retranscriptions.account', 'id', 'requested_by'])
      // Literals: otherwise SQLite cannot tell that the partial index applies.
      .where('state', '=', sql.lit('ready'))
      .where('accepted', '=', sql.lit(1))
      .orderBy('retranscriptions.completed_at')
      .limit(limit)
      .execute()
    return rows.map(({ account, id, requested_by }) => ({ account, id, by: JSON.parse(requested_by) as Who }))
  }

  /** Withdraws the acceptance of a retranscription that could not become a revision, so that a person has to decide. */
  async hold(account: number, id: string): Promise<void> {
    await this.#db
      .updateTable('retranscriptions')
      .set({ accepted: 0 })
      .where('account', '=', account)
      .where('ordinal', '=', this.#ordinal(account, id))
      .execute()
  }

  /** Discards the retranscription of a job, even if it is still in progress. @returns whether there was one */
  async remove(account: number, id: string): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const isOfJob = sql<boolean>`ordinal = ${this.#ordinal(account, id)}`
      return (await removeRetranscriptions(db, account, isOfJob)) > 0
    })
  }

  #ordinal(account: number, id: string) {
    return this.#db.selectFrom('jobs').select('ordinal').where('id', '=', id).where('account', '=', account)
  }

  #rows() {
    return withJobs(this.#db)
      .leftJoin('work', (join) =>
        join.onRef('work.job_id', '=', 'jobs.id').onRef('work.account', '=', 'jobs.account'),
      )
      .select(['jobs.id', 'jobs.ordinal', 'state', 'owner', 'accepted', 'params', 'error', 'requested_by'])
      .select(['retranscriptions.created_at', 'retranscriptions.completed_at'])
  }
}

const withJobs = (db: Kysely<Schema>) =>
  db
    .selectFrom('retranscriptions')
    .innerJoin('jobs', (join) =>
      join
        .onRef('jobs.account', '=', 'retranscriptions.account')
        .onRef('jobs.ordinal', '=', 'retranscriptions.ordinal'),
    )

interface Row extends Pick<
  Selectable<Schema['retranscriptions']>,
  'ordinal' | 'state' | 'accepted' | 'params' | 'error' | 'requested_by' | 'created_at' | 'completed_at'
> {
  readonly id: string
  readonly owner: string | null
}

function retranscriptionOf({ id, ordinal, state, owner, ...row }: Row): Retranscription {
  return {
    jobId: id,
    ordinal,
    state: state === 'waiting' && owner !== null ? 'running' : state,
    isAccepted: row.accepted === 1,
    params: storedParams(preRecordedParams, row.params),
    error: row.error,
    requestedBy: JSON.parse(row.requested_by) as Who,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  }
}
