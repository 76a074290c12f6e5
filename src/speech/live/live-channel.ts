/** One channel of a live stream: audio in, events out. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { ExpectedLanguages, WordsInLanguage } from '../analysis/own-language.ts'
import { inSeconds } from '../analysis/speech-regions.ts'
import { speechWithoutWords } from '../analysis/unrecognised-speech.ts'
import { utteranceOf } from '../analysis/utterances.ts'
import { FRAME_SAMPLES, type VoiceActivityStream } from '../analysis/voice-activity.ts'
import type { EngineThread } from '../engines/engine-thread.ts'
import type { StreamingModels } from '../engines/streaming/streaming-models.ts'
import type { PunctuationThread } from '../punctuation/punctuation-thread.ts'
import { ChannelRecognition } from './channel-recognition.ts'
import { FrameAnalysis } from './frame-analysis.ts'
import { type LiveSegment, LiveSegmentation, type SegmentationOptions } from './live-segmentation.ts'
import type { ChannelPosition } from './channel-position.ts'
import type { LiveEvent, PreProcessedBlock } from './live-stream.ts'
import { RecentAudio } from './recent-audio.ts'
import type { SpokenLanguage } from './spoken-language.ts'

/** Shorter audio is misrecognised: the first half of a word is taken for another word. */
const MIN_PARTIAL = 0.5 * SAMPLE_RATE

/** Shorter speech without words, in seconds, is not reported: a lost sentence may be cut into pieces of about this length. */
const MIN_PIECE = 0.3

/** A complete segment that has not been recognised yet, with the gain of its audio. */
interface PendingSegment {
  readonly segment: LiveSegment
  readonly gain: number
  /** A number counted over all streams. */
  readonly order: number
}

interface LiveChannelOptions {
  readonly channel: number
  readonly from: ChannelPosition
  /** Position of the first sample of the stream, which may be before `from`. */
  readonly start: number
  readonly segmentation: SegmentationOptions
  readonly voiceActivity: VoiceActivityStream
  readonly language: SpokenLanguage
  readonly languages: ExpectedLanguages
  readonly engines: EngineThread
  readonly identifyingEngines: () => EngineThread
  readonly streamingModels: StreamingModels
  readonly punctuation: PunctuationThread
  /** Whether a streaming model may hear the channel. */
  readonly mayStream: boolean
  /** Numbers the complete segments of all streams. */
  readonly nextOrder: () => number
  readonly emit: (event: LiveEvent) => void
  /** Called after a segment was recognised. */
  readonly onRecognised: () => void
  /** Whether newer audio is already waiting, which would make partials out of date. */
  readonly isBehind: () => boolean
}

export class LiveChannel {
  readonly #options: LiveChannelOptions
  readonly #audio: RecentAudio
  readonly #frames: FrameAnalysis
  readonly #segmentation: LiveSegmentation
  readonly #recognition: ChannelRecognition
  readonly #pending: PendingSegment[] = []
  /**
   * Whether the language of the oldest pending segment is being identified. The engines are free for other channels
   * meanwhile.
   */
  #isIdentifying = false
  readonly #read = (from: number, to: number) => this.#audio.slice(from, to)
  /** Words of the open utterance that no longer change. If there are none, the language has no meaning. */
  #final: WordsInLanguage = { words: [], language: 'en' }
  #index: number
  /** The end of the audio covered by the last partial. */
  #shownTo: number

  constructor(options: LiveChannelOptions) {
    const { channel, start, from, emit } = options
    const position = Math.round(from.time * SAMPLE_RATE)
    this.#options = options
    this.#audio = new RecentAudio(start)
    const amplified = options.mayStream ? new RecentAudio(start) : null
    const report = (block: PreProcessedBlock) => emit({ type: 'pre_processing', channel, ...block })
    this.#frames = new FrameAnalysis(options.voiceActivity, start, report, amplified)
    this.#segmentation = new LiveSegmentation(options.segmentation, this.#audio, position)
    this.#recognition = new ChannelRecognition({ received: this.#audio, amplified }, options, from)
    this.#shownTo = position
    this.#index = from.index
  }

  /** The number of complete segments that have not been recognised yet. */
  get backlog(): number {
    return this.#pending.length
  }

  /** The order of the oldest pending segment, if it can be recognised now. */
  get oldest(): number | undefined {
    return this.#isIdentifying ? undefined : this.#pending[0]?.order
  }

  /** Everything before this time, in seconds, is final. */
  get recognised(): number {
    const first = this.#pending[0]?.segment
    const position = first?.utteranceStart ?? this.#segmentation.undecided
    return this.#recognition.undecided(position) / SAMPLE_RATE
  }

