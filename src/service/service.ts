/** The composition root: builds the parts from the configuration, connects them, starts and drains them. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { findFfmpeg } from '../audio/ffmpeg.ts'
import { CallbackDispatcher } from '../callbacks/dispatcher.ts'
import { AuditLog } from '../jobs/audit-log.ts'
import { CONSOLE_SESSION_MS } from '../jobs/caller.ts'
import type { Config } from './config.ts'
import { ensureDefaultKey } from './default-key.ts'
import { type InUseError, lockFolder } from '../platform/files/folder-lock.ts'
import { deviceFor } from '../models/device.ts'
import { subscribe } from '../platform/metrics.ts'
import { createGuardedFetch } from '../platform/net/guarded-fetch.ts'
import { createGuardedSend } from '../platform/net/guarded-send.ts'
import { WakeLoop } from '../queue/wake-loop.ts'
import type { LiveSessions } from '../live/sessions.ts'
import { openPrivateFolder } from '../platform/files/private-folder.ts'
import { readSecretKey } from './secret-key.ts'
import { database, databaseAddress } from '../store/configured-database.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { BackgroundTasks } from '../queue/background-tasks.ts'
import { unusableDatabase } from '../store/unusable-database.ts'
import { AudioIntake } from '../intake/audio-intake.ts'
import type { Base } from './base.ts'
import { freeBytes, openFiles } from './files.ts'
import { openLiveSessions } from './live.ts'
import { DiskReserve, RESERVED_BYTES, withReserve } from './disk-reserve.ts'
import { inviteFirstAdmin, linkBase } from './invite.ts'
import { joinNodes } from './join-nodes.ts'
import { HealthMeter } from './node-health.ts'
import { leaveMoved } from './leave-moved.ts'
import { observedStore } from './observed-store.ts'
import { serveHttp } from './serve-http.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startTracing } from './start-tracing.ts'
import { createWork } from './work.ts'

const DAY_MS = 24 * 3_600_000

/** Interval at which to look for expired data. */
const REMOVAL_MS = 60_000

/** Expired idempotency keys, or audit entries, to delete at a time. */
const EXPIRED_BATCH = 1_000

/** How long a role from a group lasts without confirmation by the issuer: as long as an unused console session. */
const UNCONFIRMED_MS = CONSOLE_SESSION_MS

/** How long expired or revoked links to transcripts are still listed. */
const ENDED_SHARE_MS = 30 * DAY_MS

/** What to do if another process uses this one's folder: without PostgreSQL, and with it. */
const OTHER_FOLDER =
  'stop it, or set DATA_DIR to another folder and PORT to another port; ' +
  'several processes share jobs by DATABASE_URL (docs/scaling.md)'
const OTHER_SCRATCH = 'stop it, or set SCRATCH_DIR to a folder of this process alone'

export interface Service {
  /** Where it listens; null for a node without the role `serve` and without a port. */
  readonly url: string | null
  /** The key of the default account, if this start generated one. */
  readonly newKey: string | null
  /** Creates a link for the first admin, see `inviteFirstAdmin`; null if there is one, or this node serves no API. */
  inviteFirstAdmin(): Promise<string | null>
  /** Resolves when the service must be closed: others have taken over its work, or a move that ended it was undone. */
  readonly takenOver: Promise<InUseError>
  /**
   * Stops claiming work, lets running jobs finish within the drain time, returns the rest to the queue, and stops. Work that
   * other nodes have taken over is aborted immediately.
   */
  close(): Promise<void>
}

/**
 * Starts the service with the configured roles.
 * @throws {InUseError} if another process uses one of the folders
 * @throws {DatabaseError} if the database cannot be used
 */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const { scratchDir } = config.storage
  const { roles } = config.nodes
  const started = new AsyncDisposableStack()
  try {
    await startTracing({ config, log, started })
    openFolders(config, log, started)
    const store = await openDatabase(config, log, started)
    const audit = openAudit(config, log, store, started)
    const { account, newKey } = await ensureDefaultKey(store, config.storage)
    const health = new HealthMeter(config)
    const { node, nodeState, lost, isLeased } = await joinNodes({ config, log, store, started }, health)
    const spool = emptySpool(scratchDir)
    const base: Base = {
      config,
      log,
      audit,
      store,
      operators: account,
      node,
      nodeState,
      spool,
      ...(await openFiles({ config, store, node, spool, started })),
      ffmpeg: await findFfmpeg(config.audio.ffmpegPath ?? undefined),
      device: await deviceFor(config.models.device, log),
      started,
    }
    let live: LiveSessions | null = null
    const metrics = await serveMetrics(base, () => live?.open ?? 0)
    const { intake, removal } = createIntake(base)
    const callbacks = roles.includes('callbacks') ? createCallbacks(base) : null
    const work = roles.includes('work') ? createWork(base, intake) : null
    live = roles.includes('serve') ? await openLiveSessions(base) : null
    const url = await serveHttp(base, { intake, work, live, callbacks, health, isLeased, lost })
    log.info({ url, metrics, node, roles: roles.join() }, 'listening')
    const background = startBackground(base)
    work?.start()
    callbacks?.wake()
    const undone = leaveMoved(base, [
      async (graceMs) => work?.close(graceMs),
      async (graceMs) => live?.close(graceMs),
      async (graceMs) => callbacks?.close(graceMs),
      async () => removal.close(),
      async () => background.close(),
    ])
    return {
      url,
      newKey,
      inviteFirstAdmin: async () =>
        url === null || live === null ? null : inviteFirstAdmin(store, linkBase(config.http, url)),
      takenOver: Promise.race([lost, undone]),
      close: async () => started.disposeAsync(),
    }
  } catch (error) {
    // If closing fails too, for example because the database is unavailable, report why the start failed.
    await started
      .disposeAsync()
      .catch((closing: unknown) => log.error({ err: closing }, 'some started parts could not be closed'))
    throw unusableDatabase(error, databaseAddress(config.storage))
  }
}

