import type { BulkOptions } from '../../jobs/bulk-request.ts'
import { isFinished } from '../../jobs/bucket.ts'
import { deletedJobs, reportEvents } from '../deliveries/report-events.ts'
import { trashJobs } from '../jobs/move-jobs.ts'
import { removeJobs } from '../jobs/remove-jobs.ts'
import type { BulkAction } from './bulk-action.ts'

/** Deletes jobs that have ended, or moves them to the trash. The upload store deletes the bytes of their files. */
export const deleteJobs: BulkAction<BulkOptions['delete']> = {
  isFor: isFinished,
  freesSpace: true,
  mayContinue: null,
  handle: async ({ dialect, db, change, jobs, options: { trash } }) => {
    await (trash ? trashJobs : removeJobs)(dialect, db, change.account, jobs)
    await reportEvents(dialect, db, change, deletedJobs(jobs, trash))
  },
  wakes: null,
}
