/** A TCP proxy whose connections can be broken, as a network does. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface BreakableProxy {
  /** The URL of the service through the proxy. */
  readonly url: string
  /** Cuts all connections, and every new one, until `restore`. */
  breakOff(): void
  restore(): void
  close(): Promise<void>
}

/** @param target URL of the service */
export async function proxyTo(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isBroken = false
  const server = createServer((client) => {
    if (isBroken) return client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    breakOff: () => {
      isBroken = true
      cut()
    },
    restore: () => (isBroken = false),
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
