/** Rewrites the text of an utterance, preserving the times of its words. */
import type { Utterance, Word } from '../contract/transcript.ts'
import { spacedWords } from './split-words.ts'
import { spreadOverTime } from './spread-over-time.ts'

/** A replacement of a part of a text. Offsets are in UTF-16 units; `to` is exclusive. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The offset of each word in the joined text of the words, followed by the length of that text. */
export function wordOffsets(words: readonly Word[]): number[] {
  const offsets = [0]
  for (const { word } of words) offsets.push(offsets.at(-1)! + word.length)
  return offsets
}

/**
 * The utterance with parts of its text replaced; the same object if there are no replacements. Offsets refer to the joined
 * text of its words, or to its own text if it has no words. New words are separated by spaces. They take over the times of
 * the words that they replace, at least in part, if there are as many; otherwise they share that time by length.
 * @param replacements in order, not overlapping
 */
export function withReplacements(utterance: Utterance, replacements: readonly Replacement[]): Utterance {
  if (replacements.length === 0) return utterance
  const { words } = utterance
  if (words.length === 0) return { ...utterance, text: replaced(utterance.text, 0, replacements) }
  const text = words.map(({ word }) => word).join('')
  const offsets = wordOffsets(words)
  const parts: Word[][] = []
  let at = 0
  for (let index = 0; index < replacements.length;) {
    let from = at
    while (offsets[from + 1]! <= replacements[index]!.from) from++
    let to = from
    const own: Replacement[] = []
    // Several replacements may be in one word, as in languages without spaces.
    for (let next = replacements[index]; next && (own.length === 0 || next.from < offsets[to]!);) {
      own.push(next)
      while (offsets[to]! < next.to) to++
      next = replacements[++index]
    }
    const rewritten = replaced(text.slice(offsets[from], offsets[to]), offsets[from]!, own)
    parts.push(words.slice(at, from), newWords(words.slice(from, to), spacedWords(rewritten)))
    at = to
  }
  parts.push(words.slice(at))
  return withWords(utterance, parts.flat())
}

/** Applies replacements to a part of a text that begins at an offset. */
function replaced(text: string, offset: number, replacements: readonly Replacement[]): string {
  let written = ''
  let at = 0
  for (const { from, to, text: by } of replacements) {
    written += text.slice(at, from - offset) + by
    at = to - offset
  }
  return written + text.slice(at)
}

/** The utterance with other words, and their joined text. */
export function withWords(utterance: Utterance, words: Word[]): Utterance {
  const text = words
    .map(({ word }) => word)
    .join('')
    .trim()
  // In live sessions, a text begins with the space of its first word.
  const space = /^\s*/.exec(utterance.text)?.[0] ?? ''
  return { ...utterance, words, text: space + text }
}

function newWords(old: readonly Word[], texts: readonly string[]): Word[] {
  if (texts.length === old.length) return old.map((word, index) => ({ ...word, word: texts[index]! }))
  const [start, end] = [old[0]!.start, old.at(-1)!.end]
  const confidence = old.reduce((least, word) => Math.min(least, word.confidence), 1)
  // The space before the first word takes no time.
  const bare = texts.map((text, index) => (index === 0 ? text.trimStart() : text))
  return spreadOverTime(bare, start, end).map((part, index) => ({
    word: texts[index]!,
    start: part.start,
    // Avoids a rounding error.
    end: index === texts.length - 1 ? end : part.end,
    confidence,
  }))
}
