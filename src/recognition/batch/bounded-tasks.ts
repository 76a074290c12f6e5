/** Runs tasks at the same time, each begun only where it fits, so that what waits takes no memory. */
export class BoundedTasks<Result> {
  readonly #results: Promise<Result>[] = []
  readonly #inProgress = new Set<Promise<Result>>()
  /** The first that failed. */
  #failed: Promise<Result> | undefined

  /**
   * Begins a task, and resolves when fewer than `limit` tasks are in progress: with 1, when all have ended.
   * @throws the error of a task that failed; then no further one is begun
   */
  async begin(task: () => Promise<Result>, limit: number): Promise<void> {
    await this.#failed
    const result = task().finally(() => this.#inProgress.delete(result))
    result.catch(() => {
      this.#failed ??= result
    })
    this.#results.push(result)
    this.#inProgress.add(result)
    while (this.#inProgress.size >= limit) await Promise.race(this.#inProgress)
  }

  /**
   * The results, in the order in which their tasks were begun.
   * @throws the error of a task that failed
   */
  async results(): Promise<Result[]> {
    return Promise.all(this.#results)
  }

  /** Resolves when no task is in progress, whether they failed or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#results)
  }
}
