import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { CallbackDispatcher } from '../callbacks/dispatcher.ts'
import { signedHeaders } from '../callbacks/signature.ts'
import type { Config } from './config.ts'
import { API_PORT } from './config/http.ts'
import { sharedCheck } from './shared-check.ts'
import type { ProbeParts, ServerParts } from '../http/parts.ts'
import { buildProbeServer, buildServer } from '../http/server.ts'
import type { LiveSessions } from '../live/sessions.ts'
import { isPrivateHost } from '../platform/net/private-host.ts'
import { cancelWork } from '../queue/cancel-work.ts'
import type { AudioIntake } from '../intake/audio-intake.ts'
import { Issuer } from '../sign-in/issuer.ts'
import { RoleChecks } from '../sign-in/role-checks.ts'
import { Playbacks } from '../intake/playbacks.ts'
import type { Base } from './base.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { HealthMeter } from './node-health.ts'
import { modelManager } from './models.ts'
import { systemState } from './system.ts'
import type { NodeWork } from './work.ts'

/** Minimum interval between checks of the storage, since each may be a request. */
const STORAGE_CHECK_MS = 2_000

/** The parts of a node; those of roles that it does not have are null. */
interface Parts {
  readonly intake: AudioIntake
  readonly work: NodeWork | null
  readonly live: LiveSessions | null
  readonly callbacks: CallbackDispatcher | null
  /** Reports the checks of `/ready`. */
  readonly health: HealthMeter
  readonly isLeased: () => boolean
  /** Resolves if other nodes have taken over this node's work, so that it need not finish any. */
  readonly lost: Promise<unknown>
}

/**
 * Serves the API; without the role `serve`, but with a port, only probes. When the service closes, work in progress gets
 * the drain time to finish, while the server still answers.
 * @returns the URL it listens on; null if it does not listen
 */
export async function serveHttp(base: Base, parts: Parts): Promise<string | null> {
  const { config, started } = base
  const { work, live, callbacks, lost } = parts
  const { host, port } = config.http
  const leaving = new AbortController()
  const drain = new AbortController()
  const probes = probeParts(base, parts, { leaving: leaving.signal, drain: drain.signal })
  parts.health.begin(probes.readiness)
  const server = live === null ? await buildProbeServer(probes) : await buildApi(base, parts, live, probes)
  let isLost = false
  void lost.then(() => (isLost = true))
  started.defer(async () => {
    leaving.abort()
    // Nodes without the role `serve` get no requests from a load balancer.
    if (live !== null && !isLost) await delay(config.service.unreadySeconds * 1000)
    drain.abort()
    const drainMs = isLost ? 0 : config.service.drainSeconds * 1000
    const deadline = performance.now() + drainMs
    const remaining = () => Math.max(0, deadline - performance.now())
    await Promise.all([work?.close(drainMs), live?.close(drainMs)])
    await callbacks?.close(remaining())
    // Requests in progress get the rest of the time.
    const cut = setTimeout(() => server.server.closeAllConnections(), remaining())
    await server.close()
    clearTimeout(cut)
  })
  if (live === null && port === null) return null
  return server.listen({ host, port: port ?? API_PORT })
}

async function buildApi(base: Base, parts: Parts, live: LiveSessions, probes: ProbeParts) {
  const { config, log, audit, store, operators, node, nodeState, files, uploads, ffmpeg, spool, started } =
    base
  const { intake, work } = parts
  const playbacks = new Playbacks(
    { files, uploads, rows: store.files, shares: store.shares, log },
    { ffmpeg, folder: spool },
  )
  started.defer(async () => playbacks.close())
  return buildServer({
    ...config.http,
    ...probes,
    audit,
    store,
    operators,
    signIn: await signIn(base),
    node,
    nodeState,
    files,
    uploads,
    intake,
    playbacks,
    work,
    live,
    isFull: () => isFull(config, parts),
    isPrivate: config.net.allowPrivate ? () => false : isPrivateHost,
    capabilities: async () => capabilitiesOf(config),
    cancel: async (jobId, kind) => {
      const isCancelled =
        kind === 'live' ? await live.cancel(jobId) : await cancelWork(store.work, store.wake, jobId)
      if (isCancelled) store.wake.notify('callbacks')
      return isCancelled
    },
    system: async () => systemState(base, parts.health),
    models: modelManager(base),
    defaultRetention: config.retention,
    trashDays: config.retention.trashDays,
    signCallback: signedHeaders,
  })
}

async function signIn({ config, log, audit, store, started }: Base): Promise<ServerParts['signIn']> {
  const { contact, issuer: options } = config.signIn
  if (options === null) {
    await store.issuerSessions.endAll()
    return { contact, issuer: null, roleChecks: null }
  }
  const issuer = new Issuer(options, log)
  const roleChecks = new RoleChecks(issuer, store, { audit, log })
  started.defer(async () => {
    issuer.close()
    await roleChecks.close()
  })
  return { contact, issuer, roleChecks }
}

/** Whether this node accepts no more live sessions. */
function isFull({ nodes }: Config, { live }: Parts): boolean {
  return (live?.open ?? 0) >= (nodes.liveCapacity ?? Infinity)
}

function probeParts(
  { config, log, store, nodeState, files }: Base,
  parts: Parts,
  { leaving, drain }: Record<'leaving' | 'drain', AbortSignal>,
): ProbeParts {
  const isDatabaseUp = sharedCheck(async () => store.check())
  const isStorageUp = sharedCheck(async () => files.check(), STORAGE_CHECK_MS)
  return {
    ...config.http,
    log,
    version: packageJson.version,
    drain,
    isDatabaseUp,
    readiness: async () => ({
      database: await isDatabaseUp(),
      storage: await isStorageUp(),
      lease: parts.isLeased(),
      capacity: !isFull(config, parts) && nodeState() === 'running',
      accepting: !leaving.aborted && nodeState() !== 'draining',
    }),
  }
}
