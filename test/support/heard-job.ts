/** Jobs of a running service with audio that can be played, but was not recognised. */
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import type { Client } from './client.ts'
import { type StorePlace, withDialect } from './store-place.ts'

interface HeardJob {
  readonly audio: Buffer<ArrayBuffer>
  readonly filename: string
  /** Duration of the audio. */
  readonly seconds: number
  readonly transcription: Transcription
  /** Fields of its request. */
  readonly request?: object
  readonly metadata?: Record<string, unknown>
  /** The voices of its speakers, as stored. */
  readonly voices?: Uint8Array | undefined
}

/** Adds a finished job with uploaded audio to the default account. @returns its id */
export async function addHeardJob(client: Client, place: StorePlace, job: HeardJob): Promise<string> {
  const {
    audio,
    filename,
    seconds,
    transcription,
    request = {},
    metadata: customMetadata = null,
    voices,
  } = job
  const { audio_metadata: file } = await client.upload(audio, filename)
  return withDialect(place, async (dialect) => {
    const { accounts, jobs, work } = await openTestStore(dialect)
    const requested = preRecordedRequest.parse({ audio_url: 'https://example.com/a.mp3', ...request })
    const { id } = await jobs.create(await accounts.ensure(DEFAULT_ACCOUNT), {
      ...{ kind: 'pre-recorded', customMetadata, fileId: file.id },
      requestParams: preRecordedParamsOf(requested),
    })
    const metadata = {
      ...{ audio_duration: seconds, number_of_distinct_channels: 1, billing_time: seconds },
      ...{ transcription_time: 1, unrecognised_speech: [] },
    }
    await work.finish(id, { status: 'done', result: { metadata, transcription }, voices })
    return id
  })
}
