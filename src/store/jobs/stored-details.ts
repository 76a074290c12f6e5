/** Reads and writes the column `details` of jobs. */
import type { JobDetails } from '../../contract/details.ts'
import type { JobPreview } from '../../contract/preview.ts'
import { NO_DETAILS } from '../../jobs/details.ts'
import { languageTag } from '../../jobs/leaves.ts'
import type { Db } from '../schema.ts'
import { currentChange } from './count-job-change.ts'

/** Parses the column `details`. */
export function detailsOf(column: string | null): JobDetails {
  return JSON.parse(column ?? NO_DETAILS) as JobDetails
}

/** The tags by which lists find a job, including those for its languages. */
export function tagsOf(job: { readonly details: string | null; readonly preview: string | null }): string[] {
  return [...detailsOf(job.details).tags, ...languagesOf(job.preview).map(languageTag)]
}

/** The recognised languages, from the column `preview`. */
export function languagesOf(column: string | null): JobPreview['languages'] {
  return column === null ? [] : (JSON.parse(column) as JobPreview).languages
}

/** The details of a job, with its ordinal, bucket and preview; null if the account has no such job. */
export async function readDetails(
  db: Db,
  account: number,
  id: string,
): Promise<{
  readonly ordinal: number
  readonly bucket: number
  readonly details: JobDetails
  readonly preview: string | null
} | null> {
  const job = await db
    .selectFrom('jobs')
    .select(['ordinal', 'bucket', 'details', 'preview'])
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst()
  return job === undefined ? null : { ...job, details: detailsOf(job.details) }
}

export async function writeDetails(
  db: Db,
  id: string,
  details: JobDetails,
  others: { readonly preview?: string } = {},
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ details: JSON.stringify(details), ...others, change: currentChange() })
    .where('id', '=', id)
    .execute()
}
