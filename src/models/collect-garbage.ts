/** Memory of native libraries that free what they hold when the garbage collector finds it unused, and in no other way. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now. V8 does not see how much an object of a library holds: hundreds of megabytes would stay until it has a reason of its
 * own. It takes some 10 ms.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  // What the library frees, it frees in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
}
