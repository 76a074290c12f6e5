import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { wav } from '../../src/audio/testing/media.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { DiskAudioFiles } from '../../src/platform/files/disk-audio-files.ts'
import { database } from '../../src/store/configured-database.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { transcriptOf } from '../../test/support/console-jobs.ts'
import type { Place } from '../list/seed.ts'

/** About three hours of speech. */
export const UTTERANCES = 1_500
/** Ten hours of speech at 150 words per minute. */
export const UTTERANCES_OF_TEN_HOURS = 4_500
export const WORDS_EACH = 20

const TEXT =
  'the delivery of last Thursday was two pallets short and nobody at the warehouse could tell me why so I called again'
/** Length of the audio; enough to play while it is measured. */
const SECONDS = 120

/** Adds a finished job with a long transcript and audio. @returns its id */
export async function addLongTranscript(place: Place, utterances: number): Promise<string> {
  const { store, account } = await opened(place)
  try {
    const files = await DiskAudioFiles.open(join(place.dataDir, 'files'))
    const audio = wav({}, SECONDS * 32_000)
    const id = randomUUID()
    await store.uploads.begin(id, 'bench')
    await files.write(id, Readable.from([audio]))
    const file = { id, filename: 'long.wav', extension: 'wav', source: null, size: audio.length }
    await store.files.add(account, { ...file, duration: SECONDS, channels: 1 })
    const request = { audio_url: 'https://example.com/long.wav', diarization: true }
    const job = await store.jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: null,
      requestParams: preRecordedParamsOf(preRecordedRequest.parse(request)),
      fileId: id,
    })
    const transcription = transcriptOf(Array.from({ length: utterances }, lineAt))
    const audio_duration = transcription.utterances.at(-1)?.end ?? 0
    const metadata = {
      audio_duration,
      number_of_distinct_channels: 1,
      billing_time: 1,
      transcription_time: 1,
      unrecognised_speech: [],
    }
    await store.work.finish(job.id, { status: 'done', result: { metadata, transcription } })
    return job.id
  } finally {
    await store.close()
  }
}

async function opened(place: Place) {
  const store = await openTestStore(database(place))
  return { store, account: await store.accounts.ensure(DEFAULT_ACCOUNT) }
}

/** Distinct lines with equal numbers of words. */
function lineAt(_: unknown, index: number): string {
  const words = TEXT.split(' ').slice(0, WORDS_EACH)
  words[index % WORDS_EACH] = `item${index}`
  return words.join(' ')
}
