/** The composition root: builds the parts from the configuration, wires them, starts and drains them. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import packageJson from '../package.json' with { type: 'json' }
import { findFfmpeg } from './audio/ffmpeg.ts'
import { CallbackDispatcher } from './callbacks/dispatcher.ts'
import { RETRY_SCHEDULE } from './callbacks/retry-schedule.ts'
import type { Config } from './config.ts'
import { DiskAudioFiles } from './files/disk-audio-files.ts'
import { buildServer } from './http/server.ts'
import { EnricherProcess } from './intelligence/runner/enricher-process.ts'
import { createGuardedFetch } from './net/guarded-fetch.ts'
import { createGuardedSend } from './net/guarded-send.ts'
import { LiveSessions } from './live/sessions.ts'
import { InProcessQueue } from './queue/in-process-queue.ts'
import { LiveRecogniserProcess } from './recognition/live/live-recogniser-process.ts'
import { RecogniserProcess } from './recognition/batch/recogniser-process.ts'
import { lockFolder } from './files/folder-lock.ts'
import type { Dialect } from './store/databases/dialect.ts'
import { postgres } from './store/databases/postgres.ts'
import { sqlite } from './store/databases/sqlite.ts'
import { openStore, type Store } from './store/store.ts'
import { AudioIntake } from './transcription/audio-intake.ts'
import { Transcriber } from './transcription/transcriber.ts'

export interface Service {
  /** Where it listens. */
  readonly url: string
  /** The key of the default account, when this start made one. */
  readonly newKey: string | null
  /** Takes no new work, lets running jobs end within the drain time, puts back what could not, and stops. */
  close(): Promise<void>
}

/** The account whose key is SERVICE_KEY. */
export const DEFAULT_ACCOUNT = 'default'

