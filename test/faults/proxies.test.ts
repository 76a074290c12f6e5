/**
 * The shipped configurations of nginx, Caddy and HAProxy with HTTPS: what they pass on without buffering, what they tell the service,
 * and what a reload interrupts. TEST_PROXY_MB is the size of the upload, TEST_PROXY_SECONDS the length of a live session.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Scriptorium } from '../../clients/typescript/src/index.ts'
import type { Upload } from '../../src/contract/upload.ts'
import { kennedyBeginning } from '../../src/speech/testing/speech.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { TestEndpoint } from '../support/callback-endpoint.ts'
import { Client } from '../support/client.ts'
import { DEFAULT_AUDIO, encoded } from '../support/live-audio.ts'
import { SessionClient } from '../support/live-client.ts'
import { wrongWords } from '../support/live-words.ts'
import { residentMegabytes } from '../support/process-table.ts'
import { programOf } from '../support/programs.ts'
import { type Certificate, certify, KINDS, type Proxy, startProxy } from '../support/proxies.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { cutSample } from '../support/sample.ts'
import { until } from '../support/until.ts'

const MEGABYTES = Number(process.env['TEST_PROXY_MB'] ?? 64)
const SECONDS = Number(process.env['TEST_PROXY_SECONDS'] ?? 0)

/** Far less than an upload: what a proxy may keep of it in memory, and on disk. */
const MEMORY_MEGABYTES = 32
const DISK_MEGABYTES = 4

const MEGABYTE = Buffer.alloc(2 ** 20, Buffer.from(Array.from({ length: 251 }, (_, i) => i)))
const BOUNDARY = 'boundary-of-the-tests'

/** The address of a client, which differs from that of the proxy. */
const CLIENT = '127.0.0.9'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** How much more than at first a proxy had in memory, and had written to disk, in megabytes at most. */
class Held {
  memory = 0
  written = 0
  readonly #proxy: Proxy
  readonly #first: Usage

  constructor(proxy: Proxy) {
    this.#proxy = proxy
    this.#first = usageOf(proxy)
  }

