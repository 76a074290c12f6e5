/** The bodies of callbacks. */
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
  .meta({ id: 'PreRecordedCallback', description: 'A pre-recorded job has ended.' })

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
  .meta({ id: 'LiveCallback', description: 'A message of a live session.' })
export type LiveCallback = z.infer<typeof liveCallback>

/** Events of an account, with the id of the job only. */
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
      .describe('The event.'),
    payload: z.strictObject({ id: jobId }).describe('The job.'),
  })
  .meta({ id: 'Webhook', description: 'An event about a job of the account.' })
