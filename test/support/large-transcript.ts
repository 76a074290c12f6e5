/** A transcript of the default account, as large as a correction can make it. */
import assert from 'node:assert/strict'
import { KEY_HEADERS } from '../../bench/list/processes.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { transcriptionOf } from '../../src/transcripts/revised-transcript.ts'
import { revisedUtterances } from '../../src/transcripts/revised-utterances.ts'
import { requestParams } from './request-params.ts'
import { type StorePlace, withDialect } from './store-place.ts'

export const UTTERANCES = 50
export const WORDS_EACH = 4_999
/** Seconds of audio for each utterance. */
const SECONDS_EACH = 1_000

/** Words of one letter, which result in the most JSON. */
const utterances = Array.from({ length: UTTERANCES }, (_, at) => ({
  start: at * SECONDS_EACH,
  end: (at + 1) * SECONDS_EACH - 1,
  channel: 0,
  text: 'a '.repeat(WORDS_EACH).trim(),
}))

/** The body of the correction. */
export const CORRECTION = JSON.stringify({ utterances })

/** Adds a job to the store of a service that is not running yet, without words or with as large a result. @returns its id */
export async function addJob(place: StorePlace, size: 'silent' | 'large'): Promise<string> {
  return withDialect(place, async (dialect) => {
    const store = await openTestStore(dialect)
    const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
    const { id } = await store.jobs.create(account, {
      ...{ kind: 'pre-recorded', customMetadata: null, fileId: null },
      requestParams: requestParams('pre-recorded'),
    })
    const audio_duration = UTTERANCES * SECONDS_EACH
    const metadata = { audio_duration, number_of_distinct_channels: 1, billing_time: audio_duration }
    const transcription = transcriptionOf(
      size === 'silent' ? [] : revisedUtterances([], utterances).utterances,
    )
    const result = {
      metadata: { ...metadata, transcription_time: 1, unrecognised_speech: [] },
      transcription,
    }
    await store.work.finish(id, { status: 'done', result })
    return id
  })
}

/** Sends the correction. */
export async function makeLarge(url: string, id: string, body = CORRECTION): Promise<void> {
  const response = await fetch(`${url}/v2/jobs/${id}/transcript`, {
    method: 'PUT',
    headers: { ...KEY_HEADERS, 'content-type': 'application/json', 'if-match': '*' },
    body,
  })
  assert.equal(response.status, 200, await response.text())
}
