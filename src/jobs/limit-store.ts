import type { LimitName, Limits } from '../contract/account-limits.ts'

/** An account as its operator sees it. */
export interface AccountInfo {
  readonly id: number
  readonly name: string
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

/** What accounts may use, and what they use. */
export interface LimitStore {
  account(id: number): Promise<AccountInfo>
  /** Every account, by name. */
  accounts(): Promise<AccountInfo[]>
  /** Changes some of an account's limits, for all processes: null for no limit, `default` for that of the configuration. */
  set(account: number, changes: Partial<Record<LimitName, number | null | 'default'>>): Promise<void>
}
