interface Waiting<Item, Value> {
  readonly item: Item
  readonly settle: PromiseWithResolvers<Value>
}

/**
 * Batches an operation: all items that arrive while it is in progress form the next group, in the order of arrival. An item that arrives
 * when nothing is in progress is performed at once, so that nothing waits without load.
 * @param perform returns a value for each item, or rejects
 * @param maxItems maximum number of items in a group
 * @param isPermanent whether an error is the fault of a single item, so that each item of the group is performed again alone; by default,
 * no error is
 */
export class Grouped<Item, Value> {
  readonly #perform: (items: readonly Item[]) => Promise<readonly Value[]>
  readonly #maxItems: number
  readonly #isPermanent: (error: unknown) => boolean
  #waiting: Waiting<Item, Value>[] = []
  #isRunning = false

  constructor(
    perform: (items: readonly Item[]) => Promise<readonly Value[]>,
    maxItems: number,
    isPermanent: (error: unknown) => boolean = () => false,
  ) {
    this.#perform = perform
    this.#maxItems = maxItems
    this.#isPermanent = isPermanent
  }

  async add(item: Item): Promise<Value> {
    const settle = Promise.withResolvers<Value>()
    this.#waiting.push({ item, settle })
    if (!this.#isRunning) void this.#run()
    return settle.promise
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#performGroup(this.#waiting.splice(0, this.#maxItems))
    this.#isRunning = false
  }

  async #performGroup(group: readonly Waiting<Item, Value>[]): Promise<void> {
    try {
      const values = await this.#perform(group.map(({ item }) => item))
      for (const [i, { settle }] of group.entries()) settle.resolve(values[i]!)
    } catch (error) {
      if (group.length > 1 && this.#isPermanent(error)) {
        for (const one of group) await this.#performGroup([one])
      } else for (const { settle } of group) settle.reject(error)
    }
  }
}
