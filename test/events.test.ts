/** GET /v2/events: what clients learn without polling. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type AccountEvent, Scriptorium } from '../clients/typescript/src/index.ts'
import { accountEvent } from '../src/contract/events.ts'
import { MAX_STREAMS_OF_JOBS } from '../src/http/events/event-streams.ts'
import type { Reply } from '../src/platform/net/testing/replies.ts'
import { SAMPLE_RATE } from '../src/audio/recording.ts'
import { speechServer, transcribes } from '../src/speech/testing/speech-server.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { Client } from './support/client.ts'
import { balanceLoad, NO_LOAD_BALANCER } from './support/load-balancer.ts'
import { type FreshDatabase, onEachStore, onEitherStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { cutSample } from './support/sample.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { dialectOf } from './support/store-place.ts'
import { until } from './support/until.ts'

const HEARTBEAT_MS = 15_000

/** Follows events until the test ends, and checks them against the contract. */
function follow(
  t: { readonly signal: AbortSignal },
  service: Pick<RunningService, 'url' | 'key'>,
  options: { readonly job?: string; readonly after?: string } = {},
) {
  const events = new Scriptorium(service).events({ ...options, signal: t.signal })
  /** The next event. */
  const any = async (): Promise<AccountEvent> => {
    const { value, done } = await events.next()
    if (done === true) assert.fail('the stream has ended')
    return accountEvent.parse(value)
  }
  /** The data of the next event with a name. */
  const next = async <Name extends AccountEvent['event']>(name: Name) => {
    for (;;) {
      const { event, data } = await any()
      if (event === name) return data as Extract<AccountEvent, { event: Name }>['data']
    }
  }
  return { any, next }
}

/** The bytes of a stream as text, as they arrive; null at its end. */
async function open(url: string, headers: Record<string, string>) {
  const response = await fetch(url.includes('/v2/') ? url : `${url}/v2/events`, { headers })
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    headers: response.headers,
    read: async () => (await reader.read()).value ?? null,
    close: async () => reader.cancel(),
  }
}

/** The cursor of the newest change. */
async function newest(client: Client): Promise<string> {
  return (await client.send<{ next: string }>('GET', '/v2/jobs/changes?after=now')).body.next
}

/** A service, its store, and clients of two accounts. */
async function serve(database: FreshDatabase) {
  let strangersKey = ''
  const fill = async ({ accounts, keys }: Store) => {
    strangersKey = (await keys.create(await accounts.ensure('other'), 'theirs')).key
  }
  const service = await runService({}, fill, database)
  const store = await openTestStore(dialectOf({ dataDir: service.dataDir, databaseUrl: database.url }))
  const client = await Client.of(service)
  const close = async () => {
    await store.close()
    await service.close()
  }
  return { service, store, client, strangersKey, stranger: client.as(strangersKey), close }
}

