/** What an account may use. The names are those of the API, the command line and the stored limits. */
export const LIMITS = {
  requests_per_minute: 'Requests in a minute, to each process of the service.',
  open_jobs: 'Files that are queued or in progress.',
  max_running: 'Files that are transcribed at a time, by all processes together.',
  live_sessions: 'Live sessions that have not ended.',
  minutes_per_day: 'Minutes of audio that are accepted on a UTC day.',
  storage_gb: 'Stored audio, results, voices and revisions of transcripts, in billions of bytes.',
} as const

export type LimitName = keyof typeof LIMITS

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

/** Those that may have a fraction; the others are whole numbers. */
export const FRACTIONAL: readonly LimitName[] = ['storage_gb']

/** A number with at most 9 decimals, which of GB are bytes. */
export const DECIMAL = /^\d{1,12}(\.\d{1,9})?$/

/** The limits of an account; null for no limit. */
export type Limits = Readonly<Record<LimitName, number | null>>

/** Highest and, below 0, lowest priority of an account or a job. */
export const MAX_PRIORITY = 1000
