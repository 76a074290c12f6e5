/** Requests with an idempotency key. If sent again, they create nothing and get the same response as the first time. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isContainer } from '../contract/exact-json.ts'
import { type IdempotencyKey, type KeptAnswer, type KeyedRequest, KeyUsedError } from '../jobs/idempotency.ts'
import type { Store } from '../store/open-store.ts'
import { callerOf } from './authentication/authentication.ts'
import { keyInUse, keyOfAnother } from './errors.ts'
import type { HeaderDocs } from './openapi/responses.ts'

export const idempotencyHeader = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters, such as a UUID')
    .optional()
    .describe(
      'Makes it safe to retry the request. For 24 hours, the same request with the same key to this operation creates nothing ' +
        'and returns the response of the first request that succeeded; a different request with the key is refused with 422. ' +
        'Responses to failed requests are not stored. Use a new random value, such as a UUID, for each creation.',
    ),
})

export const REPLAYED: HeaderDocs = {
  'idempotent-replayed': {
    type: 'string',
    description:
      '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.',
  },
}

/** The idempotency key of a request; null if it has none. */
export function idempotencyKeyOf({ account, headers, routeOptions }: FastifyRequest): IdempotencyKey | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? { account, operation: routeOptions.url ?? '', key } : null
}

/** SHA-256 of a request, independent of the order of fields in objects. */
export function fingerprintOf(request: unknown): string {
  return hash(
    'sha256',
    JSON.stringify(request, (_name, value: unknown) =>
      isContainer(value) && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  )
}

/**
 * The stored response, if it belongs to the same request.
 * @throws {RequestError} 422 if it belongs to another one
 */
export function replayed(reply: FastifyReply, kept: KeptAnswer, fingerprint: string): unknown {
  if (kept.fingerprint !== fingerprint) throw keyOfAnother()
  reply.header('idempotent-replayed', 'true')
  return JSON.parse(kept.answer)
}

/** How an operation creates something in one transaction. */
export interface Creation<Created, Answer> {
  readonly store: Store
  readonly answer: (created: Created) => Answer
  /** Creates it and, if the request has a key, stores the response in the same transaction. */
  readonly create: (request: KeyedRequest<Created> | null) => Promise<Created>
}

/** Returns the stored response for the key of a request, or creates what the request asks for. */
export async function createOnce<Created, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, answer, create }: Creation<Created, Answer>,
): Promise<Answer> {
  const key = idempotencyKeyOf(request)
  if (key === null) return answer(await create(null))
  const { who } = callerOf(request)
  // Includes the user, so that nobody gets a token from the response to somebody else.
  const fingerprint = fingerprintOf(who.kind === 'user' ? { body: request.body, user: who.id } : request.body)
  const kept = await store.idempotency.find(key)
  if (kept !== null) return replayed(reply, kept, fingerprint) as Answer
  const keep = (created: Created) => JSON.stringify(answer(created))
  try {
    return answer(await create({ ...key, fingerprint, node: null, answer: keep }))
  } catch (error) {
    if (!(error instanceof KeyUsedError)) throw error
    const first = await store.idempotency.find(key)
    if (first === null) throw keyInUse()
    return replayed(reply, first, fingerprint) as Answer
  }
}
