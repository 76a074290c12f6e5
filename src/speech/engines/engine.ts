/** What a speech recogniser provides, and how it is declared. CONTRIBUTING explains how to add one. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { BundledFile } from '../../models/bundled-files.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { ModelFamily } from '../../models/pulled/model-family.ts'

/** The longest segment of speech that is given to an engine, in seconds. */
export const MAX_SEGMENT_SECONDS = 28

export interface RecogniseOptions {
  /** The words that the samples begin with, as context. The result is what follows them. */
  readonly known?: readonly Word[]
  /**
   * What the speech is about, and words it may contain, in the spelling wanted. It must never appear in the result
   * because of itself. Ignored by models that take no such text.
   */
  readonly prompt?: string | undefined
  /** Words of the language that the speech is likely to contain. Ignored by models that take none. */
  readonly vocabulary?: readonly VocabularyWord[]
  /** The segment is of a live session, where time counts for more than one word in a hundred. */
  readonly isLive?: boolean
  /** The silence after the speech so far, in seconds, where the sentence may go on. Default: the speech ends. */
  readonly silence?: number
  /** Aborts the recognition, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called every second by an engine that waits for something other than this computer's processors. */
  readonly onWaiting?: () => void
}

/** A word or a phrase that speech is likely to contain. */
export interface VocabularyWord {
  /** In the spelling wanted. */
  readonly text: string
  /** How readily it is recognised, 0–1; not at all more readily than others with 0. */
  readonly intensity: number
}

/** A speech recogniser with its model loaded. It knows nothing of files, channels or jobs. */
export interface Engine
  extends Partial<LanguageIdentifier>, Partial<SpeechTranslator>, Partial<SpeechAligner> {
  /** Segments that it recognises at the same time to advantage. Default: 1. */
  readonly concurrency?: number
  /**
   * Recognises one segment of speech.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param language - the language spoken, one of those the model is declared for
   * @returns the words in order, none where there is no speech. Each has its punctuation, and the space before it where
   *   its script puts one, so that the words joined are the text. Times are seconds from the first sample, and never
   *   overlap. The confidence, 0–1, comes from the probabilities of the model.
   */
  recognise(samples: Float32Array, language: LanguageCode, options?: RecogniseOptions): Promise<Word[]>
  /** Frees the model. */
  close(): Promise<void>
}

/** The probability of each candidate, 0–1; together 1. */
export type LanguageProbabilities = ReadonlyMap<LanguageCode, number>

export interface LanguageIdentifier {
  /**
   * Identifies the language of a segment of speech.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param candidates - the languages it can be; empty means any
   */
  identify(samples: Float32Array, candidates: readonly LanguageCode[]): Promise<LanguageProbabilities>
}

export interface SpeechTranslator {
  /**
   * Translates one segment of speech into English.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param language - the language spoken
   * @param signal - aborts the translation, which then rejects with the signal's reason
   * @returns the English words in order, each about where its original is spoken; none where there is no speech
   */
  translate(samples: Float32Array, language: LanguageCode, signal?: AbortSignal): Promise<Word[]>
}

export interface SpeechAligner {
  /**
   * Finds when each word of a known text is spoken.
   * @param samples - mono, 16 kHz, −1 … 1, at most {@link MAX_SEGMENT_SECONDS}
   * @param text - with a leading space where its script puts one before words
   * @param language - the language spoken
   * @returns its words, as {@link Engine.recognise} does
   */
  align(samples: Float32Array, text: string, language: LanguageCode): Promise<Word[]>
}

/** The files of a model by their names in {@link EngineFamily.files}, verified. */
export interface ModelFiles {
  read(name: string): Promise<Buffer>
  /** Where a file is, for a library that reads it itself. */
  path(name: string): Promise<string>
}

/** What an engine is loaded with, besides its files. */
export interface LoadContext {
  /** What it runs on. */
  readonly device: Device
  /** Finds the times of words, for a model that gives none. */
  readonly aligner: (language: LanguageCode) => Promise<SpeechAligner>
}

/** An engine and the models it can load. Registered in `engines.ts`. */
export interface EngineFamily<E extends Engine = Engine> extends ModelFamily {
  /** The model that is installed with the service, if there is one. */
  readonly bundled?: BundledModel
  /**
   * Loads a model. Large dependencies are imported here, not at the top of the file: every family is imported, and few
   * are loaded.
   * @throws Error when the files are not a model of this family
   */
  readonly load: (files: ModelFiles, context: LoadContext) => Promise<E>
  /**
   * Whether one engine recognises several segments at the same time, in threads of its library. Others are loaded once for each thread that
   * recognises. Default: false.
   */
  readonly isShared?: boolean
}

export interface BundledModel {
  readonly files: Readonly<Record<string, BundledFile>>
  readonly languages: readonly LanguageCode[]
  /** Whether it identifies any of the languages. */
  readonly identifiesLanguages: boolean
  /** Whether it translates speech into English. */
  readonly translates: boolean
  /** Whether it aligns texts to speech. */
  readonly aligns: boolean
}
