/** How sentences end in each language. */
import type { LanguageCode } from '../../../contract/languages.ts'
import fullStops from './full-stops.json' with { type: 'json' }

/** Full stops other than "."; null for languages that use a space instead. */
const FULL_STOPS: Partial<Record<LanguageCode, string | null>> = fullStops

/** The full stop of a language; null if it has none. */
export function fullStopOf(language: LanguageCode): string | null {
  const own = FULL_STOPS[language]
  return own === undefined ? '.' : own
}

/** Returns true if a text ends with a punctuation mark, ignoring brackets and quotation marks. */
export function endsWithPunctuation(text: string): boolean {
  return /[^\p{L}\p{M}\p{N}\s\p{Pe}\p{Pf}"'%°€$£+#*][\p{Pe}\p{Pf}"']*\s*$/u.test(text)
}

const PRONOUN = '(?:i|you|he|she|it|we|they|there|this|that|these|those)'
const AUXILIARY =
  "(?:am|are|is|was|were|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must)(?:n['’]t)?|(?:can|won|shan)['’]t"
const QUESTION = new RegExp(
  `^(?:(?:and|but|so|or|well|okay|oh),? )?(?:(?:what|who|whom|when|where|why|how)(?: (?:much|many|long|often|far))? )?(?:${AUXILIARY}) ${PRONOUN}\\b`,
  'i',
)

/**
 * Returns true if a sentence begins like a question: "where did they …", "can you …". English only; questions marked only
 * by intonation are not detected.
 */
export function isQuestion(sentence: string, language: LanguageCode): boolean {
  return language === 'en' && QUESTION.test(sentence.trim())
}
