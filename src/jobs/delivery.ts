/** What the queue of deliveries and their log have in common. All times are milliseconds since 1970. */

/** How reliably an endpoint has answered. */
export interface EndpointHealth {
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly failingSince: number | null
  /** While it is paused: when a single attempt is made again. */
  readonly pausedUntil: number | null
}

/**
 * How many deliveries to an endpoint may be in progress at once, over all nodes.
 * @param perEndpoint the limit for one that is not paused; after a pause a single attempt shows whether it works again
 */
export function maxInProgress(
  { pausedUntil }: Pick<EndpointHealth, 'pausedUntil'>,
  perEndpoint: number,
  now: number,
): number {
  if (pausedUntil === null) return perEndpoint
  return pausedUntil > now ? 0 : 1
}

/** All callback URLs of an account with one origin. */
export interface Endpoint extends EndpointHealth {
  readonly id: number
  readonly origin: string
}

/** One attempt to deliver. */
export interface Attempt {
  readonly at: number
  /** Milliseconds. */
  readonly duration: number
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null
  /** The beginning of the response body; null when there was none. */
  readonly answer: string | null
  /** Why there was no response, in one sentence; null when there was one. */
  readonly error: string | null
}
