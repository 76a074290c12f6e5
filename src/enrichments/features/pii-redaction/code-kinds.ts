/** Decides what a code is from the topic of the conversation. */
import { isIn } from '../../entities/english-words.ts'
import { charactersIn, type Code } from './codes.ts'
import { MAX_BESIDE } from './answer-forms.ts'
import type { Kind, Topic } from './topics.ts'

/**
 * The kind of a code under a topic; undefined if it may also be something else. A long code is a value under any topic; a
 * short one only if hardly anything else is said.
 * @param beside words beside the codes
 */
export function kindOfCode(
  code: Code,
  text: string,
  topic: Topic | undefined,
  beside: number,
): Kind | undefined {
  const characters = charactersIn(code)
  const said = code.map(({ from, to }) => text.slice(from, to))
  const before = text.slice(Math.max(0, code[0]!.from - 20), code[0]!.from)
  const digits = characters.match(/\d/g)?.length ?? 0
  const isLetters =
    said.every((one) => !/\d/.test(one) && !/^(?:zero|oh)$/i.test(one)) && !/[1-9]/.test(characters)
  if (isLetters && isInitialism(characters, before)) return undefined
  const isSpelled = isLetters && said.every((one) => !/^\p{Lu}{2,}$/u.test(one))
  const isClarified = said.some((one) => CLARIFIED.test(one))
  if (topic === undefined || topic === 'OTHER') {
    if (isClarified) return 'SPELLING'
    if (isSpelled && code.length > 2) return 'SPELLING'
    const isMixed = digits < characters.length && digits > 2 && characters.length > 4
    const isLongest = code.length > 2 && digits > 7
    if (topic === 'OTHER') return isLongest || (isMixed && characters.length > 6) ? 'ACCOUNT' : undefined
    const isAlone =
      digits > 2 && ((beside === 0 && code.length > 2) || /\bend(?:s|ing) (?:in |with )?$/i.test(before))
    return isMixed || isAlone || (digits > 4 && code.length > 1) ? 'ACCOUNT' : undefined
  }
  const isYear = code.length === 1 && /^(?:19|20)\d\d$/.test(characters)
  const isLong = !isYear && (code.length > 1 ? characters.length > 2 : characters.length > 3 && digits > 0)
  if (isClarified) return topic === 'NAME' ? 'SPELLING' : topic
  if (isSpelled && (topic === 'NAME' || (isLong && topic !== 'ADDRESS'))) return 'SPELLING'
  if (isLong) return topic === 'NAME' ? 'ACCOUNT' : topic
  if (isSpelled && topic === 'EMAIL' && code.length > 1) return topic
  const isOrdinary = topic === 'NAME' || topic === 'EMAIL' || /\b(?:last|first|an?) $/i.test(before)
  // "the Pixel 9"; "HDFC" is not a card.
  const isModel = topic !== 'ADDRESS' && /[\p{L},] \p{Lu}[\p{L}]+ $/u.test(before)
  const isAbbreviation = NUMERIC.has(topic) && /^\p{Lu}+$/u.test(said[0]!)
  const isPronoun = /^one$/i.test(said[0]!) && beside > 0
  return isOrdinary || isPronoun || isModel || isAbbreviation || beside > MAX_BESIDE ? undefined : topic
}

/** "N for November". */
const CLARIFIED = /^(?:\p{L}+ )?(\p{L}),? (?:as in|for|like) (?:a )?\1/iu

/** Topics whose values have no letters, or not only letters. */
const NUMERIC: ReadonlySet<Topic> = new Set(['DOB', 'PHONE', 'CARD', 'CVV', 'EXPIRY', 'ROUTING', 'SSN'])

/** "the N H S", "an M R I". */
function isInitialism(letters: string, before: string): boolean {
  if (letters.length < 2 || letters.length > 4) return false
  return isIn('nonNames', letters.toLowerCase()) || /\b(?:the|an?|my|your) $/i.test(before)
}
