/** Talks in which the same words are corrected repeatedly. */
import type { Utterance } from '../../src/contract/transcript.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import type { Store } from '../../src/store/open-store.ts'
import { transcriptionOf } from '../../src/transcripts/revised-transcript.ts'
import type { Client } from './client.ts'
import { requestParams } from './request-params.ts'

export const SENTENCES = 45

/** A talk of 360 words. */
const talk = (text: (at: number) => string): Utterance[] =>
  Array.from({ length: SENTENCES }, (_, at) => ({
    ...{ start: at * 5, end: at * 5 + 4, confidence: 1, channel: 0, words: [], language: 'en' as const },
    text: text(at),
  }))

const HEARD = talk((at) => `We will now deploy cooper netties, part ${at}.`)

/** Three sentences are corrected, including the last one. */
const SAID = talk((at) => (at % 15 === 14 ? `We will now deploy Kubernetes, part ${at}.` : HEARD[at]!.text))

/** Adds four talks to the default account, as recognised. @returns their ids */
export async function addTalks({ accounts, jobs, work }: Store): Promise<string[]> {
  const account = await accounts.ensure(DEFAULT_ACCOUNT)
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    const job = { kind: 'pre-recorded', customMetadata: null, fileId: null } as const
    const { id } = await jobs.create(account, { ...job, requestParams: requestParams('pre-recorded') })
    const metadata = {
      ...{ audio_duration: 225, number_of_distinct_channels: 1, billing_time: 225, transcription_time: 1 },
      unrecognised_speech: [],
      models: [{ language: 'en' as const, model: 'moonshine' }],
    }
    await work.finish(id, { status: 'done', result: { metadata, transcription: transcriptionOf(HEARD) } })
    ids.push(id)
  }
  return ids
}

export async function correctTalk(client: Client, id: string): Promise<number> {
  const utterances = SAID.map(({ start, end, channel, text }) => ({ start, end, channel, text }))
  const sent = { body: { utterances }, headers: { 'if-match': '*' } }
  return (await client.send('PUT', `/v2/jobs/${id}/transcript`, sent)).status
}
