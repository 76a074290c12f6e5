/**
 * An abort controller for one request, which follows a signal that may live much longer than the request.
 *
 * AbortSignal.any leaks here: in Node.js 24, signals that depend on a long-lived signal stay in memory, 9 KB per request.
 */
export interface LinkedAbort extends Disposable {
  readonly signal: AbortSignal
  abort(reason: unknown): void
}

/** @param outer the signal to follow until disposal */
export function linkedAbort(outer: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController()
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted === true) follow()
  outer?.addEventListener('abort', follow)
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => outer?.removeEventListener('abort', follow),
  }
}
