/** The column `details` of a job, in the transaction that changes it. */
import type { JobDetails } from '../../contract/details.ts'
import { NO_DETAILS } from '../../jobs/details.ts'
import type { Db } from '../schema.ts'

/** The details of a job, from their column. */
export function detailsOf(column: string | null): JobDetails {
  return JSON.parse(column ?? NO_DETAILS) as JobDetails
}

/** The details of a job, and its place; null when the account has no such job. */
export async function readDetails(
  db: Db,
  account: number,
  id: string,
): Promise<{ readonly ordinal: number; readonly bucket: number; readonly details: JobDetails } | null> {
  const job = await db
    .selectFrom('jobs')
    .select(['ordinal', 'bucket', 'details'])
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst()
  return job === undefined ? null : { ...job, details: detailsOf(job.details) }
}

export async function writeDetails(db: Db, id: string, details: JobDetails): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()
}
