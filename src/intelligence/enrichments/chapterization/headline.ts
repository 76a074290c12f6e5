/** A sentence as a headline. */
import { splitWords } from '../../text/split-words.ts'
import type { LanguageCode } from '../../../contract/languages.ts'

/** Maximum characters of a headline. */
const MAX_CHARACTERS = 80

/** A headline is cut after a clause only if at least so many characters remain. */
const MIN_CLAUSE_CHARACTERS = 25

/** How spoken sentences begin in English. */
const OPENINGS =
  /^(?:(?:so|and|but|um|uh|er|erm|hmm),?\s+|(?:okay|ok|well|right|now|yeah|yes|no|anyway|by the way|you know|i mean),\s+)+/i

/** The sentence without its opening and full stop; if too long, cut after a clause, or else after a word. */
export function headlineOf(sentence: string, language: LanguageCode): string {
  const opened = language === 'en' ? sentence.replace(OPENINGS, '') : sentence
  const bare = (opened === '' ? sentence : opened).replace(/(?<![.。．!！])[.。．!！]+$/u, '').trim()
  const short = bare.length <= MAX_CHARACTERS ? bare : shortened(bare, language)
  return short.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function shortened(text: string, language: LanguageCode): string {
  let kept = ''
  let clauses = ''
  for (const word of splitWords(text, language)) {
    if ((kept + word).trimEnd().length >= MAX_CHARACTERS) break
    kept += word
    if (/[,;:–—、，；]\s*$/u.test(word)) clauses = kept
  }
  const clause = clauses.replace(/(?<![\s,;:–—、，；])[\s,;:–—、，；]+$/u, '')
  if (clause.length >= MIN_CLAUSE_CHARACTERS) return clause
  // A single word may be too long.
  return `${
    kept.trimEnd() ||
    Array.from(text)
      .slice(0, MAX_CHARACTERS - 1)
      .join('')
  }…`
}
