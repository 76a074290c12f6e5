/** One channel of a live stream: its sound on one side, what is said in it on the other. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { EngineThread } from './engine-thread.ts'
import type { Word } from '../../contract/transcript.ts'
import { amplify } from '../speech/gain.ts'
import { LiveGain } from './live-gain.ts'
import { LiveSegmentation, type LiveSegment, type SegmentationOptions } from './live-segmentation.ts'
import type { ChannelPosition, LiveEvent } from './live-stream.ts'
import { SegmentRecognition } from './segment-recognition.ts'
import { RecentAudio } from './recent-audio.ts'
import type { SpokenLanguage } from './spoken-language.ts'
import { utteranceOf } from '../speech/utterances.ts'
import { FRAME_SAMPLES, type VoiceActivityStream } from '../speech/voice-activity.ts'

/** Less is not understood: the first half of a word is taken for another word. */
const MIN_PARTIAL = 0.5 * SAMPLE_RATE

/** A partial is worth its work when there is this much more to hear. With the time it takes, they come every 0.4 s. */
const PARTIAL_STEP = 0.35 * SAMPLE_RATE

/** What is told about at a time: about a second. */
const BLOCK_FRAMES = Math.round(SAMPLE_RATE / FRAME_SAMPLES)

/** A piece with what was known about its sound when it was complete. */
interface Complete {
  readonly piece: LiveSegment
  readonly gain: number
  /** Counted over all streams. */
  readonly order: number
}

/** What a channel needs of the world. */
interface Surroundings {
  readonly channel: number
  readonly from: ChannelPosition
  readonly segmentation: SegmentationOptions
  readonly listener: VoiceActivityStream
  readonly language: SpokenLanguage
  readonly engines: EngineThread
  /** The number of the next complete piece of all streams. */
  readonly nextOrder: () => number
  readonly emit: (event: LiveEvent) => void
  /** A piece was recognised. */
  readonly onSettled: () => void
  /** Whether newer sound than what was heard is there already: there is no point in partials. */
  readonly isBehind: () => boolean
}

export class LiveChannel {
  readonly #own: Surroundings
  readonly #sound: RecentAudio
  readonly #segmentation: LiveSegmentation
  readonly #recognition: SegmentRecognition
  readonly #gain = new LiveGain()
  #gainNow = 1
  /** Up to where frames were judged. */
  #judged: number
  #block: { start: number; probability: number; frames: number }
  readonly #complete: Complete[] = []
  /** Of the open utterance: words that no longer change. */
  #settled: Word[] = []
  #index: number
  /** How far the last partial heard. */
  #shown: number

  constructor(own: Surroundings) {
    this.#own = own
    const start = Math.round(own.from.time * SAMPLE_RATE)
    this.#sound = new RecentAudio(start)
    this.#segmentation = new LiveSegmentation(own.segmentation, this.#sound)
    this.#recognition = new SegmentRecognition(this.#sound, own.engines)
    this.#judged = start
    this.#shown = start
    this.#block = { start, probability: 0, frames: 0 }
    this.#index = own.from.index
  }

  /** Pieces that are complete and not recognised. */
  get backlog(): number {
    return this.#complete.length
  }

  /** The order of the oldest of them. */
  get oldest(): number | undefined {
    return this.#complete[0]?.order
  }

  /** Everything before this time, in seconds, has become final. */
  get recognised(): number {
    const first = this.#complete[0]?.piece
    return (first?.utteranceStart ?? this.#segmentation.undecided) / SAMPLE_RATE
  }

  /** Whether there is more to show of what is being spoken than the last partial did. */
  get partialDue(): boolean {
    const { spoken } = this.#segmentation
    return (
      spoken !== null &&
      !this.#own.isBehind() &&
      this.#complete.length === 0 &&
      spoken.audioEnd - spoken.start >= MIN_PARTIAL &&
      spoken.audioEnd - this.#shown >= PARTIAL_STEP &&
      this.#own.language.decidable(spoken)
    )
  }

  /** Hears more; one call at a time. */
  async push(samples: Float32Array): Promise<void> {
    this.#sound.append(samples)
    while (this.#sound.end - this.#judged >= FRAME_SAMPLES) await this.#judge()
    this.#forget()
  }

  /** There is no more sound. */
  async finish(): Promise<void> {
    if (this.#sound.end > this.#judged) await this.#judge()
    this.#take(this.#segmentation.finish())
    this.#tellBlock()
  }

  /** Recognises the oldest piece that is complete, for good. */
  async settle(): Promise<void> {
    const next = this.#complete[0]
    if (next === undefined) return
    const { piece, gain } = next
    const language = await this.#languageOf(piece)
    this.#settled.push(...(await this.#recognition.settle(piece, { language, gain })))
    this.#complete.shift()
    if (piece.ends) {
      if (this.#settled.length > 0) this.#tell('final', this.#index++, this.#settled, language)
      this.#settled = []
    }
    this.#forget()
    this.#own.onSettled()
  }

  /**
   * Recognises what is being spoken, as far as it was heard.
   * @param signal - gives it up without an error
   */
  async showPartial(signal: AbortSignal): Promise<void> {
    const { spoken } = this.#segmentation
    if (spoken === null) return
    this.#shown = spoken.audioEnd
    const language = await this.#languageOf(spoken)
    try {
      const words = await this.#recognition.show(spoken, { language, gain: this.#gainNow }, signal)
      // What was being spoken is complete by now, and will be final next.
      if (this.#complete.length > 0) return
      const all = [...this.#settled, ...words]
      if (all.length > 0) this.#tell('partial', this.#index, all, language)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #judge(): Promise<void> {
    const frame = this.#sound.slice(this.#judged, this.#judged + FRAME_SAMPLES)
    this.#gainNow = this.#gain.push(frame)
    const probability = await this.#own.listener.push(amplify(frame, this.#gainNow))
    this.#judged += frame.length
    this.#block.probability = Math.max(this.#block.probability, probability)
    this.#block.frames++
    if (this.#block.frames === BLOCK_FRAMES) this.#tellBlock()
    this.#take(this.#segmentation.push(probability))
  }

  #take({ speech, piece }: ReturnType<LiveSegmentation['push']>): void {
    const { channel, emit, nextOrder } = this.#own
    if (speech !== undefined) emit({ type: speech.type, channel, time: speech.position / SAMPLE_RATE })
    if (piece !== undefined) this.#complete.push({ piece, gain: this.#gainNow, order: nextOrder() })
  }

  #tellBlock(): void {
    const { start, probability, frames } = this.#block
    if (frames > 0)
      this.#own.emit({
        type: 'pre_processing',
        channel: this.#own.channel,
        range: [start / SAMPLE_RATE, this.#judged / SAMPLE_RATE],
        speechProbability: probability,
        gainDb: 20 * Math.log10(this.#gainNow),
      })
    this.#block = { start: this.#judged, probability: 0, frames: 0 }
  }

  #languageOf(piece: LiveSegment): Promise<LanguageCode> {
    return this.#own.language.of(piece, (from, to) => this.#sound.slice(from, to))
  }

  #tell(type: 'partial' | 'final', index: number, words: readonly Word[], language: LanguageCode): void {
    const { channel, emit } = this.#own
    emit({ type, channel, index, utterance: utteranceOf(words, { channel, language }) })
  }

  /** Lets go of the sound that no piece, and no context of one, will ask for. */
  #forget(): void {
    const next = this.#complete[0]?.piece.start ?? this.#segmentation.needed
    this.#sound.forget(this.#recognition.neededFor(next))
  }
}
