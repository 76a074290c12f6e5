export interface Capacity {
  /** Maximum number of tasks at a time. */
  readonly slots: number
  /** Maximum number of tasks of one account at a time; no limit by default. */
  readonly perAccount?: number
}

/** A task did not get its turn within its maximum wait. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/**
 * Runs tasks in a limited number of slots, which the accounts share fairly. p-limit and p-queue cannot do that: they order by arrival
 * or by a fixed priority.
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
   * Runs a task when it is the account's turn, after the account's earlier tasks, and settles like the task.
   * @param maxWaitMs how long the task may wait for its turn; no limit by default
   * @throws {BusyError} if the task has not begun by then
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

/**
 * Decides whose task begins next: that of the waiting account with the fewest running tasks. Accounts with equally many take turns in
 * the order of their ids. However many tasks an account has waiting, another account waits for at most one of them, and no account
 * waits for ever.
 */
class FairTurns {
  readonly #running = new Map<number, number>()
  #last = -1

  /**
   * The accounts among `waiting` that may begin a task, the next one first.
   * @param perAccount maximum number of tasks of one account, even if no other account waits; no limit by default
   */
  order(waiting: Iterable<number>, perAccount = Infinity): number[] {
    const hadTurn = (account: number) => Number(account <= this.#last)
    return [...waiting]
      .filter((account) => this.#runningOf(account) < perAccount)
      .toSorted((a, b) => this.#runningOf(a) - this.#runningOf(b) || hadTurn(a) - hadTurn(b) || a - b)
  }

  begin(account: number): void {
    this.#last = account
    this.#running.set(account, this.#runningOf(account) + 1)
  }

  end(account: number): void {
    const running = this.#runningOf(account) - 1
    if (running > 0) this.#running.set(account, running)
    else this.#running.delete(account)
  }

  #runningOf(account: number): number {
    return this.#running.get(account) ?? 0
  }
}
