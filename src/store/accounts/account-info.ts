import type { LimitName, Limits } from '../../contract/account-limits.ts'
import { isFinished, kindOf } from '../../jobs/bucket.ts'
import { GB, MINUTE_MS } from '../../jobs/limits.ts'
import { countsByAccount } from '../lists/counters.ts'
import type { Db } from '../schema.ts'
import { usageNow } from './account-usage.ts'
import { limitsFrom, ownLimits } from './limits.ts'

/** An account as the operator sees it. Times are milliseconds since 1970. */
export interface AccountInfo {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  /** Jobs of accounts with a higher priority are claimed first; 0 by default. */
  readonly priority: number
  /** When the account was paused, after which none of its jobs is claimed; null unless it is paused. */
  readonly pausedAt: number | null
  /** When its deletion was requested; null otherwise. */
  readonly deletedAt: number | null
  /** Number of users who are members. */
  readonly members: number
  /** Number of jobs of both kinds. */
  readonly jobs: number
  /** Number of files that are being fetched or transcribed now. */
  readonly running: number
  /** Milliseconds of audio of all jobs that were ever done. */
  readonly audioMs: number
  readonly limits: Limits
  /** The limits that differ from the defaults. */
  readonly own: Partial<Limits>
  /** Current usage. Requests are counted in the processes that answer them. */
  readonly used: Readonly<Record<Exclude<LimitName, 'requests_per_minute'>, number>>
}

/**
 * Accounts in the order of their names, with their limits and their usage.
 * @param defaults limits of accounts without limits of their own
 * @param account null for all
 */
export async function accountInfos(db: Db, defaults: Limits, account: number | null): Promise<AccountInfo[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'created_at', 'limits', 'priority', 'paused_at', 'deleted_at'])
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
  const running = await db
    .selectFrom('work')
    .select((eb) => ['account', 'has_file', eb.fn.countAll<number | string>().as('jobs')])
    .where('owner', 'is not', null)
    .$if(account !== null, (query) => query.where('account', '=', account))
    .groupBy(['account', 'has_file'])
    .execute()
  const members = await db
    .selectFrom('memberships')
    .select((eb) => ['account', eb.fn.count<number | string>('user_id').distinct().as('users')])
    .$if(account !== null, (query) => query.where('account', '=', account))
    .groupBy('account')
    .execute()
  const usage = await usageNow(db)
    .$if(account !== null, (query) => query.where('account', '=', account))
    .execute()
  return accounts.map(({ id, name, limits, ...row }) => {
    const jobs = counts.filter((one) => one.account === id)
    const open = jobs.filter(({ bucket }) => kindOf(bucket) === 'pre-recorded' && !isFinished(bucket))
    const claimed = running.filter((one) => one.account === id)
    const used = (what: 'storage' | 'audio') =>
      usage.find((one) => one.account === id && one.what === what)?.amount ?? 0
    return {
      id,
      name,
      createdAt: row.created_at,
      priority: row.priority,
      pausedAt: row.paused_at,
      deletedAt: row.deleted_at,
      members: Number(members.find((one) => one.account === id)?.users ?? 0),
      jobs: sum(jobs),
      running: sum(claimed),
      audioMs: Number(audio.find((one) => one.account === id)?.ms ?? 0),
      limits: limitsFrom(defaults, limits),
      own: ownLimits(limits),
      used: {
        open_jobs: sum(open),
        max_running: sum(claimed.filter(({ has_file }) => has_file > 0)),
        live_sessions: Number(sessions.find((one) => one.account === id)?.open ?? 0),
        minutes_per_day: used('audio') / MINUTE_MS,
        storage_gb: used('storage') / GB,
      },
    }
  })
}

const sum = (counts: readonly { jobs: number | string }[]): number =>
  counts.reduce((all, { jobs }) => all + Number(jobs), 0)
