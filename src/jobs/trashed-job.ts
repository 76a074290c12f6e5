import type { JobField } from '../contract/common.ts'
import type { TrashCursor } from '../contract/trash.ts'
import { JOB_FIELDS, type JobRecord, jobsText } from './job-text.ts'

/** A job in the trash. Times are milliseconds since 1970. */
export interface TrashedJob extends TrashCursor {
  readonly job: JobRecord
  readonly expiresAt: number
}

/** The fields of a job that the trash shows. */
export const TRASHED_FIELDS: readonly JobField[] = JOB_FIELDS.filter((field) => field !== 'result')

/** A job in the trash as JSON text. Stored JSON is copied as it is. */
export function trashedJobText({ job, deletedAt, expiresAt }: TrashedJob): string {
  const fields = jobsText([job], TRASHED_FIELDS).toString().slice(0, -1)
  return `${fields},"deleted_at":"${new Date(deletedAt).toISOString()}","expires_at":"${new Date(expiresAt).toISOString()}"}`
}
