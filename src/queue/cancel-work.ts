import { CANCELLED } from '../jobs/cancellation.ts'
import type { Wake } from '../jobs/wake.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'

/**
 * Ends a pre-recorded job as cancelled, and stops the node that works on it. It ends first: if the service is killed in
 * between, it is not begun again.
 * @returns false when the job had ended before
 */
export async function cancelWork(
  store: Pick<WorkStore, 'finish'>,
  wake: Pick<Wake, 'notify'>,
  jobId: string,
): Promise<boolean> {
  if (!(await store.finish(jobId, CANCELLED))) return false
  wake.notify('cancelled', jobId)
  return true
}
