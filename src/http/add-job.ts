import type { CreatedJob, JobStore, NewJob } from '../jobs/job-store.ts'
import { traced } from '../platform/tracing.ts'

export interface AddJobParts {
  readonly jobs: JobStore
  /** Called when there is new work. */
  readonly onCreated: () => void
}

/** Creates a pre-recorded job, as part of the trace of its request, and wakes the nodes that work. */
export async function addJob(
  { jobs, onCreated }: AddJobParts,
  account: number,
  job: Omit<NewJob, 'kind' | 'trace'>,
): Promise<CreatedJob> {
  const added = await traced('job create', { kind: 'producer' }, async (span) => {
    const created = await jobs.create(account, { ...job, kind: 'pre-recorded', trace: span.context })
    span.set({ 'scriptorium.job.id': created.id })
    return created
  })
  onCreated()
  return added
}
