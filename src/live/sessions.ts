/** All live sessions of this process: created, found by their token, recovered after a restart, suspended at shutdown. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { LiveParams } from '../contract/live-request.ts'
import type { NewLiveJob, OpenSession } from '../jobs/live-store.ts'
import { CANCELLED } from '../jobs/cancellation.ts'
import { untilStored } from '../jobs/retry-store.ts'
import { type Failure, failureOf, INTERNAL_ERROR, UNREADABLE_REQUEST } from '../transcription/failure.ts'
import { CLOSE, rejectSocket } from './connection.ts'
import { LiveSession, type SessionLimits, type SessionParts } from './session.ts'
import { newToken, tokenHash } from './token.ts'

export interface LiveLimits extends SessionLimits {
  /** Open sessions of one account. */
  readonly maxSessions: number
  /** Seconds in which the client of a new session must connect. */
  readonly connectSeconds: number
}

export interface LiveSessionsParts extends Omit<SessionParts, 'jobId' | 'params' | 'onOver'> {
  /** Holds a folder for each open session. */
  readonly folder: string
  readonly limits: LiveLimits
}

/** Milliseconds between two calls of `tick`. */
const TICK_MS = 250
/** Milliseconds between two looks for revoked keys. */
const REVOCATION_MS = 1_000
/** Milliseconds between two checks whether the last session has ended, at shutdown. */
const DRAIN_TICK_MS = 50

