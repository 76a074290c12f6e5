/** What `GET /v2/events` sends, as server-sent events. An addition of Scriptorium. */
import { z } from 'zod'
import { jobId, jobStatus } from './common.ts'
import { jobProgress } from './progress.ts'

export const eventsQuery = z.object({
  job: z
    .uuid()
    .toLowerCase()
    .optional()
    .describe('The id of a job of the account, of which `progress` and `text` are sent as well.'),
  after: z
    .string()
    .optional()
    .describe(
      'A cursor: the `id` of an event, or the `next` of `GET /v2/jobs/changes`. Sends all that has changed since. Without it, the stream ' +
        'begins with what changes from now on. The header `Last-Event-ID`, which browsers send when they connect again, has precedence.',
    ),
})

export const eventsHeaders = z.object({
  'last-event-id': z.string().optional().describe('The `id` of the last event, to go on after it.'),
})

const jobChanged = z
  .strictObject({
    id: jobId,
    status: jobStatus.nullable().describe('As it is now; null if the job was deleted.'),
    change: z
      .enum(['updated', 'deleted'])
      .describe(
        '`deleted` also for a job that was moved to the trash; one that was restored or created is `updated`.',
      ),
  })
  .describe(
    'Sent when a job was created, has changed or was deleted: within a second, and in the order of the changes. A job that has changed ' +
      'several times meanwhile is sent once.',
  )

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
    z.strictObject({
      event: z.literal('job'),
      id: z
        .string()
        .describe('The cursor after the event: valid as `after` here and in `GET /v2/jobs/changes`.'),
      data: jobChanged,
    }),
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
