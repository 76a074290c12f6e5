/**
 * Ends requests whose body arrives too slowly: otherwise, a silent or dripping client could hold its connection for ever. A shutdown
 * does not wait for bodies at all.
 */
import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { draining, errorBody, RequestError } from '../errors.ts'
import { pathOf } from '../requests/request-url.ts'

/** Bytes per second of a body that must arrive on average. A limit on the total time would end large uploads. */
const MIN_PACE = 1_000

/**
 * Watches every request with a body. In each period of `seconds`, at least 1 kB per second must arrive, unless the service itself is
 * slow to read. Once the response is sent, for example because the key is missing, the rest of the body has one more period.
 * @param drain when aborted, ends all requests whose body is incomplete
 */
export function limitBodyTime(app: FastifyInstance, seconds: number, drain: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Requests of the process to itself (own-fetch.ts) always have their whole body.
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
  // Only after I/O has been handled: the event loop may have been busy, and the client not slow.
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
    // Not `send`: the reader of the body fails next, and its error must not be sent as a second response.
    reply.hijack()
    reply.raw.once('finish', () => socket.destroySoon())
    if (error.retryAfter !== null) reply.raw.setHeader('retry-after', error.retryAfter)
    reply.raw
      .writeHead(error.status, { connection: 'close', 'content-type': 'application/json; charset=utf-8' })
      .end(body)
  }
}
