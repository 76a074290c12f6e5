/**
 * A job's kind and status as one small number, its bucket. Any filter on kind and status is then a set of at most eight
 * buckets, served by one index and one table of counters.
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

/** The number of a bucket's kind, where kinds are stored by themselves. */
export function kindNumberOf(bucket: number): number {
  return Math.floor(bucket / STATUSES.length)
}

/**
 * The number of a kind for the leaves of its jobs that are in the trash, which no list asks for; and of that one, the number of the
 * kind.
 */
export function inTrash(kind: number): number {
  return -1 - kind
}

export function statusOf(bucket: number): JobStatus {
  const status = STATUSES[bucket % STATUSES.length]
  if (status === undefined) throw new RangeError(`no bucket ${bucket}`)
  return status
}

/** Whether jobs in a bucket stay in it. */
export function isFinished(bucket: number): boolean {
  const status = statusOf(bucket)
  return status === 'done' || status === 'error'
}

/** The buckets of jobs that are done: only these have a transcript, and words. */
export const DONE_BUCKETS: readonly number[] = ALL_BUCKETS.filter((bucket) => statusOf(bucket) === 'done')

/** The remaining buckets of the kinds that some buckets are of. */
export function otherStatuses(buckets: readonly number[]): readonly number[] {
  const kinds = new Set(buckets.map(kindNumberOf))
  return ALL_BUCKETS.filter((bucket) => kinds.has(kindNumberOf(bucket)) && !buckets.includes(bucket))
}

/** The buckets that match a filter; null stands for any kind or status. */
export function bucketsOf(
  kinds: readonly JobKind[] | null,
  statuses: readonly JobStatus[] | null,
): readonly number[] {
  if (kinds === null && statuses === null) return ALL_BUCKETS
  return (kinds ?? KINDS).flatMap((kind) => (statuses ?? STATUSES).map((status) => bucketOf(kind, status)))
}
