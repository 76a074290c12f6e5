/** Recognises the segments of one live channel, each with the preceding words as context. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { amplify } from '../analysis/gain.ts'
import {
  areDoubtful,
  type ExpectedLanguages,
  inOwnLanguage,
  MIN_IDENTIFIABLE,
  type WordsInLanguage,
} from '../analysis/own-language.ts'
import { inSeconds, lengthOf } from '../analysis/speech-regions.ts'
import { clipToSpeech } from '../analysis/utterances.ts'
import type { ChannelPosition } from './channel-position.ts'
import type { EngineThread } from '../engines/engine-thread.ts'
import { shifted } from '../engines/spoken-words.ts'
import type { LiveSegment } from './live-segmentation.ts'
import type { RecentAudio } from './recent-audio.ts'

/**
 * Seconds of audio before a segment that the engine gets again, with its words as known words: a segment of half a second
 * is hard to recognise on its own. Of 160 words cut at every 50 ms of silence, twice (also at 8 kHz), 36 are wrong
 * without context, 7 with 1.5 s, 5 with 3 s and 2 with 5 s, at a fifth more work for each step. With less context for
 * long segments, only a third of the sentence ends in two recordings got a full stop, instead of more than 0.6.
 */
const CONTEXT_SECONDS = 5

/**
 * Words are only doubtful if their log probabilities add up to less than this: segments are short here, and identifying a
 * language takes as long as recognising them. Of 79 segments of English, 2 are doubtful, compared with 12 by the mean
 * alone; of 406 s in 13 other languages that the English engine recognises, 38 s are not doubtful, compared with 26 s.
 */
const DOUBTFUL_SUM = -2

/** Audio before the first word of the context, for its soft onset. */
const BEFORE_CONTEXT = 0.1 * SAMPLE_RATE

/**
 * Speech without words is recognised again together with a segment that begins within this time after it, counted from
 * its beginning. On their own, 36 of 97 utterances of up to 1.3 s yield no words with Whisper base. Of those and the
 * utterances after them, 81 of 295 words differ from those of the file, compared with 121.
 */
const UNHEARD = 3 * SAMPLE_RATE

/** Silence appended to a segment. Moonshine repeats a sentence that ends at the last sample. */
const PADDING = 0.1 * SAMPLE_RATE

export interface RecognitionParts {
  readonly engines: EngineThread
  /** The engines that identify a language and recognise it when the words of the expected one are doubtful. */
  readonly identifyingEngines: () => EngineThread
  readonly languages: ExpectedLanguages
}

/** The words of a segment in the expected language, which are final unless they are doubtful. */
export interface RecognisedSegment extends WordsInLanguage {
  /** Set if the words are doubtful: the final words, in the segment's own language. */
  readonly own?: Promise<WordsInLanguage>
}

export interface SegmentSettings {
  readonly language: LanguageCode
  readonly gain: number
}

/** The partial words of a growing segment. */
interface PartialWords {
  readonly start: number
  readonly language: LanguageCode
  readonly words: readonly Word[]
  /** The leading words that were the same twice; the engine gets them as known words. */
  readonly agreed: readonly Word[]
}

/** Word times are seconds from the start of the session. */
export class SegmentRecognition {
  readonly #audio: RecentAudio
  readonly #parts: RecognitionParts
  /** The most recent final words, all in one language. */
  #context: readonly Word[]
  #language: LanguageCode | null
  #partial: PartialWords | undefined
  /** Speech without words right before the next segment. */
  #unheard: LiveSegment | undefined

  constructor(audio: RecentAudio, parts: RecognitionParts, from: ChannelPosition) {
    this.#audio = audio
    this.#parts = parts
    this.#context = from.words
    this.#language = from.language
  }

  /**
   * Recognises the next complete segment with speech, whatever its partials were. Must not be called again before its
   * words are final.
   */
  async recognise(next: LiveSegment, settings: SegmentSettings): Promise<RecognisedSegment> {
    const segment = this.#withUnheard(next)
    const known = this.#contextOf(segment, settings)
    const recognised = await this.#recogniseAfter(known, segment, settings)
    const expected = { words: wordsWithin(segment, recognised), language: settings.language }
    const { own } = this.judge(segment, expected, settings.gain)
    if (own === undefined) return this.keep(segment, expected)
    return { ...expected, own: own.then((identified) => this.keep(segment, identified)) }
  }

