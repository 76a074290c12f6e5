/**
 * Recognises the segments of one live channel with a streaming model: each sample is decoded once, for partials and finals alike. One stream
 * goes on over many segments and utterances, so that what was said before is the context of what follows.
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

/** After a longer pause, a stream without context hears what follows. Silence between segments is not decoded. */
const LONG_PAUSE = SAMPLE_RATE

/** From this length on, a stream is replaced at the next pause, whatever it is: the library keeps all tokens of a stream. */
const LONG_STREAM = 60 * SAMPLE_RATE

/** From this length on, a stream is replaced at the next cut too: all its tokens are sent for every partial. */
const ENDLESS_STREAM = 300 * SAMPLE_RATE

/** Audio before a position at which recognition continues that is heard again, as context. */
const CONTEXT_SECONDS = 5

/** A final word that is heard again is given a time that differs by less, in seconds. */
const SAME_TIME = 1

export class StreamedRecognition {
  readonly #audio: RecentAudio
  readonly #models: StreamingModels
  /** Where recognition continues, until it does. */
  #from: ChannelPosition | undefined
  #stream: ChannelStream | undefined
  #isClosed = false
  /** Words before a cut that a stream had not given when it was closed. */
  #left: readonly Word[] = []
  /** The text of the last partial. */
  #shown = ''

  /** @param audio - that models are given: amplified */
  constructor(audio: RecentAudio, models: StreamingModels, from: ChannelPosition) {
    this.#audio = audio
    this.#models = models
    this.#from = from
  }

  /** The words of the next complete segment with speech, which are final; null when no model hears the language. */
  async recognise(segment: LiveSegment, language: LanguageCode): Promise<Word[] | null> {
    this.#shown = ''
    const stream = await this.#streamFor(segment, language)
    if (stream === null) return null
    // After a cut, its audio contains the beginning of the next one.
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
   * The words of a segment that is still being spoken, up to the audio there is.
   * @returns null when no model hears the language
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

  /** The words before a segment, in another language, that no segment has yet; it takes them. */
  takeLeft(): readonly Word[] {
    const left = this.#left
    this.#left = []
    return left
  }

  /** The earliest audio that is needed for segments from a position on. */
  earliestNeeded(position: number): number {
    return Math.min(position, this.#contextStart(position))
  }

  /** Closes its stream; none is opened any more. */
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

  /** Closes its stream; the next one hears the last words again, as after a restart. */
  #replace(stream: ChannelStream, from: ChannelPosition): void {
    stream.close()
    this.#stream = undefined
    this.#from = from
  }

  /** Closes its stream, from which another one takes over at a position. */
  async #leave(position: number): Promise<void> {
    const stream = this.#stream
    this.#stream = undefined
    if (stream === undefined) return
    if (!this.#isClosed) this.#left = [...this.#left, ...(await stream.drain(position))]
    stream.close()
  }

  /** Where the audio begins that a stream from a position on has to hear. */
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
  /** The last of the words before it are heard again. */
  readonly #before: ChannelPosition | undefined
  /** Up to where it has heard the audio of the session. */
  #position: number
  #tokens: readonly SpokenToken[] = []
  /** How many of them are in words that are final. */
  #taken = 0
  /** Whether silence was added since the last audio. */
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

  /** Whether it can hear what begins at a position. */
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
    // With a context, it has heard nothing yet; else what is between two segments is silence.
    const isContext = this.#before !== undefined && this.#clock.length === 0
    const from = isContext ? this.#position : Math.max(start, this.#position)
    this.#clock.advance(from, audioEnd)
    this.#position = audioEnd
    this.#isAtPause = toEnd
    const { tokens, silence } = await this.#stream.hear(audio.slice(from, audioEnd), { toEnd })
    this.#clock.pad(silence)
    this.#tokens = tokens.map((token) => this.#spoken(token))
  }

  /** Those that are not final, with times in seconds from the start of the session. */
  words(): Word[] {
    const words = this.#all()
    return words.slice(this.#known(words))
  }

  /** The same, which are final then. */
  takeAll(): Word[] {
    const words = this.words()
    this.#taken = this.#tokens.length
    return words
  }

  /**
   * Those that begin before a position, which are final then; without the last one, which may go on, and without those whose last token
   * goes on into the next word.
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

  /** After a cut: all that begin before it. */
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

  /** Those of the tokens that are not in final words. */
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

/** Where each of some pieces ends, by their lengths. */
function endsOf(lengths: readonly number[]): number[] {
  let end = 0
  return lengths.map((length) => (end += length))
}

/** A token that is a byte, and not a character. */
const BYTE = /^<0x([0-9A-F]{2})>$/

/** What is the same before and after punctuation. */
const lettersOf = (word: string) => word.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
