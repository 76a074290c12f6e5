/** Recognises speech again in its own language when that is not the expected one. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { LanguageProbabilities } from '../engines/engine.ts'

/** Shorter speech, in seconds, is too short to identify; it is assumed to be in the language of the speech before it. */
export const MIN_IDENTIFIABLE = 1

/**
 * Words with a lower mean log probability may belong to another language. The threshold depends on whether the engine
 * identified the language first.
 */
const DOUBTFUL = { identified: -0.6, unidentified: -0.2 }

/**
 * A language that is less probable is not tried when there are no words, or when the words come from an engine that
 * identifies no languages.
 */
const LIKELY = 0.5

/** A language that is less probable is considered not to be spoken. */
const IMPROBABLE = 0.05

/**
 * The probability from which a language is tried instead of an identified one. In a clip in Croatian, nine seconds are
 * Portuguese with a probability of 0.82; of 40 turns of at least 1 s in 12 languages, none is misidentified with
 * near-certainty.
 */
const NEAR_CERTAIN = 0.9

/** The languages that a recording may contain. */
export interface ExpectedLanguages {
  /** Empty if any language is possible. */
  readonly named: readonly LanguageCode[]
  /** Whether the engine for this language also identifies languages. */
  readonly identifies: (language: LanguageCode) => boolean
}

/** Words and the language in which they were recognised. */
export interface WordsInLanguage {
  readonly words: readonly Word[]
  readonly language: LanguageCode
}

/**
 * Returns true if speech has no words, or only words in which the engine has little confidence.
 * @param below - the words are doubtful only if the log probabilities of all of them add up to less than this, because a
 *   short word has a low probability in any language
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
 * Recognises speech with doubtful words again if another language is more likely than the expected one: in the most
 * probable named language, then in the most probable of all.
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

/** The language that the speech is near-certainly in, otherwise the expected one. */
export function certainLanguage(probabilities: LanguageProbabilities, expected: LanguageCode): LanguageCode {
  if (probabilities.get(expected)! >= IMPROBABLE) return expected
  return [...probabilities].find(([, probability]) => probability >= NEAR_CERTAIN)?.[0] ?? expected
}

/** The mean over the words. */
function logProbability(words: readonly Word[]): number {
  return words.reduce((sum, { confidence }) => sum + Math.log(confidence), 0) / words.length
}
