/** What an account may use, and what it uses. An addition of Scriptorium. */
import { z } from 'zod'
import { LIMITS, type LimitName } from './account-limits.ts'

const limit = (description: string) =>
  z
    .strictObject({
      limit: z.int().min(0).nullable().describe('The limit; null for none.'),
      used: z.number().describe('What is used of it now.'),
    })
    .describe(description)

const limits = Object.fromEntries(
  Object.entries(LIMITS).map(([name, description]) => [name, limit(description)]),
) as Record<LimitName, ReturnType<typeof limit>>

export const limitUsage = z
  .strictObject(limits)
  .meta({ id: 'LimitUsage', description: 'The limits of an account, each with what is used of it.' })
export type LimitUsage = z.infer<typeof limitUsage>
