import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/**
 * Closes connections without a request when the server closes. Browsers open such connections ahead of need, and Node
 * does not count them as idle: each would delay a shutdown until its deadline.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}
