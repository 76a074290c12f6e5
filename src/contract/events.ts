/** What `GET /v2/events` sends, as server-sent events. An addition of Scriptorium. */
import { z } from 'zod'
import { jobProgress } from './progress.ts'

export const eventsQuery = z.object({
  job: z
    .uuid()
    .optional()
    .describe('The id of a job of the account, of which `progress` and `text` are sent as well.'),
})

/** The names of the events, and what `data` is in each. */
export const events = {
  jobs: z
    .strictObject({
      changes: z
        .int()
        .describe('Another number whenever a job of the account was created, has changed or was deleted.'),
    })
    .describe('At the beginning, and whenever jobs have changed: at most four times a second.'),
  progress: jobProgress.describe(
    'The progress of the job: at the beginning, and whenever it has changed; the last one when it has ended.',
  ),
  text: z
    .strictObject({
      from: z
        .int()
        .min(0)
        .describe(
          'The length, in UTF-16 code units, of the text before it. What was received from there on is replaced: at 0, all of it.',
        ),
      text: z.string().describe('What was recognised since.'),
    })
    .describe(
      'The text of the job, as far as it is recognised; the result replaces it. Not of a live session, nor of a job with `pii_redaction`.',
    ),
} as const

export type EventName = keyof typeof events
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>