  /**
   * Returns the words that were recognised in the expected language; if they are doubtful, also those in the segment's
   * own language.
   */
  judge(segment: LiveSegment, expected: WordsInLanguage, gain: number): RecognisedSegment {
    const isIdentifiable = lengthOf(segment.regions) >= MIN_IDENTIFIABLE * SAMPLE_RATE
    const isDoubtful = isIdentifiable && areDoubtful(expected, this.#parts.languages, DOUBTFUL_SUM)
    return isDoubtful ? { ...expected, own: this.#inOwnLanguage(segment, expected, gain) } : expected
  }

  /** Keeps the final words of a segment, whatever recognised them, as context for the next. */
  keep(segment: LiveSegment, final: WordsInLanguage): WordsInLanguage {
    this.#unheard = final.words.length === 0 ? segment : undefined
    const oldest = segment.end / SAMPLE_RATE - 2 * CONTEXT_SECONDS
    const before = final.language === this.#language ? this.#context : []
    this.#context = [...before, ...final.words].filter(({ start }) => start >= oldest)
    this.#language = final.language
    return final
  }

  /**
   * The words of a segment that is still being spoken, up to the latest audio; null if there are fewer than before.
   * @param signal - rejects with its reason
   */
  async recognisePartial(
    current: LiveSegment,
    settings: SegmentSettings,
    signal: AbortSignal,
  ): Promise<Word[] | null> {
    const segment = this.#withUnheard(current)
    const { language } = settings
    const isSame = this.#partial?.start === segment.start && this.#partial.language === language
    const before = isSame ? this.#partial! : { words: [], agreed: [] }
    const known = [...this.#contextOf(segment, settings), ...before.agreed]
    const next = await this.#recogniseAfter(known, segment, settings, signal)
    if (next.length === 0 && before.agreed.length > 0) {
      // The word after the agreed ones was recognised twice. Whisper may stop after known words, and would do so again.
      this.#partial = undefined
      return null
    }
    const words = [...before.agreed, ...next]
    const differs = words.findIndex(({ word }, i) => word !== before.words[i]?.word)
    const same = differs < 0 ? words.length : differs
    // The last word may have been incomplete both times.
    const agreed = words.slice(
      0,
      Math.max(before.agreed.length, Math.min(same, words.length - 1, before.words.length - 1)),
    )
    this.#partial = { start: segment.start, language, words, agreed }
    return clipToSpeech(words, segment.regions.map(inSeconds))
  }

  /** The earliest position of words in segments from a position on. */
  undecided(position: number): number {
    const { start } = this.#unheard ?? { start: position }
    return position - start < UNHEARD ? Math.min(start, position) : position
  }

  /** The earliest audio that is needed for segments from a position on, including their context. */
  earliestNeeded(from: number): number {
    const position = this.undecided(from)
    const first = this.#context.find(({ start }) => start >= position / SAMPLE_RATE - CONTEXT_SECONDS)
    return first === undefined
      ? position
      : Math.min(position, Math.floor(first.start * SAMPLE_RATE) - BEFORE_CONTEXT)
  }

  async #inOwnLanguage(
    segment: LiveSegment,
    expected: WordsInLanguage,
    gain: number,
  ): Promise<WordsInLanguage> {
    const samples = this.#samples(segment.start, segment.audioEnd, gain)
    const engines = this.#parts.identifyingEngines()
    return inOwnLanguage(
      expected,
      this.#parts.languages,
      () => engines.identify(samples, []),
      async (language) => {
        const words = await engines.recognise(samples, language, { isLive: true })
        return wordsWithin(segment, shifted(words, segment.start / SAMPLE_RATE))
      },
    )
  }

  #withUnheard(segment: LiveSegment): LiveSegment {
    const start = this.undecided(segment.start)
    return start === segment.start
      ? segment
      : { ...segment, start, regions: [...this.#unheard!.regions, ...segment.regions] }
  }

  #contextOf({ start }: LiveSegment, { language }: SegmentSettings): readonly Word[] {
    if (language !== this.#language) return []
    return this.#context.filter((word) => word.start >= start / SAMPLE_RATE - CONTEXT_SECONDS)
  }

  /** @param known - the context and the agreed words of the segment; the result is the words that follow */
  async #recogniseAfter(
    known: readonly Word[],
    segment: LiveSegment,
    { language, gain }: SegmentSettings,
    signal?: AbortSignal,
  ): Promise<Word[]> {
    const first = known[0]?.start ?? Infinity
    const previous = this.#context.findLast(({ start }) => start < first)?.end ?? 0
    const from = Math.min(
      segment.start,
      Math.max(Math.round(previous * SAMPLE_RATE), Math.round(first * SAMPLE_RATE) - BEFORE_CONTEXT),
    )
    const offset = from / SAMPLE_RATE
    const silence = (segment.audioEnd - (segment.regions.at(-1)?.end ?? from)) / SAMPLE_RATE
    const options = { known: shifted(known, -offset), isLive: true, silence, ...(signal && { signal }) }
    const samples = this.#samples(from, segment.audioEnd, gain)
    return shifted(await this.#parts.engines.recognise(samples, language, options), offset)
  }

  #samples(from: number, to: number, gain: number): Float32Array {
    const samples = this.#audio.slice(from, to)
    const padded = new Float32Array(samples.length + PADDING)
    padded.set(amplify(samples, gain))
    return padded
  }
}

/** Only the segment's own words: after a cut, its audio contains the beginning of the next segment. */
function wordsWithin(segment: LiveSegment, words: readonly Word[]): Word[] {
  const isWhole = segment.end === segment.audioEnd
  const own = words.filter(({ start, end }) => isWhole || (start + end) / 2 < segment.end / SAMPLE_RATE)
  return clipToSpeech(own, segment.regions.map(inSeconds))
}
