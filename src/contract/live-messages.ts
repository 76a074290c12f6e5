/** The frames of a live session, in both directions. */
import { z } from 'zod'
import { confidence, jobId, seconds, timestamp } from './common.ts'
import type { FeatureDeclaration, LiveMessage } from './features/feature.ts'
import { liveFeatures } from './features/fields.ts'
import { type Feature, FEATURES } from './features/index.ts'
import type { messagesConfig } from './live-request.ts'
import { liveTranscriptionResult } from './result.ts'
import { transcription, utterance } from './transcript.ts'

const audioChunkAction = z
  .object({
    type: z.literal('audio_chunk'),
    data: z
      .object({
        // Not validated as base64 here: a frame may have a megabyte, and decoding validates it anyway.
        chunk: z.string().describe('Audio as base64. An empty chunk only keeps the session alive.'),
      })
      .describe('The content of the message.'),
  })
  .meta({ id: 'AudioChunkAction', description: 'Audio. Can also be sent as a binary frame.' })

const stopRecordingAction = z
  .object({ type: z.literal('stop_recording') })
  .meta({ id: 'StopRecordingAction', description: 'Ends the recording. May be sent twice.' })

export const clientFrame = z
  .discriminatedUnion('type', [audioChunkAction, stopRecordingAction], {
    error: 'must be an object whose type is "audio_chunk" or "stop_recording"',
  })
  .meta({ id: 'LiveClientFrame', description: 'A text frame from the client.' })

const liveError = z
  .strictObject({ message: z.string().describe('What went wrong, in one sentence.') })
  .meta({ id: 'LiveError', description: 'An error in a live session.' })

const time = (what: string) => seconds.describe(`${what}, in seconds from the start of the session.`)
const range = <Item extends z.ZodType>(item: Item, what: string) => z.tuple([item, item]).describe(what)
const channel = z.int().min(0).describe('The channel, counted from 0.')

/** The data of a frame that always has data. */
function data<Fields extends z.ZodRawShape>(fields: Fields) {
  return { data: z.strictObject(fields).describe('The content of the message.') }
}

/** The data of a frame that may carry an error instead. */
function dataOrError<Fields extends z.ZodRawShape>(fields: Fields) {
  return dataOr(liveError, fields)
}

function dataOr<Failure extends z.ZodType, Fields extends z.ZodRawShape>(failure: Failure, fields: Fields) {
  return {
    error: failure.nullable().describe('What went wrong; null on success.'),
    data: z.strictObject(fields).nullable().describe('The content of the message; null on error.'),
  }
}

/** The schema of one type of frame: the common fields and its own. */
function frame<Type extends string, Fields extends z.ZodRawShape>(
  id: string,
  type: Type,
  description: string,
  fields: Fields,
) {
  return z
    .strictObject({
      session_id: jobId.describe('Id of the session and of its job.'),
      created_at: timestamp.describe('When the message was created.'),
      type: z.literal(type),
      ...fields,
    })
    .meta({ id, description })
}

const startSession = frame('StartSessionMessage', 'start_session', 'The session has started.', {})

const startRecording = frame('StartRecordingMessage', 'start_recording', 'The recording has started.', {})

const endRecording = frame(
  'EndRecordingMessage',
  'end_recording',
  'All audio has been recognised.',
  data({ recording_duration: seconds.describe('Duration of the recording in seconds.') }),
)

const endSession = frame('EndSessionMessage', 'end_session', 'The last message of a session.', {})

const speechData = data({ time: time('When it happened'), channel })
const speechStart = frame('SpeechStartMessage', 'speech_start', 'Speech starts.', speechData)
const speechEnd = frame('SpeechEndMessage', 'speech_end', 'Speech ends.', speechData)

const preProcessing = frame(
  'PreProcessingMessage',
  'pre_processing',
  'How one block of audio was processed. About one message per second and channel.',
  data({
    channel,
    time_range: range(seconds, 'Start and end of the block, in seconds from the start of the session.'),
    speech_probability: confidence.describe('The probability that it contains speech, 0–1.'),
    gain_db: z.number().describe('The gain that was applied, in decibels.'),
  }),
)

const transcript = frame(
  'TranscriptMessage',
  'transcript',
  'An utterance.',
  data({
    id: z
      .string()
      .regex(/^\d{2}_\d{8}$/)
      .describe('`<2-digit channel>_<8-digit index>`, shared by the partial transcripts and the final one.'),
    is_final: z.boolean().describe('Whether the transcript is final.'),
    utterance: utterance.describe('The utterance. Its text and its words begin with a space.'),
  }),
)

const acknowledged = z.boolean().describe('Whether it was accepted.')

const audioChunkAck = frame('AudioChunkAckMessage', 'audio_chunk', 'Acknowledges a chunk of audio.', {
  acknowledged,
  ...dataOrError({
    byte_range: range(
      z.int().min(0),
      'Start and end byte, relative to the whole session across reconnections.',
    ),
    time_range: range(seconds, 'The same range in seconds.'),
  }),
})

