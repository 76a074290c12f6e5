import type { FastifyReply } from 'fastify'

/** A signal that is aborted when the connection closes, which is before the response is sent if the client disconnects. */
export function untilDisconnected(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort(new Error('the client disconnected')))
  return closed.signal
}
