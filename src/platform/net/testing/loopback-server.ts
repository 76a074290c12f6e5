/** Servers on 127.0.0.1 that count their connections, and tell when these are closed. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** The context of a test, or the `after` hook of its file. */
export interface Test {
  after(act: () => Promise<void>): void
}

export interface LoopbackServer {
  readonly port: number
  /** Connections accepted so far. */
  readonly connections: number
  /** Resolves when every connection accepted so far is closed. */
  closed(): Promise<void>
}

/** Listens until the test ends. */
export async function listen(t: Test, server: Server): Promise<LoopbackServer> {
  const closings: Promise<unknown>[] = []
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // Most of these tests interrupt connections.
    socket.on('error', () => {})
    closings.push(new Promise((resolve) => socket.once('close', resolve)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    get connections() {
      return closings.length
    },
    async closed() {
      await Promise.all(closings)
    },
  }
}

export function listenHttp(t: Test, handler: RequestListener): Promise<LoopbackServer> {
  return listen(t, createServer(handler))
}

/** A server that sends what `onConnection` writes. */
export function listenTcp(t: Test, onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
  const server = createTcpServer((socket) => {
    onConnection(socket)
    // Read: otherwise a socket does not notice that its peer is gone.
    socket.resume()
  })
  return listen(t, server)
}
