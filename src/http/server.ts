import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { JobKind } from '../contract/common.ts'
import type { Readiness } from '../contract/readiness.ts'
import type { System } from '../contract/system.ts'
import type { Capabilities } from '../contract/features/feature.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import type { LiveSessions } from '../live/sessions.ts'
import type { NodeId } from '../jobs/node-store.ts'
import type { Retention } from '../jobs/retention-store.ts'
import type { Store } from '../jobs/store.ts'
import type { Progress } from '../jobs/work-store.ts'
import type { AudioIntake } from '../intake/audio-intake.ts'
import type { Playbacks } from '../intake/playbacks.ts'
import { TranscriptMaker } from '../transcripts/transcript-maker.ts'
import type { Uploads } from '../intake/uploads.ts'
import { type AppParts, createApp } from './app.ts'
import { auditChanges } from './audit.ts'
import { declareCaller, requireKey } from './authentication.ts'
import { acceptEmptyJson, ignoreBodies } from './bodies.ts'
import { draining } from './errors.ts'
import type { FollowText } from './openai-stream.ts'
import { KeyCheck } from './key-check.ts'
import { limitRequests } from './request-limits.ts'
import { limitCaching, preventCaching } from './security-headers.ts'
import { serveLiveSocket } from './live-socket.ts'
import { describeApi } from './openapi.ts'
import { traceRequests } from './request-traces.ts'
import { closeUnusedConnections } from './unused-connections.ts'
import { collectWarnings, validateWithZod } from './validation.ts'
import { audioRoutes } from './routes/audio.ts'
import { callbackSecretRoutes } from './routes/callback-secret.ts'
import { cancelJobRoute } from './routes/cancel-job.ts'
import { consoleRoutes } from './routes/console.ts'
import { createJobRoutes } from './routes/create-job.ts'
import { jobProgressRoute } from './routes/job-progress.ts'
import { deletionRoutes } from './routes/deletions.ts'
import { deliveryRoutes, type DeliveryRoutesParts } from './routes/deliveries.ts'
import { exportRoute } from './routes/exports.ts'
import { jobDetailsRoute } from './routes/job-details.ts'
import { jobRoutes } from './routes/jobs.ts'
import { createKeyRoute, keyRoutes } from './routes/keys.ts'
import { limitsRoute } from './routes/limits.ts'
import { listRoutes } from './routes/lists.ts'
import { matchRoute } from './routes/matches.ts'
import { openAiAudioRoutes } from './routes/openai-audio.ts'
import { openAiModelRoutes } from './routes/openai-models.ts'
import { playbackRoutes } from './routes/playback.ts'
import { retentionRoute, setRetentionRoute } from './routes/retention.ts'
import { revisionRoutes } from './routes/revisions.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { systemRoute } from './routes/system.ts'
import { transcriptRoutes } from './routes/transcripts.ts'
import { usageRoute } from './routes/usage.ts'
import { liveRoutes } from './routes/live.ts'
import { healthRoute } from './routes/health.ts'
import { readyRoute } from './routes/ready.ts'

/** What a server needs that answers probes only. */
export interface ProbeParts extends AppParts {
  readonly version: string
  /** Whether the database answers. */
  readonly isDatabaseUp: () => Promise<boolean>
  /** Whether each check of `/ready` passes. */
  readonly readiness: () => Promise<Readiness['checks']>
}

export interface ServerParts extends ProbeParts {
  readonly store: Store
  /** The id of this node. */
  readonly node: NodeId
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
  /** How long a request that is compatible with OpenAI waits for its job. */
  readonly openAiSeconds: number
  readonly capabilities: () => Promise<Capabilities>
  readonly hasLanguageModel: boolean
  /** Whether a URL is certain to be refused when it is fetched or called. */
  readonly isPrivate: (url: string) => boolean
  /** Ends a job as cancelled, and stops what works on it; false when it had ended before. */
  readonly cancel: (jobId: string, kind: JobKind) => Promise<boolean>
  /** How far a pre-recorded job is; null unless this node works on it. */
  readonly progress: (jobId: string) => Progress | null
  /** The text of a pre-recorded job, as far as it is recognised; nothing unless this node works on it. */
  readonly followText: FollowText
  /** The state of the service, for its operator. */
  readonly system: () => Promise<System>
  /** Called when a job was created. */
  readonly onCreated: () => void
  /** How long the jobs of accounts are kept that have not set it. */
  readonly defaultRetention: Retention
  /** Called when many jobs are to be deleted, or may have expired. */
  readonly onDeletion: () => void
  readonly signCallback: DeliveryRoutesParts['signCallback']
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
  const { idempotency, transcripts } = store
  const keys = new KeyCheck(store.accounts)
  const app = await createApp(parts)
  const reading = { transcripts, maker: new TranscriptMaker(transcripts) }
  app.addHook('onClose', async () => reading.maker.close())
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
  declareCaller(app)
  auditChanges(app, parts.log)
  await compressText(app)
  await describeApi(app, parts.version, parts.publicUrl)
  probeRoutes(app, parts)
  consoleRoutes(app, parts)
  await sessionRoutes(app, { ...parts, keys, sessions: store.sessions })
  await app.register(async (authenticated) => {
    traceRequests(authenticated)
    limitCaching(authenticated)
    requireKey(authenticated, { ...parts, keys, sessions: store.sessions })
    const requests = limitRequests(authenticated)
    // Forms are for uploads alone: any other operation rejects them by their content type.
    await authenticated.register(async (uploads) => {
      const { jobs, files: fileRows } = store
      await audioRoutes(uploads, { ...parts, fileRows, idempotency })
      await uploads.register(async (openAi) =>
        openAiAudioRoutes(openAi, { ...parts, ...reading, jobs, fileRows, idempotency }),
      )
    })
    await authenticated.register(async (creating) => {
      collectWarnings(creating)
      createJobRoutes(creating, { ...parts, jobs: store.jobs, fileRows: store.files, idempotency })
      liveRoutes(creating, { ...parts, jobs: store.jobs, idempotency })
    })
    await authenticated.register(async (bodiless) => {
      ignoreBodies(bodiless)
      listRoutes(bodiless, { ...parts, jobs: store.jobs })
      deletionRoutes(bodiless, { ...parts, deletions: store.deletions })
      cancelJobRoute(bodiless, { ...parts, jobs: store.jobs })
      transcriptRoutes(bodiless, reading)
      matchRoute(bodiless, reading)
      exportRoute(bodiless, reading)
      jobProgressRoute(bodiless, { ...parts, jobs: store.jobs, work: store.work })
      const { jobs, files: fileRows } = store
      jobRoutes(bodiless, { ...parts, ...reading, jobs, fileRows })
      playbackRoutes(bodiless, { ...parts, jobs, fileRows })
      deliveryRoutes(bodiless, { ...parts, deliveries: store.deliveryLog, accounts: store.accounts })
      usageRoute(bodiless, store)
      limitsRoute(bodiless, { ...store, requests })
      retentionRoute(bodiless, { ...parts, retention: store.retention })
      await bodiless.register(async (openAi) => openAiModelRoutes(openAi))
    })
    await authenticated.register(async (editing) => {
      jobDetailsRoute(editing, { jobs: store.jobs })
      revisionRoutes(editing, { ...parts, ...reading })
    })
    await authenticated.register(async (admin) => {
      preventCaching(admin)
      collectWarnings(admin)
      createKeyRoute(admin, store)
      setRetentionRoute(admin, { ...parts, retention: store.retention })
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
