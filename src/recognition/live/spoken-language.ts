/** Decides which language is spoken on one channel of a live stream. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { LanguageIdentifier } from '../engines/engine.ts'
import type { LiveSegment } from './live-segmentation.ts'

/** Sound, in samples, from which a language is told: more is waited for as long as the piece goes on. */
const ENOUGH = 2 * SAMPLE_RATE

/** Less speech, in samples, is in the language of the speech before it. */
const MIN_IDENTIFIABLE = SAMPLE_RATE

interface LanguageOptions {
  /** One: that one. Several: one of them. None: any. */
  readonly languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  readonly codeSwitching: boolean
}

/** Asked about each piece in turn. Where the language does not change, the first piece that is long enough decides. */
export class SpokenLanguage {
  readonly #candidates: readonly LanguageCode[]
  readonly #codeSwitching: boolean
  readonly #identifier: LanguageIdentifier
  #known: LanguageCode | undefined
  /** Whether it was told from too little. */
  #guessed = false
  /** The utterance whose language it is, by its start. */
  #knownFor: number | null = null

  constructor({ languages, codeSwitching }: LanguageOptions, identifier: LanguageIdentifier) {
    this.#candidates = languages
    this.#codeSwitching = codeSwitching && languages.length !== 1
    this.#identifier = identifier
    this.#known = languages.length === 1 ? languages[0] : undefined
  }

  /** Whether the language of a piece that is still being spoken can be told already. */
  decidable(piece: LiveSegment): boolean {
    return this.#isKnown(piece) || piece.audioEnd - piece.start >= ENOUGH
  }

  /**
   * The same answer whenever it is asked about a piece.
   * @param read - gives the sound between two positions
   */
  async of(piece: LiveSegment, read: (from: number, to: number) => Float32Array): Promise<LanguageCode> {
    if (this.#known !== undefined && (this.#isKnown(piece) || lengthOf(piece) < MIN_IDENTIFIABLE))
      return this.#known
    const samples = read(piece.start, Math.min(piece.start + ENOUGH, piece.end))
    this.#known = (await this.#identifier.identify(samples, this.#candidates)).language
    this.#guessed = lengthOf(piece) < MIN_IDENTIFIABLE
    this.#knownFor = piece.utteranceStart
    return this.#known
  }

  #isKnown({ utteranceStart }: LiveSegment): boolean {
    if (this.#known === undefined || this.#guessed) return false
    return !this.#codeSwitching || this.#knownFor === utteranceStart
  }
}

function lengthOf({ regions }: LiveSegment): number {
  return regions.reduce((sum, { start, end }) => sum + end - start, 0)
}
