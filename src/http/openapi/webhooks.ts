/** The requests that this service sends, for the `webhooks` of the OpenAPI document. */
import type { z } from 'zod'
import { accountWebhook, liveCallback, preRecordedCallback } from '../../contract/callbacks.ts'

/** The headers of Standard Webhooks. */
export const WEBHOOK_HEADERS = {
  'webhook-id': 'Id of the delivery, the same for every attempt.',
  'webhook-timestamp': 'When the attempt was signed, in seconds since 1970.',
  'webhook-signature': '`v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`.',
}

const RESPONSES = {
  '2XX': { description: 'Received.' },
  '410': {
    description: 'The endpoint is gone: the delivery is not retried, as it is after any other status.',
  },
}

type Event = z.ZodObject<{ event: z.ZodLiteral<string> }>

/** One entry for each event: `callback.<event>` for callbacks of a job, `account.<event>` for events of an account. */
export function webhooks() {
  return Object.fromEntries([
    ...preRecordedCallback.options.map((schema) => webhook('callback', schema)),
    ...liveCallback.options.map((schema) => webhook('callback', schema)),
    ...accountWebhook.options.map((schema) => webhook('account', schema)),
  ])
}

function webhook(scope: 'callback' | 'account', schema: Event) {
  const { id = '', description = '' } = schema.meta() ?? {}
  const operation = {
    operationId: `${id.charAt(0).toLowerCase()}${id.slice(1)}`,
    tags: [scope === 'callback' ? 'callbacks' : 'account webhooks'],
    summary: description,
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([name, text]) => ({
      name,
      in: 'header' as const,
      required: true,
      description: text,
      schema: { type: 'string' as const },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } },
    },
    responses: RESPONSES,
  }
  return [`${scope}.${schema.shape.event.value}`, { post: operation }] as const
}
