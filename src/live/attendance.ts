/** Schedules the periodic tasks for the live sessions of a node. */
import type { Logger } from 'pino'
import type { Wake } from '../jobs/wake.ts'

/** Interval at which to look for sessions to interrupt or to take up. */
const LOOK_MS = 1_000
/** Interval at which to count received audio: a session may exceed its limit by this much. */
const COUNT_MS = 5_000
/** Interval at which to compare the sessions with those in the database. */
const RECONCILE_MS = 5_000
/** Interval at which to look for leftover logs. */
const CLEAN_MS = 60_000

export interface AttendanceParts {
  readonly interrupt: () => Promise<void>
  readonly takeUp: () => Promise<void>
  readonly count: () => Promise<void>
  readonly reconcile: () => Promise<void>
  /** Called after the connection to the database broke, when messages may have been missed. */
  readonly restore: () => Promise<void>
  readonly clean: () => Promise<void>
  /** Whether there is nothing to look for: this process has no session, and no other process can have changed any. */
  readonly isIdle: () => boolean
  /** Whether this node has a session. */
  readonly has: (jobId: string) => boolean
  readonly wake: Wake
  readonly log: Logger
}

/** The tasks do not wait for each other, since opening a session may take seconds. */
export class Attendance {
  readonly #parts: AttendanceParts
  readonly #timers: NodeJS.Timeout[]
  readonly #running = new Set<() => Promise<void>>()

  constructor(parts: AttendanceParts) {
    this.#parts = parts
    const { interrupt, takeUp, count, reconcile, restore, clean, isIdle, has, wake } = parts
    this.#timers = [
      setInterval(() => {
        if (isIdle()) return
        this.#run(interrupt)
        this.#run(takeUp)
      }, LOOK_MS),
      setInterval(() => this.#run(count), COUNT_MS),
      setInterval(() => this.#run(reconcile), RECONCILE_MS),
      setInterval(() => this.#run(clean), CLEAN_MS),
    ]
    // A requested session that is no longer in memory is released at the next interval.
    wake.listen('live', (jobId) => {
      if (jobId === '' || has(jobId)) void this.#attempt(interrupt)
      if (jobId !== '') return
      this.#run(reconcile)
      this.#run(restore)
    })
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  #run(task: () => Promise<void>): void {
    if (this.#running.has(task)) return
    this.#running.add(task)
    void this.#attempt(task).finally(() => this.#running.delete(task))
  }

  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.#parts.log.error({ err: error }, 'periodic task for live sessions failed; retrying')
    }
  }
}
