/** The text of one attempt to recognise a job, as far as it goes. */
import { randomUUID } from 'node:crypto'

/** How much of a text a reader has. */
export interface TextPosition {
  readonly attempt: string
  /** In UTF-16 code units. */
  readonly length: number
}

/** A piece of a text, and the length of what is before it. */
export interface TextPiece {
  readonly from: number
  readonly text: string
}

/** What a reader is given at a time, in UTF-16 code units: more only if one piece is longer. */
const MAX_READ = 2 ** 14

/** In pieces: the text of twelve hours, joined anew with each utterance, would leave gigabytes to be collected. */
export class RecognisedText {
  readonly attempt: string
  readonly #pieces: TextPiece[] = []
  #length = 0

  /** @param attempt its id, if the text is a copy of another one */
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
   * What a reader does not have; null if that is nothing. After other attempts, it is given the text from its beginning on.
   * @param known where an earlier reading ended
   */
  after(known: TextPosition | null): TextPiece | null {
    const from = known?.attempt === this.attempt ? known.length : 0
    if (from >= this.#length) return null
    let text = ''
    // A reader is near the end, as a rule.
    const first = this.#pieces.findLastIndex((piece) => piece.from <= from)
    for (let i = first; i < this.#pieces.length && text.length < MAX_READ; i++) text += this.#pieces[i]!.text
    return { from, text }
  }
}
