import type { CreatedJob, NewJob } from '../jobs/job-store.ts'
import type { Store } from '../jobs/store.ts'
import { traced } from '../platform/tracing.ts'

/** Creates a pre-recorded job, as part of the trace of its request, and wakes the nodes that work. */
export async function addJob(
  { jobs, wake }: Store,
  account: number,
  job: Omit<NewJob, 'kind' | 'trace'>,
): Promise<CreatedJob> {
  const added = await traced('job create', { kind: 'producer' }, async (span) => {
    const created = await jobs.create(account, { ...job, kind: 'pre-recorded', trace: span.context })
    span.set({ 'scriptorium.job.id': created.id })
    return created
  })
  wake.notify('work')
  return added
}
