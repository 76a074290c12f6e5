import type { ChangeCursor } from '../contract/change-cursor.ts'
import type { JobKind, JobStatus } from '../contract/common.ts'
import type { KeyedRequest } from './idempotency.ts'

/** A job to create. */
export interface NewJob {
  readonly kind: JobKind
  readonly customMetadata: Record<string, unknown> | null
  /** The request with its defaults filled in, as the job shows it. */
  readonly requestParams: object
  /** Set where the request does without the vocabulary of the account. */
  readonly withoutVocabulary?: boolean
  /** The uploaded audio; null when it is still to be fetched. */
  readonly fileId: string | null
  /** The request for it, if that has an idempotency key. */
  readonly request?: KeyedRequest<CreatedJob> | null
  /** Of a pre-recorded job. */
  readonly trace?: TraceContext
}

export interface CreatedJob {
  readonly id: string
  readonly createdAt: number
}

/** Which part of a list. */
export interface JobWindow {
  /** Jobs to skip; ignored when there is a cursor. */
  readonly offset: number
  readonly limit: number
  /** Where the previous page ended, as its `next` says. */
  readonly cursor: number | null
}

/** One page of a list, newest job first. */
export interface JobPage {
  /** How many jobs match in all; null when there are too many to count. */
  readonly total: number | null
  /** The cursor of the next page; null on the last page. */
  readonly next: number | null
  /** The jobs as JSON, separated by commas. Those of a long page come in chunks, read on demand. */
  readonly items: Buffer | AsyncIterable<Buffer>
}

/** Jobs that have changed. */
export interface ChangePage {
  readonly next: ChangeCursor
  readonly more: boolean
  /** The jobs in the order of their last change, as `JobPage` has them; of a deleted one, its id and that. */
  readonly items: Buffer | AsyncIterable<Buffer>
}

/** Which jobs have changed, in the order of their last change; and the place after them. */
export interface ChangedIds {
  readonly jobs: readonly (Pick<ChangeCursor, 'change' | 'ordinal'> & {
    readonly id: string
    /** Null if the job was deleted. */
    readonly status: JobStatus | null
  })[]
  readonly next: ChangeCursor
  /** Whether there are more now. */
  readonly more: boolean
}

/**
 * What continues the trace of a job or a live session in any process, as text of `platform/tracing.ts`. Null where tracing was
 * off when it was created.
 */
export type TraceContext = string | null
