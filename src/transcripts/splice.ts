/** The difference between two revisions of a transcript. */
import { isDeepStrictEqual } from 'node:util'
import type { Utterance } from '../contract/transcript.ts'

/** Some utterances of a transcript, replaced by others. */
export interface Splice {
  /** Index of the first one replaced. */
  readonly at: number
  /** How many are replaced. */
  readonly removed: number
  readonly inserted: readonly Utterance[]
}

/** The shortest splice that turns one transcript into the other. */
export function spliceBetween(before: readonly Utterance[], after: readonly Utterance[]): Splice {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && isDeepStrictEqual(before[at], after[at])) at++
  let kept = 0
  while (kept < shorter - at && isDeepStrictEqual(before.at(-1 - kept), after.at(-1 - kept))) kept++
  return { at, removed: before.length - at - kept, inserted: after.slice(at, after.length - kept) }
}

export function spliced(before: readonly Utterance[], { at, removed, inserted }: Splice): Utterance[] {
  return [...before.slice(0, at), ...inserted, ...before.slice(at + removed)]
}
