/** Runs tasks concurrently within limits. A task begins only when there is room for it, so that at most one waits. */
export class BoundedTasks<Result> {
  readonly #results: Promise<Result>[] = []
  readonly #inProgress = new Set<Promise<Result>>()
  /** The first task that failed. */
  #failed: Promise<Result> | undefined
  #reported: Promise<unknown> = Promise.resolve()
  readonly #onResult: (result: Result) => void

  /** @param onResult called with each result in the order in which the tasks were begun, up to the first failure */
  constructor(onResult: (result: Result) => void = () => {}) {
    this.#onResult = onResult
  }

  /**
   * Begins a task as soon as fewer than `limit` others are in progress; with 1, once all others have ended.
   * @throws the error of a task that failed, after which no further task begins
   */
  async begin(task: () => Promise<Result>, limit: number): Promise<void> {
    while (this.#inProgress.size >= limit) await Promise.race(this.#inProgress)
    await this.#failed
    const result = task().finally(() => this.#inProgress.delete(result))
    result.catch(() => {
      this.#failed ??= result
    })
    this.#results.push(result)
    const before = this.#reported
    this.#reported = result.then(async (value) => {
      await before
      this.#onResult(value)
    })
    this.#reported.catch(() => {})
    this.#inProgress.add(result)
  }

  /**
   * Returns the results in the order in which the tasks were begun, once all have been reported.
   * @throws the error of a task that failed
   */
  async results(): Promise<Result[]> {
    await this.#reported
    return Promise.all(this.#results)
  }

  /** Resolves when no task is in progress, whether or not tasks failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#results)
  }
}
