import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AudioFiles } from '../files/audio-files.ts'
import type { LiveSessions } from '../live/sessions.ts'
import type { Store } from '../store/store.ts'
import type { AudioIntake } from '../transcription/audio-intake.ts'
import { requireKey } from './authentication.ts'
import { draining, errorBody, faultsOf, invalid, notFound, RequestError, toRequestError } from './errors.ts'
import { isLiveUpgrade, serveLiveSocket } from './live-socket.ts'
import { answerMalformed } from './malformed-request.ts'
import { describeApi } from './openapi.ts'
import { newRequestId } from './request-id.ts'
import { closeSilentConnections } from './silent-connections.ts'
import { audioRoutes } from './routes/audio.ts'
import { createJobRoutes } from './routes/create-job.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { jobRoutes } from './routes/jobs.ts'
import { listRoutes } from './routes/lists.ts'
import { liveRoutes } from './routes/live.ts'
import { healthRoute } from './routes/health.ts'

export interface ServerParts {
  readonly store: Store
  readonly files: AudioFiles
  readonly intake: AudioIntake
  readonly live: LiveSessions
  readonly maxFrameBytes: number
  readonly log: Logger
  readonly version: string
  readonly publicUrl: string | null
  readonly keyHeaders: readonly string[]
  readonly maxMetadataCharacters: number
  readonly hasLanguageModel: boolean
  /** Called when there is new work. */
  readonly onCreated: () => void
  /** Called when a callback is to be sent again. */
  readonly onRedeliver: () => void
  /** Whether the service is shutting down: then it answers, but takes nothing new. */
  readonly isDraining: () => boolean
}

/** The HTTP face of the service: every route, and what all of them share. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { store, log } = parts
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toRequestError(error)
    // What is thrown as a RequestError is an answer like any other.
    if (!(error instanceof RequestError)) {
      const level = failure.status >= 500 && !request.raw.destroyed ? 'error' : 'info'
      log[level]({ err: error, request_id: request.id }, 'request failed')
    }
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter)
    void reply.code(failure.status).send(errorBody(failure, pathOf(request.url), request.id))
  }
  const logRequest = (
    request_id: string,
    method: string | null,
    path: string,
    status: number,
    ms: number,
  ) => {
    log.info({ request_id, method, path, status, ms: Math.round(ms * 10) / 10 }, 'request')
  }
  const app = Fastify({
    loggerInstance: log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // An id of any length is no more than unknown.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // Idle connections must not keep a service that is shutting down.
    forceCloseConnections: 'idle',
    http: { shouldUpgradeCallback: isLiveUpgrade },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // No route and no hook ever sees these two.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () =>
        logRequest(request.id, request.method, pathOf(request.url), reply.statusCode, reply.elapsedTime),
      )
      return answerError(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      const failure = answerMalformed(error, socket)
      if (failure !== null) logRequest(failure.request_id, null, failure.path, failure.statusCode, 0)
    },
  })

  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: invalid(...faultsOf(parsed.error)) }
  })
  // Answers are checked in the tests against the published OpenAPI, and not again at every request.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))

  // Some clients name this type in every request, also where there is no body.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
  app.removeContentTypeParser('text/plain')

  closeSilentConnections(app)
  serveLiveSocket(app.server, parts)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request) => {
    throw notFound(`${request.method} ${pathOf(request.url)}`)
  })

  app.addHook('onResponse', (request, reply, done) => {
    // What is left of a refused upload would stand in the way of the next request on its connection, and of closing.
    request.raw.unpipe()
    request.raw.resume()
    logRequest(request.id, request.method, pathOf(request.url), reply.statusCode, reply.elapsedTime)
    done()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (parts.isDraining() && request.method !== 'GET') throw draining()
    done()
  })

  // Whatever is text is compressed for a client that accepts it, long pages as they are read. Brotli at its default of
  // 11 takes a second for 1 MB; at 4 it is as small as gzip in less time.
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    // Requests come as they are.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await describeApi(app, parts.version)
  healthRoute(app, parts)
  await app.register(async (authenticated) => {
    requireKey(authenticated, store.accounts, parts.keyHeaders)
    await audioRoutes(authenticated, { ...parts, fileRows: store.files })
    createJobRoutes(authenticated, { ...parts, jobs: store.jobs, fileRows: store.files })
    listRoutes(authenticated, { ...parts, jobs: store.jobs })
    jobRoutes(authenticated, { ...parts, jobs: store.jobs })
    liveRoutes(authenticated, { ...parts, jobs: store.jobs })
    deliveryRoutes(authenticated, { ...parts, deliveries: store.deliveryLog })
  })
  return app
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
