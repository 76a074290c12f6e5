/** Decides where the utterances of a file end, while its words are recognised. */
import type { Utterance, Word } from '../../contract/transcript.ts'
import { SENTENCE_END } from '../../text/paragraphs.ts'
import { sentenceStarts } from '../../text/sentence-boundaries.ts'
import type { Punctuate } from '../punctuation/punctuation-models.ts'
import { utteranceOf } from '../analysis/utterances.ts'

/** What all words of an utterance have in common. */
type About = Pick<Utterance, 'channel' | 'language'>

/** The longest utterance, in seconds. A longer one is cut after a sentence, or else at its longest pause. */
const MAX_SECONDS = 30

/** A pause of this many seconds always ends an utterance. */
const LONG_PAUSE = 2

/** A pause of this many seconds ends an utterance after a sentence. In mid-sentence, no shorter pause does. */
const SENTENCE_PAUSE = 0.5

/**
 * Other pauses end an utterance the more easily the longer it is. In mid-sentence, the pause must reach the speaker's
 * mean pause times this number, divided by the length of the utterance in seconds. On the recordings of
 * `test/ears/lines.ts` that it was chosen on, 11 % of the utterances end in mid-sentence with 5, 10 % with 10, and 4 %
 * with 20 to 50.
 */
const PATIENCE = 25

/** After a sentence, this share of that pause is enough. */
const SENTENCE_SHARE = 0.1

/** The shortest silence between words that counts as a pause, in seconds; shorter silences occur within words, too. */
const MIN_PAUSE = 0.2

/** The initial assumption about a speaker: this mean pause, weighted as this many pauses. */
const USUAL = { seconds: 0.4, count: 5 }

/** If a sentence was cut, how many of its words the punctuation model gets again together with the words that follow. */
const CONTEXT = 40

interface OpenWord {
  /** As recognised. */
  readonly bare: Word
  /** With its mark. */
  readonly word: Word
  /**
   * How suitable the word is as the start of an utterance: the seconds of the pause before it, plus a bonus after a
   * sentence.
   */
  readonly fit: number
}

/**
 * Groups words into utterances that end with sentences where the recogniser marks them, and otherwise at pauses that are
 * long for the speaker. Words that may continue in the next segment are held back, for at most 30 s.
 */
export class UtteranceBuilder {
  #about: About | undefined
  /** The words of the open utterance. */
  #open: OpenWord[] = []
  /** The words of the previous utterance, if it ended in mid-sentence. */
  #unfinished: readonly Word[] = []
  /** The sum and the number of pauses in this channel. */
  #pauses = { sum: 0, count: 0 }

  /**
   * Adds the words of the next segment.
   * @param punctuate - writes the marks for an engine that writes none; it may also change earlier words once the words
   *   that follow are known
   * @returns the utterances that have ended
   */
  add(words: readonly Word[], about: About, punctuate: Punctuate | null = null): Utterance[] {
    const isOtherChannel = about.channel !== this.#about?.channel
    const isOther = isOtherChannel || about.language !== this.#about?.language
    const ended = isOther ? this.end() : []
    if (isOther) this.#unfinished = []
    if (isOtherChannel) this.#pauses = { sum: USUAL.seconds * USUAL.count, count: USUAL.count }
    this.#about = about
    const bare = [...this.#unfinished, ...this.#open.map((open) => open.bare), ...words]
    const all = (punctuate?.(bare) ?? bare).slice(this.#unfinished.length)
    this.#open = this.#open.map((open, i) => ({ ...open, word: all[i]! }))
    const starts = sentenceStarts(
      all.map(({ word }) => word),
      about.language,
    )
    const first = this.#open.length
    for (const [i, spoken] of words.entries()) {
      const word = all[first + i]!
      const last = this.#open.at(-1)?.word
      const pause = last === undefined ? 0 : word.start - last.end
      const isSentence = last !== undefined && starts[first + i]! && SENTENCE_END.test(last.word)
      // A recogniser ends a sentence wherever its audio ends, so at the end of a segment only the pause counts. A
      // punctuation model has seen the words that follow.
      const isMarked = isSentence && (i > 0 || punctuate !== null)
      if (last !== undefined && pause >= this.#limit(isSentence, isMarked)) ended.push(...this.#cut())
      if (pause >= MIN_PAUSE && pause < LONG_PAUSE) {
        this.#pauses.sum += pause
        this.#pauses.count += 1
      }
      this.#open.push({ bare: spoken, word, fit: pause + (isMarked ? LONG_PAUSE : 0) })
      while (this.#seconds > MAX_SECONDS && this.#open.length > 1) ended.push(...this.#cut(this.#fittest()))
    }
    return ended
  }

  /**
   * Reports a pause of this many seconds.
   * @returns the utterance that it ends, if any
   */
  pause(seconds: number): Utterance[] {
    return seconds >= LONG_PAUSE ? this.end() : []
  }

  /** @returns the last utterance */
  end(): Utterance[] {
    return this.#cut()
  }

  get #seconds(): number {
    return (this.#open.at(-1)?.word.end ?? 0) - (this.#open[0]?.word.start ?? 0)
  }

  /** The pause that ends the open utterance, in seconds. */
  #limit(isSentence: boolean, isMarked: boolean): number {
    const long = (PATIENCE * this.#pauses.sum) / this.#pauses.count / this.#seconds
    if (!isSentence) return Math.max(SENTENCE_PAUSE, Math.min(LONG_PAUSE, long))
    return isMarked ? Math.min(SENTENCE_PAUSE, SENTENCE_SHARE * long) : SENTENCE_PAUSE
  }

  /** Index of the open word before which the utterance is best cut; the last one if several are equal. */
  #fittest(): number {
    return this.#open.reduce((best, { fit }, i, open) => (best === 0 || fit >= open[best]!.fit ? i : best), 0)
  }

  /** Ends the utterance before a word. */
  #cut(before = this.#open.length): Utterance[] {
    const cut = this.#open.splice(0, before)
    const last = cut.at(-1)?.word
    if (last === undefined || this.#about === undefined) return []
    this.#unfinished = SENTENCE_END.test(last.word) ? [] : cut.slice(-CONTEXT).map(({ bare }) => bare)
    return [
      utteranceOf(
        cut.map(({ word }) => word),
        this.#about,
      ),
    ]
  }
}