  look(): void {
    const { memory, written } = usageOf(this.#proxy)
    this.memory = Math.max(this.memory, memory - this.#first.memory)
    this.written = Math.max(this.written, written - this.#first.written)
  }

  check(): void {
    assert.ok(this.memory < MEMORY_MEGABYTES, `${this.memory} MB more are in memory`)
    assert.ok(this.written < DISK_MEGABYTES, `${this.written} MB are on disk`)
  }
}

interface Usage {
  readonly memory: number
  readonly written: number
}

function usageOf(proxy: Proxy): Usage {
  const usages = proxy.processes().map((pid): Usage => {
    try {
      const io = readFileSync(`/proc/${pid}/io`, 'utf8')
      return {
        memory: residentMegabytes(pid),
        written: Number(/^write_bytes: (\d+)/m.exec(io)?.[1]) / 1e6,
      }
    } catch {
      return { memory: 0, written: 0 } // it has ended
    }
  })
  return {
    memory: sum(usages.map(({ memory }) => memory)),
    written: sum(usages.map(({ written }) => written)),
  }
}

interface Sent extends RequestOptions {
  readonly headers?: OutgoingHttpHeaders
}

/** Bytes of all files in a folder. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  // A file that is renamed in the meantime is counted the next time.
  const sizes = files.map(async ({ parentPath, name }) =>
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return sum(await Promise.all(sizes))
}

for (const kind of KINDS) {
  const isInstalled = kind.program !== null && programOf('openssl') !== null
  suite(`behind ${kind.name}`, { skip: !isInstalled && `${kind.name} or openssl is not installed` }, () => {
    const trusted = getCACertificates()
    let files: Certificate
    let service: RunningService
    let proxy: Proxy
    let client: Client
    /** The uploaded file, for downloads. */
    let upload: Upload
    let digest: string
    const cleanups: (() => Promise<void>)[] = []

    before(async () => {
      files = certify()
      setDefaultCACertificates([...trusted, readFileSync(files.certificate, 'utf8')])
      service = await runService({ TRUST_PROXY: '1', ALLOW_PRIVATE_URLS: '1', MAX_UPLOAD_MB: '2000' })
      proxy = await startProxy({ after: (act) => void cleanups.push(act) }, kind, service.url, files) // oxfmt-ignore
      client = await Client.of({ url: proxy.url, key: service.key })
    })
    after(async () => {
      for (const act of cleanups) await act()
      await service.close()
      setDefaultCACertificates(trusted)
    })

    /** Begins a request, whose body may follow. */
    const begin = (path: string, { headers: more, ...options }: Sent = {}) => {
      const headers = { 'x-service-key': service.key, ...more }
      return httpsRequest(new URL(path, proxy.url), { agent: false, ...options, headers })
    }
    const answer = async (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
      const [response] = (await once(begin(path, { headers }).end(), 'response')) as [IncomingMessage]
      return response
    }

    test('HTTP is redirected to HTTPS, where browsers stay', async () => {
      const path = '/v2/jobs?limit=1&text=a%20b'
      const request = httpRequest(new URL(path, proxy.http), {
        method: 'POST',
        headers: { host: 'transcripts.example.com' },
        agent: false,
      })
      const [response] = (await once(request.end(), 'response')) as [IncomingMessage]
      response.resume()
      assert.equal(response.statusCode, 308)
      assert.equal(response.headers.location, `https://transcripts.example.com${path}`)

      for (const secure of ['/ready', '/v2/none']) {
        const { headers } = (await answer(secure)).resume()
        assert.equal(headers['strict-transport-security'], 'max-age=31536000')
      }
    })

    test('HTTP/2 is supported, so that a page may follow events in many tabs', async () => {
      const session = connectHttp2(proxy.url)
      const stream = session.request({ ':path': '/ready' })
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
      assert.equal(headers[':status'], 200)
      stream.resume()
      session.close()
      await once(session, 'close')
    })

    test('URLs have the public host, the log has the client address, and headers forged by clients are ignored', async () => {
      const forged = {
        forwarded: 'for=6.6.6.6;host=evil.example.com;proto=http',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example.com',
        'x-forwarded-proto': 'http',
        'x-forwarded-port': '1',
        'content-type': 'application/json',
      }
      const request = begin('/v2/live', { method: 'POST', headers: forged, localAddress: CLIENT }).end('{}')
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      assert.equal(response.statusCode, 201)
      const { id, url } = (await json(response)) as { id: string; url: string }
      assert.ok(url.startsWith(`${proxy.url.replace('https:', 'wss:')}/v2/live?`), url)
      const lines = service.log.filter((line) => line['msg'] === 'audit' && line['id'] === id)
      assert.deepEqual(
        lines.map(({ address }) => address),
        [CLIENT],
      )
    })

    test('an upload is passed on as it arrives, and survives a reload', async () => {
      const samples = MEGABYTES * MEGABYTE.length
      const wav = Buffer.from(cutSample(0, 0))
      wav.writeUInt32LE(samples + wav.length - 8, 4)
      wav.writeUInt32LE(samples, 40)
      const disposition = 'Content-Disposition: form-data; name="audio"; filename="talk.wav"'
      const head = Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: audio/wav\r\n\r\n`)
      const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
      const hash = createHash('sha256').update(wav)
      const held = new Held(proxy)
      const stored = await bytesIn(service.dataDir)

      const request = begin('/v2/upload', {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'content-length': head.length + wav.length + samples + tail.length,
        },
      })
      const answered = once(request, 'response') as Promise<[IncomingMessage]>
      answered.catch(() => {}) // Awaited after the upload.
      request.write(head)
      request.write(wav)
      const half = Math.floor(MEGABYTES / 2)
      const send = async (from: number, to: number) => {
        for (let i = from; i < to; i++) {
          hash.update(MEGABYTE)
          if (!request.write(MEGABYTE)) await once(request, 'drain')
          if (i % 32 === 0) held.look()
        }
      }
      await send(0, half)
      // The client pauses: what has not reached the service is in the proxy and in kernel buffers.
      await until(
        async () => bytesIn(service.dataDir),
        (bytes) => bytes - stored > (half - 8) * MEGABYTE.length,
      )
      held.look()
      const reloaded = proxy.reload()
      await send(half, MEGABYTES)
      request.end(tail)
      const [response] = await answered
      const body = await json(response)
      assert.equal(response.statusCode, 200, JSON.stringify(body))
      await reloaded
      upload = body as Upload
      digest = hash.digest('hex')
      assert.equal(upload.audio_metadata.size, wav.length + samples)
      assert.ok(upload.audio_url.startsWith(`${proxy.url}/file/`), upload.audio_url)
      held.check()
    })

    test('a download supports ranges, and survives a reload', async () => {
      const { pathname } = new URL(upload.audio_url)
      const part = await answer(pathname, { range: 'bytes=1000-1999' })
      assert.equal(part.statusCode, 206)
      assert.equal(part.headers['content-range'], `bytes 1000-1999/${upload.audio_metadata.size}`)
      // After the header of 44 bytes.
      assert.ok((await buffer(part)).equals(MEGABYTE.subarray(956, 1956)))
      const end = await answer(pathname, { range: 'bytes=-7' })
      assert.ok((await buffer(end)).equals(MEGABYTE.subarray(-7)))
      const none = (await answer(pathname, { range: `bytes=${upload.audio_metadata.size}-` })).resume()
      assert.equal(none.statusCode, 416)

      const held = new Held(proxy)
      const whole = await answer(pathname)
      const hash = createHash('sha256')
      let received = 0
      let looked = 0
      for await (const bytes of whole as AsyncIterable<Buffer>) {
        if (received === 0) {
          await proxy.reload()
          // The client pauses for as long as the service needs to send much more than a proxy may keep.
          for (let i = 0; i < 50; i++) await client.get('/ready')
        }
        if (received >= looked) {
          // Slower than the service sends: a proxy has to keep what it reads ahead.
          await client.get('/ready')
          held.look()
          looked += 4 * MEGABYTE.length
        }
        received += bytes.length
        hash.update(bytes)
      }
      assert.equal(received, upload.audio_metadata.size)
      assert.equal(hash.digest('hex'), digest)
      held.check()
    })

    test('events arrive without delay, and the service notices when their client leaves', async () => {
      const leaving = new AbortController()
      const listener = new Scriptorium({ url: proxy.url, key: service.key })
      const { value } = await listener.changes({ after: 'now' }).next()
      const events = listener.events({ after: value?.next, signal: leaving.signal })
      const first = events.next()
      await until(() => service.log.some((line) => line['path'] === '/v2/jobs/changes'))
      const began = performance.now()
      await service.request('/v2/live', { method: 'POST' })
      assert.equal((await first).value?.event, 'job')
      // Before the next heartbeat, after 15 s, which would push the event out of a buffer.
      assert.ok(performance.now() - began < 10_000)
      const left = performance.now()
      leaving.abort()
      await assert.rejects(events.next())
      await until(() => service.log.some((line) => line['path'] === '/v2/events'))
      assert.ok(performance.now() - left < 10_000)
    })

    test(`a live session ${kind.keepsSessions ? 'survives' : 'resumes after'} a reload, and its callback is sent directly`, async (t) => {
      const endpoint = await TestEndpoint.listen(t)
      const spoken = await encoded([kennedyBeginning.samples], DEFAULT_AUDIO)
      const whole =
        SECONDS === 0
          ? spoken
          : await encoded([joined(silence(SECONDS / 2), kennedyBeginning.samples, silence(SECONDS / 2))], DEFAULT_AUDIO) // oxfmt-ignore
      const atRealTime = SECONDS > 0
      const half = Math.floor(whole.length / 4) * 2
      const session = await SessionClient.start(client, {
        language_config: { languages: ['en'] },
        callback: true,
        callback_config: { url: endpoint.url('/204'), receive_final_transcripts: false },
      })
      assert.ok(session.url.startsWith('wss://'))
      await session.play(whole.subarray(0, half), { atRealTime })
      await proxy.reload()
      if (!kind.keepsSessions) {
        await session.socket.closed()
        await session.connect()
      }
      await session.play(whole.subarray(half), { atRealTime })
      const { id } = await session.end()
      assert.ok(wrongWords(kennedyBeginning, session.finals()) <= 1)
      const [callback] = await until(() => endpoint.on('/204'), ({ length }) => length > 0) // oxfmt-ignore
      assert.ok(callback?.body.includes(id))
      assert.deepEqual(
        Object.keys(callback?.headers ?? {}).filter(
          (name) => name.startsWith('x-forwarded') || name === 'via',
        ),
        [],
      )
    })
  })
}