onEitherStore('events of an account', (fresh) => {
  let world: Awaited<ReturnType<typeof serve>>
  before(async () => {
    world = await serve(await fresh())
  })
  after(async () => world.close())

  test('report that jobs were created, changed and deleted, for their own account only', async (t) => {
    const { service, client, stranger, strangersKey } = world
    const others = await open(service.url, { 'x-service-key': strangersKey })
    assert.match((await others.read()) ?? '', /^retry: 2000\nid: \S+\n\n$/)
    const { next } = follow(t, service, { after: await newest(client) })
    const { body } = await client.send<{ id: string }>('POST', '/v2/live', { body: {} })
    const { id } = body
    assert.deepEqual(await next('job'), { id, status: 'queued', change: 'updated' })
    await client.send('PATCH', `/v2/jobs/${id}`, { body: { title: 'A talk' } })
    assert.deepEqual(await next('job'), { id, status: 'queued', change: 'updated' })
    await client.send('POST', `/v2/jobs/${id}/cancel`)
    assert.deepEqual(await next('job'), { id, status: 'error', change: 'updated' })
    await client.send('DELETE', `/v2/jobs/${id}`)
    assert.deepEqual(await next('job'), { id, status: null, change: 'deleted' })
    const { body: theirs } = await stranger.send<{ id: string }>('POST', '/v2/live', { body: {} })
    const told = (await others.read()) ?? ''
    assert.match(told, new RegExp(`^id: \\S+\nevent: job\ndata: {"id":"${theirs.id}",[^\n]*}\n\n$`))
    await others.close()
  })

  test('resume after any event: nothing is lost while nobody listens', async (t) => {
    const { service, client } = world
    const begin = await newest(client)
    const created: string[] = []
    for (let i = 0; i < 5; i++)
      created.push((await client.send<{ id: string }>('POST', '/v2/live', { body: {} })).body.id)
    const first = follow(t, service, { after: begin })
    const seen = [await first.any(), await first.any()].map((event) => event.event === 'job' && event)
    const cursor = seen[1] ? seen[1].id : assert.fail()
    const headers = { 'x-service-key': service.key, 'last-event-id': cursor }
    const again = await open(`${service.url}/v2/events?after=${begin}`, headers)
    let text = ''
    while (!text.includes(created[4]!)) text += await again.read()
    await again.close()
    assert.deepEqual(
      [...text.matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id),
      created.slice(2),
    )
    await client.refused(400, 'GET', '/v2/events?after=x')
    const other = begin.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    const { message } = await client.refused(410, 'GET', `/v2/events?after=${other}`)
    assert.match(message, /begin again/)
  })

  test('are not cached, compressed or buffered by proxies', async () => {
    const { url, key } = world.service
    const stream = await open(url, { 'x-service-key': key, 'accept-encoding': 'gzip, br' })
    assert.partialDeepStrictEqual(Object.fromEntries(stream.headers), {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    assert.equal(stream.headers.get('content-encoding'), null)
    await stream.close()
  })

  test('of a job are for its account only', async () => {
    const { body } = await world.client.send<{ id: string }>('POST', '/v2/live', { body: {} })
    await world.stranger.refused(404, 'GET', `/v2/events?job=${body.id}`)
    const { validation_errors: faults } = await world.client.refused(400, 'GET', '/v2/events?job=x')
    assert.match(String(faults), /^job: /)
  })

  test('end at the next heartbeat after the key or the session has ended', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { service, client } = world
    const newKey = async () => {
      const body = { name: 'events', scopes: ['read'] }
      return (await client.send<{ id: string; key: string }>('POST', '/v2/keys', { body })).body
    }
    const [revoked, ofSession, kept] = [await newKey(), await newKey(), await newKey()]
    const signedIn = await client.send('POST', '/console/session', { body: { key: ofSession.key } })
    const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';') ?? []
    const streams = {
      revoked: await open(service.url, { 'x-service-key': revoked.key }),
      session: await open(service.url, { cookie }),
      kept: await open(service.url, { authorization: `Bearer ${kept.key}` }),
    }
    for (const { read } of Object.values(streams)) assert.match((await read()) ?? '', /^retry: /)
    await client.send('DELETE', `/v2/keys/${revoked.id}`)
    await client.as(null).send('DELETE', '/console/session', { headers: { cookie, 'x-console': '1' } })
    t.mock.timers.tick(HEARTBEAT_MS)
    for (const { read } of Object.values(streams)) assert.equal(await read(), ':\n\n')
    assert.equal(await streams.revoked.read(), null)
    assert.equal(await streams.session.read(), null)
    t.mock.timers.tick(HEARTBEAT_MS)
    assert.equal(await streams.kept.read(), ':\n\n')
    await streams.kept.close()
  })

  test('about single jobs are limited to a number of clients per account', async () => {
    const { service, store, client } = world
    const { key } = await store.keys.create(await store.accounts.ensure('crowded'), 'theirs')
    const headers = { 'x-service-key': key }
    const { body } = await client.as(key).send<{ id: string }>('POST', '/v2/live', { body: {} })
    const url = `${service.url}/v2/events?job=${body.id}`
    const streams = await Promise.all(
      Array.from({ length: MAX_STREAMS_OF_JOBS }, async () => open(url, headers)),
    )
    await client.as(key).refused(429, 'GET', `/v2/events?job=${body.id}`)
    const refused = await fetch(url, { headers })
    assert.match(await refused.text(), /has 200 open streams of jobs: close one/)
    assert.equal(refused.headers.get('retry-after'), '30')
    await streams.pop()?.close()
    const again = await until(
      async () => open(url, headers).catch(() => null),
      (stream) => stream !== null,
    )
    for (const { close } of [...streams, again]) await close()
  })

  test('end with the account', async () => {
    const { service, store } = world
    const gone = await store.accounts.ensure('gone')
    const { key } = await store.keys.create(gone, 'theirs')
    const stream = await open(service.url, { 'x-service-key': key })
    assert.match((await stream.read()) ?? '', /^retry: /)
    await store.accountDeletions.begin(gone)
    assert.equal(await stream.read(), null)
  })
})

/** Two segments of speech of about 2 s and 4 s: the pause between them is longer than a segment may contain. */
const SPEECH = cutSample(0, 2)
const LONGER = cutSample(0, 4)
const TWICE = (() => {
  const wav = Buffer.concat([SPEECH, Buffer.alloc(4 * 32_000), LONGER.subarray(44)])
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - 44, 40)
  return wav
})()

