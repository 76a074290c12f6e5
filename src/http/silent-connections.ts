import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/**
 * Closes, when the server closes, the connections on which nothing was ever asked. Browsers open such ahead of need, and
 * Node does not count them among the idle ones: each would keep a service that is shutting down for all of its time.
 */
export function closeSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: { socket: Socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
  })
}
