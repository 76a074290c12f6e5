/** The tokens of a text as a model reads it, with their positions. */
import { Tokenizer } from '@huggingface/tokenizers'
import { LRUCache } from 'lru-cache'

/** Offsets in UTF-16 units, `to` exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** A token, and the range of the text that it stands for. */
export interface Token extends TextRange {
  readonly id: number
}

/**
 * Tokenises by units: words with the space before them, whose positions are known whatever the tokenizer changes in them.
 * Since tokenizers do not join words, the tokens are those of the whole text.
 */
export class TextTokens {
  readonly #tokenizer: Tokenizer
  /** Caches the tokens of recent units, because most words are repeated. A character takes 90 bytes. */
  readonly #units = new LRUCache<string, Token[]>({
    maxSize: 100_000,
    // Limited by length rather than number, because without spaces, a whole utterance is one unit.
    sizeCalculation: (_, unit) => unit.length,
  })
  readonly #graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  /** The marks that a token has in addition to its text: for the space before it, or for the word that it continues. */
  readonly #marks: RegExp
  /** The special tokens that a model expects around those of a text. */
  readonly before: readonly number[]
  readonly after: readonly number[]

  /** @param file - the contents of `tokenizer.json` */
  constructor(file: object) {
    this.#tokenizer = new Tokenizer(file, {})
    // In models of the RoBERTa family, each character of a token stands for a byte; this one stands for a space.
    this.#marks = this.#preTokenised(' ') === 'Ġ' ? /Ġ/gu : /^##(?=.)|[\s▁]/gsu
    const { ids } = this.#tokenizer.encode('a', { add_special_tokens: false })
    const marked = this.#tokenizer.encode('a').ids
    const at = marked.indexOf(ids[0])
    this.before = marked.slice(0, at)
    this.after = marked.slice(at + ids.length)
  }

  /** The tokens of a text, in order. Ranges have no spaces at their ends, and do not split characters. */
  of(text: string): Token[] {
    return Array.from(text.matchAll(/\s?\S+/gu), ({ 0: unit, index }) =>
      this.#ofUnit(unit).map(({ id, from, to }) => ({ id, from: index + from, to: index + to })),
    ).flat()
  }

  #ofUnit(unit: string): Token[] {
    const known = this.#units.get(unit)
    if (known !== undefined) return known
    const encoded = this.#tokenizer.encode(unit, { add_special_tokens: false })
    const { ids, tokens }: { ids: number[]; tokens: string[] } = encoded
    const word = wordIn(unit)
    const characters = this.#characters(unit)
    const places = this.#placesOf(ids, tokens, characters.map(({ text }) => text).join(''))
    const visible = characters.filter(({ text, from }) => text !== '' && /^\S/u.test(unit.slice(from)))
    const ranges = places === null ? [] : rangesOf(places, visible)
    const found = ids.map((id, index) => ({ id, ...(ranges[index] ?? word) }))
    this.#units.set(unit, found)
    return found
  }

  /** The text as the tokenizer changes it, before it is split into tokens. */
  #preTokenised(text: string): string {
    const { normalizer, pre_tokenizer: preTokenizer } = this.#tokenizer
    const normalised = normalizer?.normalize(text) ?? text
    return preTokenizer?.pre_tokenize(normalised).join('') ?? normalised
  }

  #bare(text: string): string {
    return text.replaceAll(this.#marks, '')
  }

  /** The characters of a unit, with what the tokenizer turns each into. */
  #characters(unit: string): Character[] {
    let end = 0
    return Array.from(this.#graphemes.segment(unit), ({ segment, index }) => {
      const text = this.#bare(this.#preTokenised(segment))
      const start = end
      end += text.length
      return { from: index, to: index + segment.length, text, start, end }
    })
  }

  /**
   * The positions of a unit's tokens in its text as changed by the tokenizer; unknown tokens share the text between known
   * ones. Null if the tokens do not form that text.
   */
  #placesOf(ids: readonly number[], tokens: readonly string[], text: string): Place[] | null {
    const unknown = this.#tokenizer.model?.unk_token_id
    const places: Place[] = []
    let end = 0
    for (const [index, token] of tokens.entries()) {
      if (ids[index] === unknown) continue
      const own = this.#bare(token)
      const isAfterUnknown = places.length < index
      const at = isAfterUnknown ? text.indexOf(own, end) : end
      if (at < 0 || !text.startsWith(own, at)) return null
      while (places.length < index) places.push({ start: end, end: at })
      end = at + own.length
      places.push({ start: at, end })
    }
    if (places.length === tokens.length && end < text.length) return null
    while (places.length < tokens.length) places.push({ start: end, end: text.length })
    return text === '' ? null : places
  }
}

/** A range of a unit's text as changed by the tokenizer. */
interface Place {
  readonly start: number
  readonly end: number
}

/** A character of a unit, what the tokenizer turns it into, and where that is. */
interface Character extends TextRange, Place {
  readonly text: string
}

/** The ranges of places, in order. A token that is part of a character gets the range of the character. */
function rangesOf(places: readonly Place[], visible: readonly Character[]): TextRange[] {
  let first = 0
  return places.flatMap(({ start, end }) => {
    while (first < visible.length - 1 && visible[first]!.end <= start) first++
    let last = first
    while (last < visible.length - 1 && visible[last + 1]!.start < end) last++
    const [from, to] = [visible[first]?.from, visible[last]?.to]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

/** The range of the word in a unit, without surrounding punctuation. */
function wordIn(unit: string): TextRange {
  const word = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/su.exec(unit) ?? /\S+/u.exec(unit)!
  return { from: word.index, to: word.index + word[0].length }
}
