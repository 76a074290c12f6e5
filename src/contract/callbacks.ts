/** What is sent to the callback URL of a job. */
import { z } from 'zod'
import { jobId, metadata } from './common.ts'
import { serverFrame } from './live-messages.ts'
import { transcriptionResult } from './result.ts'

const preRecordedFields = {
  id: jobId,
  custom_metadata: metadata.nullable().describe('The object given with the request, or null.'),
}

const transcriptionSuccess = z
  .strictObject({
    ...preRecordedFields,
    event: z.literal('transcription.success'),
    payload: transcriptionResult,
  })
  .meta({ id: 'TranscriptionSuccessCallback', description: 'A pre-recorded job is done.' })

const transcriptionError = z
  .strictObject({
    ...preRecordedFields,
    event: z.literal('transcription.error'),
    error: z
      .strictObject({
        code: z.int().min(400).max(599).describe('The `error_code` of the job.'),
        message: z.string().describe('What went wrong, in one sentence.'),
      })
      .describe('Why it failed.'),
  })
  .meta({ id: 'TranscriptionErrorCallback', description: 'A pre-recorded job failed.' })

export const preRecordedCallback = z
  .discriminatedUnion('event', [transcriptionSuccess, transcriptionError])
  .meta({ id: 'PreRecordedCallback', description: 'How a pre-recorded job has ended.' })

export const liveCallback = z
  .strictObject({
    id: jobId,
    event: z
      .enum(serverFrame.options.map(({ shape }) => `live.${shape.type.value}` as const))
      .describe('`live.` and the type of the frame.'),
    payload: serverFrame,
  })
  .refine(({ event, payload }) => event === `live.${payload.type}`, {
    path: ['event'],
    error: 'must be "live." and the type of the payload',
  })
  .meta({ id: 'LiveCallback', description: 'A frame of a live session.' })
export type LiveCallback = z.infer<typeof liveCallback>

/** Events of an account, told by the id of the job alone. */
export const webhook = z
  .strictObject({
    event: z
      .enum([
        'transcription.created',
        'transcription.success',
        'transcription.error',
        'live.start_session',
        'live.start_recording',
        'live.end_recording',
        'live.end_session',
      ])
      .describe('What has happened.'),
    payload: z.strictObject({ id: jobId }).describe('The job it has happened to.'),
  })
  .meta({ id: 'Webhook', description: 'Something has happened to a job of the account.' })
