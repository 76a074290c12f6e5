/** Selects the features of a live session, and turns their results into messages. */
import type { FeatureDeclaration } from '../contract/features/feature.ts'
import { type FeatureParams, isRequested, liveFeatures } from '../contract/features/fields.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { LiveTranscriptionResult } from '../contract/result.ts'
import { spaced } from '../contract/spaced-utterance.ts'
import type { Utterance } from '../contract/transcript.ts'
import type { Message } from './messages.ts'

const realtimeFeatures = liveFeatures('realtime')
/** Features that rewrite an utterance before its final transcript is sent. */
const rewritingFeatures = realtimeFeatures.filter(({ live }) => !('message' in live))
/** Features whose results follow the final transcript of an utterance. */
const followingFeatures = realtimeFeatures.filter(({ live }) => 'message' in live)

/** The features that rewrite utterances; null if the session requests none. */
export function rewritingParams({ realtime_processing: realtime }: LiveParams): FeatureParams | null {
  return paramsOf(rewritingFeatures, realtime)
}

/** The features whose results follow an utterance; null if the session requests none. */
export function followingParams({ realtime_processing: realtime }: LiveParams): FeatureParams | null {
  const params = paramsOf(followingFeatures, realtime)
  // One utterance has one translation.
  if (params?.translation_config) params.translation_config.match_original_utterances = true
  return params
}

/** The features to apply to the whole transcript, whose utterances have already been rewritten. */
export function postParams({
  realtime_processing: realtime,
  post_processing: post,
}: LiveParams): FeatureParams {
  return { ...paramsOf(followingFeatures, realtime), ...post }
}

/** A copy of the flags and settings of some features; null if none of them is on. */
function paramsOf(features: readonly FeatureDeclaration[], params: object): FeatureParams | null {
  const requested = features.filter((feature) => isRequested(feature, params))
  if (requested.length === 0) return null
  const keys = requested.flatMap(({ name }) => [name, `${name}_config`])
  return structuredClone(Object.fromEntries(Object.entries(params).filter(([key]) => keys.includes(key))))
}

/** The results of a session. */
type Results = Omit<LiveTranscriptionResult, 'metadata'>

/** The messages about one final utterance, which was enriched according to `params`. */
export function utteranceMessages(
  id: string,
  utterance: Utterance,
  params: FeatureParams,
  results: Results,
): Message[] {
  return realtimeFeatures.flatMap((feature) =>
    messagesOf(feature, feature.name, results, params, { id, utterance }),
  )
}

/** The messages about the results of post-processing. */
export function postMessages(params: FeatureParams, results: Results): Message[] {
  return liveFeatures('post').flatMap((feature) =>
    messagesOf(feature, `post_${feature.name}`, results, params),
  )
}

/** The messages of a type about the results of one feature, for the whole transcript or for one utterance. */
function messagesOf(
  { name, live }: FeatureDeclaration,
  type: string,
  results: Results,
  params: FeatureParams,
  about?: { readonly id: string; readonly utterance: Utterance },
): Message[] {
  const module = results[name as keyof Results]
  if (live?.message === undefined || module === undefined || !('success' in module)) return []
  const { message } = live
  const parts = module.success
    ? message.messages(module as never, about?.utterance)
    : (message.failures?.(Reflect.get(params, `${name}_config`)) ?? [{}]).map((failure) => ({
        error: { message: module.error.message, ...failure },
      }))
  const id = about && { utterance_id: about.id }
  const spoken = about && { utterance: spaced(about.utterance) }
  const messages = parts.map((part) =>
    'error' in part
      ? { type, error: { ...part.error, ...id }, data: null }
      : { type, error: null, data: { ...id, ...spoken, ...part.data } },
  )
  // live-messages.ts derives these types from the same declarations of features.
  return messages as Message[]
}
