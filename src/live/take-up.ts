/** Takes up sessions without an owner: opens those that were started, and ends those that never had a client. */
import type { Logger } from 'pino'
import type { OpenSession } from '../jobs/live.ts'
import type { LiveStore } from '../store/jobs/live-store.ts'
import { type Failure, UNREADABLE_REQUEST } from '../transcription/failure.ts'
import type { NodeSessions } from './node-sessions.ts'

/** How long a session without an owner is left to its client, which may reconnect to any node. */
const ABANDONED_MS = 5_000
/** Maximum number of sessions per pass, so that the sessions of a dead node are spread over the others. */
const MAX_SESSIONS = 100

export interface TakeUpParts {
  readonly store: LiveStore
  readonly sessions: NodeSessions
  /** Seconds within which the client of a new session must connect. */
  readonly connectSeconds: number
  /** Whether other nodes may have sessions in the same database. */
  readonly isShared: boolean
  /** Milliseconds after which a node that does not report is declared dead. */
  readonly leaseMs: number
  readonly isTaking: () => boolean
  readonly log: Logger
  /** Aborted when the service shuts down. */
  readonly draining: AbortSignal
}

export class TakeUp {
  readonly #parts: TakeUpParts
  /** When each session was first seen without an owner; times of `performance.now()`. */
  #abandonedSince: ReadonlyMap<string, number> = new Map()

  constructor(parts: TakeUpParts) {
    this.#parts = parts
  }

  /** @param abandonedMs how long a started session must have been without an owner to be taken up */
  async run(abandonedMs = ABANDONED_MS): Promise<void> {
    const { store, sessions, connectSeconds, isShared, leaseMs, isTaking, log, draining } = this.#parts
    // If the start of a session was lost with a primary of the database, the node that has it starts it again within this
    // time, or is dead by then.
    const unstartedMs = isShared ? leaseMs : 0
    const abandoned = await store.abandoned(Date.now() - connectSeconds * 1000, MAX_SESSIONS)
    const now = performance.now()
    const since = (jobId: string) => this.#abandonedSince.get(jobId) ?? now
    this.#abandonedSince = new Map(abandoned.map(({ jobId }) => [jobId, since(jobId)]))
    for (const stored of abandoned) {
      const { jobId, isStarted } = stored
      if (draining.aborted) return
      if (sessions.has(jobId) || now - since(jobId) < (isStarted ? abandonedMs : unstartedMs)) continue
      if (!isStarted) void sessions.endUnopened(jobId, unstarted(stored, connectSeconds))
      else if (isTaking())
        await sessions
          .opened(stored)
          .catch((error: unknown) =>
            log.error({ err: error, job: jobId }, 'live session could not be recovered'),
          )
    }
  }
}

/** Why a session that never had a client ends. */
function unstarted({ isRevoked, params }: OpenSession, connectSeconds: number): Failure {
  if (params === null) return UNREADABLE_REQUEST
  if (isRevoked) return { code: 401, message: 'the key that opened the session was revoked or has expired' }
  return { code: 408, message: `no client connected within ${connectSeconds} seconds` }
}
