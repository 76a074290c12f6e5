import type { ChangeCursor } from '../contract/change-cursor.ts'
import type { JobKind, JobStatus } from '../contract/common.ts'
import type { KeyedRequest } from './idempotency.ts'

/** A job to create. */
export interface NewJob {
  readonly kind: JobKind
  readonly customMetadata: Record<string, unknown> | null
  /** The request with its defaults filled in, as the job shows it. */
  readonly requestParams: object
  /** Whether the request opted out of the account's vocabulary. */
  readonly withoutVocabulary?: boolean
  /** The uploaded audio; null if it has not been fetched yet. */
  readonly fileId: string | null
  /** The request that creates the job, if it has an idempotency key. */
  readonly request?: KeyedRequest<CreatedJob> | null
  /** For pre-recorded jobs. */
  readonly trace?: TraceContext
}

export interface CreatedJob {
  readonly id: string
  readonly createdAt: number
}

/** The part of a list to read. */
export interface JobWindow {
  /** Number of jobs to skip; ignored if there is a cursor. */
  readonly offset: number
  readonly limit: number
  /** The `next` of the previous page. */
  readonly cursor: number | null
}

/** One page of a list, newest job first. */
export interface JobPage {
  /** Total number of matching jobs; null if there are too many to count. */
  readonly total: number | null
  /** The cursor of the next page; null on the last page. */
  readonly next: number | null
  /** The jobs as JSON, separated by commas. A long page comes in chunks that are read on demand. */
  readonly items: Buffer | AsyncIterable<Buffer>
}

/** A page of changed jobs. */
export interface ChangePage {
  readonly next: ChangeCursor
  readonly more: boolean
  /** The jobs in the order of their last change, in the format of `JobPage`; a deleted job is its id and the fact that it was deleted. */
  readonly items: Buffer | AsyncIterable<Buffer>
}

/** The ids of changed jobs, in the order of their last change, and the cursor after them. */
export interface ChangedIds {
  readonly jobs: readonly (Pick<ChangeCursor, 'change' | 'ordinal'> & {
    readonly id: string
    /** Null if the job was deleted. */
    readonly status: JobStatus | null
  })[]
  readonly next: ChangeCursor
  /** Whether more changes are available now. */
  readonly more: boolean
}

/**
 * The serialised trace context of a job or a live session, by which any process continues its trace (see `platform/tracing.ts`). Null
 * if tracing was off when it was created.
 */
export type TraceContext = string | null
