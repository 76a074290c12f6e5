import type { LimitName, Limits } from '../../contract/account-limits.ts'
import { isFinished, kindOf } from '../../jobs/bucket.ts'
import { GB, MINUTE_MS } from '../../jobs/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { countsByAccount } from '../lists/counters.ts'
import type { Db } from '../schema.ts'
import { usageNow } from './account-usage.ts'

/** An account as its operator sees it. */
export interface AccountInfo {
  readonly id: number
  readonly name: string
  /** When its deletion was requested, in milliseconds since 1970; null otherwise. */
  readonly deletedAt: number | null
  /** How many it has, of both kinds. */
  readonly jobs: number
  /** Milliseconds of audio of all jobs that were ever done. */
  readonly audioMs: number
  readonly limits: Limits
  /** Those of its limits that are not the defaults. */
  readonly own: Partial<Limits>
  /** What it uses now. Requests are counted by the processes that answer them. */
  readonly used: Readonly<Record<Exclude<LimitName, 'requests_per_minute'>, number>>
}

type OwnLimits = Partial<Limits>

/** @param own what the account has in its row */
export function limitsFrom(defaults: Limits, own: string | null): Limits {
  return own === null ? defaults : { ...defaults, ...(JSON.parse(own) as OwnLimits) }
}

/** The limits of an account. */
export async function limitsOf(db: Db, defaults: Limits, account: number): Promise<Limits> {
  const { limits } = await db
    .selectFrom('accounts')
    .select('limits')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return limitsFrom(defaults, limits)
}

/** What accounts may use, and what they use. */
export class LimitStore {
  readonly #dialect: Dialect
  readonly #defaults: Limits

  constructor(dialect: Dialect, defaults: Limits) {
    this.#dialect = dialect
    this.#defaults = defaults
  }

  async account(id: number): Promise<AccountInfo> {
    const [found] = await this.#infos(id)
    if (found === undefined) throw new Error('the account was deleted')
    return found
  }

  /** Every account, by name. */
  async accounts(): Promise<AccountInfo[]> {
    return this.#infos(null)
  }

  /** Changes some of an account's limits, for all processes: null for no limit, `default` for that of the configuration. */
  async set(account: number, changes: Partial<Record<LimitName, number | null | 'default'>>): Promise<void> {
    await this.#dialect.db.transaction().execute(async (db) => {
      const { limits } = await db
        .selectFrom('accounts')
        .select('limits')
        .where('id', '=', account)
        .$if(this.#dialect.locksRows, (query) => query.forUpdate())
        .executeTakeFirstOrThrow()
      const own = { ...(JSON.parse(limits ?? '{}') as OwnLimits), ...changes }
      const set = Object.entries(own).filter(([, value]) => value !== 'default')
      await db
        .updateTable('accounts')
        .set({ limits: set.length === 0 ? null : JSON.stringify(Object.fromEntries(set)) })
        .where('id', '=', account)
        .execute()
    })
  }

  /** @param account null for all */
  async #infos(account: number | null): Promise<AccountInfo[]> {
    const { db } = this.#dialect
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'name', 'limits', 'deleted_at as deletedAt'])
      .$if(account !== null, (query) => query.where('id', '=', account))
      .orderBy('name')
      .execute()
    const counts = await countsByAccount(db, account)
    const audio = await db
      .selectFrom('daily_audio')
      .select((eb) => ['account', eb.fn.sum<number | string>('audio_ms').as('ms')])
      .$if(account !== null, (query) => query.where('account', '=', account))
      .groupBy('account')
      .execute()
    const sessions = await db
      .selectFrom('live_sessions')
      .select((eb) => ['account', eb.fn.countAll<number | string>().as('open')])
      .where('ended', '=', 0)
      .$if(account !== null, (query) => query.where('account', '=', account))
      .groupBy('account')
      .execute()
    const usage = await usageNow(db)
      .$if(account !== null, (query) => query.where('account', '=', account))
      .execute()
    return accounts.map(({ id, name, deletedAt, limits }) => {
      const jobs = counts.filter((one) => one.account === id)
      const open = jobs.filter(({ bucket }) => kindOf(bucket) === 'pre-recorded' && !isFinished(bucket))
      const used = (what: 'storage' | 'audio') =>
        usage.find((one) => one.account === id && one.what === what)?.amount ?? 0
      return {
        id,
        name,
        deletedAt,
        jobs: sum(jobs),
        audioMs: Number(audio.find((one) => one.account === id)?.ms ?? 0),
        limits: limitsFrom(this.#defaults, limits),
        own: JSON.parse(limits ?? '{}') as OwnLimits,
        used: {
          open_jobs: sum(open),
          live_sessions: Number(sessions.find((one) => one.account === id)?.open ?? 0),
          minutes_per_day: used('audio') / MINUTE_MS,
          storage_gb: used('storage') / GB,
        },
      }
    })
  }
}

const sum = (counts: readonly { jobs: number }[]): number => counts.reduce((all, { jobs }) => all + jobs, 0)
