/** The client in `clients/typescript`, against a running service. */
import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { WebSocketServer } from 'ws'
import {
  type AudioKeeper,
  joinLive,
  Scriptorium,
  ScriptoriumError,
  verifyCallback,
  verifyWebhook,
} from '../clients/typescript/src/index.ts'
import { openFile } from '../clients/typescript/src/node.ts'
import { Transport } from '../clients/typescript/src/transport.ts'
import { UnacknowledgedAudio } from '../clients/typescript/src/unacknowledged-audio.ts'
import { sendForm } from '../clients/typescript/src/xml-http-request.ts'
import type { UploadProgress } from '../clients/typescript/src/index.ts'
import { signedHeaders } from '../src/callbacks/signature.ts'
import { proxyTo } from './support/breakable-proxy.ts'
import { clientTypes } from './support/client-types.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SAMPLE_PATH, SILENCE } from './support/sample.ts'
import { until } from './support/until.ts'

const TYPES = new URL('../clients/typescript/src/openapi.ts', import.meta.url)

/** A `fetch` that first fails in each of the given ways (a status or a broken connection), and records the requests. */
function failing(...failures: readonly (Response | null)[]) {
  const left = [...failures]
  const keys: (string | null)[] = []
  const send: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const failure = left.shift()
    if (failure === null) throw new TypeError('fetch failed')
    return failure ?? fetch(input, init)
  }
  return { keys, send }
}

