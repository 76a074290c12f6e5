import type { z } from 'zod'
import type { JobKind } from '../../contract/common.ts'
import { job, jobPage, liveJob, liveJobPage, preRecordedJob, preRecordedJobPage } from '../../contract/job.ts'

/** A path on which jobs are listed, fetched and deleted. */
export interface JobResource {
  readonly path: string
  /** The kind of jobs on this path; null for both kinds. */
  readonly kind: JobKind | null
  readonly job: z.ZodType
  readonly page: z.ZodType
  /** Names for one job and for several in operation ids. */
  readonly names: readonly [one: string, many: string]
  /** The path that replaces it, if it is deprecated; otherwise null. */
  readonly successor: string | null
}

export const JOB_RESOURCES: readonly JobResource[] = [
  { path: '/v2/jobs', kind: null, job, page: jobPage, names: ['Job', 'Jobs'], successor: null },
  {
    path: '/v2/pre-recorded',
    kind: 'pre-recorded',
    job: preRecordedJob,
    page: preRecordedJobPage,
    names: ['PreRecorded', 'PreRecorded'],
    successor: null,
  },
  {
    path: '/v2/live',
    kind: 'live',
    job: liveJob,
    page: liveJobPage,
    names: ['Live', 'Live'],
    successor: null,
  },
  {
    path: '/v2/transcription',
    kind: null,
    job,
    page: jobPage,
    names: ['Transcription', 'Transcription'],
    successor: '/v2/pre-recorded',
  },
]
