import { setImmediate } from 'node:timers/promises'

/**
 * Yields items with their indices, in order, giving the event loop a turn after every `size` of them.
 * @throws the reason of `signal` once it is aborted
 */
export async function* inTurns<Item>(
  items: readonly Item[],
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<[index: number, item: Item]> {
  for (const [index, item] of items.entries()) {
    if (index % size === size - 1) await setImmediate()
    signal?.throwIfAborted()
    yield [index, item]
  }
}
