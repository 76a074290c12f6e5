import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onSendHookHandler,
} from 'fastify'
import type { Logger } from 'pino'
import type { JobKind } from '../contract/common.ts'
import type { Readiness } from '../contract/readiness.ts'
import type { System } from '../contract/system.ts'
import type { Capabilities } from '../contract/features/feature.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import type { LiveSessions } from '../live/sessions.ts'
import type { Store } from '../jobs/store.ts'
import type { Progress } from '../jobs/work-store.ts'
import type { AudioIntake } from '../transcription/audio-intake.ts'
import type { Playbacks } from '../transcription/playbacks.ts'
import type { Uploads } from '../transcription/uploads.ts'
import { requireAdmin, requireKey } from './authentication.ts'
import { acceptEmptyJson, ignoreBodies } from './bodies.ts'
import { limitBodyTime } from './body-pace.ts'
import { allowOrigins } from './cors.ts'
import { readForwarded } from './forwarded.ts'
import { draining, errorBody, invalid, notFound, RequestError, toRequestError } from './errors.ts'
import { isLiveUpgrade, serveLiveSocket } from './live-socket.ts'
import { describeApi } from './openapi.ts'
import { rejectMalformed, rejectSocket } from './reject-socket.ts'
import { pathOf } from './path-of.ts'
import { newRequestId } from './request-id.ts'
import { logRequest } from './request-log.ts'
import { closeUnusedConnections } from './unused-connections.ts'
import { collectWarnings, validateWithZod } from './validation.ts'
import { audioRoutes } from './routes/audio.ts'
import { callbackSecretRoutes } from './routes/callback-secret.ts'
import { cancelJobRoute } from './routes/cancel-job.ts'
import { consoleRoutes } from './routes/console.ts'
import { createJobRoutes } from './routes/create-job.ts'
import { jobProgressRoute } from './routes/job-progress.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { exportRoute } from './routes/exports.ts'
import { jobDetailsRoute } from './routes/job-details.ts'
import { jobRoutes } from './routes/jobs.ts'
import { createKeyRoute, keyRoutes } from './routes/keys.ts'
import { listRoutes } from './routes/lists.ts'
import { matchRoute } from './routes/matches.ts'
import { playbackRoutes } from './routes/playback.ts'
import { revisionRoutes } from './routes/revisions.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { systemRoute } from './routes/system.ts'
import { transcriptRoutes } from './routes/transcripts.ts'
import { usageRoute } from './routes/usage.ts'
import { liveRoutes } from './routes/live.ts'
import { healthRoute } from './routes/health.ts'
import { readyRoute } from './routes/ready.ts'

/** What a server needs that answers probes only. */
export interface ProbeParts {
  readonly log: Logger
  readonly version: string
  /** Aborted when the service shuts down: it then accepts nothing but GET and HEAD requests, and waits for no body. */
  readonly drain: AbortSignal
  /** Time for the headers of a request, and in which its body must make progress. */
  readonly requestSeconds: number
  /** The number of trusted proxies, or their addresses and networks. */
  readonly trustProxy: number | string[]
  readonly corsOrigins: readonly string[]
  /** Whether the database answers. */
  readonly isDatabaseUp: () => Promise<boolean>
  /** Whether each check of `/ready` passes. */
  readonly readiness: () => Promise<Readiness['checks']>
}

export interface ServerParts extends ProbeParts {
  readonly store: Store
  readonly files: AudioFiles
  readonly uploads: Uploads
  readonly intake: AudioIntake
  readonly playbacks: Playbacks
  readonly live: LiveSessions
  /** Whether this process is to get no more live sessions. */
  readonly isFull: () => boolean
  readonly maxFrameBytes: number
  readonly publicUrl: string | null
  readonly keyHeaders: readonly string[]
  readonly maxMetadataCharacters: number
  readonly capabilities: Capabilities
  /** Whether a URL is certain to be refused when it is fetched or called. */
  readonly isPrivate: (url: string) => boolean
  /** Ends a job as cancelled, and stops what works on it; false when it had ended before. */
  readonly cancel: (jobId: string, kind: JobKind) => Promise<boolean>
  /** How far a pre-recorded job is; null unless this node works on it. */
  readonly progress: (jobId: string) => Progress | null
  /** The state of the service, for its operator. */
  readonly system: () => Promise<System>
  /** Called when a job was created. */
  readonly onCreated: () => void
  /** Called when a delivery is to be sent again. */
  readonly onRedeliver: () => void
}

/** The server of a node that serves no API: `/health` and `/ready`. */
export async function buildProbeServer(parts: ProbeParts): Promise<FastifyInstance> {
  const app = await createApp(parts)
  validateWithZod(app)
  probeRoutes(app, parts)
  return app
}

