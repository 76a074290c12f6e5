/**
 * The part of the OpenAI API that this service offers, so that clients of OpenAI can use it. An addition of Scriptorium. Responses
 * have the fields of the types in the npm package `openai`.
 */
import { z } from 'zod'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'
import { MAX } from './limits.ts'

/**
 * The accepted model names: the service's own, and those that clients send by default. They have no effect, since the engine is
 * chosen by the language of the audio.
 */
export const OPENAI_MODELS = [
  'scriptorium',
  'whisper-1',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
] as const

const flag = z.enum(['true', 'false'])

const translationFormat = z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json'])
const transcriptionFormat = z.enum([...translationFormat.options, 'diarized_json'])

/** The fields of forms that may have several values; their names may end with `[]`. */
export const OPENAI_LISTS: readonly string[] = ['languages', 'timestamp_granularities']

/** The form for a translation, without its file. */
export const openAiTranslationFields = z.object({
  model: z
    .enum(OPENAI_MODELS)
    .describe('Any of these names. They have no effect: the language determines the engine.'),
  prompt: z.string().max(MAX.context).optional().describe('What the audio is about. Improves recognition.'),
  response_format: translationFormat.describe('The format of the response.').default('json'),
  temperature: z.coerce.number().optional().describe('Accepted for compatibility, and ignored.'),
  store: flag
    .describe(
      'Whether to keep the job. With `false`, the job, its audio and its result are deleted before the response is sent, ' +
        'even if the request fails or the client disconnects. An addition of this service.',
    )
    .default('true'),
})

/** The form for a transcription, without its file. */
export const openAiTranscriptionFields = openAiTranslationFields.extend({
  response_format: transcriptionFormat
    .describe('The format of the response; `diarized_json` includes speakers.')
    .default('json'),
  language: requestedLanguage.optional().describe('The language of the audio; detected by default.'),
  languages: distinct(requestedLanguage).describe('The languages that may be spoken.').default([]),
  timestamp_granularities: z
    .array(z.enum(['word', 'segment']))
    .max(10)
    .describe('Whether `verbose_json` has the times of words, of segments, or of both.')
    .default(['segment']),
  stream: flag
    .describe(
      'Whether to stream the text as server-sent events, whatever the `response_format`: `transcript.text.delta` with newly ' +
        'recognised text while the job is in progress, and `transcript.text.done` at its end.',
    )
    .default('false'),
})
type TranscriptionFields = z.infer<typeof openAiTranscriptionFields>
type TranslationFields = z.infer<typeof openAiTranslationFields>
/** The fields of either form. */
export type OpenAiFields = Partial<TranscriptionFields> &
  Pick<TranscriptionFields, Exclude<keyof TranslationFields, 'prompt' | 'temperature'>>

const seconds = z.number().min(0)
const start = seconds.describe('Start time, in seconds from the start of the audio.')
const end = seconds.describe('End time, in seconds from the start of the audio.')
const duration = seconds.describe('Duration of the audio in seconds.')
const text = z.string().describe('The whole text.')
const usage = z
  .strictObject({ type: z.literal('duration'), seconds: seconds.describe('Seconds of audio, rounded up.') })
  .describe('The usage that the request counts for.')

const openAiTranscription = z
  .strictObject({ text, usage })
  .meta({ id: 'OpenAiTranscription', description: 'A transcript as text: `json`.' })

const openAiTranslation = z
  .strictObject({ text })
  .meta({ id: 'OpenAiTranslation', description: 'A translation into English as text: `json`.' })

const segment = z
  .strictObject({
    id: z.int().min(0).describe('Its number, counted from 0.'),
    seek: z.literal(0).describe('Not measured.'),
    start,
    end,
    text: z.string().describe('Its text.'),
    tokens: z.array(z.int()).max(0).describe('Always empty: tokens differ between engines.'),
    temperature: z.literal(0).describe('The recogniser does not sample.'),
    avg_logprob: z.number().max(0).describe("Logarithm of the recogniser's confidence."),
    compression_ratio: z.literal(1).describe('Not measured.'),
    no_speech_prob: z.literal(0).describe('Not measured: silence produces no segments.'),
  })
  .meta({ id: 'OpenAiSegment', description: 'An utterance.' })

