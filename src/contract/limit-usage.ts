/** What an account may use, and what it uses. An addition of Scriptorium. */
import { z } from 'zod'
import { FRACTIONAL, LIMIT_NAMES, LIMITS, type LimitName } from './account-limits.ts'

/** What is used in whole numbers. */
const COUNTED: readonly LimitName[] = ['requests_per_minute', 'open_jobs', 'live_sessions']

const limit = (name: LimitName, description: string) =>
  z
    .strictObject({
      limit: (FRACTIONAL.includes(name) ? z.number() : z.int())
        .min(0)
        .nullable()
        .describe('The limit; null for none.'),
      used: (COUNTED.includes(name) ? z.int().min(0) : z.number()).describe('What is used of it now.'),
    })
    .describe(description)

const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, limit(name, LIMITS[name])])) as Record<
  LimitName,
  ReturnType<typeof limit>
>

export const limitUsage = z
  .strictObject(limits)
  .meta({ id: 'LimitUsage', description: 'The limits of an account, each with what is used of it.' })
export type LimitUsage = z.infer<typeof limitUsage>
