import type { NodeId } from './node.ts'

/** What a client names one creation by: it is of this account and operation only. */
export interface IdempotencyKey {
  readonly account: number
  /** The path of the operation. */
  readonly operation: string
  readonly key: string
}

/** A request with a key. The transaction that creates what it asks for keeps its answer too. */
export interface KeyedRequest<Created> extends IdempotencyKey {
  /** SHA-256 of what is requested, hex. */
  readonly fingerprint: string
  /** The node that began the request; null for one that takes a single transaction. */
  readonly node: NodeId | null
  /** The answer, as JSON. */
  readonly answer: (created: Created) => string
}

export interface KeptAnswer {
  readonly fingerprint: string
  readonly answer: string
}

/** Another request with the same key was first. */
export class KeyUsedError extends Error {
  override readonly name = 'KeyUsedError'
}
