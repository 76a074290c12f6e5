/** What is written like a name in an English text. */
import {
  LOCATION_HEADS,
  NO_NAMES,
  ORGANIZATION_HEADS,
  TITLES,
  TITLES_IN_NAMES,
} from './english-vocabulary.ts'
import { countryNames } from './place-names.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One or more words that may be a name, at their place in the text. */
export interface Candidate {
  readonly from: number
  readonly to: number
  /** Without "'s" at the end. */
  readonly words: readonly string[]
  /** Whether a title such as "Dr." stands before it. */
  readonly isTitled: boolean
  /** Whether it begins a sentence. */
  readonly isFirst: boolean
}

interface Token {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly lower: string
  readonly tags: readonly string[]
  /** What stands between it and the one before. */
  readonly gap: string
}

/** The candidates of a text, in order. They do not overlap. */
export function candidatesOf(text: string, vocabulary: Vocabulary): Candidate[] {
  const isCased = /\p{Lu}/u.test(text)
  if (isCased && !/(?:\s|^\P{L}*)\p{L}*\p{Lu}/u.test(text)) return []
  const tokens = tokensOf(text, vocabulary)
  const isName = isCased ? capitalIsName(tokens) : isKnownName(vocabulary)
  const groups: Token[][] = []
  let open: Token[] | undefined
  for (const [index, token] of tokens.entries()) {
    const goesOn = open && isJoined(open, token, tokens, index)
    if (isName(token, index) || (goesOn && isCased && isConnector(token, open, tokens[index + 1]))) {
      if (open && goesOn) open.push(token)
      else groups.push((open = [token]))
    } else open = undefined
  }
  return groups.flatMap((group) => candidateOf(group, tokens))
}

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}&]|['’-](?=[\p{L}\p{N}]))*/gu

function tokensOf(text: string, vocabulary: Vocabulary): Token[] {
  const tags = new Map(vocabulary.tagged(text).map((word) => [word.from, word.tags]))
  let end = 0
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index }) => {
    const gap = text.slice(end, index)
    end = index + word.length
    return {
      from: index,
      to: end,
      text: word,
      lower: word.toLowerCase().replaceAll('’', "'"),
      tags: tags.get(index) ?? [],
      gap,
    }
  })
}

