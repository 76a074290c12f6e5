import { FairTurns } from './fair-turns.ts'

export interface FairLimits {
  /** Tasks at a time. */
  readonly slots: number
  /** Of these, tasks of one account; no limit by default. */
  readonly perAccount?: number
}

/**
 * Runs tasks in a limited number of slots, which the accounts share fairly. It replaces p-limit and p-queue, whose order
 * is that of arrival or of a fixed priority.
 */
export class FairScheduler {
  readonly #slots: number
  readonly #turns: FairTurns
  readonly #waiting = new Map<number, (() => void)[]>()
  #running = 0

  constructor({ slots, perAccount }: FairLimits) {
    this.#slots = slots
    this.#turns = new FairTurns(perAccount)
  }

  /** Runs a task when the account has its turn, after its earlier tasks, and settles as the task does. */
  async run<T>(account: number, task: () => Promise<T>): Promise<T> {
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>()
    const queue = this.#waiting.get(account) ?? []
    this.#waiting.set(account, queue)
    queue.push(begin)
    this.#beginTasks()
    await turn
    try {
      return await task()
    } finally {
      this.#running--
      this.#turns.end(account)
      this.#beginTasks()
    }
  }

  #beginTasks(): void {
    while (this.#running < this.#slots) {
      const [account] = this.#turns.order(this.#waiting.keys())
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
