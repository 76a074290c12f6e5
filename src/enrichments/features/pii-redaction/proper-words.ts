/** Finds words of an English passage that are written like names. */
import { isIn } from '../../entities/english-words.ts'
import { FIRST_NAME_TAGS, ONLY_NAME_TAGS, tagsInText, tagsOf } from '../../entities/lexicon.ts'
import type { TextRange } from '../../entities/entity-span.ts'
import { isListedWord } from '../../phonetics/ordinary-words.ts'

const WORD = /\p{Lu}[\p{L}\p{M}]*(?:['’-](?!s\b)[\p{L}\p{M}]+)*/gu

/**
 * Capitalised words that are not titles, days, languages and so on. The first word of a sentence counts if it is not an
 * English word, if it is said alone, or if another such word follows.
 */
export function properWords(text: string, { from, to }: TextRange): TextRange[] {
  const found: TextRange[] = []
  const matches = Array.from(text.slice(from, to).matchAll(WORD))
  for (const [index, { 0: word, index: at }] of matches.entries()) {
    const range = { from: from + at, to: from + at + word.length }
    if (/[\p{L}\p{N}]['’]?$/u.test(text.slice(0, range.from).slice(-2)) || !isProper(word)) continue
    const isFirst = /(?:^|[.?!…]["”]?) *$/u.test(text.slice(Math.max(0, range.from - 4), range.from))
    const isAlone = isFirst && /^(?:,|[.!]? *$)/.test(text.slice(range.to, to))
    const next = matches[index + 1]
    const isFollowed =
      next !== undefined && isProper(next[0]) && text.slice(range.to, from + next.index) === ' '
    if (isFirst && (isIn('functionWords', word.toLowerCase()) || (!isFollowed && isOtherWord(word, isAlone))))
      continue
    if (isFirst && !isAlone && isListedWord(word, 'en') && !isNameHere(text, range)) continue
    // "the Greggs", "a Dyson".
    if (
      !isFollowed &&
      /\b(?:the|an?) $/.test(text.slice(Math.max(0, range.from - 4), range.from)) &&
      !/^ \p{Lu}/u.test(text.slice(range.to, Math.min(range.to + 2, to)))
    )
      continue
    // "a Vauxhall Corsa".
    const last = matches[index - 1]
    const isModel =
      last &&
      isIn('companies', last[0].toLowerCase()) &&
      text.slice(from + last.index + last[0].length, range.from) === ' '
    if (!isModel && !isOfCompany(text, range) && !isHeadOfCompany(text, range)) found.push(range)
  }
  return found
}

/** Returns true if a lower-case word is a first name, even if it is also something else. */
export function isFirstName(word: string): boolean {
  return isIn('firstNameWords', word) || tagsOf(word).some((tag) => FIRST_NAME_TAGS.has(tag))
}

function isOtherWord(word: string, isAlone: boolean): boolean {
  const lower = word.toLowerCase()
  const isName = isFirstName(lower) || tagsOf(lower).some((tag) => ONLY_NAME_TAGS.has(tag))
  if (isName || !isListedWord(word, 'en')) return false
  return !isAlone || !tagsInText(word, 0).includes('Noun')
}

/** "the VPN". */
const ABBREVIATION = /^\p{Lu}{2,4}$/u

function isProper(word: string): boolean {
  const lower = word.toLowerCase()
  return (
    word.length > 1 &&
    !ABBREVIATION.test(word) &&
    !/^I['’]/.test(word) &&
    !isIn('nonNames', lower) &&
    (!isIn('titles', lower) || isIn('titlesInNames', lower)) &&
    !isIn('companies', lower)
  )
}

/** "Parker" and "May" in "Parker and May Opticians", "Bridge" in "Bridge Street Surgery". */
export function isOfCompany(text: string, { to }: TextRange): boolean {
  const [following = ''] = /^(?:(?: and| &)? \p{Lu}[\p{L}'’]+){1,4}/u.exec(text.slice(to, to + 60)) ?? []
  return isHead(following.split(' ').at(-1)!)
}

function isHeadOfCompany(text: string, { from, to }: TextRange): boolean {
  return (
    /\p{Lu}[\p{L}'’]{1,19} $/u.test(text.slice(Math.max(0, from - 20), from)) && isHead(text.slice(from, to))
  )
}

function isHead(word: string): boolean {
  return isIn('organizationHeads', word.toLowerCase()) && !isIn('familyNameHeads', word.toLowerCase())
}

/** Returns true if a name that is also an ordinary word is used as a name: "May speaking", but not "May I" and "in May". */
export function isNameHere(text: string, { from, to }: TextRange): boolean {
  const before = text.slice(Math.max(0, from - 20), from)
  const after = text.slice(to, to + 20)
  const isMonth = /^(?:April|May|June|August)$/.test(text.slice(from, to))
  if (isMonth && DATED.test(before)) return false
  const isFirst = /(?:^|[.?!…]["”]?) *$/u.test(before)
  return !isFirst || !/^ \p{Ll}/u.test(after) || !NOT_AFTER_NAME.test(after)
}

const DATED =
  /(?:\d|th|st|nd|rd|first|second|third|\b(?:in|of|since|until|till|by|from|to|before|after|during|last|next|this|early|late|mid|and|or)) $/i
/** How a sentence continues that begins with "will", "may", "mark", "grant", "hope" and so on as an ordinary word. */
const NOT_AFTER_NAME =
  /^ (?:i|you|he|she|it|we|they|me|him|her|us|them|my|your|his|its|our|their|this|that|these|those|the|an?|any|some|every|each|no|one|all|both|someone|somebody|anyone|anybody|anything|everyone|everything|there|what|which|who|how|not|be|do|have|get|need|call|check|let|send|try|go|come|give|take|pay|of|to|up|down|out|off)\b/
