/** The request to open a live session, and what the job keeps of it. */
import { z } from 'zod'
import { jobId, metadata, timestamp, webUrl } from './common.ts'
import { requireConfig, withoutUnusedConfigs } from './feature-config.ts'
import {
  customSpellingConfig,
  customVocabularyConfig,
  languageConfig,
  summarizationConfig,
  translationConfig,
} from './features.ts'

const flag = (description: string, byDefault: boolean) => z.boolean().describe(description).default(byDefault)

export const preProcessingConfig = z
  .object({
    audio_enhancer: flag('Clean the sound before it is recognised.', false),
    speech_threshold: z
      .number()
      .min(0)
      .max(1)
      .describe('How sure voice activity detection must be to call it speech, 0–1.')
      .default(0.6),
  })
  .meta({ id: 'PreProcessingConfig', description: 'What happens to the sound before it is recognised.' })

export const realtimeProcessingConfig = z
  .object({
    custom_vocabulary: flag('Listen for given words.', false),
    custom_vocabulary_config: customVocabularyConfig.optional(),
    custom_spelling: flag('Write given words in a given way.', false),
    custom_spelling_config: customSpellingConfig.optional(),
    translation: flag('Translate each utterance.', false),
    translation_config: translationConfig.optional(),
    named_entity_recognition: flag('Find the names in each utterance.', false),
    sentiment_analysis: flag('Tell how each utterance feels.', false),
  })
  .check(requireConfig('custom_vocabulary'), requireConfig('custom_spelling'), requireConfig('translation'))
  .meta({ id: 'RealtimeProcessingConfig', description: 'What happens to each utterance as it is spoken.' })

export const postProcessingConfig = z
  .object({
    summarization: flag('Sum the transcript up.', false),
    summarization_config: summarizationConfig.optional(),
    chapterization: flag('Cut the transcript into chapters.', false),
  })
  .meta({ id: 'PostProcessingConfig', description: 'What happens to the transcript after the recording.' })

export const messagesConfig = z
  .object({
    receive_partial_transcripts: flag('Transcripts that may still change.', false),
    receive_final_transcripts: flag('Transcripts that no longer change.', true),
    receive_speech_events: flag('Where speech starts and ends.', true),
    receive_pre_processing_events: flag('What was done to the sound.', true),
    receive_realtime_processing_events: flag('What is found in each utterance.', true),
    receive_post_processing_events: flag('What is found after the recording.', true),
    receive_acknowledgments: flag('That a chunk, or the stop, has arrived.', true),
    receive_errors: flag('Errors.', true),
    receive_lifecycle_events: flag('Start and end of the session and of the recording.', false),
  })
  .meta({ id: 'MessagesConfig', description: 'Which messages are sent to the socket.' })

const receive = messagesConfig.shape

export const liveCallbackConfig = messagesConfig
  .extend({
    url: webUrl.optional().describe('Where the messages are sent; required when `callback` is true.'),
    receive_speech_events: receive.receive_speech_events.unwrap().default(false),
    receive_acknowledgments: receive.receive_acknowledgments.unwrap().default(false),
    receive_errors: receive.receive_errors.unwrap().default(false),
    receive_lifecycle_events: receive.receive_lifecycle_events.unwrap().default(true),
  })
  .meta({ id: 'LiveCallbackConfig', description: 'Which messages are sent to a URL, and to which.' })

/** What a request and the request_params of its job have in common. */
const commonFields = {
  encoding: z
    .enum(['wav/pcm', 'wav/alaw', 'wav/ulaw'])
    .describe('How the samples are encoded.')
    .default('wav/pcm'),
  bit_depth: z.literal([8, 16, 24, 32]).describe('Bits per sample.').default(16),
  sample_rate: z
    .literal([8000, 16_000, 32_000, 44_100, 48_000])
    .describe('Samples per second and channel.')
    .default(16_000),
  channels: z.int().min(1).max(8).describe('Number of channels, interleaved.').default(1),
  model: z.enum(['solaria-1']).describe('The recogniser.').default('solaria-1'),
  endpointing: z
    .number()
    .min(0.01)
    .max(10)
    .describe('The silence that ends an utterance, in seconds.')
    .default(0.05),
  maximum_duration_without_endpointing: z
    .number()
    .min(5)
    .max(60)
    .describe('An utterance is ended after this time even without a silence, in seconds.')
    .default(5),
  language_config: languageConfig.prefault({}),
  pre_processing: preProcessingConfig.prefault({}),
  realtime_processing: realtimeProcessingConfig.prefault({}),
  post_processing: postProcessingConfig.prefault({}),
  messages_config: messagesConfig.prefault({}),
  callback: flag('Send the messages to `callback_config.url` too.', false),
  callback_config: liveCallbackConfig.optional(),
}

export const liveRequest = z
  .object({
    ...commonFields,
    custom_metadata: metadata.optional().describe('An object of your own, kept with the job and searchable.'),
  })
  .check(requireConfig('callback'))
  .refine(({ callback, callback_config: config }) => !callback || config === undefined || config.url, {
    path: ['callback_config', 'url'],
    error: 'is required when callback is true',
  })
  .meta({
    id: 'LiveRequest',
    description: 'A request to open a live session. Nothing is required; unknown keys are ignored.',
  })
export type LiveRequest = z.infer<typeof liveRequest>

export const liveQuery = z.object({
  region: z
    .enum(['us-west', 'eu-west'])
    .optional()
    .describe('Has no effect: a session runs where the service runs.')
    .catch(undefined),
})

export const liveParams = z.strictObject(commonFields).meta({
  id: 'LiveParams',
  description: 'A request with its defaults filled in. Settings appear only for features that are on.',
})
export type LiveParams = z.infer<typeof liveParams>

/** The `request_params` of a job: defaults filled in, settings of unused features left out. */
export function liveParamsOf(request: LiveRequest): LiveParams {
  const { custom_metadata: _kept, ...given } = request
  const { realtime_processing: realtime, post_processing: post } = given
  const { summarization_config: summarization = summarizationConfig.parse({}) } = post
  return withoutUnusedConfigs({
    ...given,
    realtime_processing: withoutUnusedConfigs(realtime),
    post_processing: withoutUnusedConfigs({ ...post, summarization_config: summarization }),
  })
}

export const liveSession = z
  .strictObject({
    id: jobId,
    created_at: timestamp.describe('When the job was created.'),
    url: z
      .url({ protocol: /^wss?$/ })
      .describe('Where the socket is opened, as it is: no header, no subprotocol.'),
  })
  .meta({ id: 'LiveSession', description: 'A live session that waits for its socket.' })
export type LiveSession = z.infer<typeof liveSession>

export const livePatch = z
  .object({
    post_session_metadata: metadata.describe('Replaces the object the job had; at most 100 kB.'),
  })
  .meta({ id: 'LivePatch', description: 'What can be changed of a live job.' })
export type LivePatch = z.infer<typeof livePatch>
