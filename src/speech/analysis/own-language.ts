/** Recognises speech in the language that it is in, where that is not the one expected. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { LanguageProbabilities } from '../engines/engine.ts'

/** Less speech, in seconds, is too little to identify: it is taken to be in the language of the speech before it. */
export const MIN_IDENTIFIABLE = 1

/**
 * Words with a lower mean log probability may be those of another language: where the engine identified the language before,
 * and where not.
 */
const DOUBTFUL = { identified: -0.6, unidentified: -0.2 }

/** What is less probable is not tried in the place of no words, or of those of an engine for few languages. */
const LIKELY = 0.5

/** What is less probable is not the language of the speech. */
const IMPROBABLE = 0.05

/**
 * From here on, a language is tried in the place of one that was identified. In a clip in Croatian, nine seconds are Portuguese with
 * a probability of 0.82; of 40 turns of 1 s and more in 12 languages, none is near-certainly in a wrong one.
 */
const NEAR_CERTAIN = 0.9

/** The languages of a recording. */
export interface ExpectedLanguages {
  /** None: any. */
  readonly named: readonly LanguageCode[]
  /** Whether the engine of a language identifies languages too. */
  readonly identifies: (language: LanguageCode) => boolean
}

/** Words, and the language in which they were recognised. */
export interface WordsInLanguage {
  readonly words: readonly Word[]
  readonly language: LanguageCode
}

/**
 * Whether some speech has no words, or such as the engine itself gives little probability.
 * @param below the log probability of all words together that is low enough, as a short word is improbable in any language
 */
export function areDoubtful(
  { words, language }: WordsInLanguage,
  { identifies }: ExpectedLanguages,
  below = 0,
): boolean {
  const least = identifies(language) ? DOUBTFUL.identified : DOUBTFUL.unidentified
  const mean = logProbability(words)
  return words.length === 0 || (mean < least && mean * words.length < below)
}

/**
 * Recognises speech again whose words are doubtful, if it is in another language than the one expected: in the most probable of
 * those that were named, then of all.
 * @param identify - gives the probability of every language
 */
export async function inOwnLanguage(
  expected: WordsInLanguage,
  { named, identifies }: ExpectedLanguages,
  identify: () => Promise<LanguageProbabilities>,
  recognise: (language: LanguageCode) => Promise<readonly Word[]>,
): Promise<WordsInLanguage> {
  const probabilities = await identify()
  if (probabilities.get(expected.language)! >= IMPROBABLE) return expected
  const ranked = [...probabilities].toSorted(([, a], [, b]) => b - a)
  const [[first, probability]] = ranked as [[LanguageCode, number]]
  const isKnown = expected.words.length > 0 && identifies(expected.language)
  if (probability < (isKnown ? NEAR_CERTAIN : LIKELY)) return expected
  const ofNamed = ranked.find(([language, own]) => named.includes(language) && own >= IMPROBABLE)
  for (const language of new Set([ofNamed?.[0] ?? first, first])) {
    const words = await recognise(language)
    if (words.length === 0) continue
    if (expected.words.length === 0 || logProbability(words) > logProbability(expected.words))
      return { words, language }
  }
  return probability >= NEAR_CERTAIN ? { ...expected, words: [] } : expected
}

/** The language of speech that is near-certainly not in the one expected; otherwise that. */
export function certainLanguage(probabilities: LanguageProbabilities, expected: LanguageCode): LanguageCode {
  if (probabilities.get(expected)! >= IMPROBABLE) return expected
  return [...probabilities].find(([, probability]) => probability >= NEAR_CERTAIN)?.[0] ?? expected
}

/** The mean over the words. */
function logProbability(words: readonly Word[]): number {
  return words.reduce((sum, { confidence }) => sum + Math.log(confidence), 0) / words.length
}
