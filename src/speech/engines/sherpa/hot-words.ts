/**
 * Words that a transducer is to expect. The library takes them as text, and cuts them into the pieces of the model's vocabulary, given a list of
 * these. Models come without the list. With equal scores for all pieces, as in the library's own example, a word becomes the fewest pieces.
 */
import { readFile } from 'node:fs/promises'
import type { VocabularyWord } from '../engine.ts'

/** How the library cuts words: all into pieces, or characters of Chinese for themselves. */
type ModelingUnit = 'bpe' | 'cjkchar+bpe'

/** What is added to the score of each piece of an expected word of intensity 1. Half of it is the library's default. */
const GREATEST_BOOST = 3

const HAN = /^\p{sc=Han}$/u

export class HotWords {
  readonly modelingUnit: ModelingUnit
  /** The file that the library knows as `bpeVocab`. */
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
   * The words as the library takes them for a stream, with their boosts. Those that the model cannot write are left out: the library would
   * expect the parts that it can.
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

  /** In capitals or small letters, if the model has no others. */
  #spellingOf(text: string): string | undefined {
    return [text, text.toUpperCase(), text.toLowerCase()].find((spelling) => this.#canWrite(spelling))
  }

  #canWrite(text: string): boolean {
    // To the library, these separate words and begin a boost.
    if (text === '' || text.includes('/') || /(^|\s):/.test(text)) return false
    const isWritten =
      this.modelingUnit === 'bpe'
        ? (word: string) => this.#isOfPieces(`▁${word}`)
        : (word: string) =>
            // Each character of Chinese is a piece, each word of Latin letters is of pieces, and nothing else is allowed.
            [...word.matchAll(/(?<letters>[A-Za-z]+)|./gu)].every(({ 0: part, groups }) =>
              groups?.['letters'] === undefined
                ? HAN.test(part) && this.#pieces.has(part)
                : this.#isOfPieces(`▁${part}`),
            )
    return text.split(/\s+/).every(isWritten)
  }

  /** Whether some pieces after each other are the word. */
  #isOfPieces(word: string): boolean {
    const reached = new Set([0])
    for (let from = 0; from < word.length; from++)
      if (reached.has(from))
        for (let to = from + 1; to <= word.length; to++)
          if (this.#pieces.has(word.slice(from, to))) reached.add(to)
    return reached.has(word.length)
  }
}
