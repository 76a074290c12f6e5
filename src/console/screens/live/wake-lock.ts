/** Keeps the screen on during a recording, since a sleeping phone records nothing. */
import { effect, type ReadonlySignal } from '@preact/signals'

export function keepScreenOn(isNeeded: ReadonlySignal<boolean>): void {
  let lock: Promise<WakeLockSentinel | null> | null = null
  const hold = () => {
    // Not every browser supports it, and none grants it to a hidden page.
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
