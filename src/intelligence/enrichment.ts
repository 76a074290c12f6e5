/**
 * What an enrichment is. To write one, read `sentences.ts` (an enrichment with a module of its own in the result) and
 * put yours in its place in `registry.ts`.
 */
import type { Recording } from '../audio/recording.ts'
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { Transcription } from '../contract/transcript.ts'
import type { LanguageModel } from './language-model/language-model.ts'

/** An enrichment with a module in the result, under its name. */
export type ModuleName = Exclude<keyof TranscriptionResult, 'metadata' | 'transcription'>

/** A flag of request_params that asks for an enrichment. */
type FeatureFlag = {
  [Key in keyof PreRecordedParams]-?: PreRecordedParams[Key] extends boolean ? Key : never
}[keyof PreRecordedParams]

export type EnrichmentName = ModuleName | FeatureFlag

/** One module of the result: what was found, or why it failed. */
export type Module<Name extends ModuleName = ModuleName> = NonNullable<TranscriptionResult[Name]>

/** What a module says when it worked, without the frame that `enrich` puts around it. */
type Found<Name extends ModuleName> = Omit<
  Extract<Module<Name>, { success: true }>,
  'success' | 'exec_time' | 'error'
>

/**
 * What an enrichment hands back: its module, if the result has one under its name, and the fields of the transcription
 * that it fills or rewrites.
 */
type Finding<Name extends EnrichmentName> = (Name extends ModuleName
  ? { module: Found<Name> }
  : { module?: never }) & { transcription?: Partial<Transcription> }

/** What an enrichment may use besides the transcript. */
export interface EnrichmentContext {
  /** Length of the audio in seconds. */
  readonly audioDuration: number
  /**
   * The sound of all channels at 16 kHz, decoded when the first enrichment asks for it; closed by whoever made it. An
   * utterance's `channel` is the channel to read, its times × 16,000 are the samples.
   */
  readonly audio: () => Promise<Recording>
  /** The one that is configured (LLM_URL); null when none is. */
  readonly languageModel: LanguageModel | null
  /** Where files that can be made again are kept, such as converted models. */
  readonly cacheFolder: string
  /** Aborted when nobody waits for the result any longer. */
  readonly signal: AbortSignal
  /**
   * Told of each failure with its cause, for the log: the result names only what the caller may know. An enrichment
   * tells those that it goes on after; what it throws is told by `enrich`.
   */
  readonly onFailure: (name: EnrichmentName, error: unknown) => void
}

/** One thing that can be made of a transcript. */
export interface Enrichment<Name extends EnrichmentName = EnrichmentName> {
  /** The flag of request_params that asks for it; also the key of its module in the result, if that has one. */
  readonly name: Name
  /** Whether it is to be made; not given, when its flag is set. */
  isAsked?(transcription: Transcription, params: PreRecordedParams): boolean
  /**
   * Makes it. Changes nothing of what it is given.
   * @param transcription as the earlier stages of the registry left it
   * @param params where its `<flag>_config` is
   * @throws EnrichmentError when the caller or the operator can do something about it
   */
  run(
    transcription: Transcription,
    params: PreRecordedParams,
    context: EnrichmentContext,
  ): Finding<Name> | Promise<Finding<Name>>
}