const timedWord = z
  .strictObject({ word: z.string().describe('The word, with its punctuation.'), start, end })
  .meta({ id: 'OpenAiWord', description: 'A word with its times.' })

const verboseFields = {
  language: z.string().describe('English name of the language, in lower case; empty without speech.'),
  duration,
  text,
}
const segments = z.array(segment).describe('The utterances.')

const openAiVerboseTranscription = z
  .strictObject({
    task: z.literal('transcribe'),
    ...verboseFields,
    segments: segments.optional(),
    words: z.array(timedWord).optional().describe('The words, if their times were requested.'),
    usage,
  })
  .meta({ id: 'OpenAiVerboseTranscription', description: 'A transcript with times: `verbose_json`.' })

const openAiVerboseTranslation = z
  .strictObject({ task: z.literal('translate'), ...verboseFields, segments })
  .meta({ id: 'OpenAiVerboseTranslation', description: 'A translation with times: `verbose_json`.' })

const speakerSegment = z
  .strictObject({
    type: z.literal('transcript.text.segment'),
    id: z.string().describe('Its id within the response.'),
    start,
    end,
    text: z.string().describe('Its text.'),
    speaker: z.string().describe('The speaker: `A`, `B` and so on, in order of first appearance.'),
  })
  .meta({ id: 'OpenAiSpeakerSegment', description: 'An utterance with its speaker.' })

const openAiDiarizedTranscription = z
  .strictObject({
    task: z.literal('transcribe'),
    duration,
    text,
    segments: z.array(speakerSegment).describe('The utterances.'),
    usage,
  })
  .meta({ id: 'OpenAiDiarizedTranscription', description: 'A transcript with speakers: `diarized_json`.' })

/** The JSON responses to a transcription. */
export const openAiTranscriptionAnswer = z
  .union([openAiTranscription, openAiVerboseTranscription, openAiDiarizedTranscription])
  .meta({ id: 'OpenAiTranscriptionAnswer', description: 'A transcript in the requested `response_format`.' })

/** The JSON responses to a translation. */
export const openAiTranslationAnswer = z
  .union([openAiTranslation, openAiVerboseTranslation])
  .meta({ id: 'OpenAiTranslationAnswer', description: 'A translation in the requested `response_format`.' })
export type OpenAiAnswer = z.infer<typeof openAiTranscriptionAnswer | typeof openAiTranslationAnswer>

/** The data of the events sent with `stream=true`. */
export const openAiEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('transcript.text.delta'), delta: z.string() }),
  z.strictObject({ type: z.literal('transcript.text.done'), text: z.string() }),
])
export type OpenAiEvent = z.infer<typeof openAiEvent>

export const openAiModel = z
  .strictObject({
    id: z.enum(OPENAI_MODELS).describe('Its name.'),
    object: z.literal('model'),
    created: z.literal(0).describe('Unknown.'),
    owned_by: z.literal('scriptorium'),
  })
  .meta({ id: 'OpenAiModel', description: 'An accepted model name.' })
export type OpenAiModel = z.infer<typeof openAiModel>

export const openAiModels = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(openAiModel).describe('All accepted names.'),
  })
  .meta({ id: 'OpenAiModelList', description: 'The accepted model names.' })

/** The body of every error of these operations. */
export const openAiError = z
  .strictObject({
    error: z
      .strictObject({
        message: z.string().describe('What went wrong, and what to do.'),
        type: z
          .enum(['invalid_request_error', 'rate_limit_error', 'insufficient_quota', 'server_error'])
          .describe('The kind of the error.'),
        param: z.string().nullable().describe('The field at fault; null if there is none.'),
        code: z
          .enum(['invalid_api_key', 'insufficient_scope', 'not_found', 'rate_limit_exceeded'])
          .nullable()
          .describe('The specific error; null if the status says it all.'),
      })
      .describe('The error.'),
  })
  .meta({ id: 'OpenAiError', description: 'The body of an error, as clients of OpenAI expect it.' })
export type OpenAiError = z.infer<typeof openAiError>