/** A session that has not ended. */
interface Slot {
  readonly stored: OpenSession & { readonly params: LiveParams }
  /** Whether a client has ever connected. */
  isStarted: boolean
  /** The session in memory; null while it is not opened. */
  session: Promise<LiveSession> | null
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
  /** By the hash of the token. */
  readonly #slots = new Map<string, Slot>()
  /** The sessions that are opened. */
  readonly #sessions = new Set<LiveSession>()
  readonly #timer: NodeJS.Timeout
  readonly #revocationTimer: NodeJS.Timeout
  readonly #draining = new AbortController()

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#revocationTimer = setInterval(() => void this.#endRevoked(), REVOCATION_MS)
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
    const hash = tokenHash(token)
    const { store, limits } = this.#parts
    const { id, createdAt } = await store.begin(account, job, hash, limits.maxSessions)
    const stored = { jobId: id, tokenHash: hash, createdAt, isStarted: false, params: job.params }
    this.#slots.set(hash, { stored, isStarted: false, session: null, isReopening: false })
    return { id, createdAt, token }
  }

  /** Connects a socket to the session of a token, or closes it with the code that says why not. */
  async connect(token: string, socket: WebSocket): Promise<void> {
    const hash = tokenHash(token)
    await this.#endRevoked()
    const slot = this.#slots.get(hash)
    try {
      const session = slot && !this.#draining.signal.aborted ? await this.#sessionOf(slot) : null
      if (this.#draining.signal.aborted)
        return rejectSocket(socket, CLOSE.restarting, 'the service is restarting: reconnect')
      if (session !== null) return session.connect(socket)
      const [code, reason] = REASONS[await this.#parts.store.closedReason(hash)]
      rejectSocket(socket, code, reason)
    } catch (error) {
      this.#parts.log.error({ err: error, job: slot?.stored.jobId }, 'live session could not be opened')
      rejectSocket(socket, CLOSE.failed, 'the session could not be opened: try again')
    }
  }

  /**
   * Ends a session as cancelled, and closes its socket. Settles when its job has ended.
   * @returns false when it ended otherwise, or the service shuts down before
   */
  async cancel(jobId: string): Promise<boolean> {
    const slot = this.#slots.values().find(({ stored }) => stored.jobId === jobId)
    if (slot === undefined) return false
    if (!slot.isStarted) return this.#endInError(slot.stored, CANCELLED)
    return (await this.#sessionOf(slot)).cancel()
  }

  /** Recovers what an earlier run left: its sessions wait for their clients again. Called once, before `connect`. */
  async recover(): Promise<void> {
    const { store, folder, log } = this.#parts
    const open = await store.open()
    const known = new Set(open.map(({ jobId }) => jobId))
    for (const name of await readdir(folder)) {
      // Of a session that ended just before the service did.
      if (!known.has(name)) await rm(join(folder, name), { recursive: true, force: true })
    }
    for (const { params, ...session } of open) {
      if (params === null) {
        await this.#endInError(session, UNREADABLE_REQUEST)
        continue
      }
      const stored = { ...session, params }
      const slot: Slot = { stored, isStarted: stored.isStarted, session: null, isReopening: false }
      this.#slots.set(stored.tokenHash, slot)
      if (!stored.isStarted) continue
      await this.#sessionOf(slot).catch((error: unknown) =>
        log.error({ err: error, job: stored.jobId }, 'live session could not be recovered'),
      )
    }
  }

  /**
   * Lets sessions that are connected or being finished end within `graceMs`, and suspends the others until the next
   * start of the service.
   */
  async close(graceMs: number): Promise<void> {
    this.#draining.abort()
    // Includes those that are being opened.
    await Promise.allSettled([...this.#slots.values()].map(async ({ session }) => session))
    const deadline = performance.now() + graceMs
    const isActive = ({ isStopped, isConnected }: LiveSession) => isStopped || isConnected
    while (performance.now() < deadline && [...this.#sessions].some(isActive)) await delay(DRAIN_TICK_MS)
    await Promise.all([...this.#sessions].map(async (session) => session.suspend()))
    clearInterval(this.#timer)
    clearInterval(this.#revocationTimer)
  }

  /** The session in memory, which is opened if it is not. If that fails, it is repeated. */
  async #sessionOf(slot: Slot): Promise<LiveSession> {
    slot.isStarted = true
    const opening = (slot.session ??= this.#open(slot))
    try {
      return await opening
    } catch (error) {
      if (slot.session === opening) slot.session = null
      if (!slot.isReopening) void this.#reopen(slot)
      throw error
    }
  }

  /** Opens a session as soon as that is possible, so that it ends even if its client does not return. */
  async #reopen(slot: Slot): Promise<void> {
    const { log } = this.#parts
    const { signal } = this.#draining
    slot.isReopening = true
    try {
      await untilStored(async () => this.#sessionOf(slot), { log, signal })
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, job: slot.stored.jobId }, 'live session cannot be opened; ending it in error')
      await this.#endInError(slot.stored, failureOf(error) ?? INTERNAL_ERROR)
    } finally {
      slot.isReopening = false
    }
  }

  async #open({ stored: { jobId, tokenHash: hash, params } }: Slot): Promise<LiveSession> {
    const { store, folder, log } = this.#parts
    await store.start(jobId)
    const session = await LiveSession.open({
      ...this.#parts,
      jobId,
      params,
      folder: join(folder, jobId),
      log: log.child({ job: jobId }),
      onOver: () => {
        this.#slots.delete(hash)
        this.#sessions.delete(session)
      },
    })
    this.#sessions.add(session)
    return session
  }

  #tick(): void {
    const now = performance.now()
    for (const session of this.#sessions) session.tick(now)
    if (this.#draining.signal.aborted) return
    const { connectSeconds } = this.#parts.limits
    const oldest = Date.now() - connectSeconds * 1000
    const failure = { code: 408, message: `no client connected within ${connectSeconds} seconds` }
    for (const slot of this.#slots.values()) {
      if (!slot.isStarted && slot.stored.createdAt < oldest) void this.#endInError(slot.stored, failure)
    }
  }

  /** Ends the sessions whose keys were revoked, by this process or another. */
  async #endRevoked(): Promise<void> {
    if (this.#slots.size === 0) return
    const { store, log } = this.#parts
    try {
      const slots = (await store.revoked()).flatMap((hash) => this.#slots.get(hash) ?? [])
      await Promise.all(slots.map(async (slot) => this.#revoke(slot)))
    } catch (error) {
      log.error({ err: error }, 'sessions of revoked keys could not be ended; retrying')
    }
  }

  async #revoke(slot: Slot): Promise<void> {
    if (!slot.isStarted) {
      const message = 'the key that opened the session was revoked'
      await this.#endInError(slot.stored, { code: 401, message })
      return
    }
    const session = await this.#sessionOf(slot)
    this.#slots.delete(slot.stored.tokenHash)
    session.revoke()
  }

  /** Ends a session that is not in memory; false when its job had ended before, or cannot be ended now. */
  async #endInError(
    { jobId, tokenHash: hash }: Pick<OpenSession, 'jobId' | 'tokenHash'>,
    { code, message }: Failure,
  ): Promise<boolean> {
    this.#slots.delete(hash)
    const { store, folder, log } = this.#parts
    const { signal } = this.#draining
    try {
      const finish = async () => store.finish(jobId, { status: 'error', code, message }, null)
      const isFirst = await untilStored(finish, { log, signal })
      await rm(join(folder, jobId), { recursive: true, force: true })
      return isFirst
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, job: jobId }, 'unopened live session could not be ended')
      return false
    }
  }
}
