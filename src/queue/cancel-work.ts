import { CANCELLED } from '../jobs/cancellation.ts'
import type { Wake } from '../jobs/wake.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'

/**
 * Ends a pre-recorded job as cancelled, then stops the node that works on it. In this order, the job does not start again if the
 * service is killed in between.
 * @returns false if the job had already ended
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
