/** The limits of an account. The API, the command line and the store use these names. */
export const LIMITS = {
  requests_per_minute: 'Requests per minute to each process of the service.',
  open_jobs: 'Files that are queued or in progress.',
  max_running: 'Files that are transcribed at the same time, by all processes together.',
  live_sessions: 'Live sessions that have not ended.',
  minutes_per_day: 'Minutes of audio that are accepted per UTC day.',
  storage_gb: 'Stored audio, results, voices and revisions of transcripts, in gigabytes (10⁹ bytes).',
} as const

export type LimitName = keyof typeof LIMITS

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

/** Limits that may be fractions; the others are whole numbers. */
export const FRACTIONAL: readonly LimitName[] = ['storage_gb']

/** A number with at most 9 decimals, so that a number of GB is a whole number of bytes. */
export const DECIMAL = /^\d{1,12}(\.\d{1,9})?$/

/** The limits of an account; null for no limit. */
export type Limits = Readonly<Record<LimitName, number | null>>

/** The priority of an account or a job is from -MAX_PRIORITY to MAX_PRIORITY. */
export const MAX_PRIORITY = 1000
