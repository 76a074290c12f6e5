/** What is to be told to callers' callback URLs, and how that went. */

export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** How well a receiver answers. Times are milliseconds since 1970. */
export interface ReceiverHealth {
  /** Tries that failed since the last success. */
  readonly failures: number
  readonly failingSince: number | null
  /** While it is paused: when one try is made again. */
  readonly pausedUntil: number | null
}

/** Whom an account sends callbacks to: all its URLs of one origin. */
interface Receiver extends ReceiverHealth {
  readonly id: number
  readonly origin: string
}

/** A receiver that something waits for. */
export interface WaitingReceiver extends Receiver {
  /** When the first of it is to be tried. */
  readonly dueAt: number
}

/** A delivery that somebody is trying. */
export interface ClaimedDelivery {
  /** Stable over all tries: the `webhook-id`. */
  readonly id: string
  readonly jobId: string
  readonly receiver: number
  readonly event: string
  readonly url: string
  readonly method: 'POST' | 'PUT'
  /** Tries before this one, in this series. */
  readonly tries: number
  /** When this series of tries began. */
  readonly beganAt: number
  /** What it is signed with: the account's secret, and for a while after a change the one before. */
  readonly secrets: readonly string[]
}

/** How one try went. */
export interface Attempt {
  readonly at: number
  /** Milliseconds. */
  readonly duration: number
  /** Of the HTTP answer; null when there was none. */
  readonly status: number | null
  /** The beginning of its body; null when there was none. */
  readonly answer: string | null
  /** Why there was no answer, in one sentence; null when there was one. */
  readonly error: string | null
}

/** What follows an attempt at a delivery. */
export type DeliveryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextAt: number }
  /** `isGone`: nor is anything else of its job to be sent to that URL. */
  | { readonly state: 'failed'; readonly isGone: boolean }

/** A try, and what follows from it. */
export interface TriedDelivery {
  readonly delivery: ClaimedDelivery
  readonly attempt: Attempt
  readonly decision: DeliveryDecision
}

/** A message of a live session, to be delivered. */
export interface LiveMessage {
  /** Tells it from every other message of its session; the same each time it is recorded. */
  readonly key: string
  readonly type: string
  /** The frame, as JSON. */
  readonly text: string
}

/** What messages of live sessions are recorded in. */
export interface LiveDeliveryStore {
  /** Records messages, in order; one that was recorded before is passed over. Durable when it returns. */
  addLive(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void>
}

/** What the dispatcher of deliveries needs. At one time there is one of it. */
export interface DeliveryStore {
  /** Every receiver that something waits for. */
  waiting(): Promise<WaitingReceiver[]>
  /**
   * Takes deliveries that are due, the longest due of each receiver first.
   * @param wanted of which receivers, and of each how many at most
   * @param until after this time they count as never tried
   */
  claim(wanted: ReadonlyMap<number, number>, now: number, until: number): Promise<ClaimedDelivery[]>
  /** What is sent, as JSON; null when its job was deleted. */
  bodyOf(delivery: ClaimedDelivery): Promise<string | null>
  /** Records tries with what follows from them, and how well their receivers are now. */
  record(tried: readonly TriedDelivery[], health: ReadonlyMap<number, ReceiverHealth>): Promise<void>
  /** Puts back deliveries whose try was broken off by a shutdown. */
  putBack(ids: readonly string[]): Promise<void>
  /** Puts back all that an earlier run was trying when it was killed. To be called once, before the first claim. */
  recover(): Promise<void>
  /** Gives up what a receiver was not sent since before a time, because it is paused. */
  giveUp(receiver: number, beganBefore: number): Promise<void>
}

/** A delivery as its owner sees it. */
export interface ShownDelivery {
  readonly id: string
  readonly event: string
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly state: DeliveryState
  readonly createdAt: number
  readonly nextAt: number | null
  readonly receiver: Receiver
  readonly attempts: readonly Attempt[]
}

/** What the owner of jobs can ask about their deliveries. */
export interface DeliveryLog {
  /**
   * The deliveries of a job, oldest first; null when the account has no such job.
   * @param after id of the delivery behind which they begin; null for the first
   */
  ofJob(
    account: number,
    jobId: string,
    page: { readonly state: DeliveryState | null; readonly after: string | null; readonly limit: number },
  ): Promise<ShownDelivery[] | null>
  /** One of them; null when there is none of that id. */
  one(account: number, jobId: string, id: string): Promise<ShownDelivery | null>
  /** Has a delivery sent again at once, as if for the first time; false when there is none of that id. */
  redeliver(account: number, jobId: string, id: string): Promise<boolean>
}
