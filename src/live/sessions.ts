/** Live sessions: created, connected to their clients, cancelled, on whichever node they are. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { newToken, tokenHash } from '../jobs/token.ts'
import { CANCELLED } from '../jobs/cancellation.ts'
import type { KeyedRequest } from '../jobs/idempotency.ts'
import type { CreatedJob } from '../jobs/job.ts'
import type { LiveRequest, NewLiveJob, OpenSession } from '../jobs/live.ts'
import type { Wake } from '../jobs/wake.ts'
import { Attendance } from './attendance.ts'
import { CLOSE, REPLACED, closeSocket, REVOKED } from './connection.ts'
import { interruptSessions, Releases } from './handover.ts'
import { NodeSessions, type NodeSessionsParts } from './node-sessions.ts'
import { traceConnection } from './session-spans.ts'
import type { LiveSession, SessionSettings } from './session.ts'
import { TakeUp } from './take-up.ts'

export interface LiveSettings extends SessionSettings {
  /** Seconds in which the client of a new session must connect. */
  readonly connectSeconds: number
}

/** A session that was created, and the token in its URL. */
export interface CreatedSession extends CreatedJob {
  readonly token: string
}

export interface LiveSessionsParts extends Omit<NodeSessionsParts, 'draining'> {
  /** Wakes the owner of a session when it is asked for it, and this node when it is released. */
  readonly wake: Wake
  /** Whether other nodes may have sessions of the same database. */
  readonly isShared: boolean
  /** Milliseconds in which a node that does not report is found dead. */
  readonly leaseMs: number
  /** Whether this node may take up sessions that have none. Those that clients connect to are opened in any case. */
  readonly isTaking: () => boolean
  readonly settings: LiveSettings
}

/** Milliseconds beyond the lease of a node for which a client waits for its session; then it is asked to reconnect. */
const RELEASE_MS = 3_000
/** Milliseconds for which a request to cancel waits for another node, also for one that is found dead meanwhile. */
const CANCEL_MS = 20_000
/** Milliseconds after its time to connect in which a session that never had a client is found. */
const UNSTARTED_MS = 5_000

/** Milliseconds until a session is looked for again that another node has taken or ended meanwhile. */
const CHANGE_MS = 100

/** Why a token without an open session is refused. */
const REASONS = {
  over: [CLOSE.over, 'the session has ended'],
  deleted: [CLOSE.noSession, 'the session was deleted'],
  revoked: REVOKED,
  unknown: [CLOSE.badToken, 'invalid token: create a new session'],
} as const

