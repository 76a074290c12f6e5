/** Redaction end to end: a spoken name remains only in the audio, or the job has no transcript. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alice, clipIn, type Speech } from '../src/recognition/testing/speech.ts'
import { chatServer, fails } from '../src/intelligence/testing/chat-server.ts'
import { Client } from './support/client.ts'
import { runService } from './support/running-service.ts'
import { cutSample, SAMPLE } from './support/sample.ts'

/** The first seconds of a clip as a WAV. */
function beginningOf({ samples }: Speech, seconds: number): Buffer<ArrayBuffer> {
  const pcm = Int16Array.from(samples.subarray(0, seconds * 16_000), (sample) => Math.round(sample * 32_767))
  const wav = Buffer.concat([SAMPLE.subarray(0, 44), Buffer.from(pcm.buffer)])
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - 44, 40)
  return wav
}

function redaction(...entity_types: string[]) {
  return { pii_redaction: true, pii_redaction_config: { entity_types, processed_text_type: 'MARKER' } }
}

async function withService(env: Record<string, string>, use: (client: Client) => Promise<void>) {
  const service = await runService({ ALLOW_PRIVATE_URLS: '1', ...env })
  try {
    await use(await Client.of(service))
  } finally {
    await service.close()
  }
  return JSON.stringify(service.log)
}

test('a redacted name is in no part of the job, no search and no log line', async () => {
  const log = await withService({}, async (client) => {
    const { audio_url } = await client.upload(beginningOf(alice, 6))
    const flags = [
      'sentences',
      'subtitles',
      'diarization',
      'name_consistency',
      'named_entity_recognition',
      'summarization',
      'chapterization',
      'sentiment_analysis',
      'display_mode',
      'punctuation_enhanced',
    ]
    const features = Object.fromEntries(flags.map((flag) => [flag, true]))
    const request = { audio_url, language_config: { languages: ['en'] }, ...features }
    const plain = await client.ended(await client.create(request))
    assert.match(plain.result?.transcription?.full_transcript ?? '', /\bAlice\b/)
    const job = await client.ended(await client.create({ ...request, ...redaction('NAME') }))
    assert.equal(job.status, 'done')
    assert.match(
      job.result?.transcription?.full_transcript ?? '',
      /^\[NAME\] was beginning to get very tired/,
    )
    assert.equal(job.result?.diarization?.success, true)
    assert.doesNotMatch(JSON.stringify(job), /alice/i)
    const { body } = await client.get<{ items: { id: string }[] }>('/v2/pre-recorded?q=alice')
    assert.deepEqual(
      body.items.map(({ id }) => id),
      [plain.id],
    )
  })
  assert.doesNotMatch(log, /alice/i)
})

test('a job that cannot be redacted ends in error, without a transcript', async () => {
  const log = await withService({}, async (client) => {
    const { audio_url } = await client.upload(beginningOf(clipIn('fr'), 4))
    const language_config = { languages: ['fr'] }
    const job = await client.ended(
      await client.create({ audio_url, language_config, ...redaction('NAME', 'URL') }),
    )
    assert.deepEqual([job.status, job.error_code, job.result], ['error', 501, null])
    const { body } = await client.get<{ items: object[] }>('/v2/pre-recorded?q=accident')
    assert.deepEqual(body.items, [])
  })
  assert.match(log, /pii_redaction cannot find NAME in French/)
  assert.doesNotMatch(log, /accident/)
})

test('with a language model that does not answer, a job ends in error', async (t) => {
  // Servers quote the request in errors.
  const { url } = await chatServer(t, fails(401, 'no key for: welcome'))
  const log = await withService({ LLM_URL: url, LLM_MODEL: 'test' }, async (client) => {
    const { audio_url } = await client.upload(cutSample(0, 3))
    const language_config = { languages: ['en'] }
    const job = await client.ended(await client.create({ audio_url, language_config, ...redaction('GDPR') }))
    assert.deepEqual([job.status, job.error_code, job.result], ['error', 502, null])
  })
  assert.match(log, /Check LLM_API_KEY/)
  assert.doesNotMatch(log, /welcome/i)
})
