/** Transcribing the audio of a job again. */
import { FLAGGED } from '../contract/features/fields.ts'
import type { Vocabulary } from '../contract/features/custom-vocabulary.ts'
import {
  type PreRecordedParams,
  preRecordedParams,
  preRecordedParamsOf,
  preRecordedRequest,
} from '../contract/pre-recorded-request.ts'
import type { RetranscriptionRequest } from '../contract/retranscription.ts'
import type { Who } from '../contract/who.ts'
import { storedParams } from './stored-json.ts'
import { withWords } from './vocabulary.ts'

/** A retranscription of a job. Times are milliseconds since 1970. */
export interface Retranscription {
  readonly jobId: string
  /** The ordinal of the job. */
  readonly ordinal: number
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  /** Whether the result becomes a revision without review. */
  readonly isAccepted: boolean
  /** Null if this version of the service cannot read them. */
  readonly params: PreRecordedParams | null
  readonly error: string | null
  readonly requestedBy: Who
  readonly createdAt: number
  readonly completedAt: number | null
}

/** The new transcript and the one to compare it with. Each is a transcription as compressed JSON. */
export interface Proposal {
  readonly again: Uint8Array
  /** The transcript of the last accepted retranscription, as recognised; null if there is none, in which case the result is compared. */
  readonly recognised: Uint8Array | null
}

/** Not run again: what features have derived from the text of the transcript stays as it is. */
const OF_TEXT = FLAGGED.filter(({ phase }) => phase === 'analysis').flatMap(({ name }) => [
  name,
  `${name}_config`,
])
const OF_JOB = ['callback', 'callback_config', 'callback_url', 'retention']

/**
 * The params of a retranscription: those of the job, with the given ones in their place, and with the vocabulary of the account.
 * @param stored the `request_params` of the job
 * @returns null if this version of the service cannot read them
 */
export function retranscriptionParams(
  stored: string,
  { accept: _accept, idle: _idle, ...given }: RetranscriptionRequest,
  words: Vocabulary,
): PreRecordedParams | null {
  const before = storedParams(preRecordedParams, stored)
  if (before === null) return null
  const without = new Set([...OF_TEXT, ...OF_JOB])
  const kept = Object.entries(before).filter(([name]) => !without.has(name))
  const { success, data } = preRecordedRequest.safeParse({ ...Object.fromEntries(kept), ...given })
  if (!success) return null
  const params = preRecordedParamsOf(data)
  return given.custom_vocabulary === false || words.length === 0 ? params : withWords(params, words)
}
