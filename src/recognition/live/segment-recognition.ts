/** The words of the pieces of one channel, each heard with what was said before it. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { EngineThread } from './engine-thread.ts'
import type { Word } from '../../contract/transcript.ts'
import { amplify } from '../speech/gain.ts'
import type { LiveSegment } from './live-segmentation.ts'
import type { RecentAudio } from './recent-audio.ts'
import { clipToSpeech } from '../speech/utterances.ts'

/**
 * What is heard again with a piece, in seconds, with its words given to the engine as known: a piece of half a second
 * says little on its own. On 160 words cut at every 50 ms of silence, twice (also at 8 kHz), 36 are wrong without it,
 * 7 with 1.5 s, 5 with 3 s and 2 with 5 s, at a fifth more work each time.
 */
const CONTEXT_SECONDS = 5

/** Sound before the first word of the context: its soft beginning. */
const BEFORE_CONTEXT = 0.1 * SAMPLE_RATE

/** Silence put behind a piece. Moonshine says a sentence twice that ends with its last sound. */
const PADDING = 0.1 * SAMPLE_RATE

/** How a piece is to be heard. */
interface Manner {
  readonly language: LanguageCode
  readonly gain: number
}

/** The words of a piece while it grows. */
interface Growing {
  readonly start: number
  readonly words: readonly Word[]
  /** Those at its beginning that were the same twice: the engine need not write them again. */
  readonly agreed: readonly Word[]
}

/** Words come with their times in seconds of the session. */
export class SegmentRecognition {
  readonly #sound: RecentAudio
  readonly #engines: EngineThread
  /** Words that no longer change, the latest of one language. */
  #context: readonly Word[] = []
  #language: LanguageCode | undefined
  #growing: Growing | undefined

  constructor(sound: RecentAudio, engines: EngineThread) {
    this.#sound = sound
    this.#engines = engines
  }

  /** The words of the next piece that is complete, for good. What was shown of it before does not matter. */
  async settle(piece: LiveSegment, manner: Manner): Promise<Word[]> {
    if (piece.regions.length === 0) return []
    const known = this.#contextOf(piece, manner)
    const heard = await this.#recognise(piece, manner, known)
    // Behind a cut there is sound that belongs to the next piece.
    const whole = piece.end === piece.audioEnd
    const own = heard.filter(({ start, end }) => whole || (start + end) / 2 < piece.end / SAMPLE_RATE)
    const words = clipToSpeech(own, secondsOf(piece))
    const oldest = piece.end / SAMPLE_RATE - 2 * CONTEXT_SECONDS
    const before = manner.language === this.#language ? this.#context : []
    this.#context = [...before, ...words].filter(({ start }) => start >= oldest)
    this.#language = manner.language
    return words
  }

  /**
   * The words of a piece that is being spoken, as far as it was heard.
   * @param signal - rejects with its reason
   */
  async show(piece: LiveSegment, manner: Manner, signal: AbortSignal): Promise<Word[]> {
    const before = this.#growing?.start === piece.start ? this.#growing : { words: [], agreed: [] }
    const known = [...this.#contextOf(piece, manner), ...before.agreed]
    const words = [...before.agreed, ...(await this.#recognise(piece, manner, known, signal))]
    const differs = words.findIndex(({ word }, i) => word !== before.words[i]?.word)
    const same = differs < 0 ? words.length : differs
    // The last word may not have been heard to its end, either time.
    const agreed = words.slice(
      0,
      Math.max(before.agreed.length, Math.min(same, words.length - 1, before.words.length - 1)),
    )
    this.#growing = { start: piece.start, words, agreed }
    return clipToSpeech(words, secondsOf(piece))
  }

  /** From where on sound is needed, as context, for pieces that begin at a position or later. */
  neededFor(position: number): number {
    const first = this.#context.find(({ start }) => start >= position / SAMPLE_RATE - CONTEXT_SECONDS)
    return first === undefined
      ? position
      : Math.min(position, Math.floor(first.start * SAMPLE_RATE) - BEFORE_CONTEXT)
  }

  #contextOf(piece: LiveSegment, { language }: Manner): readonly Word[] {
    if (language !== this.#language) return []
    return this.#context.filter(({ start }) => start >= piece.start / SAMPLE_RATE - CONTEXT_SECONDS)
  }

  /** @param known - what was said from a moment before the piece on; the answer goes on behind it */
  async #recognise(
    piece: LiveSegment,
    { language, gain }: Manner,
    known: readonly Word[],
    signal?: AbortSignal,
  ): Promise<Word[]> {
    const first = known[0]?.start ?? Infinity
    const previous = this.#context.findLast(({ start }) => start < first)?.end ?? 0
    const from = Math.min(
      piece.start,
      Math.max(Math.round(previous * SAMPLE_RATE), Math.round(first * SAMPLE_RATE) - BEFORE_CONTEXT),
    )
    const heard = this.#sound.slice(from, piece.audioEnd)
    const padded = new Float32Array(heard.length + PADDING)
    padded.set(amplify(heard, gain))
    const offset = from / SAMPLE_RATE
    const hints = { known: moved(known, -offset), ...(signal === undefined ? {} : { signal }) }
    return moved(await this.#engines.recognise(padded, language, hints), offset)
  }
}

function secondsOf({ regions }: LiveSegment): { start: number; end: number }[] {
  return regions.map(({ start, end }) => ({ start: start / SAMPLE_RATE, end: end / SAMPLE_RATE }))
}

function moved(words: readonly Word[], seconds: number): Word[] {
  return words.map((word) => ({ ...word, start: word.start + seconds, end: word.end + seconds }))
}
