/** The server-sent events of `GET /v2/events`. An addition of Scriptorium. */
import { z } from 'zod'
import { jobId, jobStatus } from './common.ts'
import { jobProgress } from './progress.ts'

export const eventsQuery = z.object({
  job: z.uuid().toLowerCase().optional().describe('Id of a job whose `progress` and `text` to send as well.'),
  after: z
    .string()
    .optional()
    .describe(
      'A cursor: the `id` of an event, or the `next` of `GET /v2/jobs/changes`. Sends all changes since then. Without it, the stream ' +
        'begins with the next change. The header `Last-Event-ID`, which browsers send when they reconnect, takes precedence.',
    ),
})

export const eventsHeaders = z.object({
  'last-event-id': z.string().optional().describe('The `id` of the last event received, to resume after it.'),
})

const jobChanged = z
  .strictObject({
    id: jobId,
    status: jobStatus.nullable().describe('The current status; null if the job was deleted.'),
    change: z
      .enum(['updated', 'deleted'])
      .describe('`deleted` includes jobs moved to the trash; `updated` includes created and restored jobs.'),
  })
  .describe(
    'Sent within a second after a job was created, changed or deleted, in the order of the changes. If a job has changed several times ' +
      'in the meantime, it is sent once.',
  )

const recognised = z
  .strictObject({
    from: z
      .int()
      .min(0)
      .describe(
        'Position in the text received so far, in UTF-16 code units, from which `text` replaces everything. 0 replaces all of it.',
      ),
    text: z.string().describe('The newly recognised text.'),
  })
  .describe(
    'The text of the job recognised so far. Not sent for live sessions and jobs with `pii_redaction`.',
  )

/** An event with its name and its `data`, which is sent as JSON. */
export const accountEvent = z
  .discriminatedUnion('event', [
    z.strictObject({
      event: z.literal('job'),
      id: z
        .string()
        .describe('The cursor after this event, valid as `after` here and in `GET /v2/jobs/changes`.'),
      data: jobChanged,
    }),
    z.strictObject({
      event: z.literal('progress'),
      data: jobProgress.describe(
        'Sent at the beginning and on every change. The last one has the status `done` or `error`.',
      ),
    }),
    z.strictObject({ event: z.literal('text'), data: recognised }),
  ])
  .meta({ id: 'AccountEvent', description: 'An event of `GET /v2/events`; its `data` is JSON.' })
export type AccountEvent = z.infer<typeof accountEvent>
