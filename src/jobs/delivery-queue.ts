import type { Attempt, Endpoint, EndpointHealth } from './delivery.ts'

/** An endpoint with deliveries waiting. */
export interface WaitingEndpoint extends Endpoint {
  /** When its first delivery is due. */
  readonly dueAt: number
}

/** A delivery that is leased to this process. */
export interface ClaimedDelivery {
  /** The same for all attempts: the `webhook-id`. */
  readonly id: string
  readonly jobId: string
  /** Id of the endpoint. */
  readonly endpoint: number
  readonly event: string
  readonly url: string
  readonly method: 'POST' | 'PUT'
  /** Attempts made before this one, in this series. */
  readonly priorAttempts: number
  /** When this series of attempts began: at creation, or when redelivery was requested. */
  readonly beganAt: number
  /** Secrets to sign with: the account's own, and for a while after a rotation the previous one. */
  readonly secrets: readonly string[]
}

/** What follows from an attempt. */
export type DeliveryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAt: number }
  /** `isGone`: nothing else of its job is to be sent to that URL either. */
  | { readonly state: 'failed'; readonly isGone: boolean }

/** A delivery after an attempt. */
export interface AttemptedDelivery {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly decision: DeliveryDecision
}

/** The deliveries that are waiting to be sent. It has one consumer at a time. */
export interface DeliveryQueue {
  /** Every endpoint with deliveries waiting. */
  waitingEndpoints(): Promise<WaitingEndpoint[]>
  /**
   * Leases deliveries that are due, those of each endpoint that have been due longest first.
   * @param wanted how many deliveries at most, by endpoint
   * @param until when the lease ends: what is not recorded by then is due again
   */
  claim(wanted: ReadonlyMap<number, number>, now: number, until: number): Promise<ClaimedDelivery[]>
  /** The request body, as JSON; null when the job was deleted. */
  bodyOf(delivery: ClaimedDelivery): Promise<string | null>
  /** Records attempts with what follows from them, and the health of their endpoints where it changed. */
  record(attempted: readonly AttemptedDelivery[], health: ReadonlyMap<number, EndpointHealth>): Promise<void>
  /** Returns deliveries whose attempt was interrupted by a shutdown. */
  putBack(ids: readonly string[]): Promise<void>
  /** Returns every delivery that was leased when an earlier process died. Called once, before the first claim. */
  recover(): Promise<void>
  /** Marks as failed what has been waiting for an endpoint since before a time. */
  giveUp(endpoint: number, beganBefore: number): Promise<void>
}
