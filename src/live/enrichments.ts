/** What can be made of what a session heard: the enrichments of a file, under the names that a live request has. */
import type { LiveParams } from '../contract/live-request.ts'
import {
  type PreRecordedParams,
  preRecordedParamsOf,
  preRecordedRequest,
} from '../contract/pre-recorded-request.ts'
import type { FailedModule } from '../contract/module-result.ts'
import type { Sentiment } from '../contract/modules.ts'
import type { LiveTranscriptionResult } from '../contract/result.ts'
import type { Utterance } from '../contract/transcript.ts'
import { type Message, spaced } from './messages.ts'

/** What changes an utterance before it is told. */
const REWRITING = ['custom_vocabulary', 'custom_spelling'] as const
/** What is told of an utterance, in the order in which it is told. */
const TELLING = ['translation', 'named_entity_recognition', 'sentiment_analysis'] as const

/** A file's request for what changes an utterance; null when a session asks for nothing of it. */
export function rewritingParams(params: LiveParams): PreRecordedParams | null {
  return realtimeParams(params, REWRITING)
}

/** A file's request for what is told of an utterance; null when a session asks for nothing of it. */
export function tellingParams(params: LiveParams): PreRecordedParams | null {
  const asked = realtimeParams(params, TELLING)
  // It is one utterance, and its translation is one.
  if (asked?.translation_config) asked.translation_config.match_original_utterances = true
  return asked
}

/** A file's request for what is made of the whole transcript, whose utterances are rewritten already. */
export function wholeParams({
  language_config,
  realtime_processing: realtime,
  post_processing: post,
}: LiveParams): PreRecordedParams {
  return requestOf({
    language_config,
    ...realtime,
    ...post,
    custom_vocabulary: false,
    custom_spelling: false,
  })
}

function realtimeParams(
  { language_config, realtime_processing: realtime }: LiveParams,
  names: readonly (keyof typeof realtime)[],
): PreRecordedParams | null {
  if (!names.some((name) => realtime[name] === true)) return null
  const asked = Object.entries(realtime).filter(([key]) =>
    names.some((name) => key === name || key === `${name}_config`),
  )
  return requestOf({ language_config, ...Object.fromEntries(asked) })
}

function requestOf(features: object): PreRecordedParams {
  return preRecordedParamsOf(preRecordedRequest.parse({ audio_url: 'http://localhost/', ...features }))
}

/** The enrichments of a session. */
type Found = Omit<LiveTranscriptionResult, 'metadata'>

/** What is told of one final utterance. */
export function utteranceMessages(id: string, heard: Utterance, found: Found): Message[] {
  const utterance = spaced(heard)
  const messages: Message[] = []
  const { translation, named_entity_recognition: entities, sentiment_analysis: sentiments } = found
  if (translation?.success === false) messages.push(failure('translation', translation))
  for (const { error, languages, utterances } of translation?.results ?? []) {
    const [target] = languages
    const [translated] = utterances
    if (error !== null) messages.push({ type: 'translation', error: { message: error.message }, data: null })
    if (target === undefined || translated === undefined) continue
    const data = {
      utterance_id: id,
      utterance,
      original_language: heard.language,
      target_language: target,
      translated_utterance: translated,
    }
    messages.push({ type: 'translation', error: null, data })
  }
  if (entities?.success === false) messages.push(failure('named_entity_recognition', entities))
  else if (entities !== undefined) {
    const data = { utterance_id: id, utterance, results: entities.results }
    messages.push({ type: 'named_entity_recognition', error: null, data })
  }
  if (sentiments?.success === false) messages.push(failure('sentiment_analysis', sentiments))
  else if (sentiments !== undefined) {
    const data = { utterance_id: id, utterance, results: sentimentsOf(sentiments.results) }
    messages.push({ type: 'sentiment_analysis', error: null, data })
  }
  return messages
}

/** What is told of the post-processing, in the order in which it is told. */
export function postMessages({ summarization, chapterization }: Found): Message[] {
  const messages: Message[] = []
  if (summarization?.success === false) messages.push(failure('post_summarization', summarization))
  else if (summarization !== undefined) {
    const data = { results: summarization.results }
    messages.push({ type: 'post_summarization', error: null, data })
  }
  if (chapterization?.success === false) messages.push(failure('post_chapterization', chapterization))
  else if (chapterization !== undefined) {
    const data = { results: chapterization.results.chapters }
    messages.push({ type: 'post_chapterization', error: null, data })
  }
  return messages
}

/** The feelings as messages have them; a session does not tell speakers apart. */
function sentimentsOf(json: string): Sentiment[] {
  const found = JSON.parse(json) as (Sentiment & { speaker?: number })[]
  return found.map(({ speaker: _speaker, ...one }) => one)
}

function failure<
  Type extends
    | 'translation'
    | 'named_entity_recognition'
    | 'sentiment_analysis'
    | 'post_summarization'
    | 'post_chapterization',
>(type: Type, { error }: FailedModule) {
  return { type, error: { message: error.message }, data: null } as const
}
