/** The types of the wire that screens use. */
import type { z } from 'zod'
import type { Job, jobCreated } from '../contract/job.ts'

export type JobCreated = z.infer<typeof jobCreated>

/** What lists show of a job. */
export const ROW_FIELDS = [
  'id',
  'kind',
  'status',
  'created_at',
  'completed_at',
  'error_message',
  'custom_metadata',
  'file',
  'details',
] as const
export type JobRow = Pick<Job, (typeof ROW_FIELDS)[number]>
