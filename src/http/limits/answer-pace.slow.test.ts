/** Which connections are reset because their clients stop reading. Uses real sockets, since the kernel buffers megabytes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from '../../../test/support/until.ts'
import { limitAnswerTime } from './answer-pace.ts'

const SECONDS = 1
/** More than the kernel buffers for a client that does not read. */
const LARGE = Buffer.alloc(30e6, 'word ')
const CLIENTS = 5

async function serve(t: TestContext, answer: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer)
  limitAnswerTime(server, SECONDS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

const untilConnected = async (server: Server, clients: number) =>
  until(promisify(server.getConnections.bind(server)), (count) => count === clients)

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** A client that sends requests, and reads nothing until it is resumed. */
async function ask(t: TestContext, server: Server, requests = GET): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(requests)
  return socket
}

suite('a client that does not read its response is disconnected', () => {
  const ANSWERS: Record<string, RequestListener> = {
    'sent at once': (_request, response) => void response.end(LARGE),
    streamed: (_request, response) => void Readable.from(slices(LARGE)).pipe(response),
  }
  for (const [name, answer] of Object.entries(ANSWERS))
    test(`if it is ${name}`, async (t) => {
      const server = await serve(t, answer)
      await Promise.all(Array.from({ length: CLIENTS }, async () => ask(t, server)))
      await untilConnected(server, CLIENTS)
      await untilConnected(server, 0)
    })

  test('even if more responses are queued and it keeps sending', async (t) => {
    const server = await serve(t, (_request, response) => void response.end(LARGE))
    const socket = await ask(t, server, GET.repeat(3))
    const drip = setInterval(() => socket.writable && socket.write('GET / '), 100)
    t.after(() => clearInterval(drip))
    await untilConnected(server, 1)
    await untilConnected(server, 0)
  })

  test('if its connection was upgraded', async (t) => {
    const server = await serve(t, () => {})
    server.on('upgrade', (_request, socket) => socket.on('error', () => {}).write(LARGE))
    await ask(t, server, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    await untilConnected(server, 1)
    await untilConnected(server, 0)
  })
})

suite('a client receives everything', () => {
  test('if it reads slowly but steadily', async (t) => {
    const server = await serve(t, (_request, response) => void response.end(LARGE))
    const socket = await ask(t, server)
    let received = 0
    socket.on('data', (data: Buffer) => (received += data.length))
    socket.pause().setMaxListeners(0)
    // So slowly that in each period too little leaves the kernel's buffer for the process to notice.
    for (const end = performance.now() + 5_000 * SECONDS; performance.now() < end;) {
      const { promise: read, resolve } = Promise.withResolvers<void>()
      socket
        .once('data', () => resolve())
        .once('close', resolve)
        .resume()
      await read
      socket.pause()
      await delay(100)
    }
    assert.ok(received < LARGE.length / 2, `${received} bytes are too many: nothing is left waiting`)
    socket.resume()
    await until(() => received >= LARGE.length || socket.destroyed)
    assert.ok(received > LARGE.length, `disconnected after ${received} bytes`)
  })

  test('if its response pauses because there is nothing to send', async (t) => {
    const server = await serve(t, (_request, response) => {
      response.write('data: 1\n\n')
      setTimeout(() => response.end('data: 2\n\n'), 3_500 * SECONDS)
    })
    const socket = (await ask(t, server)).resume()
    let received = ''
    socket.on('data', (data: Buffer) => (received += data.toString()))
    await until(() => received.includes('data: 2') || socket.destroyed)
    assert.match(received, /data: 1[^]*data: 2/)
    // An idle connection is not reset either.
    received = ''
    await delay(2_500 * SECONDS)
    socket.write(GET)
    await until(() => received.includes('data: 1') || socket.destroyed)
    assert.match(received, /data: 1/)
  })
})

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
