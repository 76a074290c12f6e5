/** The live sessions of this node: created, opened for their clients, taken over from other nodes, finished, suspended. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { LiveRequest, NewLiveJob, OpenSession } from '../jobs/live-store.ts'
import { CANCELLED } from '../jobs/cancellation.ts'
import type { Wake } from '../jobs/wake.ts'
import { untilStored } from '../jobs/retry-store.ts'
import { type Failure, failureOf, INTERNAL_ERROR, UNREADABLE_REQUEST } from '../transcription/failure.ts'
import { CLOSE, rejectSocket } from './connection.ts'
import { formatOf } from './session-audio.ts'
import { LiveSession, type SessionLimits, type SessionParts } from './session.ts'
import { newToken, tokenHash } from './token.ts'

export interface LiveLimits extends SessionLimits {
  /** Open sessions of one account. */
  readonly maxSessions: number
  /** Seconds in which the client of a new session must connect. */
  readonly connectSeconds: number
}

export interface LiveSessionsParts extends Omit<SessionParts, 'jobId' | 'params' | 'onOver' | 'onLost'> {
  /** Wakes the owner of a session when it is asked for it. */
  readonly wake: Wake
  readonly limits: LiveLimits
}

/** Milliseconds between two calls of `tick`. */
const TICK_MS = 250
/** Milliseconds between two looks for sessions to interrupt or to take up. */
const ATTEND_MS = 1_000
/** Milliseconds that a session without an owner waits for its client, which may reconnect to any node. */
const ABANDONED_MS = 5_000
/** Milliseconds for which a client waits while another node releases its session; then it is asked to reconnect. */
const RELEASE_MS = 3_000
/** Milliseconds for which a request to cancel waits for another node, also for one that is found dead meanwhile. */
const CANCEL_MS = 20_000
/** Milliseconds between two looks whether another node has done what it was asked. */
const ASK_MS = 100
/** Milliseconds between two checks whether the last session has ended, at shutdown. */
const DRAIN_TICK_MS = 50
/** Milliseconds for the database to commit what suspended sessions have received, at shutdown. */
const GIVE_UP_MS = 5_000

/** A session of this node. */
interface Slot {
  /** The session in memory, null where another node has it; null while it is not opened. */
  session: Promise<LiveSession | null> | null
  /** Whether its opening failed, and is repeated. */
  isReopening: boolean
}

/** Why a token without an open session is refused. */
const REASONS = {
  over: [CLOSE.over, 'the session has ended'],
  deleted: [CLOSE.noSession, 'the session was deleted'],
  revoked: [CLOSE.badToken, 'the key that opened the session was revoked'],
  unknown: [CLOSE.badToken, 'invalid token: create a new session'],
} as const

