/** Deliveries of callbacks and webhooks. An addition of Scriptorium. */
import { z } from 'zod'
import { jobId, seconds, timestamp } from './common.ts'

export const deliveryState = z.enum(['waiting', 'delivered', 'failed']).meta({
  id: 'DeliveryState',
  description:
    'The state of a delivery: `waiting` for its next attempt, `delivered`, or `failed` after the last attempt. A failed delivery can be sent again.',
})
export type DeliveryState = z.infer<typeof deliveryState>

const deliveryAttempt = z
  .strictObject({
    at: timestamp.describe('When the attempt started.'),
    duration: seconds.describe('How long it took, in seconds.'),
    status: z
      .int()
      .nullable()
      .describe('HTTP status of the response, 200–299 on success; null if there was none.'),
    answer: z.string().nullable().describe('The first 1,024 bytes of the response; null if there was none.'),
    error: z
      .string()
      .nullable()
      .describe('Why there was no response, in one sentence; null if there was one.'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver a callback.' })

const deliveryReceiver = z
  .strictObject({
    origin: z
      .string()
      .describe(
        'Scheme, host and port. All callback URLs of the account with the same origin share one endpoint.',
      ),
    failing_since: timestamp
      .nullable()
      .describe('The first of the consecutive failed attempts; null if the last attempt succeeded.'),
    paused_until: timestamp
      .nullable()
      .describe(
        'Time of the next attempt if the endpoint is paused because it keeps failing; otherwise null.',
      ),
  })
  .meta({ id: 'DeliveryReceiver', description: 'The endpoint that a callback is sent to.' })

export const delivery = z
  .strictObject({
    id: z.string().describe('The `webhook-id` of every attempt.'),
    job_id: jobId,
    event: z.string().describe('The event, such as `transcription.success`.'),
    url: z.string().describe('The callback URL.'),
    method: z.enum(['POST', 'PUT']).describe('The HTTP method.'),
    state: deliveryState,
    created_at: timestamp.describe('When it was recorded.'),
    next_attempt_at: timestamp
      .nullable()
      .describe(
        'Time of the next attempt; null if there is none, if one is in progress, or if an earlier message of the session must be sent first.',
      ),
    receiver: deliveryReceiver,
    attempts: z.array(deliveryAttempt).describe('All attempts so far, oldest first.'),
  })
  .meta({ id: 'Delivery', description: 'The delivery of one callback.' })
export type Delivery = z.infer<typeof delivery>

export const deliveryPage = z
  .strictObject({
    next: z.url().nullable().describe('The next page; null on the last page.'),
    items: z
      .array(delivery)
      .describe('The deliveries: those of one job oldest first, those of the account newest first.'),
  })
  .meta({ id: 'DeliveryPage', description: 'A page of deliveries.' })
export type DeliveryPage = z.infer<typeof deliveryPage>

export const deliveryQuery = z.object({
  state: z.enum(deliveryState.options).optional().describe('Only deliveries in this state.'),
  after: z
    .string()
    .regex(/^[\w-]+$/, 'must be the id of a delivery')
    .optional()
    .describe('Id of the delivery after which the page begins; taken from `next`.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('Maximum number of deliveries on a page.')
    .default(100),
})

export const accountDeliveryQuery = deliveryQuery.extend({
  job_id: z
    .guid('must be the id of a job')
    .transform((id) => id.toLowerCase())
    .optional()
    .describe('Only deliveries of this job.'),
})
