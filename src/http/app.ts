import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { limitAnswerTime } from './limits/answer-pace.ts'
import { limitBodyTime } from './limits/body-pace.ts'
import { allowOrigins } from './cors.ts'
import { errorBody, invalid, notFound, RequestError } from './errors.ts'
import { readForwarded } from './requests/forwarded.ts'
import { isLiveUpgrade } from './live-socket.ts'
import { asOpenAiError, isOpenAiPath } from './openai/errors.ts'
import type { App, ProbeParts } from './parts.ts'
import { loggedPath, pathOf } from './requests/request-url.ts'
import { rejectMalformed, rejectSocket } from './reject-socket.ts'
import { newRequestId } from './requests/request-log.ts'
import { logRequest } from './requests/request-log.ts'
import { SECURITY_HEADERS, secureAnswers } from './security-headers.ts'
import { toRequestError } from './thrown-errors.ts'

/** An empty server, which logs every request and answers every error with an ErrorBody, or that of OpenAI. */
export async function createApp({
  log,
  requestSeconds,
  drain,
  trustProxy,
  corsOrigins,
}: ProbeParts): Promise<App> {
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toRequestError(error, request)
    // A RequestError is an expected response.
    if (!(error instanceof RequestError)) {
      // Not `request.raw.destroyed`, which is also set once a body was read.
      const level = failure.status >= 500 && !request.socket.destroyed ? 'error' : 'info'
      log[level]({ err: error, request_id: request.id }, 'request failed')
    }
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter)
    const path = pathOf(request.url)
    const body = errorBody(failure, path, request.id)
    void reply.code(failure.status).send(isOpenAiPath(path) ? asOpenAiError(body) : body)
  }
  /** Logs a request once it is answered, or its client has closed the connection before. */
  const logWhenOver = (request: FastifyRequest, reply: FastifyReply): void => {
    const { id, method, url } = request
    const route = request.is404 ? null : (request.routeOptions.url ?? null)
    const { raw } = reply
    const over = () =>
      logRequest(log, {
        requestId: id,
        method,
        path: loggedPath(url, route),
        route,
        status: raw.headersSent ? raw.statusCode : null,
        isAborted: !raw.writableFinished,
        milliseconds: reply.elapsedTime,
      })
    raw.once('close', () => (request.span === undefined ? over() : request.span.within(over)))
  }

  const app = Fastify({
    loggerInstance: log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // A long id still reaches its route, which does not know it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // Idle connections would delay a shutdown.
    forceCloseConnections: 'idle',
    // Node's own answer to a request without a host is not an ErrorBody.
    http: {
      shouldUpgradeCallback: isLiveUpgrade,
      headersTimeout: requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(30_000, requestSeconds * 500),
      requireHostHeader: false,
    },
    return503OnClosing: false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    exposeHeadRoutes: true,
    // These two kinds of errors reach no route and no hook.
    frameworkErrors: (error, request, reply) => {
      logWhenOver(request, reply)
      reply.headers(SECURITY_HEADERS)
      // As it is sent: the message of the error repeats the URL with its query.
      return sendError(toRequestError(error), request, reply)
    },
    clientErrorHandler: (error, socket) => rejectMalformed(log, error, socket),
  }).withTypeProvider<ZodTypeProvider>()
  app.addHook('onRequest', (request, reply, done) => {
    logWhenOver(request, reply)
    done()
  })
  secureAnswers(app)
  limitBodyTime(app, requestSeconds, drain)
  limitAnswerTime(app.server, requestSeconds)
  leaveBodyUnread(app)
  // Node would close these connections, and answer these requests, without an ErrorBody.
  app.server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    rejectSocket(log, socket, invalid('request: CONNECT is for proxies')),
  )
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response),
  )
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
  await allowOrigins(app, corsOrigins)
  readForwarded(app)
  // Before the body is read: an invalid body makes no difference to a path that does not exist.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) throw unknownRoute(request)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw invalid('host: HTTP/1.1 requires this header')
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // The unread rest of a rejected upload would block the next request on its connection, and a shutdown.
    request.raw.unpipe()
    request.raw.resume()
    done()
  })
  return app
}

const unknownRoute = ({ method, url }: FastifyRequest) => notFound(`${method} ${pathOf(url)}`)

/** Closes the stream of a response to HEAD, which Fastify would read to its end. */
function leaveBodyUnread(app: FastifyInstance): void {
  const close: onSendHookHandler = (_request, _reply, payload, done) => {
    if (payload instanceof Readable) payload.destroy()
    done(null, payload)
  }
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [close, ...[route.onSend ?? []].flat()]
  })
}
