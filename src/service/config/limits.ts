import { z } from 'zod'
import type { Limits } from '../../contract/account-limits.ts'
import { amount, count, optional, variable } from './variable.ts'

const none = { default: 'no limit' } as const

/** What one account may use, unless `scriptorium accounts limits` says otherwise. */
export const limits = z
  .object({
    LIMIT_REQUESTS_PER_MINUTE: optional(count(1), {
      ...none,
      description:
        'Requests per minute of one account, to each process. See [Limits](administration.md#limits).',
    }),
    LIMIT_OPEN_JOBS: optional(count(1), {
      ...none,
      description: 'Files of one account that are queued or in progress.',
    }),
    ACCOUNT_CONCURRENCY: optional(count(1), {
      ...none,
      description: 'Files of one account that all processes together transcribe concurrently.',
    }),
    LIVE_SESSIONS: variable(count(1), {
      default: '100',
      description: 'Open live sessions per account.',
    }),
    LIMIT_MINUTES_PER_DAY: optional(count(1), {
      ...none,
      description: 'Minutes of audio accepted from one account per day, in UTC.',
    }),
    LIMIT_STORAGE_GB: optional(amount, {
      ...none,
      description:
        "One account's stored audio, results, voices and revisions of transcripts, in billions of bytes, such as `0.5`.",
    }),
  })
  .transform((env): Limits => ({
    requests_per_minute: env.LIMIT_REQUESTS_PER_MINUTE,
    open_jobs: env.LIMIT_OPEN_JOBS,
    max_running: env.ACCOUNT_CONCURRENCY,
    live_sessions: env.LIVE_SESSIONS,
    minutes_per_day: env.LIMIT_MINUTES_PER_DAY,
    storage_gb: env.LIMIT_STORAGE_GB,
  }))
