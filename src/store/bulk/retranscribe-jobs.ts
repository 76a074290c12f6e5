import { sql } from 'kysely'
import { bucketOf } from '../../jobs/bucket.ts'
import type { BulkOptions } from '../../jobs/bulk-request.ts'
import { requestRetranscription, vocabularyOf } from '../jobs/stored-retranscriptions.ts'
import type { BulkAction } from './bulk-action.ts'

/** Maximum number of waiting retranscriptions per account. A bulk request pauses until there are fewer. */
const MAX_WAITING = 500

/** Requests retranscriptions of pre-recorded jobs that are done. */
export const retranscribeJobs: BulkAction<BulkOptions['retranscribe']> = {
  isFor: (bucket) => bucket === bucketOf('pre-recorded', 'done'),
  freesSpace: false,
  mayContinue: (eb) =>
    eb(
      eb
        .selectFrom('retranscriptions')
        .select((of) => of.fn.countAll<number>().as('waiting'))
        .whereRef('retranscriptions.account', '=', 'bulk_requests.account')
        .where('retranscriptions.state', '=', sql.lit('waiting')),
      '<',
      MAX_WAITING,
    ),
  handle: async ({ dialect, db, change, jobs, options, requestedBy }) => {
    const words = await vocabularyOf(db, change.account)
    for (const job of jobs)
      await requestRetranscription(dialect, db, job, { options, by: requestedBy, trace: null }, words)
  },
  wakes: 'work',
}