/** Makes the folders private, and locks those that this process must not share: with SQLite, both. */
function openFolders({ storage }: Config, log: Logger, started: AsyncDisposableStack): void {
  const { dataDir, scratchDir, databaseUrl } = storage
  for (const folder of new Set([dataDir, scratchDir])) {
    const exposed = openPrivateFolder(folder)
    if (exposed.length > 0)
      log.warn(
        { count: exposed.length, first: exposed[0] },
        'files that other users may read belong to another user',
      )
    if (folder === scratchDir || databaseUrl === null)
      started.defer(lockFolder(folder, databaseUrl === null ? OTHER_FOLDER : OTHER_SCRATCH))
  }
}

async function openDatabase(
  { storage, nodes, metrics, limits }: Config,
  log: Logger,
  started: AsyncDisposableStack,
): Promise<Store> {
  const dialect = database(storage, { nodeLeaseMs: nodes.nodeLeaseMs })
  const store = await openStore(dialect, readSecretKey(storage), limits)
  started.defer(async () => store.close())
  const reserved = storage.databaseUrl === null ? reserveSpace(store, storage.dataDir, log, started) : store
  return metrics.port === null ? reserved : observedStore(reserved)
}

/** Opened right after the store, so that it closes after everything that records entries, and before the store. */
function openAudit(
  { retention }: Config,
  log: Logger,
  { audit: entries }: Store,
  started: AsyncDisposableStack,
): AuditLog {
  const audit = new AuditLog(entries, { log, days: retention.auditDays })
  started.defer(async () => audit.close())
  started.defer(
    subscribe('roomMade', ({ account, jobs }) => {
      void audit.record({ operation: 'makeRoom', account, details: { jobs } })
    }),
  )
  return audit
}

/** Lets deletions succeed on a full disk. PostgreSQL has its own disk, and deleting audio takes no space. */
function reserveSpace(store: Store, dataDir: string, log: Logger, started: AsyncDisposableStack): Store {
  const reserve = new DiskReserve(dataDir, log)
  started.defer(async () => reserve.close())
  return withReserve(store, reserve)
}

/** Creates an empty spool folder; a killed process may have left files there. */
function emptySpool(scratchDir: string): string {
  const spool = join(scratchDir, 'spool')
  rmSync(spool, { recursive: true, force: true })
  mkdirSync(spool, { recursive: true })
  return spool
}

/** Creates the intake of audio, and the loop that deletes unused files, the remains of killed nodes, and expired data. */
function createIntake({ config, log, store, uploads, ffmpeg, started }: Base) {
  const fetch = createGuardedFetch(config.net)
  const intake = new AudioIntake({ uploads, rows: store.files, fetch }, { ffmpeg, ...config.intake })
  const removal = new WakeLoop(
    async () => {
      const isMore = [
        await uploads.collect(),
        await intake.removeUnused(),
        await store.idempotency.removeExpired(EXPIRED_BATCH),
        await store.grants.endUnconfirmed(Date.now() - UNCONFIRMED_MS),
        await store.shares.removeEnded(Date.now() - ENDED_SHARE_MS),
        await store.audit.removeExpired(config.retention.auditDays * DAY_MS, EXPIRED_BATCH),
      ].includes(true)
      removal.wakeIn(isMore ? 0 : REMOVAL_MS)
    },
    (error) => log.error({ err: error }, 'expired data could not be deleted; retrying'),
  )
  started.defer(async () => removal.close())
  removal.wake()
  return { intake, removal }
}

function startBackground({ config, log, audit, store, node, started }: Base): BackgroundTasks {
  const background = new BackgroundTasks(store, {
    node,
    retention: config.retention,
    trashDays: config.retention.trashDays,
    lackedBytes: async () => lackedBytes(config),
    audit,
    log,
  })
  started.defer(async () => background.close())
  store.wake.listen('background', () => background.wake())
  background.wake()
  return background
}

/** Bytes that the disk of the audio lacks for the largest file or, without audio, that of the database for deletions. */
async function lackedBytes({ storage, intake }: Config): Promise<number> {
  const { dataDir, databaseUrl, s3 } = storage
  if (databaseUrl !== null && s3 !== null) return 0
  return Math.max(0, (s3 === null ? intake.maxBytes : RESERVED_BYTES) - (await freeBytes(dataDir)))
}

function createCallbacks({ config, log, store, node, nodeState, started }: Base): CallbackDispatcher {
  const callbacks = new CallbackDispatcher({
    ...config.callbacks,
    store: store.deliveries,
    node,
    // A paused node still sends callbacks about jobs that have ended.
    isTaking: () => nodeState() !== 'draining',
    send: createGuardedSend(config.net),
    log,
  })
  started.defer(async () => callbacks.close(0))
  store.wake.listen('callbacks', () => callbacks.wake())
  return callbacks
}
