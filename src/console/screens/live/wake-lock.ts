/** Keeps the screen on while something is recorded: a phone that sleeps records nothing. */
import { effect, type ReadonlySignal } from '@preact/signals'

export function keepScreenOn(isNeeded: ReadonlySignal<boolean>): void {
  let lock: Promise<WakeLockSentinel | null> | null = null
  const hold = () => {
    // Not every browser can, and none while the page is hidden.
    if (!('wakeLock' in navigator) || document.hidden || !isNeeded.peek()) return
    lock = navigator.wakeLock.request('screen').catch(() => null)
  }
  effect(() => {
    if (!isNeeded.value) return
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.then(async (held) => held?.release())
    }
  })
}