  /** Whether a partial would cover more than the last one. */
  get partialDue(): boolean {
    const { current } = this.#segmentation
    return (
      current !== null &&
      !this.#options.isBehind() &&
      this.#pending.length === 0 &&
      current.audioEnd - current.start >= MIN_PARTIAL &&
      current.audioEnd - this.#shownTo >= this.#recognition.partialStep &&
      this.#options.language.isIdentifiable(current)
    )
  }

  /** Takes the next samples. Calls must not overlap. */
  async push(samples: Float32Array): Promise<void> {
    this.#audio.append(samples)
    const waiting = this.#audio.end - this.#frames.position
    await this.#analyse(waiting - (waiting % FRAME_SAMPLES))
    this.#releaseAudio()
  }

  /** Ends the audio. */
  async finish(): Promise<void> {
    await this.#analyse(this.#audio.end - this.#frames.position)
    this.#take(this.#segmentation.finish())
    this.#frames.finish()
  }

  /** Recognises the oldest pending segment. Its words are final now or, if doubtful, once its language has been identified. */
  async recogniseNext(): Promise<void> {
    const next = this.#pending[0]
    if (next === undefined) return
    const { segment, gain } = next
    const language = await this.#options.language.ofFinal(segment, this.#read)
    const start = this.#recognition.undecided(segment.start)
    const { own, ...expected } = await this.#recognition.recognise(segment, { language, gain })
    if (own === undefined) this.#complete(segment, start, expected)
    else {
      this.#isIdentifying = true
      void own.then((identified) => {
        this.#isIdentifying = false
        this.#complete(segment, start, identified)
      })
    }
  }

  /**
   * Recognises what is being spoken, up to the latest audio.
   * @param signal - cancels the partial, without an error
   */
  async showPartial(signal: AbortSignal): Promise<void> {
    const { current } = this.#segmentation
    if (current === null) return
    this.#shownTo = current.audioEnd
    const language = await this.#options.language.ofPartial(current, this.#read)
    try {
      const { gain } = this.#frames
      const words = await this.#recognition.recognisePartial(current, { language, gain }, signal)
      // If the segment was completed in the meantime, its final words come next.
      if (words === null || this.#pending.length > 0) return
      const all = [...this.#final.words, ...words]
      if (all.length > 0) this.#emitPartial(all, language)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Frees its resources in the engines. */
  close(): void {
    this.#recognition.close()
  }

  /** @param start - the earliest position of the words */
  #complete(segment: LiveSegment, start: number, own: WordsInLanguage): void {
    // An utterance has one language.
    if (own.words.length > 0 && own.language !== this.#final.language) this.#emitFinal(start)
    this.#final = {
      words: [...this.#final.words, ...own.words],
      language: own.words.length > 0 ? own.language : this.#final.language,
    }
    this.#emitUnrecognised(segment, own.words)
    this.#pending.shift()
    if (segment.ends) this.#emitFinal(segment.end)
    this.#releaseAudio()
    this.#options.onRecognised()
  }

  /** Analyses the next samples, which are whole frames except at the end of the audio. */
  async #analyse(length: number): Promise<void> {
    const { position } = this.#frames
    await this.#frames.push(this.#audio.slice(position, position + length), (probability) =>
      this.#take(this.#segmentation.push(probability)),
    )
  }

  #take({ speech, segment }: ReturnType<LiveSegmentation['push']>): void {
    const { channel, emit, nextOrder } = this.#options
    if (speech !== undefined) emit({ type: speech.type, channel, time: speech.position / SAMPLE_RATE })
    if (segment !== undefined) this.#pending.push({ segment, gain: this.#frames.gain, order: nextOrder() })
  }

  #emitPartial(words: readonly Word[], language: LanguageCode): void {
    const { channel, emit } = this.#options
    emit({
      type: 'partial',
      channel,
      index: this.#index,
      utterance: utteranceOf(words, { channel, language }),
    })
  }

  /** Ends the open utterance if it has words. @param end - of its audio */
  #emitFinal(end: number): void {
    const { words, language } = this.#final
    this.#final = { ...this.#final, words: [] }
    if (words.length === 0) return
    const { channel, emit } = this.#options
    const utterance = utteranceOf(words, { channel, language })
    emit({ type: 'final', channel, index: this.#index++, utterance, until: end / SAMPLE_RATE })
  }

  #emitUnrecognised({ regions }: LiveSegment, words: readonly Word[]): void {
    const { channel, emit } = this.#options
    for (const { start, end } of speechWithoutWords(regions.map(inSeconds), words, MIN_PIECE))
      emit({ type: 'unrecognised', channel, start, end })
  }

  /** Discards the audio that is needed neither for a segment nor as context. */
  #releaseAudio(): void {
    const next = this.#pending[0]?.segment.start ?? this.#segmentation.needed
    this.#recognition.releaseAudio(next)
  }
}
