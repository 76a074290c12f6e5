/**
 * Ends requests whose body stops coming: a silent or dripping client would hold its connection for ever. A shutdown does not
 * wait for bodies at all.
 */
import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { draining, errorBody, RequestError } from '../errors.ts'
import { pathOf } from '../requests/request-url.ts'

/** Bytes per second that a body must bring on average. A time limit for all of it would end large uploads. */
const MIN_PACE = 1_000

/**
 * Watches every request with a body. In each period of `seconds`, at least 1 kB per second must arrive, unless the service
 * itself is behind with reading. Once the request is answered, as one without a key is, the rest gets one period.
 * @param drain ends every request whose body is incomplete when it is aborted
 */
export function limitBodyTime(app: FastifyInstance, seconds: number, drain: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The body of a request of this process to itself (own-fetch.ts) is there.
    if (hasBody(request) && request.raw instanceof IncomingMessage) watch(request, reply, seconds, drain)
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

function watch(
  { raw, url, id }: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  drain: AbortSignal,
): void {
  const { socket } = raw
  let received = socket.bytesRead
  let wasAnswered = false
  const check = (): void => {
    if (raw.complete) return stop()
    const isBehind = raw.readableLength > 0
    const isSlow = socket.bytesRead - received < seconds * MIN_PACE
    if (wasAnswered || (isSlow && !isBehind)) {
      cut(new RequestError(408, 'the body of the request did not arrive in time'))
    }
    received = socket.bytesRead
    wasAnswered = reply.sent
  }
  // Immediately after what has arrived is read: the event loop may have been busy.
  const timer = setInterval(() => setImmediate(check), seconds * 1000).unref()
  const endAtDrain = () => !raw.complete && cut(draining())
  drain.addEventListener('abort', endAtDrain)
  const stop = (): void => {
    clearInterval(timer)
    drain.removeEventListener('abort', endAtDrain)
  }
  raw.once('close', stop)

  const cut = (error: RequestError): void => {
    stop()
    if (reply.sent) {
      socket.destroy()
      return
    }
    const body = JSON.stringify(errorBody(error, pathOf(url), id))
    // Not `send`: whatever reads the body fails next, and that must not be sent as a second answer.
    reply.hijack()
    reply.raw.once('finish', () => socket.destroySoon())
    if (error.retryAfter !== null) reply.raw.setHeader('retry-after', error.retryAfter)
    reply.raw
      .writeHead(error.status, { connection: 'close', 'content-type': 'application/json; charset=utf-8' })
      .end(body)
  }
}
