/** The memory of each process stays constant, over many jobs of all kinds and over one very long file. */
import assert from 'node:assert/strict'
import { createWriteStream, openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { suite, test, type TestContext } from 'node:test'
import { make } from '../src/audio/testing/media.ts'
import { alice, fleurs, kennedyBeginning, kennedyEnd } from '../src/speech/testing/speech.ts'
import { writeWav } from '../src/speech/testing/wav-file.ts'
import { Client } from './support/client.ts'
import { isLong } from './support/long.ts'
import { type Measured, MemoryOfProcesses } from './support/memory-of-processes.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'

const JOBS = Number(process.env['TEST_MEMORY_JOBS'] ?? (isLong ? 300 : 0))
const MINUTES = Number(process.env['TEST_MEMORY_MINUTES'] ?? (isLong ? 720 : 0))

/** How much more the last third of the run may use than the one before: models of a late language, and what V8 has not collected. */
const GROWTH = 1.1

const folder = temporaryFolder()

/** The jobs, repeated: formats, languages, enrichments, and unusable files. */
async function requests(): Promise<{ bytes: Buffer<ArrayBuffer>; request: object; isUsable: boolean }[]> {
  const formats = [
    ['mp3', '-c:a', 'libmp3lame'],
    ['m4a', '-c:a', 'aac'],
    ['opus', '-c:a', 'libopus'],
    ['webm', '-c:a', 'libopus'],
    ['flac'],
  ] as const
  const speeches = [kennedyBeginning, ...fleurs, kennedyEnd]
  const enrichments = [
    { diarization: true, subtitles: true },
    {},
    { summarization: true, chapterization: true, sentences: true },
    { named_entity_recognition: true, sentiment_analysis: true, moderation: true },
  ]
  const spoken = await Promise.all(
    speeches.map(async ({ language, samples }, i) => {
      const wav = join(folder, `${i}.wav`)
      writeWav(wav, samples)
      const [extension, ...args] = formats[i % formats.length]!
      const bytes = await readFile(await make(join(folder, `${i}.${extension}`), '-i', wav, ...args))
      const request = { language_config: { languages: [language] }, ...enrichments[i % enrichments.length] }
      return { bytes, request, isUsable: true }
    }),
  )
  const whole = spoken[1]!.bytes
  const hostile = [
    whole.subarray(0, whole.length / 2),
    Buffer.from('<html>'.repeat(1000)),
    Buffer.alloc(50_000),
  ]
  return [...spoken, ...hostile.map((bytes) => ({ bytes, request: {}, isUsable: false }))]
}

function assertSteady(memory: MemoryOfProcesses, ...names: Measured[]): void {
  for (const name of names) {
    const { second, last } = memory.thirds(name)
    console.log(`${name}: ${second.toFixed(0)} MB, then ${last.toFixed(0)} MB`)
    assert.ok(last <= GROWTH * second, `${name}: ${second.toFixed(0)} MB, then ${last.toFixed(0)} MB`)
  }
}

async function started(t: TestContext) {
  const service = await ServiceProcess.start(t, join(folder, t.name), { MAX_AUDIO_MINUTES: '800' })
  return { service, client: await Client.of(service), memory: new MemoryOfProcesses(service.pid) }
}

suite('memory stays constant', { skip: process.platform !== 'linux' }, () => {
  test('over many jobs', { skip: JOBS === 0 && 'TEST_LONG=true or TEST_MEMORY_JOBS runs it' }, async (t) => {
    const { client, memory } = await started(t)
    const all = await requests()
    for (let i = 0; i < JOBS; i++) {
      const { bytes, request, isUsable } = all[i % all.length]!
      if (!isUsable) {
        const form = new FormData()
        form.append('audio', new Blob([bytes]), 'a.mp3')
        await client.refused(422, 'POST', '/v2/upload', { body: form })
        continue
      }
      const { audio_url } = await client.upload(bytes)
      const job = await client.ended(await client.create({ audio_url, ...request }))
      assert.equal(job.status, 'done', job.error_message ?? '')
      memory.sample()
    }
    assertSteady(memory, 'service', 'recogniser', 'enricher')
  })

  const skip = MINUTES === 0 && 'TEST_LONG=true or TEST_MEMORY_MINUTES runs it'
  test('over one long file', { skip }, async (t) => {
    const { service, client, memory } = await started(t)
    const wav = join(folder, 'alice.wav')
    writeWav(wav, alice.samples)
    // Frames of mp3 without a header can be concatenated.
    const part = await readFile(
      await make(
        join(folder, 'part.mp3'),
        '-i',
        wav,
        '-b:a',
        '32k',
        '-write_xing',
        '0',
        '-id3v2_version',
        '0',
      ),
    )
    const file = createWriteStream(join(folder, 'long.mp3'))
    for (let bytes = 0; bytes < MINUTES * 60 * 4000; bytes += part.length) file.write(part)
    file.end()
    await once(file, 'close')
    const form = new FormData()
    form.append('audio', await openAsBlob(join(folder, 'long.mp3')), 'long.mp3')
    const sent = await fetch(`${service.url}/v2/upload`, {
      method: 'POST',
      body: form,
      headers: { 'x-service-key': service.key },
    })
    const { audio_url } = (await sent.json()) as { audio_url: string }
    const id = await client.create({
      audio_url,
      language_config: { languages: ['en'] },
      diarization: true,
      sentences: true,
    })
    const job = await memory.during(client.ended(id))
    assert.equal(job.status, 'done', job.error_message ?? '')
    assertSteady(memory, 'service', 'recogniser')
  })
})