suite('the client', () => {
  let service: RunningService
  let client: Scriptorium

  before(async () => {
    // Links in its answers have another host.
    service = await runService({ PUBLIC_URL: 'https://elsewhere.test/base' })
    client = new Scriptorium(service)
  })
  after(async () => service.close())

  test('the types of the client are those of the API', async () => {
    const description = await (await fetch(`${service.url}/openapi.json`)).json()
    const types = await clientTypes(description as Parameters<typeof clientTypes>[0])
    if (process.env['WRITE_CLIENT'] === '1') await writeFile(TYPES, types)
    // Not `equal`, which would print both.
    else assert.ok(types === (await readFile(TYPES, 'utf8')), 'run "npm run client:write"')
  })

  test('transcribes a file, with the progress of its upload and of its job', async () => {
    const sent: UploadProgress[] = []
    const states: string[] = []
    const job = await client.transcribe(
      new File([SILENCE], 'talk.wav'),
      { custom_metadata: { order: 7 } },
      {
        onUpload: (progress) => void sent.push(progress),
        onProgress: ({ status }) => void states.push(status),
      },
    )
    assert.equal(job.status, 'done')
    assert.equal(job.file?.filename, 'talk.wav')
    assert.deepEqual(job.custom_metadata, { order: 7 })
    assert.equal(job.result.transcription?.full_transcript, '')
    assert.deepEqual(sent.at(-1), { sent: SILENCE.length, total: SILENCE.length })
    assert.equal(states.at(-1), 'done')
  })

  test('reads the changes since a cursor, page by page', async () => {
    const [first] = await Array.fromAsync(client.changes({ after: 'now' }))
    const begin = first?.next
    const ids: string[] = []
    const { audio_url } = await client.upload(new Blob([SILENCE]), { filename: 'talk.wav' })
    for (let i = 0; i < 3; i++) ids.push((await client.create({ audio_url })).id)
    for (const id of ids) await client.wait(id)
    await client.delete(ids[1]!)
    const pages = await Array.fromAsync(client.changes({ after: begin, limit: 2, fields: ['status'] }))
    const told = pages.flatMap(({ items }) => items)
    assert.deepEqual(told.at(-1), { id: ids[1], deleted: true })
    assert.deepEqual(
      new Set(told),
      new Set([
        { id: ids[0], status: 'done' },
        { id: ids[2], status: 'done' },
        { id: ids[1], deleted: true },
      ]),
    )
    assert.deepEqual(
      pages.map(({ items, more }) => [items.length, more]),
      [
        [2, true],
        [1, false],
      ],
    )
  })

  test('uploads bytes, streams, and files by path', async () => {
    const stream = new Blob([SILENCE]).stream()
    async function* chunks() {
      yield SILENCE.subarray(0, 100)
      yield SILENCE.subarray(100)
    }
    for (const [source, filename, size] of [
      [SILENCE, 'audio', SILENCE.length],
      [stream, 'audio', SILENCE.length],
      [chunks(), 'audio', SILENCE.length],
      [await openFile(SAMPLE_PATH), 'welcome.wav', undefined],
    ] as const) {
      const { audio_metadata } = await client.upload(source)
      assert.equal(audio_metadata.filename, filename)
      assert.equal(audio_metadata.size, size ?? audio_metadata.size)
    }
    const named = await client.upload(new Blob([SILENCE]).stream(), { filename: 'Gespräch.wav' })
    assert.equal(named.audio_metadata.filename, 'Gespräch.wav')
    await assert.rejects(client.upload('talk.wav'), /no URL: open a file by openFile/)

    const fault = new Error('the disk is broken')
    let isClosed = false
    async function* broken() {
      try {
        yield SILENCE
        throw fault
      } finally {
        isClosed = true
      }
    }
    await assert.rejects(client.upload(broken()), fault)
    assert.ok(isClosed)
  })

  test('iterates over every page of a list, with filters', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const { id } = await client.create({ audio_url, custom_metadata: { list: { name: 'ä&=', i } } })
      ids.unshift(id)
    }
    const jobs = client.list({
      custom_metadata: { list: { name: 'ä&=' } },
      status: ['queued', 'processing', 'done'],
      fields: ['id', 'status'],
      limit: 2,
    })
    assert.deepEqual(
      (await Array.fromAsync(jobs)).map((job) => job.id),
      ids,
    )
    const pages = await Array.fromAsync(jobs.pages())
    assert.deepEqual(
      pages.map(({ items, total }) => [items.length, total]),
      [
        [2, 5],
        [2, 5],
        [1, 5],
      ],
    )
    await client.request('PATCH', `v2/jobs/${ids[1]}`, { body: { tags: ['one, two', 'team'] } })
    await client.request('PATCH', `v2/jobs/${ids[3]}`, { body: { tags: ['team'] } })
    const tagged = async (...tag: string[]) =>
      (await Array.fromAsync(client.list({ tag, fields: ['id'] }))).map(({ id }) => id)
    assert.deepEqual(await tagged('team'), [ids[1], ids[3]])
    assert.deepEqual(await tagged('team', 'one, two'), [ids[1]])
    for (const id of ids) await client.wait(id)
  })

  test('retries what is safe to retry, and creations under one idempotency key', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const { send, keys } = failing(null, new Response('{}', { status: 503, headers: { 'retry-after': '0' } }))
    const { id } = await new Scriptorium({ ...service, fetch: send }).create({ audio_url })
    assert.equal(keys.length, 3)
    assert.equal(new Set(keys).size, 1)
    await client.wait(id)

    const slow = failing(new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }))
    await assert.rejects(
      new Scriptorium({ ...service, fetch: slow.send }).get(id),
      ({ code, retryAfter }: ScriptoriumError) => code === 'rate_limited' && retryAfter === 3600,
    )
    const cancel = failing(null)
    await assert.rejects(new Scriptorium({ ...service, fetch: cancel.send }).cancel(id), {
      code: 'unreachable',
    })
    assert.equal(cancel.keys.length, 1)
  })

  test('describes what is wrong with a request', async () => {
    const invalid = await client.create({ audio_url: 'ftp://x' }).catch((error: unknown) => error)
    assert.ok(invalid instanceof ScriptoriumError)
    assert.equal(invalid.code, 'invalid_request')
    assert.equal(invalid.status, 400)
    assert.match(invalid.message, /audio_url: must be an http/)
    assert.match(invalid.requestId ?? '', /^G-/)
    assert.equal(invalid.faults.length, 1)

    const stranger = new Scriptorium({ url: service.url, key: 'wrong' })
    await assert.rejects(stranger.usage(), { code: 'unauthorized', status: 401 })
    const nobody = new Scriptorium({ url: 'http://127.0.0.1:1', key: 'x', maxRetries: 0 })
    await assert.rejects(nobody.usage(), { code: 'unreachable', status: null, message: /127\.0\.0\.1:1/ })
    await assert.rejects(client.transcribe(new Blob(['no audio'])), { code: 'unusable_audio' })
    const page = failing(new Response('<html>'))
    const elsewhere = new Scriptorium({ ...service, fetch: page.send })
    await assert.rejects(elsewhere.usage(), { code: 'rejected', message: /check the URL/ })
    assert.throws(() => new Scriptorium({ url: 'ftp://x', key: '' }), /^TypeError: url:/)
    assert.throws(() => new Scriptorium({ url: service.url, key: 'a\nb' }), /^TypeError: key:/)
  })

  test('sends the given headers with each request when it has no key of its own', async () => {
    const proxied = new Scriptorium({ url: service.url, headers: { authorization: `Bearer ${service.key}` } })
    assert.deepEqual(
      await proxied.list({ limit: 1 }).pages().next(),
      await client.list({ limit: 1 }).pages().next(),
    )
    await assert.rejects(new Scriptorium({ url: service.url }).usage(), { code: 'unauthorized', status: 401 })
  })

  test('stops when its signal is aborted', async () => {
    const reason = new Error('enough')
    await assert.rejects(client.usage({}, { signal: AbortSignal.abort(reason) }), reason)
    const { audio_url } = await client.upload(SILENCE)
    const { id } = await client.create({ audio_url })
    const abort = new AbortController()
    const waiting = client.wait(id, { signal: abort.signal, onProgress: () => abort.abort(reason) })
    await assert.rejects(waiting, reason)
    await client.wait(id)
  })

  test('cancels, repeats, exports and deletes jobs', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const { id } = await client.create({ audio_url, custom_metadata: { a: 1 } })
    await client.wait(id)
    const again = await client.retry(id)
    assert.notEqual(again.id, id)
    assert.deepEqual((await client.wait(again.id)).custom_metadata, { a: 1 })
    await assert.rejects(client.cancel(id), { code: 'conflict' })
    const vtt = await client.export(id, 'vtt')
    assert.match(await vtt.text(), /^WEBVTT/)
    const audio = await client.audio(id)
    assert.equal((await audio.arrayBuffer()).byteLength, SILENCE.length)
    await client.delete(id)
    await assert.rejects(client.get(id), { code: 'not_found', status: 404 })
    assert.deepEqual(await Array.fromAsync(client.deliveries({ state: 'failed' })), [])
    assert.ok((await client.usage()).items.at(-1)!.jobs > 0)
  })

  test('lists what was changed in the account, page by page', async () => {
    const { id } = await client.request<{ id: string }>('POST', 'v2/keys', { body: { name: 'laptop' } })
    await client.request('DELETE', `v2/keys/${id}`)
    const entries = await Array.fromAsync(client.audit({ operation: ['createKey', 'revokeKey'], limit: 1 }))
    assert.deepEqual(
      entries.map(({ operation, details }) => [operation, details['id']]),
      [
        ['revokeKey', id],
        ['createKey', id],
      ],
    )
  })

  test('a live session survives broken connections, with all audio and no message twice', async (t) => {
    const proxy = await proxyTo(service.url)
    t.after(async () => proxy.close())
    const connections: boolean[] = []
    let change = () => {}
    const connection = async (isOpen: boolean) => {
      while (connections.at(-1) !== isOpen) await new Promise<void>((resolve) => (change = resolve))
    }
    const session = await new Scriptorium({ ...service, url: proxy.url }).live(
      { language_config: { languages: ['en'] }, messages_config: { receive_lifecycle_events: true } },
      {
        onConnection: (isOpen) => {
          connections.push(isOpen)
          change()
        },
      },
    )
    const messages = Array.fromAsync(session)
    // One second of noise, different from any other.
    const noise = Uint8Array.from({ length: 32_000 }, (_, i) => (i % 2 === 0 ? (i * 7919) % 251 : 0))
    for (let i = 0; i < 3; i++) {
      await connection(true)
      await session.send(noise.subarray(i * 10_000, i * 10_000 + 6_000))
      proxy.breakOff()
      await connection(false)
      await session.send(noise.subarray(i * 10_000 + 6_000, (i + 1) * 10_000))
      proxy.restore()
    }
    await session.send(noise.subarray(30_000))
    await session.finish()
    assert.equal((await client.wait(session.id)).status, 'done')
    const audio = new Uint8Array(await (await client.audio(session.id)).arrayBuffer())
    assert.deepEqual(audio.subarray(-noise.length), noise)
    const types = (await messages).map(({ type }) => type)
    assert.equal(types[0], 'start_session')
    assert.equal(types.at(-1), 'end_session')
    assert.equal(types.filter((type) => type === 'start_recording').length, 1)
    assert.ok(!types.includes('audio_chunk'))
    assert.deepEqual(connections, [true, false, true, false, true, false, true])
    await assert.rejects(session.send(noise), { code: 'session_ended' })
  })

  test('a live session is resumed by a later run of the program, which does not know what arrived', async () => {
    const audio = new UnacknowledgedAudio()
    const created = await client.createLive({ language_config: { languages: ['en'] } })
    const noise = Uint8Array.from({ length: 96_000 }, (_, i) => (i % 2 === 0 ? (i * 7919) % 251 : 0))
    // The first run keeps all audio, and records no acknowledgement.
    const noting: AudioKeeper = {
      acknowledged: 0,
      get end() {
        return audio.end
      },
      add: (bytes) => audio.add(bytes),
      acknowledge: () => {},
      read: async (position) => audio.read(position),
    }
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const first = joinLive(created, {
      audio: noting,
      WebSocket: class extends WebSocket {
        constructor(url: string) {
          super(url)
          this.addEventListener('message', ({ data }) => {
            if (String(data).includes('"byte_range":[0,32000]')) resolve()
          })
        }
      },
    })
    await first.send(noise.subarray(0, 32_000))
    await arrived
    const second = joinLive(created, { audio })
    await second.send(noise.subarray(32_000))
    await assert.rejects(Array.fromAsync(first), { status: 4409 })
    await second.finish()
    assert.deepEqual([audio.acknowledged, audio.end, audio.read(0)], [96_000, 96_000, null])
    const recorded = new Uint8Array(await (await client.audio(created.id)).arrayBuffer())
    assert.deepEqual(recorded.subarray(-noise.length), noise)
    assert.equal(Buffer.from(recorded).indexOf(noise), recorded.length - noise.length)
    assert.ok(recorded.length - noise.length < 100, 'a header, and nothing twice')
  })

  test('a live session continues when the service has lost audio that it had acknowledged', async (t) => {
    /** The audio that the service has. */
    let kept = Buffer.alloc(0)
    let at = 0
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    t.after(() => server.close())
    server.on('connection', (socket) =>
      socket.on('message', (data: Buffer, isBinary) => {
        const from = kept.length
        if (isBinary) kept = Buffer.concat([kept, data])
        const byte_range = [from, kept.length]
        socket.send(JSON.stringify({ type: 'audio_chunk', data: { byte_range }, created_at: at++ }))
      }),
    )
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const audio = new UnacknowledgedAudio()
    const session = joinLive({ id: 'x', url: `ws://127.0.0.1:${port}` }, { audio })
    const part = (value: number) => Buffer.alloc(16_000, value)
    const send = async (value: number) => {
      await session.send(part(value))
      await until(() => audio.acknowledged === audio.end)
    }
    const cut = () => server.clients.forEach((socket) => socket.terminate())
    await send(1)
    await send(2)
    kept = kept.subarray(0, 16_000)
    for (const value of [3, 4]) {
      cut()
      await send(value)
    }
    session.close()
    assert.equal(audio.acknowledged, 64_000)
    assert.ok(kept.equals(Buffer.concat([part(1), part(3), part(4)])), 'it sent audio twice or not at all')
  })

  test('a live session whose kept audio cannot be read ends in an error, and can be resumed', async () => {
    const created = await client.createLive()
    const audio = new UnacknowledgedAudio()
    const unreadable: AudioKeeper = {
      acknowledged: 0,
      get end() {
        return audio.end
      },
      add: (bytes) => audio.add(bytes),
      acknowledge: (position) => audio.acknowledge(position),
      read: async () => {
        throw new Error('the database was deleted')
      },
    }
    const session = joinLive(created, { audio: unreadable })
    await session.send(new Uint8Array(3200))
    await assert.rejects(session.finish(), {
      code: 'session_ended',
      cause: new Error('the database was deleted'),
    })
    await joinLive(created, { audio }).finish()
    assert.equal(audio.acknowledged, 3200)
  })

  test('a live session that has ended leaves no listener on its signal', async () => {
    const { signal } = new AbortController()
    const session = await client.live({}, { signal })
    await session.finish()
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  })

  test('a live session with an invalid URL leaves no timer behind', () => {
    const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
    const earlier = timers()
    assert.throws(() => joinLive({ id: 'x', url: 'no URL' }), { name: 'SyntaxError' })
    assert.equal(timers(), earlier)
  })

  test('a live session that is cancelled ends in an error', async () => {
    const session = await client.live()
    await client.cancel(session.id)
    await assert.rejects(session.finish(), { code: 'session_ended', status: 4499 })
    await assert.rejects(Array.fromAsync(session), { code: 'session_ended' })
  })
})