/** Answers with words and their times, which need no alignment. */
const says = (text: string) => {
  const words = text.split(' ').map((word, at) => ({ word, start: 0.5 + at / 2, end: 0.9 + at / 2 }))
  return transcribes({ text, words })
}

/** The answer for the longer segment, once the test gives it. */
let second = Promise.withResolvers<Reply>()
// Told apart by length: both are sent at once, and either may arrive first.
const server = await speechServer({ after }, async ({ samples }) =>
  samples.length < 3 * SAMPLE_RATE ? says('Hello there.') : second.promise,
)

onEachStore('events of a job', (fresh) => {
  let serving: RunningService
  let client: Client
  const services: RunningService[] = []

  before(async () => {
    const speech = { SPEECH_URL: server.url, SPEECH_MODEL: 'big' }
    const { url, drop } = await fresh()
    serving = await runService(url === null ? speech : { ...speech, ROLES: 'serve' }, undefined, {
      url,
      drop,
    })
    services.push(serving)
    // On PostgreSQL, another node does the work.
    if (url !== null) {
      const { dataDir } = serving
      const env = { ...speech, ROLES: 'work', DATA_DIR: dataDir, SCRATCH_DIR: temporaryFolder() }
      services.unshift(await runService(env, undefined, { url, drop: async () => {} }))
    }
    client = await Client.of(serving)
  })
  after(async () => {
    for (const service of services) await service.close()
  })
  beforeEach(() => (second = Promise.withResolvers()))

  const begin = async (options: object = {}) => {
    const { audio_url } = await client.upload(TWICE)
    return client.create({ audio_url, language_config: { languages: ['en'] }, ...options })
  }

  test('report its progress and its text during recognition, also to clients that connect later', async (t) => {
    const id = await begin()
    const readers = [follow(t, serving, { job: id })]
    assert.deepEqual(await readers[0]?.next('text'), { from: 0, text: 'Hello there.' })
    readers.push(follow(t, serving, { job: id }))
    assert.deepEqual(await readers[1]?.next('text'), { from: 0, text: 'Hello there.' })
    assert.equal((await client.job(id)).status, 'processing')
    second.resolve(says('And goodbye.'))
    for (const { any } of readers) {
      let [text, fraction] = ['Hello there.', 0]
      for (;;) {
        const { event, data } = await any()
        if (event === 'text') text = text.slice(0, data.from) + data.text
        if (event !== 'progress') continue
        assert.ok((data.fraction ?? 0) >= fraction)
        fraction = data.fraction ?? 0
        if (data.status === 'done') break
      }
      assert.equal(fraction, 1)
      // Absent if the job had already ended when it was read.
      assert.ok(['Hello there.', 'Hello there. And goodbye.'].includes(text), text)
    }
    assert.deepEqual(await follow(t, serving, { job: id }).next('progress'), {
      ...{
        status: 'done',
        stage: null,
        fraction: 1,
        queue_position: null,
        waiting_for: null,
        eta_seconds: 0,
      },
    })
  })

  test('contain no text of a job that is to be redacted', async (t) => {
    const id = await begin({
      pii_redaction: true,
      pii_redaction_config: { entity_types: ['EMAIL_ADDRESS'], processed_text_type: 'MARKER' },
    })
    const { any, next } = follow(t, serving, { job: id })
    // The second segment ends after any text of the first would have been stored.
    while ((await next('progress')).stage !== 'recognising');
    second.resolve(says('And goodbye.'))
    const events: AccountEvent['event'][] = []
    for (let isOver = false; !isOver;) {
      const { event, data } = await any()
      events.push(event)
      isOver = event === 'progress' && data.status === 'done'
    }
    assert.ok(!events.includes('text'))
  })
})

test('a service that stops does not wait for clients that follow its events', async () => {
  const service = await runService({ DRAIN_SECONDS: '60', UNREADY_SECONDS: '0' })
  const streams = []
  for (let i = 0; i < 20; i++) streams.push(await open(service.url, { 'x-service-key': service.key }))
  for (const { read } of streams) assert.match((await read()) ?? '', /^retry: /)
  const began = performance.now()
  await service.close()
  assert.ok(performance.now() - began < 10_000)
  for (const { read } of streams) assert.equal(await read(), null)
})

test('events pass the load balancer without delay', { skip: NO_LOAD_BALANCER }, async (t) => {
  const service = await runService()
  t.after(async () => service.close())
  const { url } = await balanceLoad(t, [service.url])
  const { next } = follow(t, { url, key: service.key }, { after: await newest(await Client.of(service)) })
  await service.request('/v2/live', { method: 'POST' })
  assert.equal((await next('job')).status, 'queued')
})
