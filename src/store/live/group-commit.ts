/** What many callers write at once, in one transaction after the other. */

interface Waiting<Item> {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** While a transaction is being committed, items for the next one are collected: an item waits for two at most. */
export class GroupCommit<Item> {
  readonly #commit: (items: readonly Item[]) => Promise<void>
  readonly #maxItems: number
  #waiting: Waiting<Item>[] = []
  #isCommitting = false

  /**
   * @param commit writes items in order; either all of them or none
   * @param maxItems most items of one transaction
   */
  constructor(commit: (items: readonly Item[]) => Promise<void>, maxItems: number) {
    this.#commit = commit
    this.#maxItems = maxItems
  }

  /** Settles when the item is committed, which it is in the order of the calls. */
  add(item: Item): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ item, resolve, reject })
    if (!this.#isCommitting) void this.#run()
    return promise
  }

  async #run(): Promise<void> {
    this.#isCommitting = true
    // What is added in the same turn joins the first transaction.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#maxItems)
      try {
        await this.#commit(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#isCommitting = false
  }
}
