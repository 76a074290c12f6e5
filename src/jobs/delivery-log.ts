import type { Attempt, DeliveryState, Endpoint } from './delivery.ts'

/** A delivery as its owner sees it. Times are milliseconds since 1970. */
export interface LoggedDelivery {
  readonly id: string
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

/** The deliveries of jobs, for their owner. */
export interface DeliveryLog {
  /**
   * The deliveries of a job, oldest first; null when the account has no such job.
   * @param page.after id of the delivery after which the page begins; null for the first page
   */
  ofJob(
    account: number,
    jobId: string,
    page: { readonly state: DeliveryState | null; readonly after: string | null; readonly limit: number },
  ): Promise<LoggedDelivery[] | null>
  /** One delivery; null when the job has none with that id. */
  one(account: number, jobId: string, id: string): Promise<LoggedDelivery | null>
  /** Makes a delivery due now, with a new series of attempts; false when the job has none with that id. */
  redeliver(account: number, jobId: string, id: string): Promise<boolean>
}
