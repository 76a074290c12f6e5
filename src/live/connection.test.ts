import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { Connection } from './connection.ts'

let server: WebSocketServer
before(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
after(() => server.close())

/** Both ends of a connection, and the events of the server's end. */
async function connected(options: { autoPong: boolean } = { autoPong: true }) {
  const { port } = server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}`, options)
  const [socket] = (await once(server, 'connection')) as [WebSocket]
  const confirmed: number[] = []
  const { promise: closed, resolve } = Promise.withResolvers<number>()
  const confirmation = Promise.withResolvers<void>()
  const connection = new Connection(socket, {
    onAudio: () => {},
    onText: () => {},
    onPing: () => {},
    onConfirmed: (position) => {
      confirmed.push(position)
      confirmation.resolve()
    },
    onClosed: resolve,
  })
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open')
  return { client, connection, confirmed, firstConfirmed: confirmation.promise, closed }
}

const later = (ms: number) => performance.now() + ms

suite('a connection', () => {
  test('learns from the pongs to its pings what the client has received', async () => {
    const { client, connection, confirmed, firstConfirmed } = await connected()
    connection.send('one')
    connection.confirm(100)
    connection.tick(performance.now())
    await firstConfirmed
    assert.deepEqual(confirmed, [100])
    client.terminate()
  })

  test('ignores pongs that answer no ping', async () => {
    const { client, connection, confirmed, closed } = await connected({ autoPong: false })
    connection.confirm(100)
    connection.tick(performance.now())
    for (const payload of ['', '99', '101', '1e2', 'x'.repeat(100)]) client.pong(payload)
    client.close(1000)
    assert.equal(await closed, 1000)
    assert.deepEqual(confirmed, [])
  })

  test('is dropped when its client does not answer pings', async () => {
    const { connection, closed } = await connected({ autoPong: false })
    connection.tick(later(16_000))
    connection.tick(later(29_000))
    assert.ok(connection.isOpen)
    connection.tick(later(31_000))
    assert.equal(await closed, 1006)
  })

  test('is closed with 1013 when its client does not read', async () => {
    const { client, connection, closed } = await connected()
    client.pause()
    const sent = connection.sendSlowly('x'.repeat(20_000_000))
    connection.tick(later(29_000))
    assert.ok(connection.isOpen)
    connection.tick(later(31_000))
    assert.ok(!connection.isOpen)
    client.resume()
    await sent
    assert.equal(await closed, 1013)
  })
})
