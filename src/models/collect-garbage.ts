/** Frees memory of native libraries that they release only when the garbage collector finds it unused. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects garbage now, which takes some 10 ms. V8 does not see how much memory a native object holds, so hundreds of
 * megabytes would otherwise stay until V8 collects garbage for a reason of its own.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  // The library frees its memory in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
}
