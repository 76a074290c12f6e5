import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import type { EnrichmentTask } from './enricher-messages.ts'
import { EnricherProcess } from './enricher-process.ts'
import { fails, hangs, resets } from '../../platform/net/testing/replies.ts'
import { chatServer, says } from '../../models/language/testing/chat-server.ts'
import { said, transcriptionOf } from '../../text/testing/utterances.ts'

const transcription = transcriptionOf(said('Hello there.'))

function task(prompts: string[]): EnrichmentTask {
  const request = preRecordedRequest.parse({
    audio_url: 'https://example.com/a',
    sentences: true,
    audio_to_llm: true,
    audio_to_llm_config: { prompts },
  })
  const params = preRecordedParamsOf(request)
  return { transcription, params, audioDuration: 1, audio: { type: 'file', path: '/nowhere' } }
}

function enricherAt(url: string): EnricherProcess {
  return new EnricherProcess({
    ffmpeg: 'ffmpeg',
    folder: '/nowhere',
    maxSeconds: 60,
    enrichmentSeconds: 600,
    maxResultBytes: 16e6,
    languageModel: {
      url,
      model: 'test',
      apiKey: 'sk-secret',
      maxCharacters: 1000,
      maxAnswerTokens: 100,
      timeoutSeconds: 10,
      concurrency: 1,
      maxCalls: 4,
      retryPolicy: { retries: 2, firstDelayMs: 1, maxDelayMs: 10 },
    },
  })
}

const signal = new AbortController().signal

test('the configured model is called with retries, and each job has its own limit of calls', async (t) => {
  const fine = says({ response: 'A greeting.' })
  const server = await chatServer(t, fails(429, 'wait', { 'retry-after': '0' }), resets, says('?'), fine)
  const enricher = enricherAt(server.url)
  t.after(async () => enricher.close())
  for (let job = 0; job < 3; job++) {
    const result = await enricher.enrich(task(['What is it?']), { onFailure: assert.fail, signal })
    assert.equal(result.audio_to_llm?.results?.[0]?.results?.response, 'A greeting.')
    assert.deepEqual(result.sentences?.results, ['Hello there.'])
  }
  assert.equal(server.requests.length, 6)
  assert.equal(server.requests[0]?.headers.authorization, 'Bearer sk-secret')
})

test('a model that refuses fails only its prompts, and neither the result nor the log contains the key', async (t) => {
  const server = await chatServer(t, fails(401, 'Incorrect API key: sk-secret'))
  const enricher = enricherAt(server.url.replace('//', '//me:hush@'))
  t.after(async () => enricher.close())
  const log: unknown[] = []
  const onFailure = (name: string, error: unknown) => log.push(name, String(error))
  const result = await enricher.enrich(task(['What is it?', 'Who?']), { onFailure, signal })
  assert.deepEqual(result.sentences?.results, ['Hello there.'])
  const errors = result.audio_to_llm?.results?.map(({ error }) => error?.message)
  const message =
    'The language model rejected the API key of this service. The operator of the service has to correct its configuration.'
  assert.deepEqual(errors, [message, message])
  assert.deepEqual([log.length, log[0]], [4, 'audio_to_llm'])
  assert.match(
    String(log[1]),
    /^Error: The language model.* Check LLM_API_KEY\. \(HTTP 401: .*Incorrect API key: \*\*\*/,
  )
  assert.doesNotMatch(JSON.stringify([result, log]), /secret|hush/)
})

test('an aborted job closes its connection to the model', async (t) => {
  const controller = new AbortController()
  const reason = new Error('the service stops')
  const server = await chatServer(t, (response) => {
    hangs(response)
    controller.abort(reason)
  })
  const enricher = enricherAt(server.url)
  t.after(async () => enricher.close())
  const asked = enricher.enrich(task(['What is it?']), {
    onFailure: assert.fail,
    signal: controller.signal,
  })
  await assert.rejects(asked, reason)
  await server.closed()
})
