import { LIMIT_NAMES, type LimitName, type Limits } from '../contract/account-limits.ts'
import { DAY_MS } from '../contract/usage.ts'

export const NO_LIMITS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])) as Limits

export const MINUTE_MS = 60_000
export const GB = 1e9

/** Seconds after which a client should retry if other jobs, sessions or requests of its account have to end first. */
const RETRY_SECONDS = 10

/** The limits that make the service refuse a request. With `max_running`, files wait instead. */
type RefusingLimit = Exclude<LimitName, 'max_running'>

/** How a limit is reported: 429 if it is enough to wait, 402 if the account or its operator has to act. */
const REPORTS: Readonly<
  Record<RefusingLimit, { status: 402 | 429; what: string; remedy: string; retryAfter: () => number | null }>
> = {
  requests_per_minute: {
    status: 429,
    what: 'requests a minute',
    remedy: 'send fewer',
    retryAfter: () => RETRY_SECONDS,
  },
  open_jobs: {
    status: 429,
    what: 'open jobs',
    remedy: 'wait until some have ended',
    retryAfter: () => RETRY_SECONDS,
  },
  live_sessions: {
    status: 429,
    what: 'open live sessions',
    remedy: 'end one, or try again later',
    retryAfter: () => RETRY_SECONDS,
  },
  minutes_per_day: {
    status: 429,
    what: 'minutes of audio a day',
    remedy: 'try again after midnight UTC',
    retryAfter: () => Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000),
  },
  storage_gb: {
    status: 402,
    what: 'GB of storage',
    remedy: 'delete jobs',
    retryAfter: () => null,
  },
}

export const REFUSING_LIMITS = Object.keys(REPORTS) as RefusingLimit[]

/** The account has reached one of its limits. The message is for its owner. */
export class LimitError extends Error {
  override readonly name = 'LimitError'
  readonly limit: RefusingLimit
  /** An HTTP status. */
  readonly status: 402 | 429
  /** Seconds after which a retry may succeed; null if waiting does not help. */
  readonly retryAfter: number | null

  /** @param retryAfter replaces the default of the limit where a better estimate is known */
  constructor(limit: RefusingLimit, value: number, retryAfter?: number) {
    const { status, what, remedy, retryAfter: usual } = REPORTS[limit]
    super(`the account has reached its limit of ${value} ${what}: ${remedy}, or ask the operator for more`)
    this.limit = limit
    this.status = status
    this.retryAfter = retryAfter ?? usual()
  }
}

/** The account would exceed its storage limit. */
export class StorageLimitError extends LimitError {
  /** Bytes above the limit. */
  readonly excess: number

  constructor(gigabytes: number, excess: number) {
    super('storage_gb', gigabytes)
    this.excess = excess
  }
}
