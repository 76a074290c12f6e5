/** Finds words that are written like a name in an English text. */
import { isIn } from './english-words.ts'
import { NAME_TAGS, NON_NAME_TAGS, ONLY_NAME_TAGS, tagsInText, tagsOf } from './lexicon.ts'
import type { TextRange } from './entity-span.ts'
import { isEnglishCountry } from './place-names.ts'

/** One or more words that may be a name. */
export interface NameCandidate extends TextRange {
  /** Without a final "'s". */
  readonly words: readonly string[]
  /** Whether a title such as "Dr." precedes it. */
  readonly isTitled: boolean
  /** Whether it is only the capitalised first word of a sentence, and so a name only if it is one elsewhere. */
  readonly isWeak: boolean
}

interface WordToken extends TextRange {
  readonly text: string
  readonly lower: string
  readonly tags: readonly string[]
  /** The text between it and the previous token. */
  readonly gap: string
}

/** The candidates in a text, in order, without overlaps. */
export function candidatesOf(text: string): NameCandidate[] {
  const isCased = /\p{Lu}/u.test(text)
  if (isCased && !/(?:\s|^\P{L}*)\p{L}*\p{Lu}/u.test(text)) return []
  const tokens = tokensOf(text)
  const isName = isCased ? capitalIsName(tokens) : isKnownName
  const groups: WordToken[][] = []
  const [first] = tokens
  let open: WordToken[] | undefined
  for (const [index, token] of tokens.entries()) {
    const continues = open && isJoined(open, token, tokens, index)
    if (!isName(token, index) && !(continues && isCased && isContinuation(token, open, tokens[index + 1])))
      open = undefined
    else if (open && continues) open.push(token)
    else groups.push((open = [token]))
  }
  const found = groups.flatMap((group) => candidateOf(group, tokens, text))
  if (!first || found[0]?.from === first.from || !mayBeName(first)) return found
  return [{ from: first.from, to: first.to, words: [first.text], isTitled: false, isWeak: true }, ...found]
}

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}&]|['’-](?=[\p{L}\p{N}]))*/gu

function tokensOf(text: string): WordToken[] {
  let end = 0
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => {
    const gap = text.slice(end, index)
    const lower = word.toLowerCase().replaceAll('’', "'")
    const isFirst = end === 0
    end = index + word.length
    const known = tagsOf(lower.replace(/'s$/, ''))
    // Most first words are in the lexicon; parsing the sentence takes a hundred times as long.
    const isUnclear =
      isFirst && (known.length === 0 || isIn('firstNameWords', lower) || isIn('companies', lower))
    const tags = isUnclear && !isIn('functionWords', lower) ? tagsInText(text, index) : known
    return { from: index, to: end, text: word, lower, tags, gap }
  })
}

/** Within a sentence, a capital marks a name. The first word is always capitalised, so it needs other evidence. */
function capitalIsName(tokens: readonly WordToken[]) {
  return ({ text, lower, tags, gap }: WordToken, index: number): boolean => {
    if (!/^\p{Lu}/u.test(text) && !/^(?:i|e|Mc)\p{Lu}/u.test(text)) return false
    if (isIn('nonNames', lower.replace(/'s$/, '')) || lower.startsWith("i'")) return false
    const isFirst = index === 0 || /["“”:.?!…]/.test(gap.replace(/^\.(?= )/, ''))
    if (!isFirst || isIn('titles', lower)) return true
    if (tags.some((tag) => NON_NAME_TAGS.has(tag)) || isIn('functionWords', lower)) return false
    if (tags.some((tag) => NAME_TAGS.has(tag)) || isIn('companies', lower)) return true
    const next = tokens[index + 1]
    return next !== undefined && next.gap === ' ' && /^\p{Lu}\p{Ll}/u.test(next.text)
  }
}

/** Whether the first word of a sentence may be a name. */
function mayBeName({ text, lower, tags }: WordToken): boolean {
  const isOther = isIn('nonNames', lower) || isIn('functionWords', lower)
  return /^\p{Lu}/u.test(text) && !isOther && !tags.some((tag) => NON_NAME_TAGS.has(tag))
}

/** In a text without capitals, only words that the lexicon knows only as names. */
function isKnownName({ lower, tags }: WordToken): boolean {
  return (
    !isIn('nonNames', lower) &&
    (isEnglishCountry(lower) ||
      (!isIn('firstNameWords', lower) && tags.some((tag) => ONLY_NAME_TAGS.has(tag))))
  )
}

/** Whether a token may continue the name before it: after a space, "&", or the dot of "J." or "St.". */
function isJoined(
  open: readonly WordToken[],
  token: WordToken,
  tokens: readonly WordToken[],
  index: number,
): boolean {
  const before = tokens[index - 1]
  if (!before || open.length >= 7) return false
  if (token.gap === ' ')
    return (
      !before.lower.endsWith("'s") ||
      isIn('organizationHeads', token.lower) ||
      isIn('locationHeads', token.lower)
    )
  if (token.gap === ' & ') return true
  return (
    token.gap === '. ' &&
    (before.text.length === 1 || /^(?:st|mt|ft)$/.test(before.lower) || isIn('titles', before.lower))
  )
}

/** "of" in "University of Michigan", "van" in "Vincent van Gogh", "15" in "iPhone 15". */
function isContinuation(
  token: WordToken,
  open: readonly WordToken[] | undefined,
  next: WordToken | undefined,
): boolean {
  const before = open?.at(-1)
  if (isIn('products', before?.lower) && /^\d{1,4}\p{Lu}?$/u.test(token.text)) return true
  if (!before || !next || !/^\p{Lu}/u.test(next.text) || next.gap !== ' ' || isIn('nonNames', next.lower))
    return false
  if (/^(?:van|von|de|del|della|da|dos|di|der|den|la|le|bin|ibn|al|el|y|du)$/.test(token.text)) return true
  return (
    token.text === 'of' && (isIn('organizationHeads', before.lower) || isIn('headsBeforeOf', before.lower))
  )
}

function candidateOf(
  group: readonly WordToken[],
  tokens: readonly WordToken[],
  text: string,
): NameCandidate[] {
  let words = [...group]
  // "President Emmanuel Macron", but "General Motors".
  const isBefore = (token: WordToken | undefined) =>
    isTitle(token) || (isIn('titles', token?.lower) && !isHeaded(words))
  while (isBefore(words[0])) words = words.slice(1)
  const [first] = words
  const last = words.at(-1)
  if (!first || !last || isIn('eventHeads', last.lower)) return []
  const possessive = /['’]s$/i.exec(last.text)?.[0].length ?? 0
  const before = tokens[tokens.indexOf(first) - 1]
  return [
    {
      from: first.from,
      to: last.to - possessive,
      words: text.slice(first.from, last.to - possessive).split(/\s+/),
      isTitled: isIn('titles', before?.lower) && /^\.? $/.test(first.gap),
      isWeak: false,
    },
  ]
}

/** Returns true if a token is a title and not also a family name: "Dr.", but not "King". */
function isTitle(token: WordToken | undefined): boolean {
  return isIn('titles', token?.lower) && !isIn('titlesInNames', token?.lower)
}

function isHeaded(words: readonly WordToken[]): boolean {
  const last = words.at(-1)?.lower ?? ''
  return words.length > 1 && (isIn('organizationHeads', last) || isIn('locationHeads', last))
}