function probeRoutes(app: FastifyInstance, parts: ProbeParts): void {
  healthRoute(app, parts)
  readyRoute(app, parts)
}

/** The HTTP server: every route, and what the routes share. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { store } = parts
  const app = await createApp(parts)
  validateWithZod(app)
  acceptEmptyJson(app)
  closeUnusedConnections(app)
  serveLiveSocket(app.server, parts)
  app.addHook('onRequest', (request, reply, done) => {
    if (parts.drain.aborted && request.method !== 'GET' && request.method !== 'HEAD') {
      // Does not wait for the body.
      reply.header('connection', 'close')
      throw draining()
    }
    done()
  })
  await compressText(app)
  await describeApi(app, parts.version, parts.publicUrl)
  probeRoutes(app, parts)
  consoleRoutes(app, parts)
  sessionRoutes(app, { ...parts, ...store })
  await app.register(async (authenticated) => {
    requireKey(authenticated, { ...parts, ...store })
    // Forms are for uploads alone: any other operation rejects them by their content type.
    await authenticated.register(async (uploads) => audioRoutes(uploads, { ...parts, fileRows: store.files }))
    await authenticated.register(async (creating) => {
      collectWarnings(creating)
      createJobRoutes(creating, { ...parts, jobs: store.jobs, fileRows: store.files })
      liveRoutes(creating, { ...parts, jobs: store.jobs })
    })
    await authenticated.register(async (bodiless) => {
      ignoreBodies(bodiless)
      listRoutes(bodiless, { ...parts, jobs: store.jobs })
      cancelJobRoute(bodiless, { ...parts, jobs: store.jobs })
      transcriptRoutes(bodiless, { transcripts: store.transcripts })
      matchRoute(bodiless, { transcripts: store.transcripts })
      exportRoute(bodiless, { transcripts: store.transcripts })
      jobProgressRoute(bodiless, { ...parts, jobs: store.jobs, work: store.work })
      const { jobs, transcripts, files: fileRows } = store
      jobRoutes(bodiless, { ...parts, jobs, transcripts, fileRows })
      playbackRoutes(bodiless, { ...parts, jobs, fileRows })
      deliveryRoutes(bodiless, { ...parts, deliveries: store.deliveryLog })
      usageRoute(bodiless, store)
    })
    await authenticated.register(async (editing) => {
      jobDetailsRoute(editing, { jobs: store.jobs })
      revisionRoutes(editing, { ...parts, transcripts: store.transcripts })
    })
    await authenticated.register(async (admin) => {
      requireAdmin(admin)
      collectWarnings(admin)
      createKeyRoute(admin, store)
      await admin.register(async (bodiless) => {
        ignoreBodies(bodiless)
        keyRoutes(bodiless, store)
        callbackSecretRoutes(bodiless, store)
        systemRoute(bodiless, parts)
      })
    })
  })
  return app
}

/** An empty server, which logs every request and answers every error with an ErrorBody. */
async function createApp({
  log,
  requestSeconds,
  drain,
  trustProxy,
  corsOrigins,
}: ProbeParts): Promise<FastifyInstance> {
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toRequestError(error, request)
    // A RequestError is an expected response.
    if (!(error instanceof RequestError)) {
      // Not `request.raw.destroyed`, which is also set once a body was read.
      const level = failure.status >= 500 && !request.socket.destroyed ? 'error' : 'info'
      log[level]({ err: error, request_id: request.id }, 'request failed')
    }
    if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter)
    void reply.code(failure.status).send(errorBody(failure, pathOf(request.url), request.id))
  }
  /** Logs a request once it is answered, or its client has closed the connection before. */
  const logWhenOver = ({ id, method, url }: FastifyRequest, reply: FastifyReply): void => {
    const { raw } = reply
    raw.once('close', () =>
      logRequest(log, {
        requestId: id,
        method,
        path: pathOf(url),
        status: raw.headersSent ? raw.statusCode : null,
        isAborted: !raw.writableFinished,
        milliseconds: reply.elapsedTime,
      }),
    )
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
      // As it is sent: the message of the error repeats the URL with its query.
      return sendError(toRequestError(error), request, reply)
    },
    clientErrorHandler: (error, socket) => rejectMalformed(log, error, socket),
  })
  app.addHook('onRequest', (request, reply, done) => {
    logWhenOver(request, reply)
    done()
  })
  limitBodyTime(app, requestSeconds, drain)
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

/**
 * Compresses text for clients that accept it, and long pages while they are streamed. Brotli takes a second for 1 MB at
 * its default quality of 11; at 4 its output is as small as gzip's in less time.
 */
async function compressText(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
