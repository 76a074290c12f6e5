/** The text that one attempt has recognised so far. */
import { randomUUID } from 'node:crypto'

/** How much of a text a reader has received. */
export interface TextPosition {
  readonly attempt: string
  /** In UTF-16 code units. */
  readonly length: number
}

/** A piece of a text, and its offset in UTF-16 code units. */
export interface TextPiece {
  readonly from: number
  readonly text: string
}

/** A reader receives at most about this many UTF-16 code units at a time: whole pieces, until this length is reached. */
const MAX_READ = 2 ** 14

/** Kept in pieces: concatenating twelve hours of text again for each utterance would leave gigabytes of garbage. */
export class RecognisedText {
  readonly attempt: string
  readonly #pieces: TextPiece[] = []
  #length = 0

  /** @param attempt the id of the attempt, if this is a copy of its text */
  constructor(attempt: string = randomUUID()) {
    this.attempt = attempt
  }

  get length(): number {
    return this.#length
  }

  get whole(): string {
    return this.#pieces.map(({ text }) => text).join('')
  }

  append(text: string): void {
    this.#pieces.push({ from: this.#length, text })
    this.#length += text.length
  }

  /**
   * The next piece for a reader; null if the reader has everything. A reader of another attempt starts from the beginning.
   * @param known where the previous read ended
   */
  after(known: TextPosition | null): TextPiece | null {
    const from = known?.attempt === this.attempt ? known.length : 0
    if (from >= this.#length) return null
    let text = ''
    // Readers are usually near the end.
    const first = this.#pieces.findLastIndex((piece) => piece.from <= from)
    for (let i = first; i < this.#pieces.length && text.length < MAX_READ; i++) text += this.#pieces[i]!.text
    return { from, text }
  }
}
