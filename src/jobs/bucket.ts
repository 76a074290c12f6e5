/**
 * A job's bucket: its kind and status as one small number. Any filter on kind and status is a set of at most eight buckets, which one
 * index and one table of counters serve.
 */
import type { JobKind, JobStatus } from '../contract/common.ts'

// The positions in these lists are stored: new kinds go at the end of KINDS, and STATUSES never changes.
const STATUSES = ['queued', 'processing', 'done', 'error'] as const satisfies readonly JobStatus[]
const KINDS = ['pre-recorded', 'live'] as const satisfies readonly JobKind[]

/** Every bucket. */
export const ALL_BUCKETS: readonly number[] = KINDS.flatMap((kind) => STATUSES.map((s) => bucketOf(kind, s)))

export function bucketOf(kind: JobKind, status: JobStatus): number {
  return KINDS.indexOf(kind) * STATUSES.length + STATUSES.indexOf(status)
}

export function kindOf(bucket: number): JobKind {
  const kind = KINDS[kindNumberOf(bucket)]
  if (kind === undefined) throw new RangeError(`no bucket ${bucket}`)
  return kind
}

/** The number of a bucket's kind, for columns that store the kind alone. */
export function kindNumberOf(bucket: number): number {
  return Math.floor(bucket / STATUSES.length)
}

/** The kind number for the leaves of jobs in the trash, which no list reads. It is its own inverse. */
export function inTrash(kind: number): number {
  return -1 - kind
}

export function statusOf(bucket: number): JobStatus {
  const status = STATUSES[bucket % STATUSES.length]
  if (status === undefined) throw new RangeError(`no bucket ${bucket}`)
  return status
}

/** Whether the status of a bucket is final. */
export function isFinished(bucket: number): boolean {
  const status = statusOf(bucket)
  return status === 'done' || status === 'error'
}

/** The buckets of jobs that are done. Only these jobs have a transcript and indexed words. */
export const DONE_BUCKETS: readonly number[] = ALL_BUCKETS.filter((bucket) => statusOf(bucket) === 'done')

/** The buckets that have the same kinds as the given ones but other statuses. */
export function otherStatuses(buckets: readonly number[]): readonly number[] {
  const kinds = new Set(buckets.map(kindNumberOf))
  return ALL_BUCKETS.filter((bucket) => kinds.has(kindNumberOf(bucket)) && !buckets.includes(bucket))
}

/** The buckets that match a filter; null matches any kind or status. */
export function bucketsOf(
  kinds: readonly JobKind[] | null,
  statuses: readonly JobStatus[] | null,
): readonly number[] {
  if (kinds === null && statuses === null) return ALL_BUCKETS
  return (kinds ?? KINDS).flatMap((kind) => (statuses ?? STATUSES).map((status) => bucketOf(kind, status)))
}
