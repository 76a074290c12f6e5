/**
 * What a speech recogniser must do to serve here. To add one: implement {@link Engine} in a file of its own
 * (`moonshine.ts` is the shortest example), add it to the list in `engines.ts`, and run the conformance suite on it
 * (`engine-conformance.ts`).
 */
import type { LanguageCode } from '../../contract/languages.ts'

/** Longest stretch of speech that is given to an engine, in seconds. */
export const MAX_SEGMENT_SECONDS = 28

/** One recognised word. */
export interface Word {
  /**
   * The word with its punctuation, and with the space before it where its script puts one: the words of a text,
   * joined, are the text.
   */
  word: string
  /** Seconds from the start of the samples; the words of an answer neither overlap nor go back. */
  start: number
  end: number
  /** How sure the engine is, 0–1, from the probabilities of its model; never a constant. */
  confidence: number
}

/** What is known about a stretch of speech, and who waits for it. */
export interface RecogniseOptions {
  /** Words that the samples begin with, at these times: context. The answer is what follows them. */
  readonly known?: readonly Word[]
  /**
   * What the speech is about, and words that it may contain, spelled as they are to be. It is never taken for something
   * that was said. An engine whose model takes no such text does without.
   */
  readonly prompt?: string
  /** Rejects with its reason when the words are not wanted any more. */
  readonly signal?: AbortSignal
}

/** A speech recogniser with its models loaded. It knows nothing of files, channels or jobs. */
export interface Engine {
  /**
   * The words in one stretch of speech.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param language - what is spoken; one of those the engine is listed for in `engines.ts`
   * @returns the words in order; none where there is no speech
   */
  recognise(samples: Float32Array, language: LanguageCode, hints?: RecogniseOptions): Promise<Word[]>
  /** Frees the models. */
  close(): Promise<void>
}

/** A language, and how sure it is: its share of the probability of all candidates. */
export interface IdentifiedLanguage {
  language: LanguageCode
  probability: number
}

/** Tells which language is spoken. */
export interface LanguageIdentifier {
  /**
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param candidates - the languages it can be; empty means any
   */
  identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<IdentifiedLanguage>
}

/** Writes in English what is said in another language. */
export interface SpeechTranslator {
  /**
   * The English words for one stretch of speech.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param language - what is spoken
   * @param signal - rejects with its reason when the words are not wanted any more
   * @returns the words in order, about where their originals are said; none where there is no speech
   */
  translate(samples: Float32Array, language: LanguageCode, signal?: AbortSignal): Promise<Word[]>
}
