import { constants } from 'node:zlib'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import compress from '@fastify/compress'
import { TranscriptMaker } from '../transcripts/transcript-maker.ts'
import { createApp } from './app.ts'
import { auditChanges } from './audit.ts'
import { declareCaller, requireKey } from './authentication/authentication.ts'
import { acceptEmptyJson, ignoreUnexpectedBodies } from './requests/bodies.ts'
import { draining } from './errors.ts'
import { SecretCheck } from './authentication/secret-check.ts'
import type { App, Parts, ProbeParts, ServerParts } from './parts.ts'
import { sendRequestIds } from './openai/errors.ts'
import { limitRequests, RequestWindows } from './limits/request-limits.ts'
import { limitCaching } from './security-headers.ts'
import { serveLiveSocket } from './live-socket.ts'
import { describeApi } from './openapi/describe-api.ts'
import { traceRequests } from './requests/request-traces.ts'
import { validateWithZod } from './requests/validation.ts'
import { audioRoutes } from './routes/audio.ts'
import { jobRoutes } from './routes/jobs.ts'
import { consoleRoutes } from './routes/console.ts'
import { createJobRoutes } from './routes/create-job.ts'
import { deletionRoutes } from './routes/deletions.ts'
import { trashRoutes } from './routes/trash.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { eventRoute } from './routes/events.ts'
import { exportRoutes } from './routes/exports.ts'
import { facetRoute } from './routes/facets.ts'
import { keyRoutes } from './routes/keys.ts'
import { changeRoutes } from './routes/changes.ts'
import { listRoutes } from './routes/lists.ts'
import { issuerRoutes } from './routes/issuer.ts'
import { invitationRoutes, offeredInvitationRoutes } from './routes/invitations.ts'
import { matchRoute } from './routes/matches.ts'
import { meRoutes } from './routes/me.ts'
import { memberRoutes } from './routes/members.ts'
import { openAiAudioRoutes } from './routes/openai-audio.ts'
import { modelRoutes } from './routes/models.ts'
import { openAiModelRoutes } from './routes/openai-models.ts'
import { newPasskeyRoutes, passkeySignInRoutes } from './routes/passkeys.ts'
import { playbackRoutes } from './routes/playback.ts'
import { operatedAccountRoutes } from './routes/accounts.ts'
import { qualityRoutes } from './routes/quality.ts'
import { queueRoutes } from './routes/queue.ts'
import { auditRoute } from './routes/audit.ts'
import { accountRoutes } from './routes/account.ts'
import { settingRoutes } from './routes/settings.ts'
import { retranscriptionRoutes } from './routes/retranscriptions.ts'
import { revisionRoutes } from './routes/revisions.ts'
import { speakerRoutes } from './routes/speakers.ts'
import { sharedRoutes } from './routes/shared.ts'
import { shareRoutes } from './routes/shares.ts'
import { consoleSessionRoutes } from './routes/console-session.ts'
import { systemRoutes } from './routes/system.ts'
import { mcpRoute } from './routes/mcp.ts'
import { utteranceRoute } from './routes/utterances.ts'
import { transcriptRoutes } from './routes/transcripts.ts'
import { liveRoutes } from './routes/live.ts'
import { probeRoutes } from './routes/probes.ts'

/** The server of a node without the role `serve`: only `/health` and `/ready`. */
export async function buildProbeServer(parts: ProbeParts): Promise<App> {
  const app = await createApp(parts)
  validateWithZod(app)
  probeRoutes(app, parts)
  return app
}

/** The HTTP server with all routes. */
export async function buildServer(given: ServerParts): Promise<App> {
  const { store, audit, drain, version, publicUrl } = given
  const secrets = new SecretCheck()
  const maker = new TranscriptMaker(store.transcripts)
  const parts: Parts = { ...given, secrets, requests: new RequestWindows(), maker }
  const app = await createApp(parts)
  app.addHook('onClose', async () => maker.close())
  app.decorate('publicUrl', publicUrl)
  validateWithZod(app)
  acceptEmptyJson(app)
  ignoreUnexpectedBodies(app)
  closeUnusedConnections(app)
  serveLiveSocket(app.server, parts)
  app.addHook('onRequest', (request, reply, done) => {
    if (drain.aborted && request.method !== 'GET' && request.method !== 'HEAD') {
      // Closes the connection instead of waiting for the body.
      reply.header('connection', 'close')
      throw draining()
    }
    done()
  })
  declareCaller(app)
  auditChanges(app, audit)
  await compressText(app)
  await describeApi(app, version, publicUrl)
  probeRoutes(app, parts)
  consoleRoutes(app, parts)
  consoleSessionRoutes(app, parts)
  offeredInvitationRoutes(app, parts)
  passkeySignInRoutes(app, parts)
  issuerRoutes(app, parts)
  await app.register(async (pages: App) => sharedRoutes(pages, parts))
  await app.register(async (authenticated: App) => {
    traceRequests(authenticated)
    limitCaching(authenticated)
    requireKey(authenticated, parts)
    limitRequests(authenticated, parts.requests)
    // Only uploads accept forms: all other operations reject them by their content type.
    await authenticated.register(async (uploads: App) => {
      await audioRoutes(uploads, parts)
      await uploads.register(async (openAi: App) => {
        sendRequestIds(openAi)
        openAiAudioRoutes(openAi, parts)
        openAiModelRoutes(openAi)
      })
    })
    createJobRoutes(authenticated, parts)
    liveRoutes(authenticated, parts)
    listRoutes(authenticated, parts)
    changeRoutes(authenticated, parts)
    facetRoute(authenticated, parts)
    deletionRoutes(authenticated, parts)
    trashRoutes(authenticated, parts)
    transcriptRoutes(authenticated, parts)
    matchRoute(authenticated, parts)
    utteranceRoute(authenticated, parts)
    exportRoutes(authenticated, parts)
    eventRoute(authenticated, parts)
    queueRoutes(authenticated, parts)
    jobRoutes(authenticated, parts)
    playbackRoutes(authenticated, parts)
    revisionRoutes(authenticated, parts)
    speakerRoutes(authenticated, parts)
    retranscriptionRoutes(authenticated, parts)
    shareRoutes(authenticated, parts)
    deliveryRoutes(authenticated, parts)
    accountRoutes(authenticated, parts)
    qualityRoutes(authenticated, parts)
    settingRoutes(authenticated, parts)
    auditRoute(authenticated, parts)
    keyRoutes(authenticated, parts)
    memberRoutes(authenticated, parts)
    invitationRoutes(authenticated, parts)
    meRoutes(authenticated, parts)
    newPasskeyRoutes(authenticated, parts)
    operatedAccountRoutes(authenticated, parts)
    systemRoutes(authenticated, parts)
    modelRoutes(authenticated, parts)
    mcpRoute(authenticated, parts)
  })
  return app
}

/**
 * Compresses text for clients that accept it, including streamed pages. At its default quality of 11, Brotli takes a second for 1 MB;
 * at 4, its output is as small as gzip's in less time.
 */
async function compressText(app: App): Promise<void> {
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

/**
 * Closes connections that have never had a request when the server closes. Browsers open such connections in advance, and Node does not
 * consider them idle: each would delay a shutdown until its deadline.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}
