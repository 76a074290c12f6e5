import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import type { WorkStage } from '../../jobs/work.ts'
import { limitsFrom } from '../accounts/limits.ts'
import type { Schema } from '../schema.ts'

/** What to claim. */
export interface ClaimOptions {
  readonly stage: WorkStage
  /** Milliseconds until the job is released, unless `beat` extends the lease. */
  readonly leaseMs: number
  /** Accounts to skip. */
  readonly except?: readonly number[]
}

/**
 * Number of accounts with the default priority that a claim considers. With 1,000 waiting accounts, a claim that considered all of them
 * took 19 ms; with 100 accounts, a claim takes 4 ms.
 */
const WINDOW = 200

/** An account with waiting jobs. */
export interface Candidate {
  readonly account: number
  /** Maximum number of the account's jobs in progress at the stage, across all nodes; null for no limit. */
  readonly limit: number | null
}

/**
 * Determines which accounts are next: those with the highest priority; among these, those with the fewest jobs in progress; among these,
 * the ones whose last turn is longest ago. Excludes paused accounts.
 */
export class WorkCandidates {
  readonly #db: Kysely<Schema>
  readonly #limits: Limits
  /** The last account of the previous window. */
  readonly #after: Record<WorkStage, number> = { fetch: 0, transcribe: 0, idle: 0 }

  /** @param limits defaults for accounts without limits of their own */
  constructor(db: Kysely<Schema>, limits: Limits) {
    this.#db = db
    this.#limits = limits
  }

  async next({ stage, except = [] }: ClaimOptions): Promise<Candidate[]> {
    let after = this.#after[stage]
    const end = after === 0 ? Infinity : after
    for (let isFromStart = after === 0; ; isFromStart ||= after === 0) {
      const { last, accounts } = await this.#window(stage, after)
      this.#after[stage] = last
      const candidates = accounts.filter(
        ({ account, running, limit }) => running < (limit ?? Infinity) && !except.includes(account),
      )
      // Accounts with a lower priority than the default are next only if no window has any other.
      if (candidates.some(({ priority }) => priority >= 0)) return candidates
      if (isFromStart && (last === 0 || last >= end)) return candidates
      after = last
    }
  }

  /** @returns `last`: the account after which the next window begins; 0 after the last one */
  async #window(stage: WorkStage, after: number) {
    const turn = sql.ref(stage === 'fetch' ? 'accounts.last_fetch' : 'accounts.last_transcription')
    const isWaiting = sql`has_file = ${hasFile(stage)} and owner is null`
    // One index seek per account, however many jobs it has. Few accounts have another priority than the default.
    const { rows } = await sql<{
      account: number
      last: number | null
      running: number
      priority: number
      limits: string | null
      paused_at: number | null
    }>`
      with recursive waiting(account, number) as (
        select min(account), 1 from work where ${isWaiting} and account > ${after}
        union all
        select (select min(account) from work where ${isWaiting} and account > waiting.account), number + 1
        from waiting where waiting.account is not null and number < ${WINDOW}
      ), considered(account) as (
        select account from waiting where account is not null
        union
        select id from accounts where priority <> 0 and exists (select 1 from work where ${isWaiting} and account = accounts.id)
      ), running(account, jobs) as (
        select account, count(*) from work where ${isAtStage(stage)} and owner is not null group by account
      )
      select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at,
        (select max(account) from waiting where number = ${WINDOW}) as last
      from considered join accounts on accounts.id = considered.account left join running on running.account = considered.account
      order by priority desc, running, ${turn}, considered.account`.execute(this.#db)
    const accounts = rows.flatMap(({ account, running, priority, limits, paused_at }) => {
      const { max_running } = limitsFrom(this.#limits, limits)
      const limit = stage === 'fetch' ? null : max_running
      return paused_at === null ? [{ account, running, priority, limit }] : []
    })
    return { last: rows[0]?.last ?? 0, accounts }
  }
}

export function hasFile(stage: WorkStage): number {
  return { fetch: 0, transcribe: 1, idle: 2 }[stage]
}

/** Condition on work that counts as in progress at the same stage: `transcribe` and `idle` count together. */
export const isAtStage = (stage: WorkStage): RawBuilder<SqlBool> =>
  stage === 'fetch' ? sql`has_file = 0` : sql`has_file in (1, 2)`
