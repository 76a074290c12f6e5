/** Ends requests whose body stops coming: a silent or dripping client would hold its connection for ever. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody, RequestError } from './errors.ts'
import { pathOf } from './path-of.ts'

/** Bytes per second that a body must bring on average. A time limit for all of it would end large uploads. */
const MIN_PACE = 1_000

/**
 * Watches every request with a body. In each period of `seconds`, at least 1 kB per second must arrive, unless the service
 * itself is behind with reading. Once the request is answered, as one without a key is, the rest gets one period.
 */
export function limitBodyTime(app: FastifyInstance, seconds: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, seconds)
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

function watch({ raw, url, id }: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const { socket } = raw
  let received = socket.bytesRead
  let wasAnswered = false
  const check = (): void => {
    if (raw.complete) return clearInterval(timer)
    const isBehind = raw.readableLength > 0
    const isSlow = socket.bytesRead - received < seconds * MIN_PACE
    if (wasAnswered || (isSlow && !isBehind)) {
      clearInterval(timer)
      cut()
    }
    received = socket.bytesRead
    wasAnswered = reply.sent
  }
  // Immediately after what has arrived is read: the event loop may have been busy.
  const timer = setInterval(() => setImmediate(check), seconds * 1000).unref()
  raw.once('close', () => clearInterval(timer))

  const cut = (): void => {
    if (reply.sent) {
      socket.destroy()
      return
    }
    const error = new RequestError(408, 'the body of the request did not arrive in time')
    const body = JSON.stringify(errorBody(error, pathOf(url), id))
    // Not `send`: whatever reads the body fails next, and that must not be sent as a second answer.
    reply.hijack()
    reply.raw.once('finish', () => socket.destroySoon())
    reply.raw
      .writeHead(408, { connection: 'close', 'content-type': 'application/json; charset=utf-8' })
      .end(body)
  }
}
