/** Values that JSON and queries can express but no store can keep are refused with 400, the same on both stores. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ErrorBody } from '../../src/contract/error.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { type RunningService, runService } from '../support/running-service.ts'

const AUDIO = '"audio_url":"https://example.com/a.wav"'

/** Bodies as JSON text, and the field that the answer names. */
const BODIES: readonly (readonly [verb: string, path: string, json: string, field: string])[] = [
  ['POST', '/v2/pre-recorded', `{${AUDIO},"custom_metadata":{"a":"\\u0000"}}`, 'custom_metadata.a'],
  [
    'POST',
    '/v2/pre-recorded',
    `{${AUDIO},"custom_metadata":{"a":[{"b":"\\ud800"}]}}`,
    'custom_metadata.a.0.b',
  ],
  ['POST', '/v2/pre-recorded', `{${AUDIO},"custom_metadata":{"\\udfff":1}}`, 'custom_metadata.\ufffd'],
  ['POST', '/v2/pre-recorded', `{${AUDIO},"custom_metadata":{"a":{"b\\u0000":1}}}`, 'custom_metadata.a.b\0'],
  ['POST', '/v2/pre-recorded', `{${AUDIO},"custom_metadata":{"n":1e999}}`, 'custom_metadata.n'],
  ['POST', '/v2/pre-recorded', `{${AUDIO},"custom_metadata":{"n":-1e999}}`, 'custom_metadata.n'],
  ['POST', '/v2/pre-recorded', `{${AUDIO},"context_prompt":"\\u0000"}`, 'context_prompt'],
  ['POST', '/v2/transcription', `{${AUDIO},"callback_url":"https://example.com/\\u0000"}`, 'callback_url'],
  ['POST', '/v2/pre-recorded', '{"audio_url":"https://example.com/\\u0000.wav"}', 'audio_url'],
  ['POST', '/v2/upload', '{"audio_url":"https://example.com/\\ud83d.wav"}', 'audio_url'],
  ['POST', '/v2/live', '{"callback_config":{"url":"https://example.com/\\u0000"}}', 'callback_config.url'],
  ['POST', '/v2/live', '{"unknown":{"key":"\\u0000"}}', 'unknown.key'],
  ['PATCH', '/v2/live/ID', '{"post_session_metadata":{"a":"\\u0000"}}', 'post_session_metadata.a'],
  ['PATCH', '/v2/live/ID', '{"post_session_metadata":{"n":1e999}}', 'post_session_metadata.n'],
]

const QUERIES = {
  'q=%00': 'q',
  'unknown=%00': 'unknown',
  'custom_metadata[a]=%00': 'custom_metadata[a]',
  'custom_metadata[%00]=a': 'custom_metadata[\0]',
  'custom_metadata={"a":"\\u0000"}': 'custom_metadata.a',
  'custom_metadata={"a":{"b":"\\ud800"}}': 'custom_metadata.a.b',
  'custom_metadata={"a":1e999}': 'custom_metadata.a',
}

onEachStore('a value that no store can keep', (fresh) => {
  let service: RunningService
  before(async () => {
    service = await runService({}, async () => {}, await fresh())
  })
  after(async () => service.close())

  test('is refused with the name of its field, and everything else continues', async () => {
    const send = async (method: string, path: string, body: string) =>
      service.request(path, { method, body, headers: { 'content-type': 'application/json' } })
    const session = (await (await send('POST', '/v2/live', '{}')).json()) as { id: string }

    const check = async (response: Response, field: string, sent: string) => {
      const fault = (await response.json()) as ErrorBody
      assert.equal(response.status, 400, `${sent}: ${JSON.stringify(fault)}`)
      assert.ok(
        fault.validation_errors?.[0]?.startsWith(`${field}: must `),
        `${sent}: ${JSON.stringify(fault)}`,
      )
    }
    for (const [verb, path, json, field] of BODIES) {
      await check(await send(verb, path.replace('ID', session.id), json), field, json)
    }
    for (const [query, field] of Object.entries(QUERIES)) {
      await check(await service.request(`/v2/pre-recorded?${query}`), field, query)
    }
    const list = await service.request('/v2/transcription')
    assert.deepEqual(
      ((await list.json()) as { items: { id: string }[] }).items.map(({ id }) => id),
      [session.id],
    )
  })

  test('may be nested deeper than the call stack', async () => {
    const deep = `${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`
    const response = await service.request('/v2/live', {
      method: 'POST',
      body: `{"unknown":${deep}}`,
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(response.status, 400)
  })
})
