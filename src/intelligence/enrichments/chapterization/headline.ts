/** A sentence as a headline. */
import { wordPieces } from '../../text/word-pieces.ts'
import type { LanguageCode } from '../../../contract/languages.ts'

/** Most characters of a headline. */
const LONGEST = 80

/** Fewest characters that a headline is cut down to, where it can be cut between clauses. */
const SHORTEST_CLAUSE = 25

/** How people begin to speak, in English. */
const OPENINGS =
  /^(?:(?:so|and|but|um|uh|er|erm|hmm),?\s+|(?:okay|ok|well|right|now|yeah|yes|no|anyway|by the way|you know|i mean),\s+)+/i

/** The sentence without its opening and its full stop, cut after a clause, or else after a word, if it is long. */
export function headlineOf(sentence: string, language: LanguageCode): string {
  const opened = language === 'en' ? sentence.replace(OPENINGS, '') : sentence
  const bare = (opened === '' ? sentence : opened).replace(/[.。．!！]+$/u, '').trim()
  const short = bare.length <= LONGEST ? bare : shortened(bare, language)
  return short.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function shortened(text: string, language: LanguageCode): string {
  let kept = ''
  let clauses = ''
  for (const piece of wordPieces(text, language)) {
    if ((kept + piece).trimEnd().length >= LONGEST) break
    kept += piece
    if (/[,;:–—、，；]\s*$/u.test(piece)) clauses = kept
  }
  const clause = clauses.replace(/[\s,;:–—、，；]+$/u, '')
  if (clause.length >= SHORTEST_CLAUSE) return clause
  // One word may be longer than a headline.
  return `${
    kept.trimEnd() ||
    Array.from(text)
      .slice(0, LONGEST - 1)
      .join('')
  }…`
}
