/** Integers beyond 2^53 in custom_metadata are kept as sent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPage } from '../../src/contract/job.ts'
import { TestEndpoint } from '../support/callback-endpoint.ts'
import type { Client } from '../support/client.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { serveTwoAccounts, type TwoAccounts } from '../support/two-accounts.ts'

const BIG = '12345678901234567891'
/** Its value as a double. */
const ROUNDED = '12345678901234567000'
const METADATA = `{"order":{"id":${BIG}},"ids":[-9007199254740993,${BIG},7],"rows":[{"n":${BIG}}],"x":1.5,"text":"${BIG}"}`
const JSON_TYPE = { 'content-type': 'application/json' }

onEachStore('integers beyond 2^53 in custom_metadata', (fresh) => {
  let world: TwoAccounts
  let client: Client
  before(async () => {
    world = await serveTwoAccounts(await fresh())
    client = world.client
  })
  after(async () => world.close())

  async function create(path: string, fields: string): Promise<string> {
    const body = `{${fields}"custom_metadata": ${METADATA}}`
    const answer = await client.send<{ id: string }>('POST', path, { body, headers: JSON_TYPE })
    assert.equal(answer.status, 201, String(answer.bytes))
    return answer.body.id
  }
  const textOf = async (path: string) => String((await client.get(path)).bytes)
  const listed = async (filter: string) =>
    (await client.get<JobPage>(`/v2/jobs?${filter}&fields=id`)).body.items.map(({ id }) => id)

  test('are kept in jobs, lists, callbacks and filters, and deleted with the job', async (t) => {
    const endpoint = await TestEndpoint.listen(t)
    const { promise: called, resolve } = Promise.withResolvers<string>()
    endpoint.answer = ({ body }, response) => {
      response.end()
      resolve(body)
    }
    const id = await create(
      '/v2/pre-recorded',
      `"audio_url": "http://127.0.0.1:9/talk.wav", "callback_url": "${endpoint.url('/200')}",`,
    )
    await client.ended(id)
    const stored = `"custom_metadata":${METADATA}`
    for (const path of [`/v2/jobs/${id}`, '/v2/jobs?limit=1', '/v2/pre-recorded?fields=custom_metadata'])
      assert.ok((await textOf(path)).includes(stored), path)
    assert.ok((await called).includes(stored))

    for (const filter of [
      `custom_metadata={"order":{"id":${BIG}}}`,
      `custom_metadata={"order":{"id":"${BIG}"}}`,
      `custom_metadata[order][id]=${BIG}`,
      `custom_metadata={"order":{"id":${BIG}}}&custom_metadata[order][id]=${BIG}`,
      `custom_metadata={"ids":[${BIG},-9007199254740993]}`,
      `custom_metadata[ids][]=${BIG}`,
      `custom_metadata={"rows":[{"n":${BIG}}]}`,
      `custom_metadata={"text":${BIG}}`,
    ])
      assert.deepEqual(await listed(filter), [id], filter)
    for (const other of [ROUNDED, '12345678901234567890', '-9007199254740992'])
      assert.deepEqual(await listed(`custom_metadata={"order":{"id":${other}}}`), [], other)

    const { body: page } = await client.get<JobPage>(`/v2/jobs?custom_metadata={"order":{"id":${BIG}}}`)
    assert.ok(decodeURIComponent(page.first).includes(`custom_metadata={"order":{"id":${BIG}}}`), page.first)

    assert.equal((await client.send('DELETE', `/v2/jobs/${id}`)).status, 202)
    const rest = await client.get<JobPage>(`/v2/jobs?custom_metadata[order][id]=${BIG}`)
    assert.deepEqual([rest.body.items, rest.headers.get('x-total-count')], [[], '0'])
  })

  test('are kept in live jobs, also in post_session_metadata', async () => {
    const id = await create('/v2/live', '')
    const patch = { body: `{"post_session_metadata":{"n":${BIG}}}`, headers: JSON_TYPE }
    assert.equal((await client.send('PATCH', `/v2/live/${id}`, patch)).status, 204)
    const text = await textOf(`/v2/live/${id}`)
    assert.ok(text.includes(`"custom_metadata":${METADATA}`), text)
    assert.ok(text.includes(`"post_session_metadata":{"n":${BIG}}`), text)
    assert.deepEqual(await listed(`kind=live&custom_metadata[order][id]=${BIG}`), [id])
  })

  test('are numbers elsewhere, and custom_metadata that is not an object is refused', async () => {
    const body = `{"audio_url":"http://127.0.0.1:9/a","subtitles_config":{"maximum_rows_per_caption":${BIG}}}`
    const wrong = await client.refused(400, 'POST', '/v2/pre-recorded', { body, headers: JSON_TYPE })
    assert.match(String(wrong.validation_errors), /^subtitles_config\.maximum_rows_per_caption: must be/)
    assert.doesNotMatch(String(wrong.validation_errors), /object/)
    const bare = `{"audio_url":"http://127.0.0.1:9/a","custom_metadata":${BIG}}`
    const refused = await client.refused(400, 'POST', '/v2/pre-recorded', { body: bare, headers: JSON_TYPE })
    assert.match(String(refused.validation_errors), /^custom_metadata: must be an object/)
    const infinite = `{"audio_url":"http://127.0.0.1:9/a","custom_metadata":{"n":${'9'.repeat(400)}}}`
    await client.refused(400, 'POST', '/v2/pre-recorded', { body: infinite, headers: JSON_TYPE })
  })
})
