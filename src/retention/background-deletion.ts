import { setTimeout as delay } from 'node:timers/promises'
import type { NodeId } from '../jobs/node-store.ts'
import type { Store } from '../jobs/store.ts'
import { WakeLoop } from '../queue/wake-loop.ts'

/** Milliseconds between two looks at what is to be deleted, unless it is woken. */
const IDLE_MS = 300_000

/** Milliseconds that a batch is to take: requests to SQLite wait for it. */
const BATCH_MS = 20
/** Jobs of the first batch, and of the smallest and largest one. */
const BATCH = { first: 32, min: 8, max: 512 }

/**
 * Deletes in the background, a batch of jobs at a time, and rests after each for as long as it took: so half of the time at most. The
 * node that has run for longest does this for all. If two believe to be that one, they delete nothing twice.
 */
export class BackgroundDeletion {
  readonly #store: Pick<Store, 'deletions' | 'nodes'>
  readonly #node: NodeId
  readonly #loop: WakeLoop
  readonly #closing = new AbortController()
  #batch = BATCH.first

  constructor(
    store: Pick<Store, 'deletions' | 'nodes'>,
    { node, onError }: { readonly node: NodeId; readonly onError: (error: unknown) => void },
  ) {
    this.#store = store
    this.#node = node
    this.#loop = new WakeLoop(async () => this.#run(), onError)
  }

  wake(): void {
    this.#loop.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#loop.close()
  }

  async #run(): Promise<void> {
    const { deletions } = this.#store
    while (!this.#loop.isClosed && (await this.#isFirst())) {
      const began = performance.now()
      if (!(await deletions.advance(this.#batch))) break
      const took = performance.now() - began
      const fitting = Math.round(this.#batch * Math.min(2, BATCH_MS / took))
      this.#batch = Math.min(BATCH.max, Math.max(BATCH.min, fitting))
      await delay(took, undefined, { signal: this.#closing.signal }).catch(() => {}) // it closes
    }
    this.#loop.wakeIn(IDLE_MS)
  }

  async #isFirst(): Promise<boolean> {
    const [first] = await this.#store.nodes.running()
    return first?.id === this.#node
  }
}
