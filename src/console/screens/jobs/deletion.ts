/** Deletes jobs: to the trash, from which they can be restored, or for good if there is none. */
import type { Deletion } from '../../../contract/deletions.ts'
import type { TrashPage } from '../../../contract/trash.ts'
import { get, post, remove, ScriptoriumError } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { isActive } from '../../ui/status.tsx'
import { type BulkOutcome, inBulk } from './bulk.ts'
import { filtersOf, type JobRow } from './job-query.ts'

/** Milliseconds until a failed request for the settings of the trash is repeated. */
const RETRY_MS = 3_000

/** How many days the trash keeps jobs; 0 if there is no trash; null until it is known, when nothing can be deleted. */
export function useTrashDays(): number | null {
  const { value } = useResource<TrashPage>(
    'trash days',
    async (_known, abort) => get<TrashPage>('v2/trash?limit=1', abort),
    (known) => (known === null ? RETRY_MS : null),
  )
  return value?.days ?? null
}

/** Deletes a job, after cancelling it if it has not ended. */
export async function deleteJob(job: Pick<JobRow, 'id' | 'status'>, isToTrash: boolean): Promise<void> {
  if (isActive(job))
    await post(`v2/jobs/${job.id}/cancel`).catch((error: unknown) => {
      // It has ended in the meantime.
      if (!(error instanceof ScriptoriumError) || error.status !== 409) throw error
    })
  await remove(`v2/jobs/${job.id}${isToTrash ? '?trash=true' : ''}`)
}

export async function deleteJobs(jobs: readonly JobRow[], isToTrash: boolean): Promise<BulkOutcome> {
  const outcome = await inBulk(jobs, async (job) => deleteJob(job, isToTrash))
  if (outcome.succeeded.length > 0) tellOfDeletion(outcome.succeeded, isToTrash)
  return outcome
}

/** Shows how many jobs were deleted, and offers to undo it. */
export function tellOfDeletion(jobs: readonly Pick<JobRow, 'id'>[], isToTrash: boolean): void {
  const { deleted, trashed, undo } = t().jobs
  if (!isToTrash) return notify(deleted(jobs.length))
  notify(trashed(jobs.length), { action: { label: undo, run: () => void restore(jobs) } })
}

/** Restores jobs from the trash. */
export async function restore(jobs: readonly Pick<JobRow, 'id'>[]): Promise<void> {
  const isRestored = await attempt(async () =>
    Promise.all(jobs.map(async ({ id }) => post(`v2/trash/${id}/restore`))),
  )
  if (isRestored) notify(t().jobs.restored(jobs.length))
}

/** Deletes all jobs that match the filters of the URL, in the background. */
export async function deleteMatching(parameters: URLSearchParams, isToTrash: boolean): Promise<void> {
  const query = filtersOf(parameters)
  // Bulk deletions require a filter.
  if (query.size === 0) query.set('before_date', new Date().toISOString())
  if (isToTrash) query.set('trash', 'true')
  const { matched } = await remove<Deletion>(`v2/jobs?${query.toString()}`)
  const { deletingMatching, deletingAll } = t().jobs
  notify(matched === null ? deletingAll : deletingMatching(formatCount(matched)))
}
