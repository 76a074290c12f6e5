/** What can be made of what a session heard: the enrichments of a file, under the names that a live request has. */
import type { LiveParams } from '../contract/live-request.ts'
import {
  type PreRecordedParams,
  preRecordedParamsOf,
  preRecordedRequest,
} from '../contract/pre-recorded-request.ts'
import type { LiveTranscriptionResult } from '../contract/result.ts'
import type { Transcription } from '../contract/transcript.ts'
import type { Message } from './messages.ts'

/** What a session found out, without its figures. */
export type Findings = Omit<LiveTranscriptionResult, 'metadata'> & { transcription: Transcription }

/** The request of a file that asks for what a session asks for its whole transcript. */
export function paramsOf({
  language_config,
  realtime_processing: realtime,
  post_processing: post,
}: LiveParams): PreRecordedParams {
  const request = { audio_url: 'http://localhost/', language_config, ...realtime, ...post }
  return preRecordedParamsOf(preRecordedRequest.parse(request))
}

/** What is told of the post-processing, in the order in which it is told. */
export function postMessages({ summarization }: Findings, params: LiveParams): Message[] {
  const messages: Message[] = []
  if (summarization?.success === true) {
    const data = { results: summarization.results }
    messages.push({ type: 'post_summarization', error: null, data })
  } else if (summarization !== undefined) {
    const { message } = summarization.error
    messages.push({ type: 'post_summarization', error: { message }, data: null })
  }
  if (params.post_processing.chapterization) messages.push(missing('post_chapterization', 'chapterization'))
  return messages
}

/** What is told of one final utterance. */
export function realtimeMessages({ realtime_processing: asked }: LiveParams): Message[] {
  return REALTIME.filter((flag) => asked[flag]).map((flag) => missing(flag, flag))
}

/** The features that were asked for and that have no message of their own to fail in. */
export function missingFeatures({ realtime_processing: asked }: LiveParams): string[] {
  return (['custom_vocabulary', 'custom_spelling'] as const).filter((flag) => asked[flag])
}

const REALTIME = ['translation', 'named_entity_recognition', 'sentiment_analysis'] as const

function missing<Type extends (typeof REALTIME)[number] | 'post_chapterization'>(type: Type, flag: string) {
  return { type, error: { message: notAvailable(flag) }, data: null } as const
}

export function notAvailable(flag: string): string {
  return `This version does not have ${flag} in live sessions. Send the request without it.`
}
