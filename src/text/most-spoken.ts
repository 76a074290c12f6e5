import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance } from '../contract/transcript.ts'

/** The languages of utterances, in descending order of their duration. */
export function mostSpoken(utterances: readonly Utterance[]): LanguageCode[] {
  const seconds = new Map<LanguageCode, number>()
  for (const { language, start, end } of utterances)
    seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  return [...seconds].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
}
