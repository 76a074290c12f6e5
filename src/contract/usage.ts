/** The usage of an account by day. An addition of Scriptorium. */
import { z } from 'zod'
import { seconds } from './common.ts'

/** The longest range, in days: a leap year. */
const MAX_DAYS = 366
/** The length of a range without `from`. */
const DEFAULT_DAYS = 30

export const DAY_MS = 86_400_000
const date = z.iso.date('must be a date such as 2025-06-01')

/** The UTC day of a time, in days since 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)
/** The date of a day in days since 1970. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export const usageQuery = z.object({
  from: date.optional().describe(`First day, in UTC. By default ${DEFAULT_DAYS - 1} days before \`to\`.`),
  to: date
    .optional()
    .describe(`Last day, in UTC. Today by default. The range may have at most ${MAX_DAYS} days.`),
})

/** The range of a query, inclusive, in days since 1970; or its fault. */
export function usageDays(
  { from, to }: z.output<typeof usageQuery>,
  now: number,
): { readonly from: number; readonly to: number } | { readonly fault: string } {
  const last = dayOf(to === undefined ? now : Date.parse(to))
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayOf(Date.parse(from))
  if (first > last) return { fault: 'from: must not be after to' }
  if (last - first >= MAX_DAYS) return { fault: `from: must be less than ${MAX_DAYS} days before to` }
  return { from: first, to: last }
}

const dayUsage = z
  .strictObject({
    date: z.iso.date().describe('The day, in UTC.'),
    jobs: z.int().min(0).describe('Number of jobs created, of both kinds.'),
    failed: z.int().min(0).describe('Number of jobs that ended in error, including cancelled ones.'),
    audio_seconds: seconds.describe('Total duration of the audio of jobs that were done, in seconds.'),
  })
  .meta({ id: 'DayUsage', description: 'The usage on one day.' })

export const usage = z
  .strictObject({ items: z.array(dayUsage).describe('Every day of the range, oldest first.') })
  .meta({ id: 'Usage', description: 'The usage of an account by day, including deleted jobs.' })
export type Usage = z.infer<typeof usage>
