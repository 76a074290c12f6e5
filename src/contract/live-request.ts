/** The request to open a live session, and the `request_params` that its job shows. */
import { z } from 'zod'
import { jobId, metadata, timestamp, warnings, webUrl } from './common.ts'
import { BY_DEFAULT, customVocabulary } from './features/custom-vocabulary.ts'
import type { Capabilities } from './features/feature.ts'
import {
  configRules,
  defaultConfigs,
  liveFeatures,
  requestFields,
  requireConfig,
  unavailableFeatures,
  withoutUnusedConfigs,
} from './features/fields.ts'
import { languageConfig } from './language-config.ts'
import { jobRetention } from './retention.ts'

const flag = (description: string, byDefault: boolean) => z.boolean().describe(description).default(byDefault)

const preProcessingConfig = z
  .object({
    audio_enhancer: flag('Suppress noise before recognition.', false),
    speech_threshold: z
      .number()
      .min(0)
      .max(1)
      .describe('The probability above which voice activity detection reports speech, 0–1.')
      .default(0.6),
  })
  .meta({ id: 'PreProcessingConfig', description: 'Audio processing before recognition.' })

const realtimeFeatures = liveFeatures('realtime')
const postFeatures = liveFeatures('post')

const realtimeFields = requestFields(realtimeFeatures, ({ live }) => live.description)
const realtimeProcessingConfig = z
  .object(realtimeFields)
  .check(...configRules(realtimeFeatures))
  .meta({
    id: 'RealtimeProcessingConfig',
    description: 'Features applied to each utterance as it is spoken.',
  })

// Without a default: only an explicit false turns off the vocabulary of the account.
const requestedRealtimeProcessing = z
  .object({
    ...realtimeFields,
    custom_vocabulary: realtimeFields.custom_vocabulary
      .unwrap()
      .optional()
      .describe(`${customVocabulary.live.description} ${BY_DEFAULT}`),
  })
  .check(...configRules(realtimeFeatures))
  .meta({
    id: 'RequestedRealtimeProcessing',
    description: 'Features to apply to each utterance as it is spoken.',
  })

const postProcessingConfig = z
  .object(requestFields(postFeatures, ({ live }) => live.description))
  .check(...configRules(postFeatures))
  .meta({
    id: 'PostProcessingConfig',
    description: 'Features applied to the transcript after the recording.',
  })

export const messagesConfig = z
  .object({
    receive_partial_transcripts: flag('Partial transcripts, which may still change.', false),
    receive_final_transcripts: flag('Final transcripts.', true),
    receive_speech_events: flag('The start and end of speech.', true),
    receive_pre_processing_events: flag('Audio processing before recognition.', true),
    receive_realtime_processing_events: flag('Results of the features in `realtime_processing`.', true),
    receive_post_processing_events: flag('Results of post-processing.', true),
    receive_acknowledgments: flag('Acknowledgements of audio chunks and of `stop_recording`.', true),
    receive_errors: flag('Errors.', true),
    receive_lifecycle_events: flag('The start and end of the session and of the recording.', false),
  })
  .meta({ id: 'MessagesConfig', description: 'Which messages are sent over the socket.' })

const receive = messagesConfig.shape

const liveCallbackConfig = messagesConfig
  .extend({
    url: webUrl.optional().describe('The URL to send messages to; required when `callback` is true.'),
    receive_speech_events: receive.receive_speech_events.unwrap().default(false),
    receive_acknowledgments: receive.receive_acknowledgments.unwrap().default(false),
    receive_errors: receive.receive_errors.unwrap().default(false),
    receive_lifecycle_events: receive.receive_lifecycle_events.unwrap().default(true),
  })
  .meta({ id: 'LiveCallbackConfig', description: 'Which messages are sent as callbacks, and where.' })

