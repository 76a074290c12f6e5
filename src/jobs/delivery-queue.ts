import type { Attempt, Endpoint, EndpointHealth } from './delivery.ts'
import type { NodeId } from './node-store.ts'
import type { TraceContext } from './trace-context.ts'

/** An endpoint with deliveries waiting. */
export interface WaitingEndpoint extends Endpoint {
  /** When its first delivery is due. */
  readonly dueAt: number
}

/** A delivery that is leased to a node. */
export interface ClaimedDelivery {
  /** The same for all attempts: the `webhook-id`. */
  readonly id: string
  readonly jobId: string
  readonly node: NodeId
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
  readonly trace: TraceContext
}

/** What follows from an attempt. */
export type DeliveryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAt: number }
  /** `isGone`: nothing else of its job may be sent to that URL either. */
  | { readonly state: 'failed'; readonly isGone: boolean }

/** A delivery after an attempt. */
export interface AttemptedDelivery {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly decision: DeliveryDecision
  /** Whether the endpoint is to blame for a failure. */
  readonly isEndpointFailure: boolean
}

/** The health of an endpoint after an attempt; the same object if nothing changes. */
export type HealthAfter = (health: EndpointHealth, isFailure: boolean) => EndpointHealth

/** An endpoint whose health has changed. */
export interface HealthChange {
  readonly origin: string
  readonly before: EndpointHealth
  readonly after: EndpointHealth
}

/** Which deliveries a node takes next. */
export interface DeliveryClaim {
  readonly node: NodeId
  /** How many deliveries at most, by endpoint. */
  readonly shares: ReadonlyMap<number, number>
  /** Deliveries in progress to one endpoint, over all nodes. */
  readonly perEndpoint: number
  /** The time that `waitingEndpoints` gave. */
  readonly now: number
  /** When the leases end. */
  readonly until: number
}

/**
 * The deliveries that are waiting to be sent, by any number of nodes. A node holds the lease of a delivery while it attempts
 * it; when the lease ends, or the node is found dead, the delivery is due again.
 */
export interface DeliveryQueue {
  /** Every endpoint with deliveries waiting, and the time by the clock of the database. */
  waitingEndpoints(): Promise<{ readonly now: number; readonly endpoints: readonly WaitingEndpoint[] }>
  /** Leases deliveries that are due, those of each endpoint that have been due longest first. */
  claim(claim: DeliveryClaim): Promise<ClaimedDelivery[]>
  /** Makes leases end some milliseconds from now, unless another node has taken them since. */
  extend(deliveries: readonly ClaimedDelivery[], leaseMs: number): Promise<void>
  /** The request body, as JSON; null when the job was deleted, or the lease has ended and the delivery is for any node again. */
  bodyOf(delivery: ClaimedDelivery): Promise<string | null>
  /**
   * Records attempts with what follows from them for their deliveries and their endpoints. Those whose lease is lost are
   * ignored: another node records its own attempt.
   * @returns the endpoints whose health has changed
   */
  record(attempted: readonly AttemptedDelivery[], healthAfter: HealthAfter): Promise<HealthChange[]>
  /** Returns deliveries whose attempt was interrupted by a shutdown. */
  putBack(deliveries: readonly ClaimedDelivery[]): Promise<void>
  /** Marks as failed what has been waiting for an endpoint since before a time. */
  giveUp(endpoint: number, beganBefore: number): Promise<void>
}
