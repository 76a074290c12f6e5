/** Retries while the service cannot be reached. */
import { effect } from '@preact/signals'
import { isReachable } from './api.ts'
import { restoreSignIn } from './sign-in.ts'

/** Milliseconds between two attempts. */
const RETRY_MS = 3_000

/** Called once. Whatever failed is loaded again when {@link isReachable} becomes true (`useResource`). */
export function watchConnection(): void {
  const ask = () => {
    // The request updates `isReachable`.
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
