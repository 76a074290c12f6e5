/** Jobs of both kinds under /v2/jobs, why a job failed, cursors, HEAD, and the case of ids. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Job, JobPage } from '../../src/contract/job.ts'
import type { Client } from '../support/client.ts'
import { TestEndpoint } from '../support/callback-endpoint.ts'
import { onEitherStore } from '../support/on-each-store.ts'
import { SILENCE } from '../support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from '../support/two-accounts.ts'

onEitherStore('the jobs API', (fresh) => {
  let world: TwoAccounts
  let client: Client
  let done: string
  let failed: string

  before(async () => {
    world = await serveTwoAccounts(await fresh())
    client = world.client
    const { audio_url } = await client.upload(SILENCE)
    done = await client.create({ audio_url })
    failed = await client.create({ audio_url: 'http://127.0.0.1:9/talk.wav' })
    await Promise.all([client.ended(done), client.ended(failed)])
  })
  after(async () => world.close())

  const listed = async (query: string) => (await client.get<JobPage>(`/v2/jobs?${query}`)).body
  const idsOf = ({ items }: JobPage) => items.map(({ id }) => id)

  test('GET /v2/jobs lists both kinds with every filter, has kind, and is not deprecated', async () => {
    assert.deepEqual(idsOf(await listed('')), [failed, done, world.liveJob])
    assert.deepEqual(idsOf(await listed('kind=live')), [world.liveJob])
    assert.deepEqual(idsOf(await listed('kind=pre-recorded&status=error')), [failed])
    const { headers } = await client.get('/v2/jobs')
    assert.equal(headers.get('deprecation'), null)
    const old = await client.get('/v2/transcription')
    assert.equal(old.headers.get('link'), `<${world.service.url}/v2/pre-recorded>; rel="successor-version"`)
    const { paths } = client.api.document
    assert.ok(!paths['/v2/jobs']?.['get']?.deprecated && paths['/v2/transcription']?.['get']?.deprecated)
  })

  test('GET /v2/jobs/:id, DELETE /v2/jobs/:id and …/file work for either kind', async () => {
    for (const [id, kind] of [
      [done, 'pre-recorded'],
      [world.liveJob, 'live'],
    ] as const) {
      const { body } = await client.get<Job>(`/v2/jobs/${id}`)
      assert.deepEqual([body.id, body.kind], [id, kind])
    }
    assert.deepEqual((await client.get(`/v2/jobs/${done}/file`)).bytes, SILENCE)
    await client.refused(404, 'GET', `/v2/jobs/${world.liveJob}/file`)
    await client.refused(403, 'DELETE', `/v2/jobs/${world.liveJob}`)
    for (const path of [`/v2/jobs/${done}`, `/v2/jobs/${done}/file`])
      await world.stranger.refused(404, 'GET', path)
    const spare = await client.create({ audio_url: 'http://127.0.0.1:9/talk.wav' })
    await client.ended(spare)
    assert.equal((await client.send('DELETE', `/v2/jobs/${spare}`)).status, 202)
    await client.refused(404, 'GET', `/v2/jobs/${spare}`)
  })

  test('the job has error_message, null unless status is error, the same as in the error callback', async (t) => {
    const endpoint = await TestEndpoint.listen(t)
    const { promise: called, resolve } = Promise.withResolvers<string>()
    endpoint.answer = ({ body }, response) => {
      response.end()
      resolve(body)
    }
    const id = await client.create({
      audio_url: 'http://127.0.0.1:9/talk.wav',
      callback_url: endpoint.url('/200'),
    })
    const { error_code, error_message } = await client.ended(id)
    const { error } = JSON.parse(await called) as { error: object }
    assert.deepEqual(error, { code: error_code, message: error_message })
    assert.match(String(error_message), /^[^/\n]+$/)
    assert.equal((await client.job(done)).error_message, null)
    assert.equal((await listed('status=error')).items[0]?.error_message, error_message)
  })

  test('a cursor is bound to the offset it was issued with: an offset edited by the client takes precedence', async () => {
    const all = idsOf(await listed('limit=100'))
    const { next } = await listed('limit=1')
    const url = new URL(next ?? '')
    const follow = async () => (await client.get<JobPage>(url.href)).body
    assert.deepEqual(idsOf(await follow()), all.slice(1, 2))
    url.searchParams.set('offset', '2')
    const edited = await follow()
    assert.deepEqual(idsOf(edited), all.slice(2, 3))
    assert.equal(new URL(edited.current).searchParams.get('cursor'), null)
    url.searchParams.delete('offset')
    assert.deepEqual(idsOf(await follow()), all.slice(1, 2), 'the cursor contains the offset')
  })

  test('HEAD works wherever GET does', async () => {
    const paths = Object.entries(client.api.document.paths).filter(([, verbs]) => 'get' in verbs)
    const { audio_metadata } = await client.upload(SILENCE)
    for (const [template] of paths) {
      const id = template.startsWith('/file') ? audio_metadata.id : done
      const path = template.replace('{id}', id)
      const get = await world.service.request(path, { headers: { 'accept-encoding': 'identity' } })
      const body = await get.arrayBuffer()
      const head = await world.service.request(path, { method: 'HEAD' })
      assert.equal(head.status, get.status, path)
      assert.equal((await head.arrayBuffer()).byteLength, 0)
      for (const name of ['content-type', 'etag', 'x-total-count'])
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`)
      const length = head.headers.get('content-length')
      assert.equal(length ?? body.byteLength, length === null ? body.byteLength : String(body.byteLength))
    }
    const { status } = await world.service.request('/v2/jobs?limit=x', { method: 'HEAD' })
    assert.equal(status, 400)
  })

  test('UUIDs are case-insensitive', async () => {
    const { audio_url, audio_metadata } = await client.upload(SILENCE)
    const { id } = audio_metadata
    for (const path of [`/v2/jobs/${done}`, `/v2/pre-recorded/${done}/file`, `/file/${id}`]) {
      const [, name = ''] = /([\da-f-]{36})/.exec(path) ?? []
      const { bytes } = await client.get(path.replace(name, name.toUpperCase()))
      assert.deepEqual(bytes, (await client.get(path)).bytes)
    }
    const job = await client.ended(
      await client.create({ audio_url: audio_url.replace(id, id.toUpperCase()) }),
    )
    assert.equal(job.file?.id, id)
  })
})
