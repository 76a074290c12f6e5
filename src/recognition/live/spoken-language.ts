/** Decides which language is spoken on one channel of a live stream. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { LanguageIdentifier } from '../engines/engine.ts'
import type { LiveSegment } from './live-segmentation.ts'

/** Audio, in samples, from which a language is identified, if the segment goes on for so long. */
const ENOUGH = 2 * SAMPLE_RATE

/** Less speech, in samples, is taken to be in the language of the speech before it. */
const MIN_IDENTIFIABLE = SAMPLE_RATE

interface LanguageOptions {
  /** One: that one. Several: one of them. None: any. */
  readonly languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  readonly codeSwitching: boolean
}

/** Segments come in order. Without code switching, the first segment that is long enough decides. */
export class SpokenLanguage {
  readonly #candidates: readonly LanguageCode[]
  readonly #codeSwitching: boolean
  readonly #identifier: LanguageIdentifier
  #known: LanguageCode | undefined
  /** Whether it was identified from too little speech. */
  #isGuess = false
  /** The start of the utterance from which it was identified. */
  #knownFor: number | null = null

  /** @param before - the language of the speech before, if there was any */
  constructor(
    { languages, codeSwitching }: LanguageOptions,
    identifier: LanguageIdentifier,
    before: LanguageCode | null,
  ) {
    this.#candidates = languages
    this.#codeSwitching = codeSwitching && languages.length !== 1
    this.#identifier = identifier
    this.#known = languages.length === 1 ? languages[0] : (before ?? undefined)
  }

  /** Whether the language of a segment that is still being spoken can be identified already. */
  isIdentifiable(segment: LiveSegment): boolean {
    return this.#isKnown(segment) || segment.audioEnd - segment.start >= ENOUGH
  }

  /**
   * The language of a segment, the same at every call for that segment.
   * @param read - gives the audio between two positions
   */
  async identify(
    segment: LiveSegment,
    read: (from: number, to: number) => Float32Array,
  ): Promise<LanguageCode> {
    if (this.#known !== undefined && (this.#isKnown(segment) || lengthOf(segment) < MIN_IDENTIFIABLE))
      return this.#known
    const samples = read(segment.start, Math.min(segment.start + ENOUGH, segment.end))
    this.#known = (await this.#identifier.identify(samples, this.#candidates)).language
    this.#isGuess = lengthOf(segment) < MIN_IDENTIFIABLE
    this.#knownFor = segment.utteranceStart
    return this.#known
  }

  #isKnown({ utteranceStart }: LiveSegment): boolean {
    if (this.#known === undefined || this.#isGuess) return false
    return !this.#codeSwitching || this.#knownFor === utteranceStart
  }
}

/** Samples of speech. */
function lengthOf({ regions }: LiveSegment): number {
  return regions.reduce((sum, { start, end }) => sum + end - start, 0)
}
