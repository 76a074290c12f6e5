/** The failed module of each enrichment, as the API returns it. Each one fails by a real fault. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { FeatureName } from '../../src/contract/features/index.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { OpenAi } from '../../src/models/language/open-ai.ts'
import { type EnrichOptions, enrich } from '../../src/enrichments/runner/enrich.ts'
import { fails, hangs } from '../../src/platform/net/testing/replies.ts'
import { chatServer } from '../../src/models/language/testing/chat-server.ts'
import { testContext } from '../../src/enrichments/testing/context.ts'
import { said, transcriptionOf } from '../../src/text/testing/utterances.ts'
import { Client } from '../support/client.ts'
import { runService } from '../support/running-service.ts'

/** The fields besides `error` of a failed feature: `null` only where clients of the API expect it. */
const FAILED = {
  sentences: { results: null },
  translation: { results: null },
  summarization: { results: null },
  moderation: { results: null },
  named_entity_recognition: { entity: '[]', results: null },
  name_consistency: { results: '[]' },
  speaker_reidentification: { results: '[]' },
  structured_data_extraction: { results: '{}' },
  sentiment_analysis: { results: '[]' },
  audio_to_llm: { results: null },
  display_mode: { results: null },
  chapterization: { results: { chapters: [] } },
  diarization: { results: [] },
}
const OF_LANGUAGE_MODEL = ['translation', 'summarization', 'structured_data_extraction', 'audio_to_llm', 'chapterization'] as const // oxfmt-ignore
const PROMPTS = ['Who speaks?', 'Of what?']
const CONFIGS = {
  translation_config: { target_languages: ['fr'] },
  structured_data_extraction_config: { classes: ['complaint'] },
  audio_to_llm_config: { prompts: PROMPTS },
}
const transcript = transcriptionOf(
  said('Ada Lovelace lives in London. She is very happy there.'),
  said('Yes, and her brother hates Paris.', { channel: 1, start: 20 }),
)

/** Enriches the transcript with these features. */
async function enriched(
  names: readonly FeatureName[],
  options: EnrichOptions,
  url = 'http://127.0.0.1:9/v1',
) {
  const languageModel = new OpenAi({
    url,
    model: 'test',
    apiKey: null,
    maxCharacters: 1000,
    maxAnswerTokens: 100,
    timeoutSeconds: 60,
    concurrency: 2,
    maxCalls: 100,
    retryPolicy: { retries: 0, firstDelayMs: 1, maxDelayMs: 1 },
  }).forJob()
  const flags = Object.fromEntries(names.map((name) => [name, true]))
  const configs = Object.entries(CONFIGS).filter(([name]) => names.some((one) => name.startsWith(one)))
  const request = { audio_url: 'https://example.com/a', ...flags, ...Object.fromEntries(configs) }
  const requestParams = preRecordedParamsOf(preRecordedRequest.parse(request))
  const context = testContext({ languageModel, audioDuration: 0 })
  return { requestParams, result: await enrich(transcript, requestParams, context, options) }
}

/** A client of a service with finished jobs that have these results, and the job ids. */
async function serving(t: TestContext, jobs: readonly Awaited<ReturnType<typeof enriched>>[]) {
  const ids: string[] = []
  const service = await runService({}, async (store) => {
    const account = await store.accounts.ensure('default')
    for (const { requestParams, result } of jobs) {
      const { id } = await store.jobs.create(account, {
        kind: 'pre-recorded',
        customMetadata: null,
        requestParams,
        fileId: null,
      })
      ids.push(id)
      const metadata = {
        audio_duration: 1,
        number_of_distinct_channels: 2,
        billing_time: 2,
        transcription_time: 1,
        unrecognised_speech: [],
      }
      await store.work.finish(id, { status: 'done', result: { metadata, ...result } })
    }
  })
  t.after(async () => service.close())
  const client = await Client.of(service)
  // The client checks each answer against the published API.
  return Promise.all(ids.map(async (id) => (await client.job(id)).result ?? assert.fail()))
}

const MODULES = Object.keys(FAILED) as (keyof typeof FAILED)[]

test('a failed module has the form of the contract on the wire, for every enrichment and reason', async (t) => {
  const { url: failing } = await chatServer(t, fails(500))
  const { url: hanging } = await chatServer(t, hangs)
  const size = Buffer.byteLength(JSON.stringify(transcript))
  const [tooLarge, refused, late] = await serving(t, [
    await enriched(MODULES, { maxBytes: size + 1 }, failing),
    await enriched(OF_LANGUAGE_MODEL, {}, failing),
    await enriched(OF_LANGUAGE_MODEL, { maxSeconds: 0.2 }, hanging),
  ])
  assert.ok(tooLarge && refused && late)

  await t.test('a result over the limit, of every enrichment', () => {
    for (const name of MODULES) {
      const module: object = tooLarge[name] ?? assert.fail(`${name} is absent`)
      const { exec_time, error, ...rest } = module as { exec_time: number; error: object }
      assert.deepEqual(rest, { success: false, is_empty: true, ...FAILED[name] }, name)
      assert.equal(typeof exec_time, 'number')
      assert.deepEqual(Object.keys(error), ['status_code', 'exception', 'message'])
    }
    assert.equal(tooLarge.moderation?.error?.status_code, 413)
    assert.match(tooLarge.moderation.error.message, /larger than/)
  })

  await t.test('a language model that answers 500', () => {
    for (const name of OF_LANGUAGE_MODEL) assert.equal(refused[name]?.error?.status_code, 502, name)
  })

  await t.test('a language model that does not answer in time', () => {
    for (const name of OF_LANGUAGE_MODEL) assert.equal(late[name]?.error?.status_code, 504, name)
  })

  await t.test(
    'audio_to_llm is success: false when every prompt failed; a failed prompt keeps its prompt',
    () => {
      const module = refused.audio_to_llm ?? assert.fail()
      assert.deepEqual([module.success, module.is_empty], [false, true])
      assert.deepEqual(
        module.results?.map(({ success, results, error }) => [success, results, error?.status_code]),
        PROMPTS.map((prompt) => [false, { prompt, response: null }, 502]),
      )
    },
  )
})