test('an upload in a browser fails if the response is not JSON', async (t) => {
  class PageOfProxy extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = 200
    readonly responseText = '<html>Sign in</html>'
    open() {}
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: PageOfProxy })
  t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  const transport = new Transport({ url: 'http://localhost' })
  const options = { onProgress: () => {}, signal: undefined, idempotencyKey: 'x' }
  await assert.rejects(sendForm(transport, 'v2/upload', new FormData(), options), {
    code: 'rejected',
    status: 200,
  })
})

test('the signature of a callback is verified', async () => {
  const [secret, next] = [1, 2].map((i) => `whsec_${btoa(String(i).repeat(32))}`) as [string, string]
  const body = JSON.stringify({ id: 'x', event: 'transcription.error', text: 'ä' })
  const headers = signedHeaders('delivery', Date.now(), body, [secret, next])
  for (const known of [secret, next])
    for (const [bytes, given] of [
      [body, headers],
      [Buffer.from(body), new Headers(headers)],
    ] as const)
      for (const verify of [verifyCallback, verifyWebhook])
        assert.deepEqual(await verify(bytes, given, known), JSON.parse(body))

  const old = signedHeaders('delivery', Date.now() - 3_600_000, body, [secret])
  for (const [bytes, given, known] of [
    [`${body} `, headers, secret],
    [body, { ...headers, 'webhook-id': 'other' }, secret],
    [body, { ...headers, 'webhook-signature': 'v1,###' }, secret],
    [body, {}, secret],
    [body, old, secret],
    [body, headers, `whsec_${btoa('3'.repeat(32))}`],
  ] as const)
    for (const verify of [verifyCallback, verifyWebhook])
      await assert.rejects(verify(bytes, given, known), { code: 'invalid_signature' })
})
