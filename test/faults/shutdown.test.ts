/** Shutdown, and one process per data folder: what an operator relies on at every update. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { suite, test, type TestContext } from 'node:test'
import { serveLateAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { TestEndpoint } from '../support/callback-endpoint.ts'
import { SILENCE } from '../support/sample.ts'
import { allExit, scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

const ENGLISH = { language_config: { languages: ['en'] } }

/** A running service with a job in processing, whose audio is sent when `answer` is called. */
async function busyService(t: TestContext, env: Record<string, string> = {}) {
  const dataDir = temporaryFolder()
  const service = await ServiceProcess.start(t, dataDir, { ALLOW_PRIVATE_URLS: '1', ...env })
  const audio = await serveLateAudio(t, SILENCE)
  const client = await Client.of(service)
  const request = { audio_url: audio.url, ...ENGLISH }
  const id = await client.create(request)
  await audio.asked
  return { dataDir, service, client, request, id, answer: audio.answer }
}

suite('SIGTERM', () => {
  test('lets a running fetch finish, and refuses new jobs', async (t) => {
    const { dataDir, service, client, request, id, answer } = await busyService(t, { FETCHES: '1' })
    const waiting = await client.create(request)
    const ended = service.end('SIGTERM')
    await service.logged((line) => line['msg'] === 'shutting down')

    for (const [verb, path, body] of [
      ['POST', '/v2/pre-recorded', request],
      ['POST', '/v2/transcription', request],
      ['POST', '/v2/upload', request],
      ['DELETE', `/v2/pre-recorded/${id}`, undefined],
    ] as const) {
      const { status, headers } = await client.send(verb, path, body === undefined ? {} : { body })
      assert.equal(status, 503, `${verb} ${path}`)
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    assert.equal((await client.get('/health')).status, 503)
    assert.equal((await client.job(id)).status, 'processing')
    assert.equal((await client.job(waiting)).status, 'queued')

    answer()
    assert.equal(await ended, 0)
    assert.equal(service.stderr, '')
    assert.equal(service.log.at(-1)?.['msg'], 'stopped')

    const next = await ServiceProcess.start(t, dataDir)
    assert.equal((await client.at(next).ended(id)).status, 'done', 'its audio was fetched before')
    assert.equal((await client.at(next).ended(waiting)).error_code, 422, 'its turn came at the next start')
  })

  test('gives a job no more than DRAIN_SECONDS, and resumes it at the next start', async (t) => {
    const { dataDir, service, client, id, answer } = await busyService(t, { DRAIN_SECONDS: '1' })
    assert.equal(await service.end('SIGTERM'), 0)
    answer()
    const next = await ServiceProcess.start(t, dataDir, { ALLOW_PRIVATE_URLS: '1', JOB_ATTEMPTS: '1' })
    // The interrupted attempt does not count: the job did not cause it.
    assert.equal((await client.at(next).ended(id)).status, 'done')
  })

  test('does not wait for an endpoint that hangs, which gets its callback after the next start', async (t) => {
    const dataDir = temporaryFolder()
    const env = { ALLOW_PRIVATE_URLS: '1', DRAIN_SECONDS: '1' }
    const service = await ServiceProcess.start(t, dataDir, env)
    const endpoint = await TestEndpoint.listen(t)
    let isBack = false
    const asked = new EventEmitter()
    endpoint.answer = ({ path }, response) => {
      if (path !== '/hook') return void response.writeHead(404).end()
      asked.emit('hook')
      if (isBack) response.end()
    }
    const client = await Client.of(service)
    const hook = once(asked, 'hook')
    await client.create({ audio_url: endpoint.url('/no-audio'), callback_url: endpoint.url('/hook') })
    await hook
    const began = performance.now()
    assert.equal(await service.end('SIGTERM'), 0)
    const seconds = (performance.now() - began) / 1000
    assert.ok(seconds < 10, `it took ${seconds} s, and a endpoint has 15`)
    isBack = true
    const again = once(asked, 'hook')
    await ServiceProcess.start(t, dataDir, env)
    await again
    const [first, second] = endpoint.on('/hook').map(({ headers }) => headers['webhook-id'])
    assert.equal(first, second)
  })

  test('leaves no process behind', { skip: process.platform !== 'linux' }, async (t) => {
    const { service, client, id, answer } = await busyService(t)
    answer()
    await client.ended(id)
    const children = service.descendants()
    assert.ok(children.length > 0, 'the recogniser is kept warm')
    assert.equal(await service.end('SIGTERM'), 0)
    await allExit(children)
  })
})

test('a second process on the same folder is refused at once, and does no harm', async (t) => {
  const dataDir = temporaryFolder()
  const first = await ServiceProcess.start(t, dataDir)
  const timed = async (port: string) => {
    const began = performance.now()
    const answer = await scriptorium(['serve'], { DATA_DIR: dataDir, PORT: port })
    return { ...answer, milliseconds: performance.now() - began }
  }
  const second = await timed('0')
  assert.equal(second.code, 1)
  assert.match(second.stderr, /^another scriptorium process is using .*\n$/)
  const merelyLoading = await timed('not a port')
  const milliseconds = second.milliseconds - merelyLoading.milliseconds
  // A busy machine takes a second longer; SQLite would wait for a lock for five.
  assert.ok(milliseconds < 4_000, `it took ${milliseconds} ms`)
  const client = await Client.of(first)
  assert.equal((await client.get('/v2/pre-recorded')).status, 200)

  // The lock ends with its process, however that ends.
  await first.end('SIGKILL')
  const third = await ServiceProcess.start(t, dataDir)
  assert.equal(await third.end('SIGTERM'), 0)
})
