/** Deliveries of callbacks and their attempts. All times are milliseconds since 1970. */
import type { DeliveryState } from '../contract/deliveries.ts'
import type { TraceContext } from './job.ts'
import type { NodeId } from './node.ts'

/** How reliably an endpoint has answered. */
export interface EndpointHealth {
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly failingSince: number | null
  /** When a paused endpoint is tried again with a single attempt; null if it is not paused. */
  readonly pausedUntil: number | null
}

/**
 * How many deliveries to an endpoint may be in progress at once, across all nodes.
 * @param perEndpoint the limit for an endpoint that is not paused; after a pause, a single attempt shows whether it works again
 */
export function maxInProgress(
  { pausedUntil }: Pick<EndpointHealth, 'pausedUntil'>,
  perEndpoint: number,
  now: number,
): number {
  if (pausedUntil === null) return perEndpoint
  return pausedUntil > now ? 0 : 1
}

/** All callback URLs of an account that share an origin. */
export interface Endpoint extends EndpointHealth {
  readonly id: number
  readonly origin: string
}

/** One attempt to send a delivery. */
export interface Attempt {
  readonly at: number
  /** Milliseconds. */
  readonly duration: number
  /** HTTP status of the response; null without a response. */
  readonly status: number | null
  /** The beginning of the response body; null without a response. */
  readonly answer: string | null
  /** Why there was no response, in one sentence; null if there was one. */
  readonly error: string | null
}

/** An endpoint with deliveries waiting. */
export interface WaitingEndpoint extends Endpoint {
  /** When its first delivery is due. */
  readonly dueAt: number
}

/** A delivery that is leased to a node. */
export interface ClaimedDelivery {
  /** The `webhook-id`, which is the same for all attempts. */
  readonly id: string
  readonly jobId: string
  readonly node: NodeId
  /** Id of the endpoint. */
  readonly endpoint: number
  readonly event: string
  /** Whether the next delivery of its session waits until this one has ended. */
  readonly isOrdered: boolean
  readonly url: string
  readonly method: 'POST' | 'PUT'
  /** Number of earlier attempts in this series. */
  readonly priorAttempts: number
  /** When this series of attempts began: at creation, or when a redelivery was requested. */
  readonly beganAt: number
  /** Secrets to sign with: the account's current one and, for a while after a rotation, the previous one. */
  readonly secrets: readonly string[]
  readonly trace: TraceContext
}

/** The state of a delivery after an attempt. */
export type DeliveryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAt: number }
  /** `isGone`: the other deliveries of the job to that URL are given up too. */
  | { readonly state: 'failed'; readonly isGone: boolean }

/** A delivery after an attempt. */
export interface AttemptedDelivery {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly decision: DeliveryDecision
  /** Whether the endpoint is to blame for a failure. */
  readonly isEndpointFailure: boolean
}

/** An endpoint whose health has changed. */
export interface HealthChange {
  readonly origin: string
  readonly before: EndpointHealth
  readonly after: EndpointHealth
}

/** A delivery as its owner sees it. */
export interface LoggedDelivery {
  readonly id: string
  readonly jobId: string
  readonly event: string
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly state: DeliveryState
  readonly createdAt: number
  /** When the next attempt is due; null if none is, if one is in progress, or while an earlier message of the session is pending. */
  readonly nextAt: number | null
  readonly endpoint: Endpoint
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
}
