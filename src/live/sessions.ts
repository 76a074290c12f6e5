/** Creates live sessions, connects them to their clients, and cancels them, on whichever node they are. */
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
  /** Seconds within which the client of a new session must connect. */
  readonly connectSeconds: number
}

/** A created session, with the token in its URL. */
export interface CreatedSession extends CreatedJob {
  readonly token: string
}

export interface LiveSessionsParts extends Omit<NodeSessionsParts, 'draining'> {
  /** Wakes the owner of a session when it is asked to release it, and this node when it has been released. */
  readonly wake: Wake
  /** Whether other nodes may have sessions in the same database. */
  readonly isShared: boolean
  /** Milliseconds after which a node that does not report is declared dead. */
  readonly leaseMs: number
  /** Whether this node may take up sessions without an owner. Sessions that clients connect to are always opened. */
  readonly isTaking: () => boolean
  readonly settings: LiveSettings
}

/** How long, beyond the lease of a node, a client waits for its session before it is asked to reconnect. */
const RELEASE_MS = 3_000
/** How long a cancel request waits for another node: long enough for that node to be declared dead. */
const CANCEL_MS = 20_000
/** How long after its time to connect a session that never had a client is looked for. */
const UNSTARTED_MS = 5_000

/** Delay before looking up a session again that another node has taken or ended meanwhile. */
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
  /** The newest socket of each token whose session is still being looked up. */
  readonly #arriving = new Map<string, WebSocket>()
  /** Until when a session may wait for its first client; a time of `performance.now()`. */
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
   * @param request the request that creates it, if it has an idempotency key
   * @throws {LimitError} if the account has reached a limit
   * @throws {KeyUsedError} if another request with that key came first
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

  /** Connects a socket to the session of a token, or closes it with a code that says why not. */
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
      // The client may have reconnected meanwhile. A paused socket does not reveal that its client has gone.
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
   * Ends a session as cancelled, on whichever node it is, and closes its socket. Resolves once its job has ended.
   * @returns false if it ended otherwise, or the service shuts down first
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
   * Recovers the sessions of an earlier run, which wait for their clients again, and begins to take up sessions without an
   * owner. Called once, before `connect`.
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
   * Waits up to `graceMs` for connected and stopped sessions to end, and suspends the rest until the service starts again,
   * or until their clients connect to another node.
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
        // The session could not be opened. It will be opened again, and the next count stops it.
        () => {},
      )
  }

  #awaitClients(): void {
    this.#awaitedUntil = performance.now() + this.#parts.settings.connectSeconds * 1000 + UNSTARTED_MS
  }

  /** Opens a session, after asking any other node that has it to release it. Null if the session has ended. */
  async #take(found: OpenSession, socket: WebSocket): Promise<LiveSession | 'elsewhere' | null> {
    const { leaseMs, node } = this.#parts
    const deadline = performance.now() + leaseMs + RELEASE_MS
    let stored: OpenSession | null = found
    // Stop for a client that has gone: it may have connected to another node by now.
    const isWanted = () => socket.readyState === socket.OPEN && performance.now() < deadline
    while (isWanted() && !this.#isDraining) {
      const session = await this.#sessions.opened(stored)
      if (session !== null) return session
      stored = await this.#asked(stored, 'release')
      if (stored === null) return null
      // The client may have connected there after connecting here, so this socket's frames may be outdated.
      if (![null, node, found.owner].includes(stored.owner)) return 'elsewhere'
    }
    return 'elsewhere'
  }

  /** Asks the owner to release or cancel a session, and waits for that. Returns the session as stored afterwards. */
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
