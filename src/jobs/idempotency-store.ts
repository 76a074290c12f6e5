import type { NodeId } from './node-store.ts'

/** How long a key stands for its first request, in milliseconds. */
export const KEY_MS = 24 * 3_600_000

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

/** The answers to requests with a key. Only those of requests that succeeded are kept. */
export interface IdempotencyStore {
  /** The answer to the request with that key; null while there is none. */
  find(key: IdempotencyKey): Promise<KeptAnswer | null>
  /**
   * Begins a request that takes longer than its transaction. Until its answer is kept, it is abandoned, or its node is
   * dead, no other one begins.
   * @returns false when there is another request with that key, or its answer
   */
  begin(key: IdempotencyKey, node: NodeId): Promise<boolean>
  /** Ends a request that has failed: the next one with that key begins. */
  abandon(key: IdempotencyKey, node: NodeId): Promise<void>
  /** Deletes the oldest keys. @returns whether there may be more */
  removeExpired(limit: number): Promise<boolean>
}

/** Another request with the same key was first. */
export class KeyUsedError extends Error {
  override readonly name = 'KeyUsedError'
}
