import type { Sentence } from '../timed-sentences.ts'

type Analysis<Result> = (sentences: readonly Sentence[], signal: AbortSignal) => Promise<Result>

/**
 * Memoises an analysis by transcript, so that several enrichments share its result. One that fails or is aborted is
 * repeated at the next call.
 */
export function oncePerTranscript<Result>(analyse: Analysis<Result>): Analysis<Result> {
  const results = new WeakMap<readonly Sentence[], Promise<Result>>()
  return async (sentences, signal) => {
    const known = results.get(sentences)
    if (known) return known
    const result = analyse(sentences, signal)
    results.set(sentences, result)
    result.catch(() => results.delete(sentences))
    return result
  }
}
