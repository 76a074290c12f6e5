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

/** A server without routes, which logs every request and sends every error as an ErrorBody or in the format of OpenAI. */
export async function createApp({
  log,
  requestSeconds,
  drain,
  trustProxy,
  corsOrigins,
}: ProbeParts): Promise<App> {
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toRequestError(error, request)
    // A RequestError is an expected outcome and needs no further log line.
    if (!(error instanceof RequestError)) {
      // Not `request.raw.destroyed`, which is also true once the body has been read.
      const level = failure.status >= 500 && !request.socket.destroyed ? 'error' : 'info'
      log[level]({ err: error, request_id: request.id }, 'request failed')
    }
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter)
    const path = pathOf(request.url)
    const body = errorBody(failure, path, request.id)
    void reply.code(failure.status).send(isOpenAiPath(path) ? asOpenAiError(body) : body)
  }
  /** Logs a request once the response is sent or the client has disconnected. */
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
    // Lets overlong ids reach their route, which answers 404.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // Idle connections would delay a shutdown.
    forceCloseConnections: 'idle',
    // Node's own response to a request without a host is not an ErrorBody.
    http: {
      shouldUpgradeCallback: isLiveUpgrade,
      headersTimeout: requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(30_000, requestSeconds * 500),
      requireHostHeader: false,
    },
    return503OnClosing: false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    exposeHeadRoutes: true,
    // These two kinds of errors bypass routes and hooks.
    frameworkErrors: (error, request, reply) => {
      logWhenOver(request, reply)
      reply.headers(SECURITY_HEADERS)
      // Converted first: the message of the original error contains the URL with its query, which must not be logged.
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
  // Without these handlers, Node would close the connection or respond without an ErrorBody.
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
  // Before the body is read, so that a path that does not exist is 404 even with an invalid body.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) throw unknownRoute(request)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw invalid('host: HTTP/1.1 requires this header')
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // Reads the rest of a rejected upload, which would otherwise block the next request on its connection, and a shutdown.
    request.raw.unpipe()
    request.raw.resume()
    done()
  })
  return app
}

const unknownRoute = ({ method, url }: FastifyRequest) => notFound(`${method} ${pathOf(url)}`)

/** Closes the body stream of responses to HEAD, which Fastify would otherwise read to the end. */
function leaveBodyUnread(app: FastifyInstance): void {
  const close: onSendHookHandler = (_request, _reply, payload, done) => {
    if (payload instanceof Readable) payload.destroy()
    done(null, payload)
  }
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [close, ...[route.onSend ?? []].flat()]
  })
}
