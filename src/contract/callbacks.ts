/** The bodies of callbacks. */
import { z } from 'zod'
import { jobId, metadata } from './common.ts'
import { type ServerFrameSchema, serverFrame } from './live-messages.ts'
import { transcriptionResult } from './result.ts'
import type { WebhookEvent } from './webhook-events.ts'

const preRecordedFields = {
  id: jobId,
  custom_metadata: metadata.nullable().describe('The object sent with the request, or null.'),
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

/** The callbacks of pre-recorded jobs. */
export const preRecordedCallback = z.discriminatedUnion('event', [transcriptionSuccess, transcriptionError])

type LiveCallbackSchema<Frame> = Frame extends ServerFrameSchema
  ? ReturnType<typeof callbackWith<Frame>>
  : never

/** The callback for one type of frame: `LiveTranscriptCallback` carries a `TranscriptMessage`. */
function callbackWith<Frame extends ServerFrameSchema>(frame: Frame) {
  const type = frame.shape.type.value as Frame['shape']['type']['value']
  const { id: frameId = '', description = '' } = frame.meta() ?? {}
  return z
    .strictObject({ id: jobId, event: z.literal(`live.${type}`), payload: frame })
    .meta({ id: `Live${frameId.replace(/Message$/, '')}Callback`, description })
}

/** The callbacks of live sessions, one for each type of frame. */
export const liveCallback = z.discriminatedUnion(
  'event',
  serverFrame.options.map(callbackWith) as unknown as [LiveCallbackSchema<ServerFrameSchema>],
)
export type LiveCallback = z.infer<typeof liveCallback>

const jobCallback = z
  .union([preRecordedCallback, liveCallback])
  .meta({ id: 'JobCallback', description: 'The body of a callback of a job of either kind.' })

/** @param more the fields of the payload besides the id of the job */
function accountEvent<Event extends WebhookEvent, More extends z.ZodRawShape>(
  id: string,
  event: Event,
  description: string,
  more: More,
) {
  return z
    .strictObject({
      event: z.literal(event),
      account: z.string().describe('Name of the account.'),
      payload: z.strictObject({ id: jobId, ...more }).describe('The job, and what changed.'),
    })
    .meta({ id, description })
}

/** The webhooks of accounts. */
export const accountWebhook = z.discriminatedUnion('event', [
  accountEvent('TranscriptionCreatedWebhook', 'transcription.created', 'A pre-recorded job was created.', {}),
  accountEvent('TranscriptionSuccessWebhook', 'transcription.success', 'A pre-recorded job is done.', {}),
  accountEvent('TranscriptionErrorWebhook', 'transcription.error', 'A pre-recorded job failed.', {}),
  accountEvent('LiveStartSessionWebhook', 'live.start_session', 'A live session has started.', {}),
  accountEvent(
    'LiveStartRecordingWebhook',
    'live.start_recording',
    'The recording of a live session has started.',
    {},
  ),
  accountEvent(
    'LiveEndRecordingWebhook',
    'live.end_recording',
    'The recording of a live session has ended.',
    {},
  ),
  accountEvent('LiveEndSessionWebhook', 'live.end_session', 'A live session has ended.', {}),
  accountEvent('JobCorrectedWebhook', 'job.corrected', 'The transcript of a job has a new revision.', {
    revision: z.int().min(1).describe('The revision.'),
  }),
  accountEvent('JobSharedWebhook', 'job.shared', 'A link to the transcript of a job was created.', {
    share_id: z.uuid().describe('Id of the link.'),
  }),
  accountEvent(
    'JobDeletedWebhook',
    'job.deleted',
    'A job was moved to the trash, or permanently deleted, possibly from the trash.',
    { in_trash: z.boolean().describe('Whether it is in the trash, from which it can be restored.') },
  ),
  accountEvent('JobRestoredWebhook', 'job.restored', 'A job was restored from the trash.', {}),
])
export type AccountWebhook = z.infer<typeof accountWebhook>

export const deliveryBody = z.union([jobCallback, accountWebhook]).meta({
  id: 'DeliveryBody',
  description: 'The body of a delivery: a callback of a job, or an event of the account.',
})
