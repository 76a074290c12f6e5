/** The frames of a live session: what the client sends, and what the server sends. */
import { z } from 'zod'
import { confidence, jobId, seconds, timestamp } from './common.ts'
import { languageCode, translationLanguageCode } from './languages.ts'
import { chapter, namedEntity, sentiment } from './modules.ts'
import { liveTranscriptionResult } from './result.ts'
import { transcription, translatedUtterance, utterance } from './transcript.ts'

const audioChunkAction = z
  .object({
    type: z.literal('audio_chunk'),
    data: z
      .object({
        // Not checked as base64 here: decoding finds that out, and a frame may be a megabyte.
        chunk: z.string().describe('Audio as base64. An empty one only keeps the session alive.'),
      })
      .describe('What the message brings.'),
  })
  .meta({ id: 'AudioChunkAction', description: 'Audio. It can also be sent as a binary frame.' })

const stopRecordingAction = z
  .object({ type: z.literal('stop_recording') })
  .meta({ id: 'StopRecordingAction', description: 'The end of the recording. May come twice.' })

export const clientFrame = z
  .discriminatedUnion('type', [audioChunkAction, stopRecordingAction], {
    error: 'must be an object whose type is "audio_chunk" or "stop_recording"',
  })
  .meta({ id: 'LiveClientFrame', description: 'A text frame of the client.' })
export type ClientFrame = z.infer<typeof clientFrame>

const liveError = z
  .strictObject({ message: z.string().describe('What went wrong, in one sentence.') })
  .meta({ id: 'LiveError', description: 'Something that went wrong in a live session.' })

const time = (what: string) => seconds.describe(`${what}, in seconds from the start of the session.`)
const range = <Item extends z.ZodType>(item: Item, what: string) => z.tuple([item, item]).describe(what)
const channel = z.int().min(0).describe('The channel, counted from 0.')
const utteranceId = z.string().describe('The `id` that the transcript of this utterance carried.')

/** The data of a frame that always has some. */
function data<Fields extends z.ZodRawShape>(fields: Fields) {
  return { data: z.strictObject(fields).describe('What the message tells.') }
}

/** The data of a frame that may tell of an error instead. */
function dataOrError<Fields extends z.ZodRawShape>(fields: Fields) {
  return {
    error: liveError.nullable().describe('What went wrong; null when nothing did.'),
    data: z
      .strictObject(fields)
      .nullable()
      .describe('What the message tells; null when something went wrong.'),
  }
}

/** A frame of one type: what all have, and its own fields. */
function frame<Type extends string, Fields extends z.ZodRawShape>(
  id: string,
  type: Type,
  description: string,
  fields: Fields,
) {
  return z
    .strictObject({
      session_id: jobId.describe('Id of the session, which is that of its job.'),
      created_at: timestamp.describe('When the message was made.'),
      type: z.literal(type),
      ...fields,
    })
    .meta({ id, description })
}

const startSession = frame('StartSessionMessage', 'start_session', 'The session has started.', {})

const startRecording = frame('StartRecordingMessage', 'start_recording', 'Audio is listened to.', {})

const endRecording = frame(
  'EndRecordingMessage',
  'end_recording',
  'The last audio was recognised.',
  data({ recording_duration: seconds.describe('Length of the recording in seconds.') }),
)

const endSession = frame('EndSessionMessage', 'end_session', 'The last message of a session.', {})

const speechData = data({ time: time('When it happened'), channel })
const speechStart = frame('SpeechStartMessage', 'speech_start', 'Speech starts.', speechData)
const speechEnd = frame('SpeechEndMessage', 'speech_end', 'Speech ends.', speechData)

const preProcessing = frame(
  'PreProcessingMessage',
  'pre_processing',
  'What was done to one block of sound; about one a second and channel.',
  data({
    channel,
    time_range: range(seconds, 'Where the block starts and ends, in seconds from the start of the session.'),
    speech_probability: confidence.describe('How likely there is speech in it, 0–1.'),
    gain_db: z.number().describe('How much louder it was made, in decibels.'),
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
      .describe(
        '`<2-digit channel>_<8-digit index>`, shared by the partial transcripts and their final one.',
      ),
    is_final: z.boolean().describe('Whether it no longer changes.'),
    utterance: utterance.describe('What was said. Its text and words begin with a space.'),
  }),
)

const liveTranslation = frame(
  'TranslationMessage',
  'translation',
  'An utterance, translated.',
  dataOrError({
    utterance_id: utteranceId,
    utterance,
    original_language: languageCode.describe('The language it was said in.'),
    target_language: translationLanguageCode.describe('The language it was translated into.'),
    translated_utterance: translatedUtterance,
  }),
)

const liveNamedEntityRecognition = frame(
  'NamedEntityRecognitionMessage',
  'named_entity_recognition',
  'The names in an utterance.',
  dataOrError({
    utterance_id: utteranceId,
    utterance,
    results: z.array(namedEntity).describe('The names, in order.'),
  }),
)

const liveSentimentAnalysis = frame(
  'SentimentAnalysisMessage',
  'sentiment_analysis',
  'How an utterance feels.',
  dataOrError({
    utterance_id: utteranceId,
    utterance,
    results: z.array(sentiment).describe('The feelings, in order.'),
  }),
)

const acknowledged = z.boolean().describe('Whether it was taken.')

const audioChunkAck = frame('AudioChunkAckMessage', 'audio_chunk', 'A chunk of audio has arrived.', {
  acknowledged,
  ...dataOrError({
    byte_range: range(z.int().min(0), 'From and to which byte of the whole session, reconnections included.'),
    time_range: range(seconds, 'The same in seconds.'),
  }),
})

const stopRecordingAck = frame('StopRecordingAckMessage', 'stop_recording', 'The stop has arrived.', {
  acknowledged,
  ...dataOrError({
    recording_duration: seconds.describe('Length of the recording in seconds.'),
    recording_left_to_process: seconds.describe('What of it is not yet recognised, in seconds.'),
  }),
})

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

const postSummarization = frame(
  'PostSummarizationMessage',
  'post_summarization',
  'The summary.',
  dataOrError({ results: z.string().describe('The summary.') }),
)

const postChapterization = frame(
  'PostChapterizationMessage',
  'post_chapterization',
  'The chapters.',
  dataOrError({ results: z.array(chapter).describe('The chapters, in order.') }),
)

const errorMessage = frame('ErrorMessage', 'error', 'Something went wrong; the session goes on.', {
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
    liveTranslation,
    liveNamedEntityRecognition,
    liveSentimentAnalysis,
    audioChunkAck,
    stopRecordingAck,
    postTranscript,
    postFinalTranscript,
    postSummarization,
    postChapterization,
    errorMessage,
  ])
  .meta({
    id: 'LiveServerFrame',
    description: 'A frame of the server. Where `error` is not null, `data` is.',
  })
export type ServerFrame = z.infer<typeof serverFrame>
