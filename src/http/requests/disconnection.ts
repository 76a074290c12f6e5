import type { FastifyReply } from 'fastify'

/** Aborted when the connection of a request is closed, which is before its answer if the client has disconnected. */
export function untilDisconnected(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort(new Error('the client disconnected')))
  return closed.signal
}