/** The database that is configured: PostgreSQL by its URL, else SQLite in the data folder. */
export function database({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Dialect {
  return databaseUrl === null ? sqlite(join(dataDir, 'scriptorium.sqlite')) : postgres(databaseUrl)
}

/**
 * Starts the service.
 * @throws {InUseError} when another process has the data folder or the database
 */
export async function startService(config: Config, log: Logger): Promise<Service> {
  // What people said is in it: nobody else on this machine reads it.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  // Taken down in the opposite order, the rest also when one part fails to.
  const parts = new AsyncDisposableStack()
  try {
    parts.defer(lockFolder(config.dataDir))
    const dialect = database(config)
    const store = await openStore(dialect)
    parts.defer(async () => store.close())
    parts.defer(await dialect.lock())
    const newKey = await letDefaultAccountIn(store, config)

    const ffmpeg = await findFfmpeg(config.ffmpegPath ?? undefined)
    const files = await DiskAudioFiles.open(join(config.dataDir, 'files'))
    const fetch = createGuardedFetch({ allowPrivate: config.allowPrivateUrls })
    const intake = new AudioIntake(files, store.files, fetch, {
      ffmpeg,
      maxBytes: config.maxUploadBytes,
      maxSeconds: config.maxAudioSeconds,
      fetchSeconds: config.fetchSeconds,
    })
    await intake.recover()

    const spool = join(config.dataDir, 'spool')
    // Decoded audio of a process that was killed.
    rmSync(spool, { recursive: true, force: true })
    mkdirSync(spool, { recursive: true })
    const recognisers = Array.from(
      { length: config.concurrency },
      () =>
        new RecogniserProcess({
          ffmpeg,
          folder: spool,
          maxSeconds: config.maxAudioSeconds,
          models: join(config.dataDir, 'models'),
          stallSeconds: config.stallSeconds,
        }),
    )
    parts.defer(async () => void (await Promise.all(recognisers.map(async (one) => one.close()))))
    const { languageModel } = config
    const enriching = { ffmpeg, folder: spool, maxSeconds: config.maxAudioSeconds, languageModel }
    const enricher = new EnricherProcess(enriching, config.stallSeconds)
    parts.defer(async () => enricher.close())
    const transcriber = new Transcriber({
      work: store.work,
      files,
      intake,
      recognisers,
      enricher,
      log,
      maxAttempts: config.jobAttempts,
    })
    const callbacks = new CallbackDispatcher({
      store: store.deliveries,
      send: createGuardedSend({ allowPrivate: config.allowPrivateUrls }),
      limits: { inAll: config.callbackConcurrency, perReceiver: config.callbacksPerReceiver },
      timeoutMs: config.callbackTimeoutSeconds * 1000,
      schedule: {
        ...RETRY_SCHEDULE,
        delays: config.callbackRetrySeconds.map((seconds) => seconds * 1000),
      },
      log,
    })
    parts.defer(async () => callbacks.close(0))
    const queue = new InProcessQueue(store.work, {
      concurrency: config.concurrency,
      run: async (work, signal) => {
        await transcriber.run(work, signal)
        callbacks.wake()
      },
      onError: (error) => log.error({ err: error }, 'the queue could not go on'),
    })

    const liveFolder = join(config.dataDir, 'live')
    mkdirSync(liveFolder, { recursive: true })
    const liveRecogniser = new LiveRecogniserProcess({ stallSeconds: config.stallSeconds })
    parts.defer(async () => liveRecogniser.close())
    // One of its own: an utterance does not wait behind the chapters of two hours of speech.
    const liveEnricher = new EnricherProcess(enriching, config.stallSeconds)
    parts.defer(async () => liveEnricher.close())
    const live = new LiveSessions({
      store: store.live,
      files,
      recogniser: liveRecogniser,
      enricher: liveEnricher,
      callbacks: {
        record: async (...told) => {
          await store.deliveries.addLive(...told)
          callbacks.wake()
        },
        wake: () => callbacks.wake(),
      },
      folder: liveFolder,
      limits: {
        maxSessions: config.liveSessions,
        connectSeconds: config.liveConnectSeconds,
        resumeSeconds: config.liveResumeSeconds,
        idleSeconds: config.liveIdleSeconds,
        maxSeconds: config.maxLiveSeconds,
      },
      log,
    })
    // Whatever stops this start stops its clock.
    parts.defer(async () => live.close(0))
    await live.recover()

    let draining = false
    const server = await buildServer({
      store,
      files,
      intake,
      live,
      maxFrameBytes: config.maxFrameBytes,
      log,
      version: packageJson.version,
      publicUrl: config.publicUrl,
      keyHeaders: config.keyHeaders,
      maxMetadataCharacters: config.maxMetadataCharacters,
      hasLanguageModel: languageModel !== null,
      onCreated: () => queue.wake(),
      onRedeliver: () => callbacks.wake(),
      isDraining: () => draining,
    })
    parts.defer(async () => {
      draining = true
      const deadline = performance.now() + config.drainSeconds * 1000
      const graceMs = config.drainSeconds * 1000
      await Promise.all([queue.close(graceMs), live.close(graceMs)])
      await callbacks.close(Math.max(0, deadline - performance.now()))
      // Whoever still sends or reads has the rest of the time.
      const cut = setTimeout(
        () => server.server.closeAllConnections(),
        Math.max(0, deadline - performance.now()),
      )
      await server.close()
      clearTimeout(cut)
    })

    const url = await server.listen({ host: config.host, port: config.port })
    log.info({ url }, 'listening')
    queue.wake()
    callbacks.wake()
    return { url, newKey, close: async () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

/** Lets the default account in by SERVICE_KEY, or by the key in its file; the key when it was made just now. */
async function letDefaultAccountIn(
  { accounts }: Store,
  { dataDir, serviceKey }: Config,
): Promise<string | null> {
  const account = await accounts.ensureAccount(DEFAULT_ACCOUNT)
  if (serviceKey !== null) {
    await accounts.ensureKey(account, 'SERVICE_KEY', serviceKey)
    return null
  }
  const file = join(dataDir, 'service-key')
  const kept = readKey(file)
  const key = kept ?? randomBytes(32).toString('base64url')
  if (kept === null) writeFileSync(file, `${key}\n`, { mode: 0o600 })
  await accounts.ensureKey(account, 'service-key', key)
  return kept === null ? key : null
}

function readKey(file: string): string | null {
  try {
    // An empty one is what a full disk leaves.
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
