/**
 * Recognises the segments of one live channel with a streaming model, which decodes each sample once for both partials
 * and finals. One stream continues over many segments and utterances, so that earlier speech is the context of what
 * follows.
 */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { inSeconds } from '../analysis/speech-regions.ts'
import { clipToSpeech } from '../analysis/utterances.ts'
import { type SpokenToken, textOf, wordsOf } from '../engines/spoken-words.ts'
import type { HeardToken } from '../engines/streaming/streaming-model.ts'
import type { StreamingModels } from '../engines/streaming/streaming-models.ts'
import type { HeardStream } from '../engines/streaming/streaming-thread.ts'
import type { ChannelPosition } from './channel-position.ts'
import type { LiveSegment } from './live-segmentation.ts'
import type { RecentAudio } from './recent-audio.ts'
import { StreamClock } from './stream-clock.ts'

/** After a longer pause, a new stream without context hears what follows. Silence between segments is not decoded. */
const LONG_PAUSE = SAMPLE_RATE

/** From this length on, a stream is replaced at the next pause, however short: the library keeps all tokens of a stream. */
const LONG_STREAM = 60 * SAMPLE_RATE

/** From this length on, a stream is also replaced at the next cut: all its tokens are sent for every partial. */
const ENDLESS_STREAM = 300 * SAMPLE_RATE

/** Seconds of audio before the position where recognition continues that are heard again, as context. */
const CONTEXT_SECONDS = 5

/** If a final word is heard again, its time differs by less than this, in seconds. */
const SAME_TIME = 1

export class StreamedRecognition {
  readonly #audio: RecentAudio
  readonly #models: StreamingModels
  /** Where recognition continues, until it has continued. */
  #from: ChannelPosition | undefined
  #stream: ChannelStream | undefined
  #isClosed = false
  /** Words before a cut that a stream had not returned yet when it was closed. */
  #left: readonly Word[] = []
  /** The text of the last partial. */
  #shown = ''

  /** @param audio - the amplified audio that models hear */
  constructor(audio: RecentAudio, models: StreamingModels, from: ChannelPosition) {
    this.#audio = audio
    this.#models = models
    this.#from = from
  }

