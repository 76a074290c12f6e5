/**
 * Finds letters and digits that are said one by one or in groups: "J D double oh, four one", "SK4 3PT", "O apostrophe C O
 * N N O R", "B for bravo". Other modules decide what they stand for.
 */
import type { TextRange } from '../../entities/entity-span.ts'
import { digitsOf, SPOKEN_GROUP } from './digit-runs.ts'

/** Some letters and digits of a code. */
interface CodeGroup extends TextRange {
  /** Upper-case letters and ASCII digits, without accents. */
  readonly characters: string
}

/** At least one group. */
export type Code = readonly CodeGroup[]

const ALPHABET =
  'al(?:ph|f)a|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|' +
  'tango|uniform|victor|whiskey|x-?ray|yankee|zulu'
const LETTER = '(?:\\p{L}\\p{M}?)'
const CASE = '(?:little|small|big|large|capital|upper[ -]?case|lower[ -]?case)'
const NOT_WITHIN = ["(?<![\\p{L}\\d£$€¥₹]|[\\p{L}\\d]['’])", '(?![\\p{L}\\d])'] as const
/** "capital L"; "V as in Victor", "D for delta, "T like Tommy"; "double E"; "K"; "kilo"; "SK4", "17"; "CBR". */
const GROUPS = [
  `(?:${CASE} )?(?<clarified>${LETTER})(?:,? (?:as in|for|like)) (?!${LETTER}(?![\\p{L}-]))(?:a )?[\\p{L}-]+`,
  `(?:${CASE} )?(?<times>double|triple)[ -](?<repeated>${LETTER})`,
  `(?<hundreds>${SPOKEN_GROUP})[ -]hundred(?: and (?<ones>${SPOKEN_GROUP}))?`,
  `(?<spoken>${SPOKEN_GROUP})`,
  `(?:${CASE} )?(?<letter>${LETTER})(?!-\\p{L}{2})(?!['’](?:m|s|d|ll|re|ve)(?!\\p{L}))`,
  `(?<alphabet>${ALPHABET})`,
  // Not "3rd", "14:12", "1,200" or "2.5".
  '(?<![.,:])(?<written>(?=\\p{L}*\\d)(?!\\d{1,4}(?:st|nd|rd|th|s|am|pm|k|m|bn)(?!\\p{L}))[\\p{L}\\d]+)(?!:\\d|,\\d{3}(?!\\d)|\\.\\d\\d?(?!\\d)|%)',
  '(?<capitals>(?-i:\\p{Lu}{2,4}))',
]
const GROUP = new RegExp(`${NOT_WITHIN[0]}(?:${GROUPS.join('|')})${NOT_WITHIN[1]}`, 'giu')
/** What may separate two groups of one code. */
const SEPARATOR =
  /^(?:[\s,.–—…/-]|dash|hyphen|slash|stroke|forward|apostrophe|space|uh|um|em|er|erm|, and|and then|then)*$/i

/** The codes in a text with ASCII digits, including codes of one group, which may also be words: "A", "one", "NHS". */
export function codesIn(text: string): Code[] {
  const codes: CodeGroup[][] = []
  for (const match of text.matchAll(GROUP)) {
    const { 0: whole, index: from } = match
    const group = { characters: charactersOf(match), from, to: from + whole.length }
    const last = codes.at(-1)?.at(-1)
    if (last && SEPARATOR.test(text.slice(last.to, from))) codes.at(-1)?.push(group)
    else codes.push([group])
  }
  return codes.map((code) => withoutWords(code, text)).filter((code) => code.length > 0)
}

export function charactersIn(code: Code): string {
  return code.map(({ characters }) => characters).join('')
}

function charactersOf({ 0: whole, groups = {} }: RegExpExecArray): string {
  const { clarified, times, repeated, hundreds, ones, spoken, letter, alphabet } = groups
  if (clarified !== undefined) return plain(clarified)
  if (repeated !== undefined) return plain(repeated).repeat(times?.toLowerCase() === 'double' ? 2 : 3)
  if (hundreds !== undefined)
    return String(Number(digitsOf(hundreds)) * 100 + Number(ones ? digitsOf(ones) : 0))
  // "o" and "oh" are digits here; letters and digits that cannot be told apart are treated as one.
  if (spoken !== undefined) return digitsOf(spoken)
  if (letter !== undefined) return plain(letter)
  if (alphabet !== undefined) return plain(alphabet.slice(0, 1))
  return plain(whole)
}

/** Upper-case letters without accents. The letter O becomes a zero, because the two cannot be told apart in speech. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
}

/** "A", "I" and words of the spelling alphabet belong to a code only next to other letters of it. */
function withoutWords(code: Code, text: string): Code {
  const said = ({ from, to }: CodeGroup) => text.slice(from, to)
  const isLetter = (group: CodeGroup | undefined) => group !== undefined && /^\p{L}\p{M}?$/u.test(said(group))
  // "F and I Young".
  const isInitial = code.at(-1)!.to < text.length && /^ \p{Lu}\p{Ll}/u.test(text.slice(code.at(-1)!.to))
  if (code.length === 1)
    return ONLY_A_WORD.test(said(code[0]!)) && !(said(code[0]!) === 'I' && isInitial) ? [] : code
  let [from, to] = [0, code.length]
  const isArticle = (index: number) =>
    said(code[index]!) === 'a' && /^\p{Lu}/u.test(said(code[index + 1] ?? code[index]!))
  while (from < to && /^[ai]$/i.test(said(code[from]!)) && (isArticle(from) || !isLetter(code[from + 1])))
    from++
  // "six A."
  const isLast = /^A\s*(?:[.,?!]|$)/.test(text.slice(code.at(-1)!.from))
  while (to > from && !isLast && /^[ai]$/i.test(said(code[to - 1]!)) && !isLetter(code[to - 2])) to--
  return code.slice(from, to)
}

const ONLY_A_WORD = new RegExp(`^(?:a|i|oh?|${ALPHABET})$`, 'i')
