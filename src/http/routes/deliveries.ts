import { z } from 'zod'
import { deliveryBody } from '../../contract/callbacks.ts'
import {
  accountDeliveryQuery,
  type Delivery,
  delivery,
  type DeliveryPage,
  deliveryPage,
  deliveryQuery,
} from '../../contract/deliveries.ts'
import type { LoggedDelivery } from '../../jobs/delivery.ts'
import { invalid, notFound } from '../errors.ts'
import { nextPage } from '../lists/next-page.ts'
import { WEBHOOK_HEADERS } from '../openapi/webhooks.ts'
import { addition, routine } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { type HeaderDocs, jsonResponse, errorResponses } from '../openapi/responses.ts'
import { publicBase } from '../requests/public-base.ts'

const SIGNATURE: HeaderDocs = Object.fromEntries(
  Object.entries(WEBHOOK_HEADERS).map(([name, description]) => [name, { type: 'string', description }]),
)

const withDeliveryId = withJobId.extend({
  delivery: z
    .string()
    .refine((text) => /^[\w-]+$/.test(text), 'delivery')
    .describe('Id of the delivery.'),
})

/** Deliveries of callbacks, for jobs of both kinds. */
export function deliveryRoutes(app: App, { store, signCallback }: Parts): void {
  const { accounts, deliveryLog: deliveries } = store

  app.get(
    '/v2/jobs/:id/deliveries',
    addition('read', {
      tags: ['callbacks'],
      operationId: 'listDeliveries',
      summary: 'List callback deliveries',
      description:
        'All callbacks of a job, pre-recorded or live, and all webhook events about it, with each attempt to deliver them.',
      params: withJobId,
      querystring: deliveryQuery,
      response: { 200: jsonResponse('A page of deliveries.', deliveryPage), ...errorResponses(400, 404) },
    }),
    async (request): Promise<DeliveryPage> => {
      const { account, params, query } = request
      const { state = null, after = null, limit } = query
      const { id: jobId } = params
      // One more than the page holds, to find out whether another page follows.
      const found = await deliveries.ofJob(account, jobId, { state, after, limit: limit + 1 })
      if (found === null) throw notFound('job')
      return pageOf(found, `${publicBase(request)}/v2/jobs/${jobId}/deliveries`, { state, limit })
    },
  )

  app.get(
    '/v2/deliveries',
    addition('read', {
      tags: ['callbacks'],
      operationId: 'listAccountDeliveries',
      summary: 'List the callback deliveries of all jobs',
      description:
        'All callbacks and webhook events of the account, newest first, with each attempt to deliver them. Webhook events are kept for ' +
        '30 days, even if their job is deleted.',
      querystring: accountDeliveryQuery,
      response: { 200: jsonResponse('A page of deliveries.', deliveryPage), ...errorResponses(400, 404) },
    }),
    async (request): Promise<DeliveryPage> => {
      const { account, query } = request
      const { state = null, job_id: jobId = null, after = null, limit } = query
      const found = await deliveries.ofAccount(account, { jobId, state, after, limit: limit + 1 })
      if (found === 'no job') throw notFound('job')
      if (found === 'no delivery')
        throw invalid('after: there is no such delivery, or its job was deleted; begin with the first page')
      const path = `${publicBase(request)}/v2/deliveries`
      return pageOf(found, path, { state, job_id: jobId, limit })
    },
  )

  app.post(
    '/v2/jobs/:id/deliveries/:delivery/sign',
    {
      // Needs `read` because the body contains the transcript, and `write` because a receiver would accept it as genuine.
      ...routine(
        addition(['read', 'write'], {
          tags: ['callbacks'],
          operationId: 'signCallback',
          summary: 'Sign a callback without sending it',
          description:
            'Returns the body of a callback, with its signature in the headers, as an attempt would send them now. ' +
            '`scriptorium listen` uses it to forward callbacks to a receiver that the service cannot reach. The delivery does not ' +
            'change. If a job has no callback URL, its end still has a callback here, with the id `<job>_end`, or ' +
            '`<job>_end_session` for a live session.',
          params: withDeliveryId,
          response: {
            200: jsonResponse('The body of the callback.', deliveryBody, SIGNATURE),
            ...errorResponses(404),
          },
        }),
      ),
    },
    async (request, reply) => {
      const { account } = request
      const { id: jobId, delivery: deliveryId } = request.params
      const body = await deliveries.bodyOf(account, jobId, deliveryId)
      if (body === null) throw notFound('delivery')
      const headers = signCallback(deliveryId, Date.now(), body, await accounts.callbackSecrets(account))
      return reply.headers(headers).type('application/json; charset=utf-8').send(body)
    },
  )

  app.post(
    '/v2/jobs/:id/deliveries/:delivery/redeliver',
    addition(['read', 'write'], {
      tags: ['callbacks'],
      operationId: 'redeliver',
      summary: 'Redeliver a callback',
      description:
        'Sends a callback again immediately, with the same `webhook-id`, and retries it if it fails. Deliveries in any state ' +
        'can be sent again. A message of a live session still waits for the earlier ones of its session.',
      params: withDeliveryId,
      response: { 202: jsonResponse('The delivery is sent again.', delivery), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { account } = request
      const { id: jobId, delivery: deliveryId } = request.params
      const isKnown = await deliveries.redeliver(account, jobId, deliveryId)
      const shown = isKnown ? await deliveries.one(account, jobId, deliveryId) : null
      if (shown === null) throw notFound('delivery')
      store.wake.notify('callbacks')
      return reply.code(202).send(toDelivery(shown))
    },
  )
}

/** @param found the deliveries, one more than the page holds if another page follows */
function pageOf(
  found: readonly LoggedDelivery[],
  path: string,
  query: { readonly state: string | null; readonly job_id?: string | null; readonly limit: number },
): DeliveryPage {
  const { shown, next } = nextPage(found, path, { ...query }, ({ id: after }) => ({ after }))
  return { next, items: shown.map(toDelivery) }
}

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

function toDelivery({ jobId, createdAt, nextAt, endpoint, attempts, ...shown }: LoggedDelivery): Delivery {
  return {
    id: shown.id,
    job_id: jobId,
    event: shown.event,
    url: shown.url,
    method: shown.method,
    state: shown.state,
    created_at: time(createdAt),
    next_attempt_at: timeOrNull(nextAt),
    receiver: {
      origin: endpoint.origin,
      failing_since: timeOrNull(endpoint.failingSince),
      paused_until: timeOrNull(endpoint.pausedUntil),
    },
    attempts: attempts.map(({ at, duration, status, answer: text, error }) => ({
      at: time(at),
      duration: duration / 1000,
      status,
      answer: text,
      error,
    })),
  }
}
