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

/** The audio of a job, transcribed again. Times are milliseconds since 1970. */
export interface Retranscription {
  readonly jobId: string
  /** Of the job. */
  readonly ordinal: number
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  /** Whether it becomes a revision without being read. */
  readonly isAccepted: boolean
  /** Null if this version of the service cannot read them. */
  readonly params: PreRecordedParams | null
  readonly error: string | null
  readonly requestedBy: Who
  readonly createdAt: number
  readonly completedAt: number | null
}

/** Its new transcript, to be compared. Each is a transcription as JSON, compressed. */
export interface Proposal {
  readonly again: Uint8Array
  /** What was recognised when it was last accepted to be transcribed again; null for the result. */
  readonly recognised: Uint8Array | null
}

/** Of what a transcript is made again: what features make of its text stays as it is. */
const OF_TEXT = FLAGGED.filter(({ phase }) => phase === 'analysis').flatMap(({ name }) => [
  name,
  `${name}_config`,
])
const OF_JOB = ['callback', 'callback_config', 'callback_url', 'retention']

/**
 * How the audio of a job is transcribed again: as it was requested, but for what is given, and with the words of its account.
 * @param stored the `request_params` of the job
 * @returns null if this version of the service cannot read them
 */
export function paramsAgain(
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
