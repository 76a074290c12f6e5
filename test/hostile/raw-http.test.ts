/** Bytes that are not valid HTTP get an error of the usual form, or a closed connection. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { random } from '../../bench/list/random.ts'
import { Client } from '../support/client.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

/** Number of connections with random faults. */
const MUTATIONS = 500
const SILENT = 100
/** A test fails if a connection is neither answered nor closed by then. */
const PATIENCE_MS = 20_000

const JSON_BODY = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n'
const UPGRADE = 'connection: upgrade\r\nupgrade: websocket\r\n'

/** Requests that are rejected, with their status: a verb and path, then what follows the host and the key. */
const REJECTED: readonly (readonly [status: number, line: string, rest: string])[] = [
  [400, 'CONNECT a:80', '\r\n'],
  [404, 'OPTIONS *', '\r\n'],
  [400, 'get /health', '\r\n'],
  [400, `${'G'.repeat(1_000)} /health`, '\r\n'],
  [400, 'GET /\u00e9', '\r\n'],
  [400, 'GET /health', 'a: b\r\n c\r\n\r\n'],
  [400, 'GET /health', 'a : b\r\n\r\n'],
  [400, 'GET /health', 'a\u0000: b\r\n\r\n'],
  [431, 'GET /health', `${'a: b\r\n'.repeat(2_500)}\r\n`],
  [431, 'GET /health', `a: ${'b'.repeat(20_000)}\r\n\r\n`],
  [431, `GET /${'a'.repeat(20_000)}`, '\r\n'],
  [
    400,
    'POST /v2/pre-recorded',
    `content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ],
  [400, 'POST /v2/pre-recorded', `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  [400, 'POST /v2/pre-recorded', `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  [400, 'POST /v2/pre-recorded', `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  [400, 'POST /v2/pre-recorded', `content-length: 0\r\ncontent-length: 40\r\n\r\n${SMUGGLED}`],
  [400, 'POST /v2/pre-recorded', 'content-length: -1\r\n\r\n'],
  [400, 'POST /v2/pre-recorded', 'content-length: 18446744073709551616\r\n\r\n'],
  [
    413,
    'POST /v2/pre-recorded',
    'content-type: application/json\r\ncontent-length: 9007199254740991\r\n\r\n',
  ],
  [
    400,
    'POST /v2/pre-recorded',
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}',
  ],
  [400, 'POST /v2/pre-recorded', `expect: a miracle\r\n${JSON_BODY}`],
  [400, 'GET /v2/live', `${UPGRADE}\r\n`],
  [400, 'GET /v2/live?token=a', `${UPGRADE}sec-websocket-version: 99\r\nsec-websocket-key: AAAA\r\n\r\n`],
  [400, 'POST /v2/live?token=a', `${UPGRADE}sec-websocket-version: 13\r\n\r\n`],
]

/** Rejected requests in full. */
const REJECTED_BYTES: readonly string[] = [
  'GET /health HTTP/1.1\r\n\r\n',
  'GET /health HTTP/1.1\nhost: x\n\n',
  'GET /health HTTP/7.3\r\nhost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', // TLS
  '\u0000'.repeat(100),
]

/** Sends bytes on a new connection. @returns everything that is answered until it closes */
async function exchange({ url }: ServiceProcess, bytes: Buffer): Promise<string> {
  const socket = open(url)
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('neither answered nor closed')))
  let failure: Error | null = null
  // A reset counts as closed.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === undefined) failure = error
  })
  socket.end(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  if (failure !== null) throw failure
  return answer
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}

suite('raw bytes', () => {
  let service: ServiceProcess
  let client: Client
  before(async () => {
    service = await ServiceProcess.start(null, temporaryFolder(), { DRAIN_SECONDS: '1' })
    client = await Client.of(service)
  })
  after(async () => service.end('SIGKILL'))

  test('that no server should accept are answered once, with the reason', async () => {
    const requests = REJECTED.map(
      ([status, line, rest]) =>
        [status, `${line} HTTP/1.1\r\nhost: x\r\nx-service-key: ${service.key}\r\n${rest}`] as const,
    )
    for (const [status, bytes] of [...requests, ...REJECTED_BYTES.map((text) => [400, text] as const)]) {
      const answer = await exchange(service, Buffer.from(bytes, 'latin1'))
      const what = JSON.stringify(bytes.slice(0, 200))
      const [head = '', body = '', ...more] = answer.split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), what)
      assert.deepEqual(more, [], `${what} is answered twice`)
      const headers = new Headers({ 'content-type': /^content-type: (.*)$/im.exec(head)?.[1] ?? '' })
      client.api.checkAs('ErrorBody', { status, headers, bytes: Buffer.from(body) }, what)
    }
    assert.ok(!service.log.some(({ path }) => path === '/smuggled'))
  })

  test('with random faults end with an answer or a closed connection', async () => {
    const rng = random(10)
    const valid = Buffer.from(
      `POST /v2/live?region=us-west HTTP/1.1\r\nhost: x\r\nx-service-key: ${service.key}\r\nconnection: close\r\n${JSON_BODY}`,
    )
    for (let sent = 0; sent < MUTATIONS; sent += 20) {
      const mutants = Array.from({ length: 20 }, () => {
        const bytes = Buffer.from(valid.subarray(0, 1 + rng.below(valid.length)))
        for (let i = rng.below(4); i > 0; i--) bytes[rng.below(bytes.length)] = rng.below(256)
        return bytes
      })
      for (const answer of await Promise.all(mutants.map(async (bytes) => exchange(service, bytes)))) {
        assert.doesNotMatch(answer, /^HTTP\/1\.1 5/m)
      }
    }
    assert.equal((await client.get('/health')).status, 200)
    assert.deepEqual(
      service.log.filter((line) => Number(line['level']) >= 50),
      [],
    )
  })

  test('that never arrive delay neither other requests nor the shutdown', async (t) => {
    const halves = [
      '',
      'GET /health HTT',
      `POST /v2/pre-recorded HTTP/1.1\r\nhost: x\r\nx-service-key: ${service.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    ]
    const sockets = Array.from({ length: SILENT }, (_, i) => {
      const socket = open(service.url).on('error', () => {})
      socket.write(halves[i % halves.length]!)
      return socket
    })
    t.after(() => sockets.forEach((socket) => socket.destroy()))
    await Promise.all(sockets.map(async (socket) => socket.connecting && once(socket, 'connect')))
    assert.equal((await client.get('/v2/live')).status, 200)
    assert.equal(await service.end('SIGTERM'), 0)
  })
})
