/** Real speech that is transcribed again: with the model of another language, and with that of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Retranscription } from '../src/contract/retranscription.ts'
import type { Transcription } from '../src/contract/transcript.ts'
import { Client } from './support/client.ts'
import { runService } from './support/running-service.ts'
import { SAMPLE } from './support/sample.ts'
import { until } from './support/until.ts'

test('a corrected word survives another language and back, and no other corrected text does', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const client = await Client.of(service)
  const { audio_url } = await client.upload(SAMPLE)
  const id = await client.create({ audio_url, language_config: { languages: ['en'] } })
  const before = (await client.ended(id)).result?.transcription ?? assert.fail('it is done')
  const long = before.utterances.findIndex(({ words }) => words.length > 4)
  const typed = before.utterances[long]!.words[2]!.word.trim()
  const utterances = before.utterances.map(({ start, end, channel, text }, i) => ({
    ...{ start, end, channel },
    text: i === long ? text.replace(typed, 'Rumpelstilzchen') : text,
  }))
  const sent = { body: { utterances }, headers: { 'if-match': '"0"' } }
  const corrected = (await client.send<Transcription>('PUT', `/v2/jobs/${id}/transcript`, sent)).body
  const again = async (languages: string[]) => {
    const body = { language_config: { languages } }
    assert.equal((await client.send('POST', `/v2/jobs/${id}/retranscribe`, { body })).status, 202)
    const { difference } = await until(
      async () => (await client.get<Retranscription>(`/v2/jobs/${id}/retranscription`)).body,
      ({ status }) => status === 'ready',
    )
    const accepted = await client.send<Transcription>('POST', `/v2/jobs/${id}/retranscription/accept`)
    assert.equal(accepted.status, 200)
    return { difference, transcript: accepted.body }
  }
  const same = await again(['en'])
  assert.deepEqual([same.difference?.words, same.difference?.kept], [0, 0])
  assert.deepEqual(same.transcript, corrected)
  const other = await again(['ja'])
  assert.ok((other.difference?.words ?? 0) > 0, JSON.stringify(other))
  assert.match(other.transcript.full_transcript, /Rumpelstilzchen/)
  const back = await again(['en'])
  assert.match(back.transcript.full_transcript, /Rumpelstilzchen/)
  const words = ({ utterances: all }: Transcription) => all.flatMap(({ text, kept }) => (kept ? [] : [text]))
  for (const text of words(back.transcript)) assert.ok(corrected.full_transcript.includes(text), text)
})