/** The fields that a request and the request_params of its job have in common. */
const commonFields = {
  encoding: z
    .enum(['wav/pcm', 'wav/alaw', 'wav/ulaw'])
    .describe('The encoding of the samples.')
    .default('wav/pcm'),
  bit_depth: z.literal([8, 16, 24, 32]).describe('Bits per sample.').default(16),
  sample_rate: z
    .literal([8000, 16_000, 32_000, 44_100, 48_000])
    .describe('Samples per second, per channel.')
    .default(16_000),
  channels: z.int().min(1).max(8).describe('Number of interleaved channels.').default(1),
  model: z.enum(['solaria-1']).describe('The recogniser.').default('solaria-1'),
  endpointing: z
    .number()
    .min(0.01)
    .max(10)
    .describe('The duration of silence that ends an utterance, in seconds.')
    .default(0.05),
  maximum_duration_without_endpointing: z
    .number()
    .min(5)
    .max(60)
    .describe('The duration after which an utterance ends even without silence, in seconds.')
    .default(5),
  language_config: languageConfig.prefault({}),
  pre_processing: preProcessingConfig.prefault({}),
  realtime_processing: realtimeProcessingConfig.prefault({}),
  post_processing: postProcessingConfig.prefault({}),
  messages_config: messagesConfig.prefault({}),
  callback: flag('Send messages to `callback_config.url` as well.', false),
  callback_config: liveCallbackConfig.optional(),
  retention: jobRetention.optional(),
}

export const liveRequest = z
  .object({
    ...commonFields,
    realtime_processing: requestedRealtimeProcessing.prefault({}),
    custom_metadata: metadata.optional().describe('Any JSON object; stored with the job and searchable.'),
  })
  .check(requireConfig('callback'))
  .refine(({ callback, callback_config: config }) => !callback || config === undefined || config.url, {
    path: ['callback_config', 'url'],
    error: 'is required when callback is true',
  })
  .meta({
    id: 'LiveRequest',
    description:
      'A request to open a live session. No field is required. Unknown fields are ignored and listed in `warnings` of the ' +
      'response; misspelled ones are an error.',
    examples: [{ encoding: 'wav/pcm', bit_depth: 16, sample_rate: 16_000, channels: 1 }],
  })
export type LiveRequest = z.infer<typeof liveRequest>

export const liveQuery = z.object({
  region: z
    .enum(['us-west', 'eu-west'])
    .optional()
    .describe('Accepted and ignored: a session runs where the service runs.')
    .catch(undefined),
})

export const liveParams = z.strictObject(commonFields).meta({
  id: 'LiveParams',
  description: 'The request with its defaults filled in. Only enabled features have their settings.',
})
export type LiveParams = z.infer<typeof liveParams>

/** The `request_params` of a job: the request with defaults filled in and unused settings removed. */
export function liveParamsOf(request: LiveRequest): LiveParams {
  const { custom_metadata: _stored, ...given } = request
  const { realtime_processing: requested, post_processing: post } = given
  const realtime = { ...requested, custom_vocabulary: requested.custom_vocabulary ?? false }
  return withoutUnusedConfigs({
    ...given,
    realtime_processing: withoutUnusedConfigs({ ...realtime, ...defaultConfigs(realtimeFeatures, realtime) }),
    post_processing: withoutUnusedConfigs({ ...post, ...defaultConfigs(postFeatures, post) }),
  })
}

/** Features of a request that this installation cannot provide: one line each, beginning with the name of the field. */
export function unavailableLiveFeatures(params: LiveParams, capabilities: Capabilities): string[] {
  const { languages } = params.language_config
  return (['realtime_processing', 'post_processing'] as const).flatMap((phase) =>
    unavailableFeatures(params[phase], capabilities, languages).map((problem) => `${phase}.${problem}`),
  )
}

export const liveSession = z
  .strictObject({
    id: jobId,
    created_at: timestamp.describe('When the job was created.'),
    url: z
      .url({ protocol: /^wss?$/ })
      .describe('The URL of the WebSocket. Open it unchanged, without extra headers or a subprotocol.'),
    warnings,
  })
  .meta({ id: 'LiveSession', description: 'A live session that is waiting for its WebSocket.' })
export type CreatedLiveSession = z.infer<typeof liveSession>

export const livePatch = z
  .object({
    post_session_metadata: metadata.describe('Replaces the previous object; at most 100 kB.'),
  })
  .meta({
    id: 'LivePatch',
    description: 'The fields of a live job that can be changed.',
    examples: [{ post_session_metadata: { rating: 5 } }],
  })
