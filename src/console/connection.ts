/** Whether the service can be reached: while it cannot, the console asks again and again. */
import { effect } from '@preact/signals'
import { isReachable } from './api.ts'
import { restoreSignIn } from './sign-in.ts'

/** Milliseconds between two attempts. */
const RETRY_MS = 3_000

/** Called once. What failed meanwhile is loaded again when {@link isReachable} turns true (`useResource`). */
export function watchConnection(): void {
  const ask = () => {
    // It notes the outcome.
    if (!isReachable.peek()) void restoreSignIn().catch(() => {})
  }
  effect(() => {
    if (isReachable.value) return
    const timer = setInterval(ask, RETRY_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  })
}
