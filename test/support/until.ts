import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'

const timeout = process.execArgv.find((arg) => arg.startsWith('--test-timeout='))?.split('=')[1]

/** Less than the timeout of a test, because the test runner would not say what it waited for. */
const SECONDS = ((Number(timeout) || 80_000) / 1000) * 0.75

/**
 * Polls until a value is good enough; less often after a while, since a look at a service costs CPU time.
 * @returns the last value
 * @throws at the deadline, with the last value
 */
export async function until<Seen, Enough extends Seen = Seen>(
  look: () => Seen | Promise<Seen>,
  isEnough: ((seen: Seen) => seen is Enough) | ((seen: Seen) => boolean) = Boolean,
  seconds = SECONDS,
): Promise<Enough> {
  const deadline = performance.now() + seconds * 1000
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    const seen = await look()
    if (isEnough(seen)) return seen as Enough
    if (performance.now() > deadline)
      assert.fail(`${String(look)} still gives ${inspect(seen)} after ${seconds} s`)
    await delay(pause)
  }
}
