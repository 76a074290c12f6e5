/** Decides which language is spoken on one channel of a live stream. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { LanguageIdentifier } from '../engines/engine.ts'
import { LanguageEvidence } from '../analysis/language-evidence.ts'
import { MIN_IDENTIFIABLE } from '../analysis/own-language.ts'
import { lengthOf } from '../analysis/speech-regions.ts'
import type { LiveSegment } from './live-segmentation.ts'

/** Gives the audio between two positions. */
type Read = (from: number, to: number) => Float32Array

/** Segments must be passed in order. */
export interface SpokenLanguage {
  /** Whether a segment that is still being spoken can already be recognised. */
  isIdentifiable(segment: LiveSegment): boolean
  /** The language of a segment that is still being spoken. */
  ofPartial(segment: LiveSegment, read: Read): Promise<LanguageCode>
  /** The language of a complete segment. It does not depend on when the audio arrived. */
  ofFinal(segment: LiveSegment, read: Read): Promise<LanguageCode>
}

interface LanguageOptions {
  /** One: that language. Several: one of them. Empty: any. */
  readonly languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  readonly codeSwitching: boolean
}

/** @param before - the language of the preceding speech, if any */
export function spokenLanguage(
  { languages, codeSwitching }: LanguageOptions,
  identifier: LanguageIdentifier,
  before: LanguageCode | null,
): SpokenLanguage {
  const [only, ...others] = languages
  if (only !== undefined && others.length === 0)
    return { isIdentifiable: () => true, ofPartial: async () => only, ofFinal: async () => only }
  const identify = async (samples: Float32Array) => identifier.identify(samples, languages)
  return codeSwitching ? new ChangingLanguage(identify, before) : new ConstantLanguage(identify, before)
}

type Identify = (samples: Float32Array) => ReturnType<LanguageIdentifier['identify']>

/** Audio, in samples, from which the beginning of an utterance is identified, if the utterance is that long. */
const BEGINNING = 2 * SAMPLE_RATE

function hasBeginning({ start, audioEnd }: LiveSegment): boolean {
  return audioEnd - start >= BEGINNING
}

/** Identifies the language of the beginning of each utterance. */
class BeginningLanguage {
  readonly #identify: Identify
  #utterance: number | undefined
  #language: LanguageCode | undefined

  constructor(identify: Identify) {
    this.#identify = identify
  }

  /** The language of an utterance, if already known. */
  known({ utteranceStart }: LiveSegment): LanguageCode | undefined {
    return utteranceStart === this.#utterance ? this.#language : undefined
  }

  async identify(segment: LiveSegment, read: Read): Promise<LanguageCode> {
    const { start, end, utteranceStart } = segment
    const found = await this.#identify(read(start, Math.min(start + BEGINNING, end)))
    this.#utterance = utteranceStart
    this.#language = new LanguageEvidence(found).language!
    return this.#language
  }
}

/** With code switching: each utterance is in the language of its beginning. */
class ChangingLanguage implements SpokenLanguage {
  readonly #beginning: BeginningLanguage
  #last: LanguageCode | null

  constructor(identify: Identify, before: LanguageCode | null) {
    this.#beginning = new BeginningLanguage(identify)
    this.#last = before
  }

  isIdentifiable(segment: LiveSegment): boolean {
    return this.#beginning.known(segment) !== undefined || hasBeginning(segment)
  }

  ofPartial(segment: LiveSegment, read: Read): Promise<LanguageCode> {
    return this.ofFinal(segment, read)
  }

  async ofFinal(segment: LiveSegment, read: Read): Promise<LanguageCode> {
    const known = this.#beginning.known(segment)
    const speech = lengthOf(segment.regions)
    if (known === undefined && this.#last !== null && speech < MIN_IDENTIFIABLE * SAMPLE_RATE)
      return this.#last
    this.#last = known ?? (await this.#beginning.identify(segment, read))
    return this.#last
  }
}

/** Audio, in samples, that is identified at a time. Clips that are misidentified after 2 s are not after 8 s. */
const PART = 8 * SAMPLE_RATE

/** Samples until the first check of a language that one more part could not change; doubled after each check. */
const FIRST_INTERVAL = 10 * SAMPLE_RATE

/**
 * Without code switching: uses the language of most of the speech so far. As long as one more part could change the
 * language, it is decided again with every utterance; after that, one part is checked at ever longer intervals, so that a
 * wrong language is still corrected.
 */
class ConstantLanguage implements SpokenLanguage {
  readonly #identify: Identify
  readonly #beginning: BeginningLanguage
  #evidence: LanguageEvidence
  /** Audio that becomes evidence once there is enough for a part. */
  #part = new Float32Array(0)
  #language: LanguageCode | null
  /** The position from which audio is added to the part. */
  #next = 0
  #interval = FIRST_INTERVAL

  constructor(identify: Identify, before: LanguageCode | null) {
    this.#identify = identify
    this.#beginning = new BeginningLanguage(identify)
    this.#language = before
    this.#evidence = new LanguageEvidence(before === null ? [] : [[before, 1]])
  }

  isIdentifiable(segment: LiveSegment): boolean {
    return this.#language !== null || this.#beginning.known(segment) !== undefined || hasBeginning(segment)
  }

  async ofPartial(segment: LiveSegment, read: Read): Promise<LanguageCode> {
    return this.#language ?? this.#beginning.known(segment) ?? this.#beginning.identify(segment, read)
  }

  async ofFinal(segment: LiveSegment, read: Read): Promise<LanguageCode> {
    const { start, end, utteranceStart, regions } = segment
    const known = this.#language
    if (known !== null && (start < this.#next || regions.length === 0)) return known
    const audio = read(start, end)
    const part = new Float32Array(this.#part.length + audio.length)
    part.set(this.#part)
    part.set(audio, this.#part.length)
    this.#part = part
    const isFull = part.length >= PART
    if (known !== null && this.#isSettled && !isFull) return known
    const weight = Math.min(1, part.length / PART)
    const evidence = this.#evidence.with(await this.#identify(part), weight)
    if (isFull) this.#keep(evidence, start)
    // The language of an utterance does not change after its first segment.
    if (known === null || start === utteranceStart) this.#language = evidence.language!
    return this.#language!
  }

  get #isSettled(): boolean {
    return this.#evidence.lead > 1
  }

  /** Keeps the evidence, including the part that ends with the segment at this position. */
  #keep(evidence: LanguageEvidence, position: number): void {
    this.#evidence = evidence
    this.#part = new Float32Array(0)
    this.#next = this.#isSettled ? position + this.#interval : 0
    this.#interval = this.#isSettled ? 2 * this.#interval : FIRST_INTERVAL
  }
}
