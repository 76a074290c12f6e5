/** All live sessions of this process: made, found by their token, taken up after a restart, and left at its end. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { LiveParams } from '../contract/live-request.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import type { LiveStore, OpenSession } from '../jobs/live-store.ts'
import type { Enricher } from '../intelligence/runner/enricher-process.ts'
import type { LiveRecogniser } from '../recognition/live/live-stream.ts'
import type { CallbackOutlet } from './callbacks.ts'
import { CLOSE, turnAway } from './connection.ts'
import { LiveSession, type SessionLimits } from './session.ts'
import { newToken, tokenHash } from './token.ts'

export interface LiveLimits extends SessionLimits {
  /** Open sessions of one account. */
  readonly maxSessions: number
  /** Seconds for the first connection. */
  readonly connectSeconds: number
}

export interface LiveSessionsParts {
  readonly store: LiveStore
  readonly files: AudioFiles
  readonly recogniser: LiveRecogniser
  readonly enricher: Enricher
  readonly callbacks: CallbackOutlet
  /** Where the sessions that are open have their files. */
  readonly folder: string
  readonly limits: LiveLimits
  readonly log: Logger
}

/** Milliseconds between two looks at what time has come for. */
const TICK_MS = 250
/** Milliseconds between two looks at whether the last session has ended, while the service waits for that. */
const DRAIN_TICK_MS = 50

/** A session that is open. */
interface Place {
  readonly open: OpenSession
  /** Whether a client was ever there. */
  isStarted: boolean
  session: Promise<LiveSession> | null
}

/** Why a client with the token of no open session is not let in. */
const REASONS = {
  over: [CLOSE.over, 'the session is over'],
  deleted: [CLOSE.noSession, 'the session was deleted'],
  unknown: [CLOSE.badToken, 'the token is not valid: ask for a new session'],
} as const

export class LiveSessions {
  readonly #parts: LiveSessionsParts
  /** By the hash of the token. */
  readonly #places = new Map<string, Place>()
  readonly #clock: NodeJS.Timeout
  /** The sessions themselves, as soon as they are opened. */
  readonly #sessions = new Set<LiveSession>()
  #isDraining = false

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts
    this.#clock = setInterval(() => this.#tick(), TICK_MS)
  }

  /**
   * Makes a session that waits for its client.
   * @throws {TooManySessionsError} when the account has as many as it may have
   */
  async create(
    account: number,
    job: { params: LiveParams; customMetadata: Record<string, unknown> | null },
  ): Promise<{ id: string; createdAt: number; token: string }> {
    const token = newToken()
    const hash = tokenHash(token)
    const { store, limits } = this.#parts
    const { id, createdAt } = await store.begin(account, job, hash, limits.maxSessions)
    const open = { jobId: id, tokenHash: hash, createdAt, isStarted: false, params: job.params }
    this.#places.set(hash, { open, isStarted: false, session: null })
    return { id, createdAt, token }
  }

  /** Lets a socket into the session of a token, or closes it with the code that says why not. */
  async connect(token: string, socket: WebSocket): Promise<void> {
    const hash = tokenHash(token)
    const place = this.#places.get(hash)
    try {
      const session = place && !this.#isDraining ? await this.#sessionOf(place) : null
      if (this.#isDraining) return turnAway(socket, CLOSE.restarting, 'the service restarts: connect again')
      if (session !== null) return session.connect(socket)
      const [code, reason] = REASONS[await this.#parts.store.closedReason(hash)]
      turnAway(socket, code, reason)
    } catch (error) {
      this.#parts.log.error({ err: error, job: place?.open.jobId }, 'a live session cannot be opened')
      turnAway(socket, CLOSE.failed, 'the session cannot be opened now: try again')
    }
  }

  /** Takes up what an earlier run left: sessions wait for their clients again. To be called once, before `connect`. */
  async recover(): Promise<void> {
    const { store, folder, log } = this.#parts
    const open = await store.open()
    const known = new Set(open.map(({ jobId }) => jobId))
    for (const name of await readdir(folder)) {
      // Of a session that ended just before the service did.
      if (!known.has(name)) await rm(join(folder, name), { recursive: true, force: true })
    }
    for (const one of open) {
      const place: Place = { open: one, isStarted: one.isStarted, session: null }
      this.#places.set(one.tokenHash, place)
      if (!one.isStarted) continue
      await this.#sessionOf(place).catch((error: unknown) =>
        log.error({ err: error, job: one.jobId }, 'a live session cannot be taken up'),
      )
    }
  }

  /**
   * Lets sessions that have a client, or are being finished, end within `graceMs`; the others, and those that take
   * longer, go on at the next start of the service.
   */
  async close(graceMs: number): Promise<void> {
    this.#isDraining = true
    // Those that are just being opened count too.
    await Promise.allSettled([...this.#places.values()].map(async ({ session }) => session))
    const deadline = performance.now() + graceMs
    const isAtWork = ({ isStopped, isConnected }: LiveSession) => isStopped || isConnected
    while (performance.now() < deadline && [...this.#sessions].some(isAtWork)) await delay(DRAIN_TICK_MS)
    await Promise.all([...this.#sessions].map(async (session) => session.suspend()))
    clearInterval(this.#clock)
  }

  /** The session itself, opened when it is not; what fails is tried anew at the next call. */
  async #sessionOf(place: Place): Promise<LiveSession> {
    place.isStarted = true
    place.session ??= this.#open(place)
    try {
      return await place.session
    } catch (error) {
      place.session = null
      throw error
    }
  }

  async #open({ open }: Place): Promise<LiveSession> {
    const { store, files, recogniser, enricher, callbacks, limits, folder, log } = this.#parts
    await store.start(open.jobId)
    const place = { jobId: open.jobId, params: open.params, folder: join(folder, open.jobId) }
    const session = await LiveSession.open(place, {
      store,
      files,
      recogniser,
      enricher,
      callbacks,
      limits,
      log: log.child({ job: open.jobId }),
      onOver: () => {
        this.#places.delete(open.tokenHash)
        this.#sessions.delete(session)
      },
    })
    this.#sessions.add(session)
    return session
  }

  #tick(): void {
    const now = performance.now()
    for (const session of this.#sessions) session.tick(now)
    const oldest = Date.now() - this.#parts.limits.connectSeconds * 1000
    for (const [hash, place] of this.#places) {
      if (!place.isStarted && place.open.createdAt < oldest && !this.#isDraining) this.#expire(hash, place)
    }
  }

  #expire(hash: string, { open }: Place): void {
    this.#places.delete(hash)
    const { store, log, limits } = this.#parts
    const message = `nobody connected within ${limits.connectSeconds} seconds`
    store.finish(open.jobId, { status: 'error', code: 408, message }, null).catch((error: unknown) => {
      log.error({ err: error, job: open.jobId }, 'an unused live session could not be ended')
    })
  }
}
