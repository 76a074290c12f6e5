import { CANCELLED } from '../jobs/cancellation.ts'
import type { WorkStore } from '../jobs/work-store.ts'
import type { JobQueue } from './job-queue.ts'

/**
 * Ends a pre-recorded job as cancelled, and stops what works on it. It ends first: if the service is killed in between,
 * it is not begun again.
 * @returns false when the job had ended before
 */
export async function cancelWork(
  store: Pick<WorkStore, 'finish'>,
  queues: readonly JobQueue[],
  jobId: string,
): Promise<boolean> {
  if (!(await store.finish(jobId, CANCELLED))) return false
  for (const queue of queues) queue.abort(jobId)
  return true
}
