/**
 * Finds sentence boundaries. The library sentencex knows the abbreviations of many languages, but never ends a sentence
 * after one. In English, it also takes "no.", "me.", "may." and "ok." for abbreviations (129 of the short words in a
 * vocabulary of 32,000), and a sentence may well end with "p.m." or "U.S.". So the next word decides: within a sentence, a
 * capitalised word is a name, whereas a word such as a pronoun is capitalised only at the start of one.
 */
import { segment } from 'sentencex'
import rules from './sentence-rules.json' with { type: 'json' }

/** For each word, which has its own space and punctuation, whether it begins a sentence. The first one always does. */
export function sentenceStarts(words: readonly string[], language: string): boolean[] {
  const bare = words.map((word) => word.replaceAll(QUOTES, ''))
  const boundaries = segmentBoundaries(bare.join(''), language)
  const own = RULES[language] ?? {}
  let boundary = boundaries.next()
  let offset = 0
  let endOfLast = 0
  return bare.map((word, index) => {
    // White space may precede or follow a boundary. One inside a word, such as a domain, is ignored.
    const start = offset + (word.length - word.trimStart().length)
    while (!boundary.done && boundary.value < endOfLast) boundary = boundaries.next()
    const isBoundary = !boundary.done && boundary.value <= start
    endOfLast = offset + word.trimEnd().length
    offset += word.length
    const before = words[index - 1]
    return before === undefined || corrected(isBoundary, before.trim(), (words[index] ?? '').trim(), own)
  })
}

/** Whether a word at the start of an utterance begins a sentence even if no full stop precedes it. */
export function isStarter(word: string, language: string): boolean {
  return /^\s*\p{Lu}/u.test(word) && (RULES[language]?.starters ?? []).includes(word.trim().toLowerCase())
}

/**
 * Quotation marks and brackets. Within them sentencex finds no boundaries, up to the end of the text if one is left open,
 * and some sequences of them crash it (9 of 60,000 random texts; none without them).
 */
const QUOTES = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']/gu

/**
 * How much text to pass to sentencex at once, in UTF-16 units: it works in blocks of 10 KB, and ends a sentence at the end
 * of each.
 */
const WINDOW = 2000

/** The offsets at which sentencex ends a sentence. */
function* segmentBoundaries(text: string, language: string): Generator<number, undefined> {
  let offset = 0
  while (offset < text.length) {
    const isToTheEnd = offset + WINDOW >= text.length
    const found = segment(language, text.slice(offset, offset + WINDOW))
    // The last sentence may continue after the window, so the next window starts with it unless it fills the window.
    const whole = isToTheEnd ? found : found.slice(0, -1)
    for (const { length } of whole) yield (offset += length)
    if (whole.length === 0) offset += WINDOW
  }
}

/** Lists of lower-case words for one language. */
interface Rules {
  /** Abbreviations that never end a sentence, without the last dot. */
  readonly neverLast?: readonly string[]
  /** Words that sentencex takes for abbreviations but usually are not. */
  readonly ordinary?: readonly string[]
  /** Words that are capitalised only at the start of a sentence. */
  readonly starters?: readonly string[]
}

const RULES: Partial<Record<string, Rules>> = rules

function corrected(
  isBoundary: boolean,
  before: string,
  after: string,
  { neverLast = [], ordinary = [], starters = [] }: Rules,
): boolean {
  if (TRAILS_OFF.test(before) && GOES_ON.test(after)) return false
  const stem = ABBREVIATION.exec(before)?.[1]?.toLowerCase()
  if (stem === undefined) return isBoundary
  if (neverLast.includes(stem)) return false
  if (isBoundary || !/^\P{L}*\p{Lu}/u.test(after)) return isBoundary
  const next = /\p{L}+/u.exec(after)?.[0].toLowerCase() ?? ''
  return ordinary.includes(stem) || starters.includes(next)
}

/** The end of a quotation or an ellipsis: "Are you ok?" he asked. Well... maybe. 「はい。」と言った。 */
const TRAILS_OFF = /(?:\.\.|…|[\p{Pe}\p{Pf}"'])$/u
const GOES_ON = /^(?:\p{Ll}|と|って)/u
const ABBREVIATION = /^\P{L}*(\p{L}[\p{L}.]*)\.$/u
