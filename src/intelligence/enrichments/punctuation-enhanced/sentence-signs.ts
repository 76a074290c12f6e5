/** How languages end sentences. */
import type { LanguageCode } from '../../../contract/languages.ts'

const FULL_STOPS: Partial<Record<LanguageCode, string | null>> = {
  am: '።',
  as: '।',
  bn: '।',
  bo: '།',
  hi: '।',
  hy: '։',
  ja: '。',
  km: '។',
  my: '။',
  ne: '।',
  pa: '।',
  sa: '।',
  ur: '۔',
  zh: '。',
  // These set a space.
  lo: null,
  th: null,
}

/** The full stop of a language; null if it has none. */
export function fullStopOf(language: LanguageCode): string | null {
  const own = FULL_STOPS[language]
  return own === undefined ? '.' : own
}

/** Whether a text ends with a sign of any kind but a bracket or a quotation mark, with or without those behind it. */
export function endsWithSign(text: string): boolean {
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
 * Whether a sentence is a question by its beginning: "where did they …", "can you …". Told in English only; a sentence that
 * only its tone makes a question is not found.
 */
export function isQuestion(sentence: string, language: LanguageCode): boolean {
  return language === 'en' && QUESTION.test(sentence.trim())
}