export class LiveSessions {
  readonly #parts: LiveSessionsParts
  readonly #sessions: NodeSessions
  readonly #releases: Releases
  readonly #takeUp: TakeUp
  readonly #draining = new AbortController()
  #attendance: Attendance | null = null
  /** The newest socket of each token for which a session is still looked for. */
  readonly #arriving = new Map<string, WebSocket>()
  /** Until when a session may wait for its first client; as of `performance.now()`. */
  #awaitedUntil = 0

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts
    const draining = this.#draining.signal
    this.#sessions = new NodeSessions({ ...parts, draining })
    this.#releases = new Releases(parts.wake)
    const { connectSeconds } = parts.settings
    this.#takeUp = new TakeUp({ ...parts, sessions: this.#sessions, connectSeconds, draining })
  }

  /** How many sessions are open in this process. */
  get open(): number {
    return this.#sessions.open
  }

  /**
   * Creates a session, which waits for its client.
   * @param request for it, if that has an idempotency key
   * @throws {LimitError} when the account has reached a limit
   * @throws {KeyUsedError} when another request with that key was first
   */
  async create(
    account: number,
    job: Omit<NewLiveJob, 'request'>,
    request: KeyedRequest<CreatedSession> | null = null,
  ): Promise<CreatedSession> {
    const token = newToken()
    const { store } = this.#parts
    const keyed = request && { ...request, answer: (one: CreatedJob) => request.answer({ ...one, token }) }
    const newJob = { ...job, request: keyed }
    const created = await store.begin(account, newJob, tokenHash(token))
    this.#awaitClients()
    return { ...created, token }
  }

  /** Connects a socket to the session of a token, or closes it with the code that says why not. */
  async connect(token: string, socket: WebSocket): Promise<void> {
    const hashed = tokenHash(token)
    const { store, log } = this.#parts
    this.#arriving.set(hashed, socket)
    try {
      const stored = this.#isDraining ? null : await store.find({ tokenHash: hashed })
      if (stored !== null) traceConnection(stored, socket)
      const session = stored === null || stored.isRevoked ? null : await this.#take(stored, socket)
      if (this.#isDraining)
        return closeSocket(socket, CLOSE.restarting, 'the service is restarting: reconnect')
      if (session === 'elsewhere')
        return closeSocket(socket, CLOSE.slow, 'another server still has the session: reconnect')
      // Its client may have connected again meanwhile. A paused socket does not show that the client has gone.
      if (this.#arriving.get(hashed) !== socket) return closeSocket(socket, ...REPLACED)
      if (session !== null) return session.connect(socket)
      const [code, reason] = REASONS[await store.closedReason(hashed)]
      closeSocket(socket, code, reason)
    } catch (error) {
      log.error({ err: error }, 'live session could not be opened')
      closeSocket(socket, CLOSE.failed, 'the session could not be opened: try again')
    } finally {
      if (this.#arriving.get(hashed) === socket) this.#arriving.delete(hashed)
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
      const isHere = this.#sessions.has(jobId)
      if (stored.owner === null && !stored.isStarted && !isHere)
        return this.#sessions.endUnopened(jobId, CANCELLED)
      const session = await this.#sessions.opened(stored)
      if (session !== null) return session.cancel()
      stored = await this.#asked(stored, 'cancel')
    }
    return store.isCancelled(jobId)
  }

  /**
   * Recovers what an earlier run left: its sessions wait for their clients again. Called once, before `connect`. From then on,
   * sessions that have no node are taken up.
   */
  async recover(): Promise<void> {
    const { store, node, logs, isShared } = this.#parts
    await logs.recover(async (jobId) => {
      const stored = await store.find({ jobId })
      return stored !== null && stored.params !== null
    })
    await this.#takeUp.run(0)
    this.#awaitClients()
    this.#attendance = new Attendance({
      ...this.#parts,
      interrupt: async () => interruptSessions(store, node, this.#sessions),
      takeUp: async () => this.#takeUp.run(),
      count: async () => this.#stopLimited(),
      reconcile: async () => (isShared ? this.#sessions.reconcile() : undefined),
      restore: async () => this.#sessions.restore(),
      clean: async () => logs.removeEnded(),
      isIdle: () => !isShared && this.#sessions.isEmpty && performance.now() > this.#awaitedUntil,
      has: (jobId) => this.#sessions.has(jobId),
    })
  }

  /**
   * Lets sessions that are connected or being finished end within `graceMs`, and suspends the others until the next
   * start of the service, or until their clients connect to another node.
   */
  async close(graceMs: number): Promise<void> {
    this.#draining.abort()
    this.#attendance?.close()
    await this.#sessions.close(graceMs)
  }

  get #isDraining(): boolean {
    return this.#draining.signal.aborted
  }

  /** Stops the sessions of accounts that have reached a limit. */
  async #stopLimited(): Promise<void> {
    const { store, node } = this.#parts
    for (const { jobId, error } of await store.countAudio(node, this.#sessions.received))
      this.#sessions.get(jobId).then(
        (session) => session?.stop(error.message),
        // It is being opened again, and stopped by the next count.
        () => {},
      )
  }

  #awaitClients(): void {
    this.#awaitedUntil = performance.now() + this.#parts.settings.connectSeconds * 1000 + UNSTARTED_MS
  }

  /** Opens a session; another node that has it is asked to release it. Null when the session has ended. */
  async #take(found: OpenSession, socket: WebSocket): Promise<LiveSession | 'elsewhere' | null> {
    const { leaseMs, node } = this.#parts
    const deadline = performance.now() + leaseMs + RELEASE_MS
    let stored: OpenSession | null = found
    // Not for a client that has gone, and may have the session elsewhere by now.
    const isWanted = () => socket.readyState === socket.OPEN && performance.now() < deadline
    while (isWanted() && !this.#isDraining) {
      const session = await this.#sessions.opened(stored)
      if (session !== null) return session
      stored = await this.#asked(stored, 'release')
      if (stored === null) return null
      // Its client may have connected there later than here, and what this socket has sent be outdated.
      if (![null, node, found.owner].includes(stored.owner)) return 'elsewhere'
    }
    return 'elsewhere'
  }

  /** Asks the owner of a session, which answers by releasing or ending it, and waits for that. Returns the session as it is then. */
  async #asked({ jobId, owner }: OpenSession, request: LiveRequest): Promise<OpenSession | null> {
    const { store, wake, node } = this.#parts
    if (owner === null || owner === node) await delay(CHANGE_MS)
    else {
      const released = this.#releases.next(jobId)
      await store.ask(jobId, owner, request)
      wake.notify('live', jobId)
      await released
    }
    return store.find({ jobId })
  }
}