/** Within a sentence a capital makes a name. Its first word has one anyhow, and is one if it looks like one otherwise. */
function capitalIsName(tokens: readonly Token[]) {
  return ({ text, lower, tags, gap }: Token, index: number): boolean => {
    if (!/^\p{Lu}/u.test(text) && !/^(?:i|e|Mc)\p{Lu}/u.test(text)) return false
    if (NO_NAMES.has(lower.replace(/'s$/, '')) || /^i'/.test(lower)) return false
    const isFirst = index === 0 || /["“”:.?!…]/.test(gap.replace(/^\.(?= )/, ''))
    if (!isFirst || TITLES.has(lower)) return true
    if (tags.some((tag) => NO_NAME_TAGS.has(tag)) || FUNCTION_WORDS.has(lower)) return false
    if (tags.some((tag) => NAME_TAGS.has(tag))) return true
    const next = tokens[index + 1]
    return next !== undefined && next.gap === ' ' && /^\p{Lu}\p{Ll}/u.test(next.text)
  }
}

/** Without any capitals, only what the lexicon knows as nothing but a name. */
function isKnownName(vocabulary: Vocabulary) {
  return ({ lower, tags }: Token): boolean =>
    !NO_NAMES.has(lower) &&
    (countryNames('en').has(lower) ||
      (tags.some((tag) => KNOWN_NAME_TAGS.has(tag)) &&
        vocabulary.tagsOf(lower).some((tag) => KNOWN_NAME_TAGS.has(tag))))
}

const NAME_TAGS = new Set(['ProperNoun', 'Person', 'Place', 'Organization', 'Acronym'])
const KNOWN_NAME_TAGS = new Set(['MaleName', 'FemaleName', 'FirstName', 'LastName', 'City', 'Country', 'Region', 'Organization'])
const NO_NAME_TAGS = new Set([
  'Pronoun', 'Determiner', 'Preposition', 'Conjunction', 'QuestionWord', 'Expression', 'Adverb', 'Modal', 'Copula',
  'Auxiliary', 'Negative', 'Value', 'Date', 'Verb', 'Contraction',
])
const FUNCTION_WORDS = new Set(
  ('a an the this that these those my your his her its our their and or but so if when while as at in on to for from with ' +
    'by of not no yes thanks thank please great good well right sure alright fine sorry let here there now then today ' +
    'everybody everyone nobody somebody all some any each every both one call ask tell see meet welcome dear best happy')
    .split(' '),
)

/** Whether a token may belong to the name before it: only a space between them, or the dot of "J." and "St.". */
function isJoined(open: readonly Token[], token: Token, tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  if (!before || open.length >= 7) return false
  if (token.gap === ' ') return !/'s$/.test(before.lower) || ORGANIZATION_HEADS.has(token.lower) || LOCATION_HEADS.has(token.lower)
  if (token.gap === ' & ') return true
  return token.gap === '. ' && (before.text.length === 1 || /^(?:st|mt|ft)$/.test(before.lower) || TITLES.has(before.lower))
}

/** "of" in "University of Michigan", "van" in "Vincent van Gogh". */
function isConnector(token: Token, open: readonly Token[] | undefined, next: Token | undefined): boolean {
  const before = open?.at(-1)
  if (!before || !next || !/^\p{Lu}/u.test(next.text) || next.gap !== ' ' || NO_NAMES.has(next.lower)) return false
  if (/^(?:van|von|de|del|della|da|dos|di|der|den|la|le|bin|ibn|al|el|y|du)$/.test(token.text)) return true
  return token.text === 'of' && (ORGANIZATION_HEADS.has(before.lower) || OF_HEADS.has(before.lower))
}

const OF_HEADS = new Set(
  'bank bay gulf isle isles city kingdom republic house chamber cape strait sea state states tower university faculty board center centre'.split(' '),
)

function candidateOf(group: readonly Token[], tokens: readonly Token[]): Candidate[] {
  let words = [...group]
  let isTitled = false
  // "President Emmanuel Macron", but "General Motors".
  while (words[0] && TITLES.has(words[0].lower) && (words.length > 1 || !isTitled)) {
    const [title, next] = words
    if (TITLES_IN_NAMES.has(title?.lower ?? '') && (!next || ORGANIZATION_HEADS.has(next.lower))) break
    isTitled = true
    words = words.slice(1)
  }
  // A nationality before a name is no part of it, and is none by itself.
  while (words.length > 0 && isDemonym(words[0]) && !isHeaded(words)) words = words.slice(1)
  while (words.length > 0 && (isDemonym(words.at(-1)) || TITLES.has(words.at(-1)?.lower ?? ''))) words = words.slice(0, -1)
  const [first] = words
  const last = words.at(-1)
  if (!first || !last) return []
  const possessive = /['’]s$/i.exec(last.text)?.[0].length ?? 0
  const before = tokens[tokens.indexOf(first) - 1]
  return [
    {
      from: first.from,
      to: last.to - possessive,
      words: words.map(({ text }, index) =>
        index === words.length - 1 && possessive > 0 ? text.slice(0, -possessive) : text,
      ),
      isTitled: isTitled || (before !== undefined && TITLES.has(before.lower) && /^\.? $/.test(first.gap)),
      isFirst: before === undefined,
    },
  ]
}

function isDemonym(token: Token | undefined): boolean {
  return token !== undefined && token.tags.includes('Demonym') && !countryNames('en').has(token.lower)
}

function isHeaded(words: readonly Token[]): boolean {
  const last = words.at(-1)?.lower ?? ''
  return words.length > 1 && (ORGANIZATION_HEADS.has(last) || LOCATION_HEADS.has(last))
}
