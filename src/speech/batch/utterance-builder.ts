/** Where the utterances of a file end, decided while its words are recognised. */
import type { Utterance, Word } from '../../contract/transcript.ts'
import { SENTENCE_END } from '../../text/paragraphs.ts'
import { sentenceStarts } from '../../text/sentence-boundaries.ts'
import type { Punctuate } from '../punctuation/punctuation-models.ts'
import { utteranceOf } from '../analysis/utterances.ts'

/** What all words of an utterance have in common. */
type About = Pick<Utterance, 'channel' | 'language'>

/** Seconds of an utterance at most. A longer one is cut after a sentence, or else at its longest pause. */
const MAX_SECONDS = 30

/** Seconds of a pause that always ends an utterance. */
const LONG_PAUSE = 2

/** Seconds of a pause that ends an utterance after a sentence; in mid-sentence, no shorter one does. */
const SENTENCE_PAUSE = 0.5

/**
 * Otherwise, a pause may be the shorter, the longer the utterance is: in mid-sentence, it has to be the speaker's mean pause times
 * this number, divided by the seconds of the utterance. On the recordings of `test/ears/lines.ts` that it was chosen on, 11 % of
 * the utterances end in mid-sentence with 5, 10 % with 10, and 4 % with 20 to 50.
 */
const PATIENCE = 25

/** After a sentence, so much of that pause is enough. */
const SENTENCE_SHARE = 0.1

/** Seconds from which on a silence between words counts as a pause: shorter ones are within words, too. */
const MIN_PAUSE = 0.2

/** What is assumed of a speaker at first: this mean pause, with the weight of so many pauses. */
const USUAL = { seconds: 0.4, count: 5 }

/** Words of an unfinished sentence that was cut that a model for punctuation is given with those after them. */
const CONTEXT = 40

interface OpenWord {
  /** As it was recognised. */
  readonly bare: Word
  /** With its mark. */
  readonly word: Word
  /** How well an utterance may begin with it: the seconds of the pause before it, and more after a sentence. */
  readonly fit: number
}

/**
 * Puts words into utterances that end with sentences, where the recogniser marks these, and otherwise at pauses that are long
 * for the speaker. What may go on in the next segment is kept back: at most the last 30 s.
 */
export class UtteranceBuilder {
  #about: About | undefined
  /** The words of the utterance that has not ended. */
  #open: OpenWord[] = []
  /** The words of the last utterance, if it ended in mid-sentence. */
  #unfinished: readonly Word[] = []
  /** Sum and number of the pauses on this channel. */
  #pauses = { sum: 0, count: 0 }

  /**
   * Adds the words of the next segment.
   * @param punctuate - writes the marks of an engine that writes none, also of earlier words once it is known what follows them
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
      // A recogniser ends a sentence wherever the audio ends, so at the end of a segment only a pause tells. A model for punctuation was given
      // what follows.
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
   * Tells that nothing is said for so many seconds.
   * @returns the utterance that ends with them
   */
  pause(seconds: number): Utterance[] {
    return seconds >= LONG_PAUSE ? this.end() : []
  }

  /** @returns the utterance that nothing follows */
  end(): Utterance[] {
    return this.#cut()
  }

  get #seconds(): number {
    return (this.#open.at(-1)?.word.end ?? 0) - (this.#open[0]?.word.start ?? 0)
  }

  /** Seconds of the pause that ends the open utterance. */
  #limit(isSentence: boolean, isMarked: boolean): number {
    const long = (PATIENCE * this.#pauses.sum) / this.#pauses.count / this.#seconds
    if (!isSentence) return Math.max(SENTENCE_PAUSE, Math.min(LONG_PAUSE, long))
    return isMarked ? Math.min(SENTENCE_PAUSE, SENTENCE_SHARE * long) : SENTENCE_PAUSE
  }

  /** Index of the open word before which the utterance is best cut, the last of equal ones. */
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
