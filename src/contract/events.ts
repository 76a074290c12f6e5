/** What `GET /v2/events` sends, as server-sent events. An addition of Scriptorium. */
import { z } from 'zod'
import { jobProgress } from './progress.ts'

export const eventsQuery = z.object({
  job: z
    .uuid()
    .toLowerCase()
    .optional()
    .describe('The id of a job of the account, of which `progress` and `text` are sent as well.'),
})

const jobsChanged = z
  .strictObject({
    changes: z
      .int()
      .describe('Another number whenever a job of the account was created, has changed or was deleted.'),
  })
  .describe('Sent at the beginning, and when jobs have changed: at most four times a second.')

const recognised = z
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
    'The text of the job, as far as it is recognised. Not sent for a live session, nor for a job with `pii_redaction`.',
  )

/** An event: its name, and its `data` as JSON. */
export const accountEvent = z
  .discriminatedUnion('event', [
    z.strictObject({ event: z.literal('jobs'), data: jobsChanged }),
    z.strictObject({
      event: z.literal('progress'),
      data: jobProgress.describe(
        'Sent at the beginning, and when it has changed. The last one has the status `done` or `error`.',
      ),
    }),
    z.strictObject({ event: z.literal('text'), data: recognised }),
  ])
  .meta({ id: 'AccountEvent', description: 'An event of `GET /v2/events`; its `data` is JSON.' })
export type AccountEvent = z.infer<typeof accountEvent>
