import { type Kysely, sql } from 'kysely'
import type { WorkStage } from '../../jobs/work.ts'
import type { Schema } from '../schema.ts'

/** What a node claims. */
export interface ClaimOptions {
  readonly stage: WorkStage
  /** Milliseconds until the job is released, unless `beat` extends the lease. */
  readonly leaseMs: number
  /** Most jobs of one account transcribed at a time, by all nodes, where the account has no limit of its own; no limit by default. */
  readonly perAccount?: number | null
  /** Accounts whose jobs are not claimed. */
  readonly except?: readonly number[]
}

/**
 * Accounts that a claim considers. With 1,000 accounts waiting, a claim that considered all of them took 19 ms; one of 100
 * takes 4.
 */
const WINDOW = 200

/** An account with waiting jobs. */
export interface Candidate {
  readonly account: number
  /** Most jobs of the account in progress at the stage, by all nodes. */
  readonly limit: number | null
}

/** Which accounts are next: those with the fewest jobs in progress; among these, the one whose turn was the longest ago. */
export class WorkCandidates {
  readonly #db: Kysely<Schema>
  /** The last account of the previous window. */
  readonly #after: Record<WorkStage, number> = { fetch: 0, transcribe: 0 }

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  async next({ stage, perAccount = null, except = [] }: ClaimOptions): Promise<Candidate[]> {
    for (;;) {
      const after = this.#after[stage]
      const accounts = await this.#window(stage, after)
      this.#after[stage] = accounts.length < WINDOW ? 0 : Math.max(...accounts.map(({ account }) => account))
      const candidates = accounts
        .map(({ account, running, max_running: own }) => ({
          account,
          running,
          limit: stage === 'fetch' ? null : (own ?? perAccount),
        }))
        .filter(({ account, running, limit }) => running < (limit ?? Infinity) && !except.includes(account))
      if (candidates.length > 0 || after === 0) return candidates
    }
  }

  async #window(stage: WorkStage, after: number) {
    const turn = sql.ref(stage === 'fetch' ? 'accounts.last_fetch' : 'accounts.last_transcription')
    const of = hasFile(stage)
    // One seek of the index for each account, however many jobs they have.
    const { rows } = await sql<{ account: number; running: number; max_running: number | null }>`
      with recursive waiting(account, number) as (
        select min(account), 1 from work where has_file = ${of} and owner is null and account > ${after}
        union all
        select (select min(account) from work where has_file = ${of} and owner is null and account > waiting.account), number + 1
        from waiting where waiting.account is not null and number < ${WINDOW}
      ), running(account, jobs) as (
        select account, count(*) from work where has_file = ${of} and owner is not null group by account
      )
      select waiting.account, coalesce(running.jobs, 0) as running, accounts.max_running
      from waiting join accounts on accounts.id = waiting.account left join running on running.account = waiting.account
      order by 2, ${turn}, waiting.account`.execute(this.#db)
    return rows
  }
}

export function hasFile(stage: WorkStage): number {
  return stage === 'transcribe' ? 1 : 0
}