  /** Returns the final words of the next complete segment with speech; null if no model supports the language. */
  async recognise(segment: LiveSegment, language: LanguageCode): Promise<Word[] | null> {
    this.#shown = ''
    const stream = await this.#streamFor(segment, language)
    if (stream === null) return null
    // After a cut, the segment's audio contains the beginning of the next segment.
    const isCut = segment.end < segment.audioEnd
    await stream.hear(this.#audio, segment, { toEnd: !isCut })
    const isReplaced = isCut && stream.isEndless
    const heard = isReplaced
      ? await stream.drain(segment.end)
      : isCut
        ? stream.takeBefore(segment.end)
        : stream.takeAll()
    const words = clipToSpeech(heard, segment.regions.map(inSeconds))
    if (isReplaced) this.#replace(stream, { time: segment.end / SAMPLE_RATE, index: 0, words, language })
    return words
  }

  /**
   * Returns the words of a segment that is still being spoken, up to the latest audio.
   * @returns null if no model supports the language
   */
  async recognisePartial(segment: LiveSegment, language: LanguageCode): Promise<Word[] | 'unchanged' | null> {
    const stream = await this.#streamFor(segment, language)
    if (stream === null) return null
    await stream.hear(this.#audio, segment, { toEnd: false })
    const words = stream.words()
    const text = textOf(words)
    if (text === this.#shown) return 'unchanged'
    this.#shown = text
    return clipToSpeech(words, segment.regions.map(inSeconds))
  }

  /** Returns and removes the words before a segment that belong to no segment yet because they are in another language. */
  takeLeft(): readonly Word[] {
    const left = this.#left
    this.#left = []
    return left
  }

  /** The earliest audio that is needed for segments from a position on. */
  earliestNeeded(position: number): number {
    return Math.min(position, this.#contextStart(position))
  }

  /** Closes the current stream; no other is opened. */
  close(): void {
    this.#isClosed = true
    this.#stream?.close()
  }

  async #streamFor(segment: LiveSegment, language: LanguageCode): Promise<ChannelStream | null> {
    const { start } = segment
    if (this.#stream?.canContinue(start, language) === true) return this.#stream
    await this.#leave(start)
    const thread = await this.#models.for(language)
    const opened = this.#isClosed ? null : (thread?.open(language) ?? null)
    if (opened === null) return null
    const context = this.#contextStart(start)
    const before = context < start && this.#from?.language === language ? this.#from : undefined
    this.#from = undefined
    const position = before === undefined ? start : context
    this.#stream = new ChannelStream(opened, language, position, before)
    return this.#stream
  }

  /** Closes a stream; the next one hears the last words again, as after a restart. */
  #replace(stream: ChannelStream, from: ChannelPosition): void {
    stream.close()
    this.#stream = undefined
    this.#from = from
  }

  /** Closes the current stream, which another stream replaces at a position. */
  async #leave(position: number): Promise<void> {
    const stream = this.#stream
    this.#stream = undefined
    if (stream === undefined) return
    if (!this.#isClosed) this.#left = [...this.#left, ...(await stream.drain(position))]
    stream.close()
  }

  /** Where the audio must begin for a stream from a position on. */
  #contextStart(position: number): number {
    if (this.#from === undefined || position - this.#from.time * SAMPLE_RATE >= LONG_PAUSE) return position
    const { time, words } = this.#from
    const first = words.find(({ start }) => start >= time - CONTEXT_SECONDS)
    return first === undefined ? position : Math.floor(first.start * SAMPLE_RATE)
  }
}

/** A stream of a model, and the words that it has heard on a channel. */
class ChannelStream {
  readonly #stream: HeardStream
  readonly #language: LanguageCode
  readonly #clock = new StreamClock()
  /** The position from which it continues; the last words before that are heard again. */
  readonly #before: ChannelPosition | undefined
  /** How far it has heard the audio of the session. */
  #position: number
  #tokens: readonly SpokenToken[] = []
  /** How many tokens are in words that are final. */
  #taken = 0
  /** Whether silence was added after the last audio. */
  #isAtPause = true

  constructor(
    stream: HeardStream,
    language: LanguageCode,
    position: number,
    before: ChannelPosition | undefined,
  ) {
    this.#stream = stream
    this.#language = language
    this.#position = position
    this.#before = before
  }

  /** Whether it can continue with audio that begins at a position. */
  canContinue(position: number, language: LanguageCode): boolean {
    const isLong = this.#isAtPause && this.#clock.length >= LONG_STREAM
    return language === this.#language && position - this.#position < LONG_PAUSE && !isLong
  }

  get isEndless(): boolean {
    return this.#clock.length >= ENDLESS_STREAM
  }

  /** Hears the audio of a segment that it has not heard yet. */
  async hear(
    audio: RecentAudio,
    { start, audioEnd }: LiveSegment,
    { toEnd }: { toEnd: boolean },
  ): Promise<void> {
    // If it has a context and has heard nothing yet, it hears the context too; otherwise the audio between two segments
    // is silence.
    const isContext = this.#before !== undefined && this.#clock.length === 0
    const from = isContext ? this.#position : Math.max(start, this.#position)
    this.#clock.advance(from, audioEnd)
    this.#position = audioEnd
    this.#isAtPause = toEnd
    const { tokens, silence } = await this.#stream.hear(audio.slice(from, audioEnd), { toEnd })
    this.#clock.pad(silence)
    this.#tokens = tokens.map((token) => this.#spoken(token))
  }

  /** The words that are not final, with times in seconds from the start of the session. */
  words(): Word[] {
    const words = this.#all()
    return words.slice(this.#known(words))
  }

  /** Returns these words and makes them final. */
  takeAll(): Word[] {
    const words = this.words()
    this.#taken = this.#tokens.length
    return words
  }

  /**
   * Returns the words that begin before a position and makes them final, except for the last one, which may continue, and
   * for words whose last token extends into the next word.
   */
  takeBefore(position: number): Word[] {
    const words = this.#all()
    const known = this.#known(words)
    const after = words.findIndex(({ start }) => start >= position / SAMPLE_RATE)
    const limit = Math.max(known, Math.min(after < 0 ? Infinity : after, words.length - 1))
    const ends = endsOf(this.#tokens.slice(this.#taken).map(({ bytes }) => bytes.length))
    const wordEnds = endsOf(words.map(({ word }) => Buffer.byteLength(word)))
    const count = wordEnds.findLastIndex((end, i) => i < limit && ends.includes(end)) + 1
    if (count <= known) return []
    this.#taken += ends.indexOf(wordEnds[count - 1]!) + 1
    return words.slice(known, count)
  }

  /** After a cut: returns all words that begin before it. */
  async drain(position: number): Promise<Word[]> {
    if (this.#isAtPause) return []
    this.#isAtPause = true
    const { tokens } = await this.#stream.hear(new Float32Array(0), { toEnd: true })
    this.#tokens = tokens.map((token) => this.#spoken(token))
    return this.words().filter(({ start }) => start < position / SAMPLE_RATE)
  }

  close(): void {
    this.#stream.close()
  }

  /** The words of the tokens that are not in final words. */
  #all(): Word[] {
    return wordsOf(this.#tokens.slice(this.#taken), this.#position / SAMPLE_RATE, this.#language)
  }

  /** How many of these words were final before the stream began. */
  #known(words: readonly Word[]): number {
    const last = this.#before?.words.at(-1)
    if (this.#before === undefined || last === undefined || this.#taken > 0) return 0
    let again = -1
    for (const [i, { word, start }] of words.entries()) {
      const distance = Math.abs(start - last.start)
      const least = again < 0 ? SAME_TIME : Math.abs(words[again]!.start - last.start)
      if (lettersOf(word) === lettersOf(last.word) && distance < least) again = i
    }
    if (again >= 0) return again + 1
    const first = words.findIndex(({ start }) => start >= this.#before!.time)
    return first < 0 ? words.length : first
  }

  #spoken({ text, time, probability }: HeardToken): SpokenToken {
    const byte = BYTE.exec(text)?.[1]
    const bytes = byte === undefined ? Buffer.from(text) : Buffer.from(byte, 'hex')
    return { bytes, probability, start: this.#clock.inSession(time) }
  }
}

/** The end of each piece, from their lengths. */
function endsOf(lengths: readonly number[]): number[] {
  let end = 0
  return lengths.map((length) => (end += length))
}

/** A token for a byte that is not a whole character. */
const BYTE = /^<0x([0-9A-F]{2})>$/

/** A word without punctuation and case. */
const lettersOf = (word: string) => word.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
