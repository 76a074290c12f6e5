/** Runs tasks at the same time, each begun only where it fits, so that no more than one waits. */
export class BoundedTasks<Result> {
  readonly #results: Promise<Result>[] = []
  readonly #inProgress = new Set<Promise<Result>>()
  /** The first that failed. */
  #failed: Promise<Result> | undefined
  #reported: Promise<unknown> = Promise.resolve()
  readonly #onResult: (result: Result) => void

  /** @param onResult called with each result in the order in which their tasks were begun, up to the first that failed */
  constructor(onResult: (result: Result) => void = () => {}) {
    this.#onResult = onResult
  }

  /**
   * Begins a task as soon as fewer than `limit` others are in progress: with 1, when all others have ended.
   * @throws the error of a task that failed; then no further one is begun
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
   * The results, in the order in which their tasks were begun, once all have been reported.
   * @throws the error of a task that failed
   */
  async results(): Promise<Result[]> {
    await this.#reported
    return Promise.all(this.#results)
  }

  /** Resolves when no task is in progress, whether they failed or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#results)
  }
}
