/** A streaming model is pulled, recognises live sessions of a running service, and is removed. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Models } from '../src/contract/models.ts'
import { serveFiles } from '../src/models/testing/file-server.ts'
import { described, servedFiles } from '../src/models/text/testing/tiny-models.ts'
import { heard } from '../src/speech/testing/heard-speech.ts'
import { zipformerTransducer } from '../src/speech/testing/made-models/streaming-models.ts'
import { kennedy } from '../src/speech/testing/speech.ts'
import { Client } from './support/client.ts'
import { DEFAULT_AUDIO, encoded } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { runService } from './support/running-service.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'

test('a streaming model is pulled, used from the next live session on, and removed, without a restart', async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const client = await Client.of(service)
  const speech = await heard(kennedy)
  const audio = await encoded([speech.samples], DEFAULT_AUDIO)
  const recognise = async () => {
    const session = await SessionClient.start(client, {
      language_config: { languages: ['en'] },
      messages_config: allFlags(true),
    })
    await session.play(audio)
    const { result } = await session.end()
    const finals = session
      .finals()
      .map(({ text }) => text.trim())
      .join(' ')
    assert.equal(result?.transcription?.full_transcript, finals)
    return { session, finals }
  }
  assert.notEqual((await recognise()).finals, speech.text)

  const files = zipformerTransducer()
  const server = await serveFiles(t, servedFiles('tones', files))
  const env = { DATA_DIR: service.dataDir, MODELS_URL: server.url }
  const description = join(temporaryFolder(), 'model.json')
  const model = { name: 'tones', purpose: 'live-recognition', engine: 'streaming-transducer' } as const
  writeFileSync(description, JSON.stringify(described(files, model)))
  const pulled = await scriptorium(['models', 'pull', description], env)
  assert.deepEqual([pulled.code, pulled.stderr], [0, ''])
  assert.match(pulled.stdout, /^tones is installed and used from the next live session on$/m)
  const { body } = await client.get<Models>('/v2/models')
  assert.partialDeepStrictEqual(
    body.items.find(({ name }) => name === 'tones'),
    { purpose: 'live-recognition', engine: 'streaming-transducer', state: 'pulled' },
  )

  const [{ finals, session }, other] = await Promise.all([recognise(), recognise()])
  assert.equal(finals, speech.text)
  assert.equal(other.finals, speech.text)
  const words = session.finals().flatMap((utterance) => utterance.words)
  for (const [i, { start }] of words.entries())
    assert.ok(Math.abs(start - speech.words[i]!.start) < 0.15, `word ${i} is at ${start} s`)

  assert.equal((await scriptorium(['models', 'remove', 'tones'], env)).code, 0)
  assert.notEqual((await recognise()).finals, speech.text)
})

test('a description with an unknown engine is refused with the list of known ones', async () => {
  const folder = temporaryFolder()
  const description = join(folder, 'model.json')
  const model = { name: 'tones', purpose: 'live-recognition', engine: 'streaming-zipformer-ctc' } as const
  writeFileSync(description, JSON.stringify(described(zipformerTransducer(), model)))
  const { code, stderr } = await scriptorium(['models', 'pull', description], {
    DATA_DIR: join(folder, 'data'),
  })
  assert.equal(code, 1)
  assert.match(stderr, /No engine loads tones\. .* streaming-transducer \(encoder, decoder, joiner, tokens\)/)
})
