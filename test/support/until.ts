import { setTimeout as delay } from 'node:timers/promises'

/** Waits until a condition holds, or too long. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await isTrue()) && performance.now() < deadline) await delay(20)
}
