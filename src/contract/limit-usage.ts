/** The limits of an account and their current usage. An addition of Scriptorium. */
import { z } from 'zod'
import { FRACTIONAL, LIMIT_NAMES, LIMITS, type LimitName } from './account-limits.ts'

/** Limits whose usage is a whole number. */
const COUNTED: readonly LimitName[] = ['requests_per_minute', 'open_jobs', 'max_running', 'live_sessions']

export const limitOf = (name: LimitName) =>
  z
    .strictObject({
      limit: (FRACTIONAL.includes(name) ? z.number() : z.int())
        .min(0)
        .nullable()
        .describe('The limit; null for none.'),
      used: (COUNTED.includes(name) ? z.int().min(0) : z.number()).describe('The current usage.'),
    })
    .describe(LIMITS[name])

const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, limitOf(name)])) as Record<
  LimitName,
  ReturnType<typeof limitOf>
>

export const limitUsage = z
  .strictObject({
    ...limits,
    paused: z
      .boolean()
      .describe('Whether an operator has paused the account: its files wait, and no live session can begin.'),
  })
  .meta({ id: 'LimitUsage', description: 'The limits of an account, each with its current usage.' })
export type LimitUsage = z.infer<typeof limitUsage>
