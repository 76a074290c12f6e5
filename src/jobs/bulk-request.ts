import type { RetranscriptionRequest } from '../contract/retranscription.ts'
import type { Who } from '../contract/who.ts'

/** The options of each kind of bulk request, besides its filter. They are stored as JSON. */
export interface BulkOptions {
  /** `trash`: whether the jobs are moved to the trash. */
  readonly delete: { readonly trash: boolean }
  readonly retranscribe: RetranscriptionRequest
}

export type BulkKind = keyof BulkOptions

/** A request for all jobs of an account that match a filter, carried out in the background. Times are milliseconds since 1970. */
export interface BulkRequest<Kind extends BulkKind> {
  readonly id: string
  readonly status: 'running' | 'done' | 'failed'
  readonly options: BulkOptions[Kind]
  /** Number of jobs that matched when it began; null if there were too many to count. */
  readonly matched: number | null
  /** Number of jobs handled so far. */
  readonly handled: number
  readonly requestedBy: Who
  readonly createdAt: number
  readonly completedAt: number | null
}
