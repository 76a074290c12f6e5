import type { NodeId } from './node.ts'

/** The idempotency key of a client, which is scoped to its account and operation. */
export interface IdempotencyKey {
  readonly account: number
  /** The path of the operation. */
  readonly operation: string
  readonly key: string
}

/** A request with an idempotency key. The transaction that creates the resource also stores the answer. */
export interface KeyedRequest<Created> extends IdempotencyKey {
  /** SHA-256 of the request, in hex. */
  readonly fingerprint: string
  /** The node that began the request; null for requests that take a single transaction. */
  readonly node: NodeId | null
  /** The answer, as JSON. */
  readonly answer: (created: Created) => string
}

export interface KeptAnswer {
  readonly fingerprint: string
  readonly answer: string
}

/** Another request has already used the key. */
export class KeyUsedError extends Error {
  override readonly name = 'KeyUsedError'
}
