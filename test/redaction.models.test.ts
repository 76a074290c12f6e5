/** Redaction end to end: a spoken name remains only in the audio, or the job has no transcript. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { alice, clipIn } from '../src/speech/testing/speech.ts'
import { fails } from '../src/platform/net/testing/replies.ts'
import { chatServer } from '../src/models/language/testing/chat-server.ts'
import { Client } from './support/client.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { beginningOf, cutSample } from './support/sample.ts'

function redaction(...entity_types: string[]) {
  return { pii_redaction: true, pii_redaction_config: { entity_types, processed_text_type: 'MARKER' } }
}

suite('without a language model', () => {
  let service: RunningService
  let client: Client

  before(async () => {
    service = await runService()
    client = await Client.of(service)
  })
  after(async () => {
    await service.close()
    assert.doesNotMatch(JSON.stringify(service.log), /alice|accident/i)
  })

  test('a redacted name is in no part of the job, no search and no log line', async () => {
    const { audio_url } = await client.upload(beginningOf(alice, 6))
    const request = { audio_url, language_config: { languages: ['en'] } }
    const plain = await client.ended(await client.create(request))
    assert.match(plain.result?.transcription?.full_transcript ?? '', /\bAlice\b/)
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
    const job = await client.ended(await client.create({ ...request, ...features, ...redaction('NAME') }))
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

  test('a job that cannot be redacted ends in error, without a transcript', async () => {
    const { audio_url } = await client.upload(beginningOf(clipIn('fr'), 4))
    // The language is not known when the job is created.
    const job = await client.ended(await client.create({ audio_url, ...redaction('NAME', 'URL') }))
    assert.deepEqual([job.status, job.error_code, job.result], ['error', 501, null])
    const { body } = await client.get<{ items: object[] }>('/v2/pre-recorded?q=accident')
    assert.deepEqual(body.items, [])
    assert.match(JSON.stringify(service.log), /pii_redaction cannot find NAME in French/)
  })
})

test('with a language model that does not answer, a job ends in error', async (t) => {
  // Servers quote the request in errors.
  const { url } = await chatServer(t, fails(401, 'no key for: welcome'))
  const service = await runService({ LLM_URL: url, LLM_MODEL: 'test' })
  t.after(async () => service.close())
  const client = await Client.of(service)
  const { audio_url } = await client.upload(cutSample(0, 2))
  const language_config = { languages: ['en'] }
  const job = await client.ended(await client.create({ audio_url, language_config, ...redaction('GDPR') }))
  assert.deepEqual([job.status, job.error_code, job.result], ['error', 502, null])
  assert.match(JSON.stringify(service.log), /Check LLM_API_KEY/)
  assert.doesNotMatch(JSON.stringify(service.log), /welcome/i)
})