export class LiveSessions {
  readonly #parts: LiveSessionsParts
  /** By the ids of their jobs. */
  readonly #slots = new Map<string, Slot>()
  /** Those that are opened, by the ids of their jobs. */
  readonly #sessions = new Map<string, LiveSession>()
  /** The sessions that are being released, by the ids of their jobs. */
  readonly #leaving = new Map<string, Promise<void>>()
  /** The sessions that are being ended without having been opened. */
  readonly #ending = new Set<string>()
  /** When each session was first seen without an owner; as of `performance.now()`. */
  #abandonedSince: ReadonlyMap<string, number> = new Map()
  readonly #timer: NodeJS.Timeout
  #attendance: NodeJS.Timeout | null = null
  readonly #draining = new AbortController()

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts
    this.#timer = setInterval(() => {
      for (const session of this.#sessions.values()) session.tick(performance.now())
    }, TICK_MS)
  }

  /** How many sessions are open in this process. */
  get open(): number {
    return this.#sessions.size
  }

  /**
   * Creates a session, which waits for its client.
   * @throws {TooManySessionsError} when the account has as many open sessions as it may have
   */
  async create(account: number, job: NewLiveJob): Promise<{ id: string; createdAt: number; token: string }> {
    const token = newToken()
    const { store, limits } = this.#parts
    return { ...(await store.begin(account, job, tokenHash(token), limits.maxSessions)), token }
  }

  /** Connects a socket to the session of a token, or closes it with the code that says why not. */
  async connect(token: string, socket: WebSocket): Promise<void> {
    const hash = tokenHash(token)
    const { store, log } = this.#parts
    try {
      const stored = this.#isDraining ? null : await store.find({ tokenHash: hash })
      const session = stored === null || stored.isRevoked ? null : await this.#take(stored)
      if (this.#isDraining)
        return rejectSocket(socket, CLOSE.restarting, 'the service is restarting: reconnect')
      if (session === 'elsewhere')
        return rejectSocket(socket, CLOSE.slow, 'another server still has the session: reconnect')
      if (session !== null) return session.connect(socket)
      const [code, reason] = REASONS[await store.closedReason(hash)]
      rejectSocket(socket, code, reason)
    } catch (error) {
      log.error({ err: error }, 'live session could not be opened')
      rejectSocket(socket, CLOSE.failed, 'the session could not be opened: try again')
    }
  }

  /**
   * Ends a session as cancelled, on whichever node it is, and closes its socket. Settles when its job has ended.
   * @returns false when it ended otherwise, or the service shuts down before
   */
  async cancel(jobId: string): Promise<boolean> {
    const { store } = this.#parts
    const deadline = performance.now() + CANCEL_MS
    let stored = await store.find({ jobId })
    if (stored === null) return false
    while (stored !== null && performance.now() < deadline && !this.#isDraining) {
      if (stored.owner === null && !stored.isStarted) return this.#endInError(jobId, CANCELLED)
      const session = this.#mayOpen(stored) ? await this.#opened(stored) : null
      if (session !== null) return session.cancel()
      await this.#ask(jobId, 'cancel')
      stored = await store.find({ jobId })
    }
    return store.isCancelled(jobId)
  }

  /**
   * Recovers what an earlier run left: its sessions wait for their clients again. Called once, before `connect`. From then on,
   * sessions that have no node are taken up.
   */
  async recover(): Promise<void> {
    const { store, logs, wake } = this.#parts
    await logs.recover(async (jobId) => {
      const stored = await store.find({ jobId })
      return stored?.params && this.#mayOpen(stored) ? formatOf(stored.params) : null
    })
    await this.#takeUp(0)
    this.#attend()
    wake.listen('live', () => void this.#interrupt().catch((error: unknown) => this.#onError(error)))
  }

  /**
   * Lets sessions that are connected or being finished end within `graceMs`, and suspends the others until the next
   * start of the service, or until their clients connect to another node.
   */
  async close(graceMs: number): Promise<void> {
    this.#draining.abort()
    if (this.#attendance !== null) clearTimeout(this.#attendance)
    // Includes those that are being opened.
    await Promise.allSettled([...this.#slots.values()].map(async ({ session }) => session))
    const deadline = performance.now() + graceMs
    const isActive = ({ isStopped, isConnected }: LiveSession) => isStopped || isConnected
    while (performance.now() < deadline && this.#sessions.values().some(isActive)) await delay(DRAIN_TICK_MS)
    const givingUp = setTimeout(() => this.#parts.logs.giveUp(), GIVE_UP_MS)
    await Promise.all([...this.#slots.keys()].map(async (jobId) => this.#release(jobId)))
    clearTimeout(givingUp)
    clearInterval(this.#timer)
  }

  get #isDraining(): boolean {
    return this.#draining.signal.aborted
  }

  #mayOpen({ owner }: OpenSession): boolean {
    return owner === null || owner === this.#parts.node
  }

  /** Opens a session; another node that has it is asked to release it. Null when the session has ended. */
  async #take({ jobId }: OpenSession): Promise<LiveSession | 'elsewhere' | null> {
    const { store } = this.#parts
    const deadline = performance.now() + RELEASE_MS
    do {
      const stored = await store.find({ jobId })
      if (stored === null) return null
      const session = this.#mayOpen(stored) ? await this.#opened(stored) : null
      if (session !== null) return session
      await this.#ask(jobId, 'release')
    } while (performance.now() < deadline && !this.#isDraining)
    return 'elsewhere'
  }

  /**
   * The session in memory, which is opened if it is not. If that fails, it is repeated. Null when another node has taken it, or
   * it has ended.
   */
  async #opened(stored: OpenSession): Promise<LiveSession | null> {
    const { jobId } = stored
    await this.#leaving.get(jobId)
    const slot = this.#slots.get(jobId) ?? { session: null, isReopening: false }
    this.#slots.set(jobId, slot)
    const opening = (slot.session ??= this.#open(stored))
    try {
      const session = await opening
      if (session === null) this.#slots.delete(jobId)
      return session
    } catch (error) {
      if (slot.session === opening) slot.session = null
      if (!slot.isReopening) void this.#reopen(stored, slot)
      throw error
    }
  }

  /** Opens a session as soon as that is possible, so that it ends even if its client does not return. */
  async #reopen(stored: OpenSession, slot: Slot): Promise<void> {
    const { log } = this.#parts
    const { signal } = this.#draining
    slot.isReopening = true
    try {
      await untilStored(async () => this.#opened(stored), { log, signal })
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, job: stored.jobId }, 'live session cannot be opened; ending it in error')
      await this.#endInError(stored.jobId, failureOf(error) ?? INTERNAL_ERROR)
    } finally {
      slot.isReopening = false
    }
  }

  async #open({ jobId, params }: OpenSession): Promise<LiveSession | null> {
    const { store, node, log } = this.#parts
    if (!(await store.start(jobId, node))) return null
    if (params === null) {
      await this.#endInError(jobId, UNREADABLE_REQUEST)
      return null
    }
    const session = await LiveSession.open({
      ...this.#parts,
      jobId,
      params,
      log: log.child({ job: jobId }),
      onOver: () => {
        this.#slots.delete(jobId)
        this.#sessions.delete(jobId)
      },
      onLost: () => void this.#release(jobId),
    })
    this.#sessions.set(jobId, session)
    return session
  }

  /** Suspends a session, and leaves it to the node that its client connects to next. */
  async #release(jobId: string): Promise<void> {
    const slot = this.#slots.get(jobId)
    if (slot === undefined) return
    this.#slots.delete(jobId)
    const leaving = this.#leave(jobId, slot)
    this.#leaving.set(jobId, leaving)
    await leaving
    this.#leaving.delete(jobId)
  }

  async #leave(jobId: string, slot: Slot): Promise<void> {
    const { store, node, logs, log } = this.#parts
    try {
      const session = this.#sessions.get(jobId) ?? (await slot.session)
      await session?.suspend()
      this.#sessions.delete(jobId)
      await logs.release(jobId)
      await store.release(jobId, node)
    } catch (error) {
      log.error({ err: error, job: jobId }, 'live session could not be released')
    }
  }

  /** Asks the owner of a session, which answers by releasing or ending it. */
  async #ask(jobId: string, request: LiveRequest): Promise<void> {
    await this.#parts.store.ask(jobId, request)
    this.#parts.wake.notify('live')
    await delay(ASK_MS)
  }

  #onError(error: unknown): void {
    this.#parts.log.error({ err: error }, 'live sessions could not be looked after; retrying')
  }

  /** Looks regularly for sessions to interrupt or to take up. */
  #attend(): void {
    this.#attendance = setTimeout(() => {
      this.#interrupt()
        .then(async () => this.#takeUp(ABANDONED_MS))
        .catch((error: unknown) => this.#onError(error))
        .finally(() => {
          if (!this.#isDraining) this.#attend()
        })
    }, ATTEND_MS)
  }

  /** Interrupts the sessions that other nodes ask for, and those whose keys were revoked by any process. */
  async #interrupt(): Promise<void> {
    const { store, node } = this.#parts
    for (const { jobId, reason } of await store.interruptions(node)) {
      const session = await this.#slots.get(jobId)?.session
      if (reason === 'release') void this.#release(jobId)
      else if (reason === 'cancel') void session?.cancel()
      else session?.revoke()
    }
  }

  /** Opens the started sessions that have had no owner for so long, and ends those that never had a client. */
  async #takeUp(abandonedMs: number): Promise<void> {
    const { store, limits, log } = this.#parts
    const abandoned = await store.abandoned(Date.now() - limits.connectSeconds * 1000)
    const now = performance.now()
    const since = new Map(abandoned.map(({ jobId }) => [jobId, this.#abandonedSince.get(jobId) ?? now]))
    this.#abandonedSince = since
    for (const stored of abandoned) {
      const { jobId } = stored
      if (this.#isDraining) return
      if (!stored.isStarted) void this.#endInError(jobId, unstarted(stored, limits))
      else if (now - (since.get(jobId) ?? now) >= abandonedMs)
        await this.#opened(stored).catch((error: unknown) =>
          log.error({ err: error, job: jobId }, 'live session could not be recovered'),
        )
    }
  }

  /** Ends a session that is not in memory; false when its job had ended before, or cannot be ended now. */
  async #endInError(jobId: string, { code, message }: Failure): Promise<boolean> {
    if (this.#ending.has(jobId)) return false
    this.#ending.add(jobId)
    this.#slots.delete(jobId)
    const { store, node, logs, log } = this.#parts
    const { signal } = this.#draining
    try {
      const finish = async () => store.finish(jobId, node, { status: 'error', code, message }, null)
      const isFirst = await untilStored(finish, { log, signal })
      await logs.remove(jobId)
      return isFirst
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, job: jobId }, 'unopened live session could not be ended')
      return false
    } finally {
      this.#ending.delete(jobId)
    }
  }
}

/** Why a session ends that never had a client. */
function unstarted({ isRevoked, params }: OpenSession, { connectSeconds }: LiveLimits): Failure {
  if (params === null) return UNREADABLE_REQUEST
  if (isRevoked) return { code: 401, message: 'the key that opened the session was revoked' }
  return { code: 408, message: `no client connected within ${connectSeconds} seconds` }
}
