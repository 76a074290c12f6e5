/** The live sessions open on this node, until they end or move to another node. */
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenSession, ReceivedAudio } from '../jobs/live.ts'
import { untilStored } from '../jobs/retry-store.ts'
import { type Failure, failureOf, INTERNAL_ERROR, UNREADABLE_REQUEST } from '../transcription/failure.ts'
import { Endings } from './endings.ts'
import { LiveSession, type SessionParts } from './session.ts'
import type { Wake } from '../jobs/wake.ts'

export interface NodeSessionsParts extends Omit<
  SessionParts,
  'jobId' | 'account' | 'params' | 'trace' | 'endings' | 'onOver' | 'onLost'
> {
  /** Wakes the nodes that wait for a session. */
  readonly wake: Wake
  /** Aborted when the service shuts down. */
  readonly draining: AbortSignal
}

/** Interval between calls of `tick`. */
const TICK_MS = 250
/** At shutdown: interval at which to check whether the last session has ended. */
const DRAIN_TICK_MS = 50
/** At shutdown: how long to wait for the database to commit what suspended sessions have received. */
const GIVE_UP_MS = 5_000

/** A session of this node. */
interface Slot {
  /** Resolves to the session in memory, or to null if another node has it. Null itself while it is not being opened. */
  session: Promise<LiveSession | null> | null
  /** Whether opening failed, and is being retried. */
  isReopening: boolean
}

/** All maps and sets are keyed by job id. */
export class NodeSessions {
  readonly #parts: NodeSessionsParts
  readonly #slots = new Map<string, Slot>()
  /** Open sessions. */
  readonly #sessions = new Map<string, LiveSession>()
  /** Sessions that are being released. */
  readonly #leaving = new Map<string, Promise<void>>()
  /** Sessions that are being ended without having been opened. */
  readonly #ending = new Set<string>()
  readonly #endings = new Endings()
  readonly #timer: NodeJS.Timeout

