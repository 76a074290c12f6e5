/**
 * Words that a transducer is to favour ("hot words"). The library takes them as text and splits them into pieces of the
 * model's vocabulary, for which it needs a list of the pieces. Models are published without the list. With equal scores
 * for all pieces, as in the library's own example, each word is split into the fewest pieces.
 */
import { readFile } from 'node:fs/promises'
import type { VocabularyWord } from '../engine.ts'

/** How the library splits words: all into pieces, or Chinese into single characters. */
type ModelingUnit = 'bpe' | 'cjkchar+bpe'

/** Added to the score of each piece of an expected word with intensity 1: twice the library's default. */
const GREATEST_BOOST = 3

const HAN = /^\p{sc=Han}$/u

export class HotWords {
  readonly modelingUnit: ModelingUnit
  /** The file that the library calls `bpeVocab`. */
  readonly pieceList: string
  readonly #pieces: ReadonlySet<string>

  private constructor(pieces: readonly string[]) {
    this.#pieces = new Set(pieces)
    this.modelingUnit = pieces.some((piece) => HAN.test(piece)) ? 'cjkchar+bpe' : 'bpe'
    this.pieceList = pieces.map((piece) => `${piece}\t-1\n`).join('')
  }

  /** @param file - `tokens.txt`: a piece and its number on each line */
  static async of(file: string): Promise<HotWords> {
    const lines = (await readFile(file, 'utf8')).split(/\r?\n/)
    return new HotWords(lines.flatMap((line) => /^(\S+)\s+\d+$/.exec(line)?.[1] ?? []))
  }

  /**
   * The words in the library's syntax for a stream, with their boosts. Leaves out words that the model cannot write; the
   * library would otherwise expect the parts of them that it can.
   */
  written(vocabulary: readonly VocabularyWord[]): string {
    return vocabulary
      .flatMap(({ text, intensity }) => {
        const spelling = this.#spellingOf(text.trim())
        return spelling === undefined || intensity === 0
          ? []
          : `${spelling} :${(GREATEST_BOOST * intensity).toFixed(2)}`
      })
      .join('/')
  }

  canWriteAnyOf(vocabulary: readonly VocabularyWord[]): boolean {
    return vocabulary.some(({ text }) => this.#spellingOf(text.trim()) !== undefined)
  }

  /** Changes the case if the model has only capitals or only lower-case letters. */
  #spellingOf(text: string): string | undefined {
    return [text, text.toUpperCase(), text.toLowerCase()].find((spelling) => this.#canWrite(spelling))
  }

  #canWrite(text: string): boolean {
    // In the library's syntax, these separate words or introduce a boost.
    if (text === '' || text.includes('/') || /(^|\s):/.test(text)) return false
    const isWritten =
      this.modelingUnit === 'bpe'
        ? (word: string) => this.#isOfPieces(`▁${word}`)
        : (word: string) =>
            // Each Chinese character is one piece, Latin words are split into pieces, and nothing else is allowed.
            [...word.matchAll(/(?<letters>[A-Za-z]+)|./gu)].every(({ 0: part, groups }) =>
              groups?.['letters'] === undefined
                ? HAN.test(part) && this.#pieces.has(part)
                : this.#isOfPieces(`▁${part}`),
            )
    return text.split(/\s+/).every(isWritten)
  }

  /** Returns true if the word is a sequence of pieces. */
  #isOfPieces(word: string): boolean {
    const reached = new Set([0])
    for (let from = 0; from < word.length; from++)
      if (reached.has(from))
        for (let to = from + 1; to <= word.length; to++)
          if (this.#pieces.has(word.slice(from, to))) reached.add(to)
    return reached.has(word.length)
  }
}
