import { FairTurns } from './fair-turns.ts'

export interface Capacity {
  /** Tasks at a time. */
  readonly slots: number
  /** Of these, tasks of one account; no limit by default. */
  readonly perAccount?: number
}

/** A task did not begin in the time that it could wait: too many others were before it. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/**
 * Runs tasks in a limited number of slots, which the accounts share fairly. It replaces p-limit and p-queue, whose order
 * is that of arrival or of a fixed priority.
 */
export class FairScheduler {
  readonly #capacity: Capacity
  readonly #turns = new FairTurns()
  readonly #waiting = new Map<number, (() => void)[]>()
  #running = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /**
   * Runs a task when the account has its turn, after its earlier tasks, and settles as the task does.
   * @param maxWaitMs how long the task may wait for its turn; no limit by default
   * @throws {BusyError} when it has waited so long
   */
  async run<T>(account: number, task: () => Promise<T>, maxWaitMs = Infinity): Promise<T> {
    const { promise: turn, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    const queue = this.#waiting.get(account) ?? []
    this.#waiting.set(account, queue)
    queue.push(begin)
    this.#beginTasks()
    const timer = Number.isFinite(maxWaitMs)
      ? setTimeout(() => {
          this.#leave(account, begin)
          refuse(new BusyError(`no turn within ${maxWaitMs} ms`))
        }, maxWaitMs)
      : undefined
    await turn.finally(() => clearTimeout(timer))
    try {
      return await task()
    } finally {
      this.#running--
      this.#turns.end(account)
      this.#beginTasks()
    }
  }

  /** Removes a task that has not begun. */
  #leave(account: number, begin: () => void): void {
    const queue = this.#waiting.get(account)?.filter((other) => other !== begin) ?? []
    if (queue.length > 0) this.#waiting.set(account, queue)
    else this.#waiting.delete(account)
  }

  #beginTasks(): void {
    const { slots, perAccount } = this.#capacity
    while (this.#running < slots) {
      const [account] = this.#turns.order(this.#waiting.keys(), perAccount)
      if (account === undefined) return
      const queue = this.#waiting.get(account)
      const begin = queue?.shift()
      if (queue?.length === 0) this.#waiting.delete(account)
      this.#running++
      this.#turns.begin(account)
      begin?.()
    }
  }
}
