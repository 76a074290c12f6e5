/**
 * The part of the API of OpenAI that this service offers, so that clients of that API can use it. An addition of Scriptorium.
 * The schemas of answers have the fields of the types of the npm package `openai`.
 */
import { z } from 'zod'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'
import { MAX } from './limits.ts'

/**
 * The names of models that are accepted. They make no difference: the engine is chosen by the language of the audio. Besides the
 * service's own there are those that clients send by default.
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
    .describe('Any of these names. It makes no difference, since the language chooses the engine.'),
  prompt: z.string().max(MAX.context).optional().describe('What the audio is about; helps the recogniser.'),
  response_format: translationFormat.describe('The format of the answer.').default('json'),
  temperature: z.coerce.number().optional().describe('Accepted and ignored, for clients that send it.'),
  store: flag
    .describe(
      'Whether the job is kept. With `false`, the job, its audio and its result are deleted before the request is answered, ' +
        'also when it fails or its client disconnects. An addition of this service.',
    )
    .default('true'),
})

/** The form for a transcription, without its file. */
export const openAiTranscriptionFields = openAiTranslationFields.extend({
  response_format: transcriptionFormat
    .describe('The format of the answer; `diarized_json` has the speakers.')
    .default('json'),
  language: requestedLanguage
    .optional()
    .describe('The language of the audio; it is detected unless it is given.'),
  languages: distinct(requestedLanguage).describe('The languages that may be spoken.').default([]),
  timestamp_granularities: z
    .array(z.enum(['word', 'segment']))
    .max(10)
    .describe('What `verbose_json` has times of: of words, of segments, or of both.')
    .default(['segment']),
  stream: flag
    .describe(
      'Whether the text is sent as server-sent events, whatever the `response_format`: `transcript.text.delta` with what was ' +
        'recognised since, while the job is in progress, and at its end a `transcript.text.done`.',
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
const text = z.string().describe('The text of the whole audio.')
const usage = z
  .strictObject({ type: z.literal('duration'), seconds: seconds.describe('Seconds of audio, rounded up.') })
  .describe('What counts as used.')

const openAiTranscription = z
  .strictObject({ text, usage })
  .meta({ id: 'OpenAiTranscription', description: 'The text of an audio: `json`.' })

const openAiTranslation = z
  .strictObject({ text })
  .meta({ id: 'OpenAiTranslation', description: 'The English text of an audio: `json`.' })

const segment = z
  .strictObject({
    id: z.int().min(0).describe('Its number, counted from 0.'),
    seek: z.literal(0).describe('Not measured.'),
    start,
    end,
    text: z.string().describe('Its text.'),
    tokens: z.array(z.int()).max(0).describe('Always empty: engines have different tokens.'),
    temperature: z.literal(0).describe('The recogniser does not sample.'),
    avg_logprob: z.number().max(0).describe('Logarithm of the confidence of the recogniser.'),
    compression_ratio: z.literal(1).describe('Not measured.'),
    no_speech_prob: z.literal(0).describe('Not measured: silence makes no segment.'),
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
    id: z.string().describe('Its id within the answer.'),
    start,
    end,
    text: z.string().describe('Its text.'),
    speaker: z.string().describe('The speaker: `A`, `B`, and so on, in the order in which they first speak.'),
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

/** What is sent as JSON for a transcription. */
export const openAiTranscriptionAnswer = z
  .union([openAiTranscription, openAiVerboseTranscription, openAiDiarizedTranscription])
  .meta({ id: 'OpenAiTranscriptionAnswer', description: 'A transcript, as `response_format` says.' })

/** What is sent as JSON for a translation. */
export const openAiTranslationAnswer = z
  .union([openAiTranslation, openAiVerboseTranslation])
  .meta({ id: 'OpenAiTranslationAnswer', description: 'A translation, as `response_format` says.' })
export type OpenAiAnswer = z.infer<typeof openAiTranscriptionAnswer | typeof openAiTranslationAnswer>

/** The data of the events of `stream=true`. */
export const openAiEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('transcript.text.delta'), delta: z.string() }),
  z.strictObject({ type: z.literal('transcript.text.done'), text: z.string() }),
])
export type OpenAiEvent = z.infer<typeof openAiEvent>

export const openAiModel = z
  .strictObject({
    id: z.enum(OPENAI_MODELS).describe('Its name.'),
    object: z.literal('model'),
    created: z.literal(0).describe('Not known.'),
    owned_by: z.literal('scriptorium'),
  })
  .meta({ id: 'OpenAiModel', description: 'A name of a model that requests may have.' })
export type OpenAiModel = z.infer<typeof openAiModel>

export const openAiModels = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(openAiModel).describe('Every name that is accepted.'),
  })
  .meta({ id: 'OpenAiModelList', description: 'The names of models that requests may have.' })

/** The body of every error of these operations. */
export const openAiError = z
  .strictObject({
    error: z
      .strictObject({
        message: z.string().describe('What went wrong, with the remedy.'),
        type: z
          .enum(['invalid_request_error', 'rate_limit_error', 'insufficient_quota', 'server_error'])
          .describe('The kind of the error.'),
        param: z.string().nullable().describe('The field at fault; null if there is none.'),
        code: z
          .enum(['invalid_api_key', 'insufficient_scope', 'not_found', 'rate_limit_exceeded'])
          .nullable()
          .describe('What exactly is wrong; null where the status says it all.'),
      })
      .describe('The error.'),
  })
  .meta({ id: 'OpenAiError', description: 'The body of an error, as clients of OpenAI expect it.' })
export type OpenAiError = z.infer<typeof openAiError>
