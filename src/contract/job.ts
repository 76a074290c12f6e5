/** A job, and a page of jobs. */
import { z } from 'zod'
import {
  jobId,
  jobKind,
  jobStatus,
  metadata,
  requestId,
  seconds,
  timestamp,
  warnings,
  webUrl,
} from './common.ts'
import { jobDetails } from './details.ts'
import { jobPreview } from './preview.ts'
import { liveParams } from './live-request.ts'
import { preRecordedParams } from './pre-recorded-request.ts'
import { liveResult, transcriptionResult } from './result.ts'

const jobFile = z
  .strictObject({
    id: z.string().describe('Id of the file.'),
    filename: z.string().nullable().describe('Its name; `<job id>.wav` for a live session.'),
    source: z
      .string()
      .nullable()
      .describe('The URL it was fetched from; null for an upload or a live session.'),
    audio_duration: seconds
      .nullable()
      .describe(
        'Duration of the audio in seconds, as a player shows it. If the audio of a video starts late, the gap counts as silence.',
      ),
    number_of_channels: z.int().min(1).nullable().describe('Number of channels.'),
    deleted_at: timestamp
      .optional()
      .describe('When the audio was deleted at the end of its retention; absent while it is kept.'),
  })
  .meta({ id: 'JobFile', description: 'The audio of a job.' })

const commonFields = {
  id: jobId,
  request_id: requestId.describe('`G-` followed by the first 8 hex digits of the id.'),
  version: z.literal(2).describe('Version of this format.'),
  status: jobStatus,
  created_at: timestamp.describe('When the job was created.'),
  completed_at: timestamp.nullable().describe('When the status became done or error; null until then.'),
  custom_metadata: metadata.nullable().describe('The object sent with the request, or null.'),
  post_session_metadata: metadata.describe('The object set after a live session; `{}` until it is set.'),
  error_code: z
    .int()
    .min(400)
    .max(599)
    .nullable()
    .describe('Why the job failed, as an HTTP status code; null unless the status is error.'),
  error_message: z
    .string()
    .nullable()
    .describe('Why the job failed, in one sentence, as in its callback; null unless the status is error.'),
  file: jobFile.nullable().describe('The audio; null until it is known.'),
  details: jobDetails,
}

export const preRecordedJob = z
  .strictObject({
    ...commonFields,
    kind: jobKind.extract(['pre-recorded']).describe('A job for a file.'),
    request_params: preRecordedParams,
    result: transcriptionResult.nullable().describe('The result; null unless the status is done.'),
  })
  .meta({ id: 'PreRecordedJob', description: 'A job that transcribes a file.' })
export type PreRecordedJob = z.infer<typeof preRecordedJob>

export const liveJob = z
  .strictObject({
    ...commonFields,
    kind: jobKind.extract(['live']).describe('A job for a live session.'),
    request_params: liveParams,
    result: liveResult.nullable().describe('The result; null unless the status is done.'),
  })
  .meta({ id: 'LiveJob', description: 'A job that transcribes a live session.' })
export type LiveJob = z.infer<typeof liveJob>

export const job = z
  .discriminatedUnion('kind', [preRecordedJob, liveJob])
  .meta({ id: 'Job', description: 'A job of either kind.' })
export type Job = z.infer<typeof job>

export const jobCreated = z
  .strictObject({ id: jobId, result_url: webUrl.describe('The URL of the job.'), warnings })
  .meta({ id: 'JobCreated', description: 'A job that was created.' })

/** The schema of one page of a list. */
function pageOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .strictObject({
      first: z.url().describe('The first page of this list.'),
      current: z.url().describe('This page.'),
      next: z.url().nullable().describe('The next page; null on the last page, and only there.'),
      items: z.array(item).describe('The jobs of this page, newest first.'),
    })
    .meta({ id, description: 'A page of a list. Each URL carries every filter of the request.' })
}

/** Fields that only lists with a `fields` parameter return. */
const listOnly = {
  preview: jobPreview
    .nullable()
    .optional()
    .describe('A short preview of the transcript; null if the job is not done or has no transcript.'),
}
const preRecordedJobFields = preRecordedJob
  .extend(listOnly)
  .partial()
  .meta({ id: 'PreRecordedJobFields', description: 'A pre-recorded job with the requested `fields` only.' })
const liveJobFields = liveJob
  .extend(listOnly)
  .partial()
  .meta({ id: 'LiveJobFields', description: 'A live job with the requested `fields` only.' })
export const jobFields = z
  .union([preRecordedJobFields, liveJobFields])
  .meta({ id: 'JobFields', description: 'A job of either kind with the requested `fields` only.' })

/** A page of a list: whole jobs, or only the requested `fields`. */
export const jobPage = z.union([pageOf('JobPage', job), pageOf('JobFieldsPage', jobFields)])
export type JobPage = z.infer<(typeof jobPage.options)[0]>
export const preRecordedJobPage = z.union([
  pageOf('PreRecordedJobPage', preRecordedJob),
  pageOf('PreRecordedJobFieldsPage', preRecordedJobFields),
])
export const liveJobPage = z.union([
  pageOf('LiveJobPage', liveJob),
  pageOf('LiveJobFieldsPage', liveJobFields),
])
