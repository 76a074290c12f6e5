import type { DeliveryState } from '../contract/deliveries.ts'
import type { Attempt, Endpoint } from './delivery.ts'

/** A delivery as its owner sees it. Times are milliseconds since 1970. */
export interface LoggedDelivery {
  readonly id: string
  readonly jobId: string
  readonly event: string
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly state: DeliveryState
  readonly createdAt: number
  /** Null when none is due, an attempt is in progress, or an earlier message of the session comes first. */
  readonly nextAt: number | null
  readonly endpoint: Endpoint
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
}

/** Which part of the deliveries. */
export interface DeliveryWindow {
  /** Null for any state. */
  readonly state: DeliveryState | null
  /** Id of the delivery after which the page begins; null for the first page. */
  readonly after: string | null
  readonly limit: number
}

/** The deliveries of jobs, for their owner. */
export interface DeliveryLog {
  /** The deliveries of a job, oldest first; null when the account has no such job. */
  ofJob(account: number, jobId: string, window: DeliveryWindow): Promise<LoggedDelivery[] | null>
  /**
   * The deliveries of an account, or of one of its jobs, newest first.
   * @returns what is missing, when the account does not have this job, or the delivery `after`
   */
  ofAccount(
    account: number,
    window: DeliveryWindow & { readonly jobId: string | null },
  ): Promise<LoggedDelivery[] | 'no job' | 'no delivery'>
  /** One delivery; null when the job has none with that id. */
  one(account: number, jobId: string, id: string): Promise<LoggedDelivery | null>
  /**
   * The body of a callback, as an attempt would send it now. The end of a job has one even if no delivery is recorded, because its
   * request names no URL: `<job>_end`, of a live session `<job>_end_session`.
   * @returns null when the job has no delivery with that id
   */
  bodyOf(account: number, jobId: string, id: string): Promise<string | null>
  /** Makes a delivery due now, with a new series of attempts; false when the job has none with that id. */
  redeliver(account: number, jobId: string, id: string): Promise<boolean>
}
