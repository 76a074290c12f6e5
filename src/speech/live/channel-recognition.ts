/**
 * Recognises the segments of one live channel: with a streaming model if one supports the language, otherwise segment by
 * segment.
 */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { WordsInLanguage } from '../analysis/own-language.ts'
import { inSeconds } from '../analysis/speech-regions.ts'
import { clipToSpeech } from '../analysis/utterances.ts'
import type { StreamingModels } from '../engines/streaming/streaming-models.ts'
import type { PunctuationThread } from '../punctuation/punctuation-thread.ts'
import type { ChannelPosition } from './channel-position.ts'
import type { LiveSegment } from './live-segmentation.ts'
import type { RecentAudio } from './recent-audio.ts'
import {
  type RecognisedSegment,
  type RecognitionParts,
  SegmentRecognition,
  type SegmentSettings,
} from './segment-recognition.ts'
import { StreamedRecognition } from './streamed-recognition.ts'

/** A partial is worth its cost once there is this much more audio. Including the recognition, a partial comes every 0.4 s. */
const SEGMENT_STEP = 0.35 * SAMPLE_RATE

/** Shorter, because a streaming model has to decode the audio anyway. */
const STREAM_STEP = 0.1 * SAMPLE_RATE

/** How many words before a final a punctuation model gets as context. */
const CONTEXT = 40

interface ChannelParts extends RecognitionParts {
  readonly streamingModels: StreamingModels
  readonly punctuation: PunctuationThread
}

/**
 * The audio of a channel as received, and as amplified for voice activity detection. If the latter is null, no streaming
 * model is used.
 */
export interface ChannelAudio {
  readonly received: RecentAudio
  readonly amplified: RecentAudio | null
}

/** Word times are seconds from the start of the session. */
export class ChannelRecognition {
  readonly #audio: ChannelAudio
  readonly #segments: SegmentRecognition
  readonly #streamed: StreamedRecognition | null
  readonly #parts: ChannelParts
  #isStreaming = false
  /** The most recent final words without their marks, all in one language. */
  #said: { readonly words: readonly Word[]; readonly language: LanguageCode } | undefined

  constructor(audio: ChannelAudio, parts: ChannelParts, from: ChannelPosition) {
    this.#audio = audio
    this.#parts = parts
    this.#segments = new SegmentRecognition(audio.received, parts, from)
    this.#streamed =
      audio.amplified === null ? null : new StreamedRecognition(audio.amplified, parts.streamingModels, from)
  }

  /** Samples between two partials. */
  get partialStep(): number {
    return this.#isStreaming ? STREAM_STEP : SEGMENT_STEP
  }

  /** See `SegmentRecognition.recognise`. */
  async recognise(segment: LiveSegment, settings: SegmentSettings): Promise<RecognisedSegment> {
    const { language } = settings
    // The whole utterance has already been recognised.
    if (segment.regions.length === 0) return { words: [], language }
    const words = (await this.#streamed?.recognise(segment, language)) ?? null
    this.#isStreaming = words !== null
    const left = this.#streamed?.takeLeft() ?? []
    const recognised =
      words === null
        ? await this.#segments.recognise(segment, settings)
        : await this.#judged(segment, words, settings)
    return left.length === 0 ? recognised : after(left, recognised, segment)
  }

  /** The words that a streaming model heard in a segment; if they are doubtful, also those in the segment's own language. */
  async #judged(
    segment: LiveSegment,
    words: Word[],
    { language, gain }: SegmentSettings,
  ): Promise<RecognisedSegment> {
    const expected = { words: await this.#marked(words, language), language }
    const { own } = this.#segments.judge(segment, expected, gain)
    if (own === undefined) return this.#segments.keep(segment, expected)
    return { ...expected, own: own.then((identified) => this.#segments.keep(segment, identified)) }
  }

  /** See `SegmentRecognition.recognisePartial`; also returns null if the words have not changed. */
  async recognisePartial(
    segment: LiveSegment,
    settings: SegmentSettings,
    signal: AbortSignal,
  ): Promise<Word[] | null> {
    const words = (await this.#streamed?.recognisePartial(segment, settings.language)) ?? null
    if (words === null) return this.#segments.recognisePartial(segment, settings, signal)
    this.#isStreaming = true
    return words === 'unchanged' ? null : words
  }

  /** See `SegmentRecognition.undecided`. */
  undecided(position: number): number {
    return this.#segments.undecided(position)
  }

  /** Discards the audio that is needed neither for segments from a position on nor as their context. */
  releaseAudio(from: number): void {
    this.#audio.received.discard(this.#segments.earliestNeeded(from))
    this.#audio.amplified?.discard(this.#streamed?.earliestNeeded(from) ?? from)
  }

  /** Adds marks to final words of a streaming model that writes none. */
  async #marked(words: Word[], language: LanguageCode): Promise<Word[]> {
    const { streamingModels, punctuation } = this.#parts
    if (streamingModels.punctuates(language)) return words
    const before = this.#said?.language === language ? this.#said.words.slice(-CONTEXT) : []
    const said = [...before, ...words]
    this.#said = { words: said, language }
    return (await punctuation.marked(said, language)).slice(before.length)
  }

  close(): void {
    this.#streamed?.close()
  }
}

/** Prepends words that were spoken right before a segment to what was recognised in it. */
function after(
  left: readonly Word[],
  { own, ...expected }: RecognisedSegment,
  { regions }: LiveSegment,
): RecognisedSegment {
  const withLeft = ({ words, language }: WordsInLanguage) => ({
    words: clipToSpeech([...left, ...words], regions.map(inSeconds)),
    language,
  })
  return own === undefined ? withLeft(expected) : { ...withLeft(expected), own: own.then(withLeft) }
}
