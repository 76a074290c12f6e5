/** What a speech recogniser provides and how it is declared. CONTRIBUTING explains how to add one. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { BundledFile } from '../../models/bundled-files.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { ModelFamily } from '../../models/pulled/model-family.ts'

/** The longest segment of speech that an engine is given, in seconds. */
export const MAX_SEGMENT_SECONDS = 28

export interface RecogniseOptions {
  /** The words with which the samples begin, as context. The result contains only the words that follow them. */
  readonly known?: readonly Word[]
  /**
   * What the speech is about, and words that it may contain, in the desired spelling. It must never cause text in the
   * result that was not spoken. Models without such an input ignore it.
   */
  readonly prompt?: string | undefined
  /** Words that the speech is likely to contain, in its language. Models without such an input ignore them. */
  readonly vocabulary?: readonly VocabularyWord[]
  /** Whether the segment belongs to a live session, where speed matters more than one word in a hundred. */
  readonly isLive?: boolean
  /** Seconds of silence after the speech so far, if the sentence may continue. Default: the speech ends. */
  readonly silence?: number
  /** Aborts the recognition, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called every second by an engine while it waits for anything other than this computer's processors. */
  readonly onWaiting?: () => void
}

/** A word or phrase that the speech is likely to contain. */
export interface VocabularyWord {
  /** In the desired spelling. */
  readonly text: string
  /** How strongly the word is favoured, 0–1; 0 means not at all. */
  readonly intensity: number
}

/** A speech recogniser with its model loaded. It knows nothing about files, channels or jobs. */
export interface Engine
  extends Partial<LanguageIdentifier>, Partial<SpeechTranslator>, Partial<SpeechAligner> {
  /** How many segments it recognises efficiently at the same time. Default: 1. */
  readonly concurrency?: number
  /**
   * Recognises one segment of speech.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param language - the spoken language, one of those that the model is declared for
   * @returns the words in order, or none if there is no speech. Each includes its punctuation, and a leading space in
   *   scripts that use one, so that the joined words are the text. Times are seconds from the first sample and never
   *   overlap. The confidence, 0–1, comes from the model's probabilities.
   */
  recognise(samples: Float32Array, language: LanguageCode, options?: RecogniseOptions): Promise<Word[]>
  /** Frees the model. */
  close(): Promise<void>
}

/** The probability of each candidate, 0–1; they add up to 1. */
export type LanguageProbabilities = ReadonlyMap<LanguageCode, number>

export interface LanguageIdentifier {
  /**
   * Identifies the language of a segment of speech.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param candidates - the possible languages; empty means any
   */
  identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<LanguageProbabilities>
}

export interface SpeechTranslator {
  /**
   * Translates one segment of speech into English.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param language - the spoken language
   * @param signal - aborts the translation, which then rejects with the signal's reason
   * @returns the English words in order, each at roughly the time of its original; none if there is no speech
   */
  translate(samples: Float32Array, language: LanguageCode, signal?: AbortSignal): Promise<Word[]>
}

export interface SpeechAligner {
  /**
   * Finds when each word of a known text is spoken.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param text - with a leading space in scripts that separate words by spaces
   * @param language - the spoken language
   * @returns its words, in the same form as {@link Engine.recognise}
   */
  align(samples: Float32Array, text: string, language: LanguageCode): Promise<Word[]>
}

/** The verified files of a model, by their names in {@link EngineFamily.files}. */
export interface ModelFiles {
  read(name: string): Promise<Buffer>
  /** The path of a file, for libraries that read it themselves. */
  path(name: string): Promise<string>
}

/** What an engine needs to load a model, besides its files. */
export interface LoadContext {
  /** What the model runs on. */
  readonly device: Device
  /** Finds word times, for models that return none. */
  readonly aligner: (language: LanguageCode) => Promise<SpeechAligner>
}

/** An engine and the models it can load. Registered in `engines.ts`. */
export interface EngineFamily<E extends Engine = Engine> extends ModelFamily {
  /** The model that is installed with the service, if any. */
  readonly bundled?: BundledModel
  /**
   * Loads a model. Import large dependencies here rather than at the top of the file: every family is imported, but few
   * are loaded.
   * @throws Error if the files are not a model of this family
   */
  readonly load: (files: ModelFiles, context: LoadContext) => Promise<E>
  /**
   * Whether one engine recognises several segments at the same time, in threads of its library. Other engines are loaded
   * once per recognising thread. Default: false.
   */
  readonly isShared?: boolean
}

export interface BundledModel {
  readonly files: Readonly<Record<string, BundledFile>>
  readonly languages: readonly LanguageCode[]
  /** Whether it identifies the language of speech. */
  readonly identifiesLanguages: boolean
  /** Whether it translates speech into English. */
  readonly translates: boolean
  /** Whether it aligns text with speech. */
  readonly aligns: boolean
}
