/** Data that a screen loads and keeps up to date. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { type ReadonlySignal, signal } from '@preact/signals'
import { isReachable } from './api.ts'

const NEVER = signal(0)

export interface Resource<Value> {
  /** Null until it is loaded. While another `key` is loading, the value of the previous key. */
  readonly value: Value | null
  /** Why the last attempt failed, or null. */
  readonly error: Error | null
  /** Whether the value belongs to the previous key. */
  readonly isStale: boolean
  readonly reload: () => void
}

/**
 * Loads a value, again whenever `key` changes, and periodically while the page is visible.
 * @param load called with the current value of this key, if there is one
 * @param changed triggers another load when it changes; after a change during a load, one more follows
 * @param intervalOf returns the milliseconds until the next load; null for never
 */
export function useResource<Value>(
  key: string,
  load: (known: Value | null, abort: AbortSignal) => Promise<Value>,
  intervalOf: (value: Value | null) => number | null = () => null,
  changed: ReadonlySignal<number> = NEVER,
): Resource<Value> {
  const [shown, setShown] = useState<{ key: string; value: Value } | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [round, setRound] = useState(0)
  const latest = useRef({ load, intervalOf, shown })
  latest.current = { load, intervalOf, shown }

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLoading = false
    let seen = changed.peek()
    const run = async () => {
      isLoading = true
      seen = changed.peek()
      await attempt()
      isLoading = false
      if (changed.peek() !== seen && !abort.signal.aborted) await run()
    }
    const attempt = async () => {
      clearTimeout(timer)
      const { shown: before, load: loadIt } = latest.current
      const known = before?.key === key ? before.value : null
      try {
        const value = await loadIt(known, abort.signal)
        if (abort.signal.aborted) return
        // The value of another key may be shown by now, since its load is aborted only after the next render.
        setShown((now) => (now?.key === key && now.value === value ? now : { key, value }))
        setError(null)
        schedule(value)
      } catch (problem) {
        if (abort.signal.aborted) return
        setError(problem as Error)
        schedule(known)
      }
    }
    const schedule = (value: Value | null) => {
      const interval = latest.current.intervalOf(value)
      if (interval !== null)
        timer = setTimeout(() => void (document.hidden ? schedule(value) : run()), interval)
    }
    void run()
    const unsubscribe = changed.subscribe((value) => {
      if (!isLoading && value !== seen) void run()
    })
    return () => {
      unsubscribe()
      abort.abort()
      clearTimeout(timer)
    }
  }, [key, round])
  const isMissing = useRef(false)
  isMissing.current = error !== null
  useEffect(
    () =>
      isReachable.subscribe((isBack) => {
        if (isBack && isMissing.current) setRound((before) => before + 1)
      }),
    [],
  )

  return {
    value: shown?.value ?? null,
    error,
    isStale: shown !== null && shown.key !== key,
    reload: () => setRound((before) => before + 1),
  }
}
