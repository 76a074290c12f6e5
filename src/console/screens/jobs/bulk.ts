/** Acts on many jobs, a few at a time. */
import { signal } from '@preact/signals'
import type { JobDetails } from '../../../contract/details.ts'
import { MAX } from '../../../contract/limits.ts'
import { patch, post, ScriptoriumError } from '../../api.ts'
import { t } from '../../languages/language.ts'
import type { JobRow } from './job-query.ts'

/** Requests at a time. */
const CONCURRENT = 4

/** How many jobs of the current bulk action are done; null if there is none. */
export const bulkProgress = signal<{ readonly done: number; readonly of: number } | null>(null)

export interface BulkFailure {
  /** A sentence. */
  readonly reason: string
  readonly jobs: number
}

export interface BulkOutcome {
  readonly succeeded: readonly JobRow[]
  /** Grouped by reason, the most frequent first. */
  readonly failures: readonly BulkFailure[]
}

/** Acts on each job. Jobs that were deleted in the meantime count as done. */
export async function inBulk(
  jobs: readonly JobRow[],
  act: (job: JobRow) => Promise<unknown>,
): Promise<BulkOutcome> {
  const waiting = jobs.toReversed()
  const succeeded: JobRow[] = []
  const reasons: string[] = []
  const next = () => {
    bulkProgress.value = { done: succeeded.length + reasons.length, of: jobs.length }
    return waiting.pop()
  }
  const work = async () => {
    for (let job = next(); job !== undefined; job = next())
      try {
        await act(job)
        succeeded.push(job)
      } catch (error) {
        if (error instanceof ScriptoriumError && error.status === 404) succeeded.push(job)
        else reasons.push((error as Error).message)
      }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  bulkProgress.value = null
  const failures = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => ({
    reason,
    jobs: length,
  }))
  return { succeeded, failures: failures.toSorted((a, b) => b.jobs - a.jobs) }
}

/** Adds a tag to a job, or removes it. */
export async function changeTag(
  { id, details: { tags } }: JobRow,
  tag: string,
  isAdded: boolean,
): Promise<void> {
  if (tags.includes(tag) === isAdded) return
  if (isAdded && tags.length >= MAX.tags) throw new Error(t().jobs.tooManyTags)
  const changed = isAdded ? [...tags, tag] : tags.filter((one) => one !== tag)
  await patch<JobDetails>(`v2/jobs/${id}`, { tags: changed })
}

/** Queues a failed job again. */
export async function retryJob({ id, kind }: Pick<JobRow, 'id' | 'kind'>): Promise<void> {
  if (kind === 'live') throw new Error(t().jobs.liveNotRetried)
  await post(`v2/jobs/${id}/requeue`)
}
