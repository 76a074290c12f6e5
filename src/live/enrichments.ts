/** Applies features to a live session, and turns their results into messages. */
import type { FeatureDeclaration } from '../contract/features/feature.ts'
import { type FeatureParams, isRequested, liveFeatures } from '../contract/features/fields.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { LiveTranscriptionResult } from '../contract/result.ts'
import type { Utterance } from '../contract/transcript.ts'
import { type Message, spaced } from './messages.ts'

const realtimeFeatures = liveFeatures('realtime')
/** Features that rewrite an utterance before its final transcript is sent. */
const rewritingFeatures = realtimeFeatures.filter(({ live }) => !('message' in live))
/** Features whose results follow the final transcript of an utterance. */
const followingFeatures = realtimeFeatures.filter(({ live }) => 'message' in live)

/** The features that rewrite utterances; null when the session asks for none. */
export function rewritingParams({ realtime_processing: realtime }: LiveParams): FeatureParams | null {
  return paramsOf(rewritingFeatures, realtime)
}

/** The features whose results follow an utterance; null when the session asks for none. */
export function followingParams({ realtime_processing: realtime }: LiveParams): FeatureParams | null {
  const params = paramsOf(followingFeatures, realtime)
  // One utterance has one translation.
  if (params?.translation_config) params.translation_config.match_original_utterances = true
  return params
}

/** The features to apply to the whole transcript, whose utterances are rewritten already. */
export function postParams({
  realtime_processing: realtime,
  post_processing: post,
}: LiveParams): FeatureParams {
  return { ...paramsOf(followingFeatures, realtime), ...post }
}

/** The flags and settings of some features, as a copy; null when none of them is on. */
function paramsOf(features: readonly FeatureDeclaration[], params: object): FeatureParams | null {
  const requested = features.filter((feature) => isRequested(feature, params))
  if (requested.length === 0) return null
  const keys = requested.flatMap(({ name }) => [name, `${name}_config`])
  return structuredClone(Object.fromEntries(Object.entries(params).filter(([key]) => keys.includes(key))))
}

/** The results of a session. */
type Results = Omit<LiveTranscriptionResult, 'metadata'>

/** The messages about one final utterance. */
export function utteranceMessages(id: string, utterance: Utterance, results: Results): Message[] {
  const common = { utterance_id: id, utterance: spaced(utterance) }
  return realtimeFeatures.flatMap((feature) => messagesOf(feature, feature.name, results, utterance, common))
}

/** The messages about the results of post-processing. */
export function postMessages(results: Results): Message[] {
  return liveFeatures('post').flatMap((feature) => messagesOf(feature, `post_${feature.name}`, results))
}

/** The messages of this type about the results of one feature, with the fields that all their data has. */
function messagesOf(
  { name, live }: FeatureDeclaration,
  type: string,
  results: Results,
  utterance?: Utterance,
  common?: object,
): Message[] {
  const module = results[name as keyof Results]
  if (live?.message === undefined || module === undefined || !('success' in module)) return []
  const parts = module.success
    ? live.message.messages(module as never, utterance)
    : [{ error: module.error.message }]
  const messages = parts.map((part) =>
    'error' in part
      ? { type, error: { message: part.error }, data: null }
      : { type, error: null, data: { ...common, ...part.data } },
  )
  // As the declarations have it: live-messages.ts derives these types from the same features.
  return messages as Message[]
}
