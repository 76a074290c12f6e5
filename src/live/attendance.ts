/** When this node looks for sessions to interrupt and to take up, counts their audio, compares them with the database, and looks for logs to remove. */
import type { Logger } from 'pino'
import type { Wake } from '../jobs/wake.ts'

/** Milliseconds between two looks for sessions to interrupt or to take up. */
const LOOK_MS = 1_000
/** Milliseconds between two counts of received audio: so much longer than its limit a session may be. */
const COUNT_MS = 5_000
/** Milliseconds between two comparisons of the sessions with those in the database. */
const RECONCILE_MS = 5_000
/** Milliseconds between two looks for logs that were left behind. */
const CLEAN_MS = 60_000

export interface AttendanceParts {
  readonly interrupt: () => Promise<void>
  readonly takeUp: () => Promise<void>
  readonly count: () => Promise<void>
  readonly reconcile: () => Promise<void>
  /** Called when messages may have been missed: the connection to the database broke. */
  readonly restore: () => Promise<void>
  readonly clean: () => Promise<void>
  /** Whether there is nothing to look for: no other process can have changed anything, and this one has no session. */
  readonly isIdle: () => boolean
  /** Whether this node has a session. */
  readonly has: (jobId: string) => boolean
  readonly wake: Wake
  readonly log: Logger
}

/** The tasks do not wait for each other: opening a session may take seconds. */
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
    // A session that is not here any more is released by the next look.
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
      this.#parts.log.error({ err: error }, 'live sessions could not be looked after; retrying')
    }
  }
}