const stopRecordingAck = frame(
  'StopRecordingAckMessage',
  'stop_recording',
  'Acknowledges the end of the recording.',
  {
    acknowledged,
    ...dataOrError({
      recording_duration: seconds.describe('Duration of the recording in seconds.'),
      recording_left_to_process: seconds.describe(
        'Duration of the audio that has yet to be recognised, in seconds.',
      ),
    }),
  },
)

const postTranscript = frame('PostTranscriptMessage', 'post_transcript', 'The whole transcript.', {
  data: transcription,
})

const postFinalTranscript = frame(
  'PostFinalTranscriptMessage',
  'post_final_transcript',
  'The whole result.',
  {
    data: liveTranscriptionResult,
  },
)

type MessageOf<F extends Feature> = F extends { live: { message: infer Message extends LiveMessage } }
  ? Message
  : never
type FeatureFrame<F extends Feature> = F extends { live: { phase: 'realtime' } }
  ? ReturnType<typeof realtimeFrame<F['name'], MessageOf<F>['data'], MessageOf<F>['failure']>>
  : ReturnType<typeof postFrame<`post_${F['name']}`, MessageOf<F>['data']>>
type FeatureFrames = FeatureFrame<Extract<Feature, { live: { message: object } }>>[]

function realtimeFrame<Type extends string, Data extends z.ZodRawShape, Failure extends z.ZodRawShape>(
  type: Type,
  description: string,
  fields: Data,
  failure: Failure,
) {
  const utterance_id = z.string().describe('The `id` in the transcript message of this utterance.')
  const error = z.strictObject({ ...liveError.shape, utterance_id, ...failure })
  return frame(frameId(type), type, description, dataOr(error, { utterance_id, utterance, ...fields }))
}

function postFrame<Type extends string, Data extends z.ZodRawShape>(
  type: Type,
  description: string,
  fields: Data,
) {
  return frame(frameId(type), type, description, dataOrError(fields))
}

/** Such as `PostSummarizationMessage`. */
function frameId(type: string): string {
  return `${type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Message`
}

/** The frames that carry the results of features. */
const featureFrames = FEATURES.flatMap(({ name, live }: FeatureDeclaration) => {
  if (live?.message === undefined) return []
  const { description, data: fields, failure } = live.message
  return [
    live.phase === 'realtime'
      ? realtimeFrame(name, description, fields, failure)
      : postFrame(`post_${name}`, description, fields),
  ]
}) as unknown as FeatureFrames

const errorMessage = frame('ErrorMessage', 'error', 'An error; the session continues.', {
  error: liveError,
})

export const serverFrame = z
  .discriminatedUnion('type', [
    startSession,
    startRecording,
    endRecording,
    endSession,
    speechStart,
    speechEnd,
    preProcessing,
    transcript,
    audioChunkAck,
    stopRecordingAck,
    postTranscript,
    postFinalTranscript,
    ...featureFrames,
    errorMessage,
  ])
  .meta({
    id: 'LiveServerFrame',
    description: 'A frame from the server. Either `error` or `data` is null.',
  })
export type ServerFrameSchema = (typeof serverFrame)['options'][number]
export type ServerFrame = z.infer<typeof serverFrame>

/** The switch in `messages_config` and `callback_config` for each type of message. */
export const MESSAGE_FLAGS = {
  start_session: 'receive_lifecycle_events',
  start_recording: 'receive_lifecycle_events',
  end_recording: 'receive_lifecycle_events',
  end_session: 'receive_lifecycle_events',
  speech_start: 'receive_speech_events',
  speech_end: 'receive_speech_events',
  pre_processing: 'receive_pre_processing_events',
  // For final transcripts; partial ones have a switch of their own.
  transcript: 'receive_final_transcripts',
  audio_chunk: 'receive_acknowledgments',
  stop_recording: 'receive_acknowledgments',
  post_transcript: 'receive_post_processing_events',
  post_final_transcript: 'receive_post_processing_events',
  error: 'receive_errors',
  ...featureFlags(liveFeatures('realtime'), '', 'receive_realtime_processing_events'),
  ...featureFlags(liveFeatures('post'), 'post_', 'receive_post_processing_events'),
} as const satisfies Record<ServerFrame['type'], keyof z.infer<typeof messagesConfig>>

function featureFlags<F extends Feature, Prefix extends string, Flag extends string>(
  features: readonly F[],
  prefix: Prefix,
  flag: Flag,
): Record<`${Prefix}${F['name']}`, Flag> {
  return Object.fromEntries(features.map(({ name }) => [`${prefix}${name}`, flag])) as Record<
    `${Prefix}${F['name']}`,
    Flag
  >
}
