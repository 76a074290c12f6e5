/** The tokens of a text, as a model reads it, with their positions. */
import { Tokenizer } from '@huggingface/tokenizers'
import type { TextRange } from '../text/entities/entity-span.ts'
import { wordParts } from '../text/word-parts.ts'

/** A token, and the range of the text that it stands for. */
export interface Token extends TextRange {
  readonly id: number
}

/**
 * Tokenises by units, which are words with the space before them: their positions are known, whatever the tokenizer
 * changes in them. The tokens are those of the whole text, as tokenizers do not join words.
 */
export class TextTokens {
  readonly #tokenizer: Tokenizer
  readonly #graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  /** The tokens that a model expects around those of a text. */
  readonly before: readonly number[]
  readonly after: readonly number[]

  /** @param file - the contents of `tokenizer.json` */
  constructor(file: object) {
    this.#tokenizer = new Tokenizer(file, { clean_up_tokenization_spaces: false })
    const { ids } = this.#tokenizer.encode('a', { add_special_tokens: false })
    const marked = this.#tokenizer.encode('a').ids
    const at = marked.indexOf(ids[0])
    this.before = marked.slice(0, at)
    this.after = marked.slice(at + ids.length)
  }

  /** The tokens of a text, in order. Ranges contain no space at their ends, and no half of a character. */
  of(text: string): Token[] {
    return Array.from(text.matchAll(/\s?\S+/gu), ({ 0: unit, index }) =>
      this.#ofUnit(unit).map(({ id, from, to }) => ({ id, from: index + from, to: index + to })),
    ).flat()
  }

  #ofUnit(unit: string): Token[] {
    const { ids }: { ids: number[] } = this.#tokenizer.encode(unit, { add_special_tokens: false })
    const characters = this.#characters(unit)
    const places = this.#places(ids, characters.map(({ text }) => text).join(''))
    return ids.map((id, index) => ({
      id,
      ...(places === null ? wordIn(unit) : rangeOf(places[index]!, characters)),
    }))
  }

  /** The characters of a unit, and what the tokenizer makes of each. */
  #characters(unit: string): Character[] {
    return Array.from(this.#graphemes.segment(unit), ({ segment, index }) => ({
      from: index,
      to: index + segment.length,
      text: bare(this.#tokenizer.normalizer?.normalize(segment) ?? segment),
    }))
  }

  /**
   * Where the tokens of a unit are in its text as the tokenizer changed it, by the lengths of what they stand for: unknown
   * tokens share what is between known ones. Null where that does not give the text.
   */
  #places(ids: readonly number[], text: string): TextRange[] | null {
    const unknown = this.#tokenizer.model?.unk_token_id
    const places: TextRange[] = []
    let end = 0
    for (let first = 0; first < ids.length; first = places.length) {
      const gap = ids.slice(first).findIndex((id) => id !== unknown)
      const start = gap < 0 ? ids.length : first + gap
      const next = ids.findIndex((id, index) => index > start && id === unknown)
      const known = ids.slice(start, next < 0 ? ids.length : next)
      const parts = known.map((_, index) => bare(this.#tokenizer.decode(known.slice(0, index + 1))))
      const whole = parts.at(-1) ?? ''
      const at = known.length === 0 ? text.length : text.indexOf(whole, end)
      if (at < 0 || (start === first && at !== end)) return null
      for (let index = first; index < start; index++) places.push({ from: end, to: at })
      // What half of a character is decoded to may be longer than the character.
      const ends = parts.map((_, index) => at + Math.min(...parts.slice(index).map(({ length }) => length)))
      for (const [index, to] of ends.entries()) places.push({ from: ends[index - 1] ?? at, to })
      end = at + whole.length
    }
    return end === text.length && text !== '' ? places : null
  }
}

/** A character of a text, and what the tokenizer makes of it. */
interface Character extends TextRange {
  readonly text: string
}

/** The range of a place in a changed text. A token that is part of a character has the range of the character. */
function rangeOf(place: TextRange, characters: readonly Character[]): TextRange {
  const end = Math.max(1, place.to)
  const start = Math.min(place.from, end - 1)
  let at = 0
  let [from, to] = [Infinity, 0]
  for (const character of characters) {
    const next = at + character.text.length
    if (next > start) from = Math.min(from, character.from)
    if (at < end && next > at) to = character.to
    at = next
  }
  return { from, to }
}

/** Where the word of a unit is, without punctuation around it. */
function wordIn(unit: string): TextRange {
  const { before, core } = wordParts(unit)
  if (core !== '') return { from: before.length, to: before.length + core.length }
  return { from: unit.length - unit.trimStart().length, to: unit.length }
}

/** Without spaces, and what stands for them in SentencePiece. */
const bare = (text: string) => text.replaceAll(/[\s▁]/gu, '')
