/** Callbacks on their way: what the owner of a job can see of them. An addition of this service. */
import { z } from 'zod'
import { seconds, timestamp } from './common.ts'

const deliveryState = z.enum(['waiting', 'delivered', 'failed']).meta({
  id: 'DeliveryState',
  description:
    'Where a delivery is: waiting for its first or its next try, delivered, or failed and given up. A failed one can be sent again.',
})

const deliveryAttempt = z
  .strictObject({
    at: timestamp.describe('When it began.'),
    duration: seconds.describe('How long it took, in seconds.'),
    status: z
      .int()
      .nullable()
      .describe('HTTP status of the answer, 200–299 for success; null when there was none.'),
    answer: z.string().nullable().describe('The first 1,024 bytes of the answer; null when there was none.'),
    error: z
      .string()
      .nullable()
      .describe('Why there was no answer, in one sentence; null when there was one.'),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One try to deliver a callback.' })

const deliveryReceiver = z
  .strictObject({
    origin: z
      .string()
      .describe('Scheme, host and port: all callback URLs of the account with them are one receiver.'),
    failing_since: timestamp
      .nullable()
      .describe('Since when every try has failed; null when the last one was a success.'),
    paused_until: timestamp
      .nullable()
      .describe('When the next try is made, while it is paused because it fails for long; else null.'),
  })
  .meta({ id: 'DeliveryReceiver', description: 'Whoever is sent a callback.' })

export const delivery = z
  .strictObject({
    id: z.string().describe('The `webhook-id` of every try.'),
    event: z.string().describe('What is told, such as `transcription.success`.'),
    url: z.string().describe('Where it is sent.'),
    method: z.enum(['POST', 'PUT']).describe('The HTTP method it is sent by.'),
    state: deliveryState,
    created_at: timestamp.describe('When it was recorded.'),
    next_attempt_at: timestamp
      .nullable()
      .describe(
        'When it is tried next; null when it is not, is being tried, or waits for an earlier message of its session.',
      ),
    receiver: deliveryReceiver,
    attempts: z.array(deliveryAttempt).describe('Every try so far, oldest first.'),
  })
  .meta({ id: 'Delivery', description: 'A callback that was, or is to be, delivered.' })
export type Delivery = z.infer<typeof delivery>

export const deliveryPage = z
  .strictObject({
    next: z.url().nullable().describe('The page that follows; null on the last page.'),
    items: z.array(delivery).describe('The deliveries, oldest first.'),
  })
  .meta({ id: 'DeliveryPage', description: 'Deliveries of one job.' })
export type DeliveryPage = z.infer<typeof deliveryPage>

export const deliveryQuery = z.object({
  state: z.enum(deliveryState.options).optional().describe('Only deliveries in this state.'),
  after: z
    .string()
    .regex(/^[\w-]+$/, 'must be the id of a delivery')
    .optional()
    .describe('Id of the delivery behind which the page begins, as in `next`.'),
  limit: z.coerce.number().int().min(1).max(1000).describe('Deliveries of a page.').default(100),
})
