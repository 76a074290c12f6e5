/** Requests with an idempotency key: sent again, they create nothing, and are answered as the first time. */
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
      'Makes it safe to send the request again: with the same key, the same request to this operation is answered for 24 ' +
        'hours as when it first succeeded, and creates nothing more; another request is refused with 422. Answers to ' +
        'requests that failed are not kept. Use a new random value, such as a UUID, for each creation.',
    ),
})

export const REPLAYED: HeaderDocs = {
  'idempotent-replayed': {
    type: 'string',
    description: '`true` if this answer was kept from an earlier request with the same `Idempotency-Key`.',
  },
}

/** The key of a request; null if it has none. */
export function idempotencyKeyOf({ account, headers, routeOptions }: FastifyRequest): IdempotencyKey | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? { account, operation: routeOptions.url ?? '', key } : null
}

/** SHA-256 of a request, in which the order of the fields of objects makes no difference. */
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

/** The answer that was kept, if it is that to the same request. */
export function replayed(reply: FastifyReply, kept: KeptAnswer, fingerprint: string): unknown {
  if (kept.fingerprint !== fingerprint) throw keyOfAnother()
  reply.header('idempotent-replayed', 'true')
  return JSON.parse(kept.answer)
}

/** How an operation creates something in one transaction. */
export interface Creation<Created, Answer> {
  readonly store: Store
  readonly answer: (created: Created) => Answer
  /** Keeps the answer in the same transaction, if the request has a key. */
  readonly create: (request: KeyedRequest<Created> | null) => Promise<Created>
}

/** Answers a request by the answer that was kept for its key, or by creating what it asks for. */
export async function createOnce<Created, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, answer, create }: Creation<Created, Answer>,
): Promise<Answer> {
  const key = idempotencyKeyOf(request)
  if (key === null) return answer(await create(null))
  const { who } = callerOf(request)
  // A person gets no token that another one was answered with.
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