  constructor(parts: NodeSessionsParts) {
    this.#parts = parts
    this.#timer = setInterval(() => {
      for (const session of this.#sessions.values()) session.tick(performance.now())
    }, TICK_MS)
  }

  /** How many sessions are open. */
  get open(): number {
    return this.#sessions.size
  }

  /** Whether no session is open or being opened. */
  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  /** The audio received by the sessions that are recording. */
  get received(): ReceivedAudio[] {
    return [...this.#sessions]
      .filter(([, { isStopped }]) => !isStopped)
      .map(([jobId, { audio }]) => ({ jobId, seconds: audio.seconds, bytes: audio.size }))
  }

  has(jobId: string): boolean {
    return this.#slots.has(jobId)
  }

  /**
   * Reconciles the sessions that are open here with those that the database assigns to this node. They differ if the last
   * commits were lost with a primary of the database: sessions whose start was lost are started again; those that the
   * database does not know or assigns to another node are closed; and those whose end was lost are released, so that they
   * continue.
   */
  async reconcile(): Promise<void> {
    const { store, node, wake } = this.#parts
    const isStillHeld = this.held()
    const before = [...this.#sessions]
    const owned = new Set(await store.owned(node))
    for (const [jobId, session] of before) {
      if (owned.has(jobId) || !isStillHeld(jobId) || (await store.start(jobId, node))) continue
      // A stopped session may have ended meanwhile; if not, it finds out when it ends.
      if (isStillHeld(jobId) && !session.isStopped) void this.release(jobId)
    }
    for (const jobId of owned) {
      if (this.#slots.has(jobId) || this.#leaving.has(jobId) || this.#ending.has(jobId)) continue
      // Does nothing if it has been released or has ended meanwhile.
      await store.release(jobId, node)
      wake.notify('released', jobId)
    }
  }

  /** Stores again what the database has lost of the open sessions. */
  async restore(): Promise<void> {
    for (const session of this.#sessions.values()) await session.restore()
  }

  /** Returns a function that tells whether a session was neither released nor opened since this call. */
  held(): (jobId: string) => boolean {
    const before = new Map(this.#slots)
    return (jobId) => this.#slots.get(jobId) === before.get(jobId)
  }

  /** A session that is open or being opened; null if it is neither. */
  async get(jobId: string): Promise<LiveSession | null> {
    return (await this.#slots.get(jobId)?.session) ?? null
  }

  /**
   * The session in memory, opened if necessary. If opening fails, it is retried in the background. Null if another node
   * has the session, it has ended, or the service is shutting down.
   */
  async opened(stored: OpenSession): Promise<LiveSession | null> {
    const { jobId, owner } = stored
    if (owner !== null && owner !== this.#parts.node) return null
    await this.#leaving.get(jobId)
    if (this.#parts.draining.aborted) return null
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

  /** Suspends a session, and leaves it to the node that its client connects to next. */
  async release(jobId: string): Promise<void> {
    if (this.#leaving.has(jobId)) return
    const leaving = this.#leave(jobId, this.#slots.get(jobId))
    this.#slots.delete(jobId)
    this.#leaving.set(jobId, leaving)
    await leaving
    this.#leaving.delete(jobId)
  }

  /** Ends a session that is not in memory. Returns false if its job had already ended, or cannot be ended now. */
  async endUnopened(jobId: string, { code, message }: Failure): Promise<boolean> {
    if (this.#ending.has(jobId)) return false
    this.#ending.add(jobId)
    this.#slots.delete(jobId)
    const { store, node, logs, log, draining } = this.#parts
    try {
      const finish = async () => store.finish(jobId, node, { status: 'error', code, message }, null)
      const isFirst = await untilStored(finish, { log, signal: draining })
      await logs.remove(jobId)
      return isFirst
    } catch (error) {
      if (!draining.aborted) log.error({ err: error, job: jobId }, 'unopened live session could not be ended')
      return false
    } finally {
      this.#ending.delete(jobId)
    }
  }

  /** Waits up to `graceMs` for connected and stopped sessions to end, and suspends the rest. No session may open later. */
  async close(graceMs: number): Promise<void> {
    const deadline = performance.now() + graceMs
    // Wait for sessions that are being opened too; they may be waiting for the database.
    const opening = Promise.allSettled([...this.#slots.values()].map(async ({ session }) => session))
    await Promise.race([opening, delay(graceMs, undefined, { ref: false })])
    const isActive = ({ isStopped, isConnected }: LiveSession) => isStopped || isConnected
    while (performance.now() < deadline && this.#sessions.values().some(isActive)) await delay(DRAIN_TICK_MS)
    const givingUp = setTimeout(() => this.#parts.logs.giveUp(), GIVE_UP_MS)
    await Promise.all([...this.#slots.keys()].map(async (jobId) => this.release(jobId)))
    await Promise.all(this.#leaving.values())
    clearTimeout(givingUp)
    clearInterval(this.#timer)
  }

  /** Opens a session as soon as possible, so that it ends even if its client does not return. */
  async #reopen(stored: OpenSession, slot: Slot): Promise<void> {
    const { log, draining } = this.#parts
    slot.isReopening = true
    try {
      await untilStored(async () => this.opened(stored), { log, signal: draining })
    } catch (error) {
      if (draining.aborted) return
      log.error({ err: error, job: stored.jobId }, 'live session cannot be opened; ending it in error')
      await this.endUnopened(stored.jobId, failureOf(error) ?? INTERNAL_ERROR)
    } finally {
      slot.isReopening = false
    }
  }

  async #open({ jobId, account, params, trace }: OpenSession): Promise<LiveSession | null> {
    const { store, node, wake, log } = this.#parts
    if (!(await store.start(jobId, node))) return null
    if (params === null) {
      await this.endUnopened(jobId, UNREADABLE_REQUEST)
      return null
    }
    const session = await LiveSession.open({
      ...this.#parts,
      jobId,
      account,
      endings: this.#endings,
      params,
      trace,
      log: log.child({ job: jobId }),
      onOver: () => {
        this.#slots.delete(jobId)
        this.#sessions.delete(jobId)
        wake.notify('released', jobId)
      },
      onLost: () => void this.release(jobId),
    })
    this.#sessions.set(jobId, session)
    return session
  }

  async #leave(jobId: string, slot: Slot | undefined): Promise<void> {
    const { store, node, logs, wake, log, draining } = this.#parts
    try {
      const session = this.#sessions.get(jobId) ?? (await slot?.session)
      await session?.suspend()
      this.#sessions.delete(jobId)
      await logs.release(jobId)
      await untilStored(async () => store.release(jobId, node), { log, signal: draining })
      wake.notify('released', jobId)
    } catch (error) {
      log.error({ err: error, job: jobId }, 'live session could not be released')
    }
  }
}
