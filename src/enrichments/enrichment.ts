/** The interface of an enrichment, which implements a feature that works on the transcript. */
import type { z } from 'zod'
import type { Recording } from '../audio/recording.ts'
import type { FeatureDeclaration } from '../contract/features/feature.ts'
import type { FeatureParams } from '../contract/features/fields.ts'
import type { Transcription } from '../contract/transcript.ts'
import type { LanguageModel } from '../models/language/language-model.ts'
import type { TextModels } from '../models/text/text-models.ts'
import type { SpeakerModels } from '../speech/speakers/speaker-models.ts'

/** What an enrichment may use besides the transcript and its settings. */
export interface EnrichmentContext {
  /** Everything that was requested, for an enrichment that depends on other features. */
  readonly params: FeatureParams
  /** Duration of the audio in seconds. */
  readonly audioDuration: number
  /**
   * The audio of all channels at 16 kHz, decoded when the first enrichment requests it, and closed by the runner. The
   * `channel` of an utterance is the channel to read; its times × 16,000 are the sample positions.
   */
  readonly audio: () => Promise<Recording>
  /** The configured language model (LLM_URL); null if there is none. */
  readonly languageModel: LanguageModel | null
  /** The pulled models that read text. */
  readonly textModels: TextModels
  /** The pulled speaker models. */
  readonly speakerModels: SpeakerModels
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal
  /**
   * Logs a failure together with its cause, which the result does not disclose to the caller. For failures after which
   * the enrichment continues; errors that it throws are logged by the runner.
   */
  readonly onFailure: (name: string, error: unknown) => void
}

type Config<Feature extends FeatureDeclaration> = Feature extends { config: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined

/** The part of the result that a feature returns; the runner adds `success`, `exec_time` and `error`. */
type Results<Feature extends FeatureDeclaration> = Feature extends { result: infer Schema extends z.ZodType }
  ? { module: Omit<Extract<z.infer<Schema>, { success: true }>, 'success' | 'exec_time' | 'error'> }
  : { module?: never }

/**
 * The enrichment's part of the result, if the feature has one; the fields of the transcription that it changes; and what
 * is stored beside the result.
 */
export type Enriched<Feature extends FeatureDeclaration = FeatureDeclaration> = Results<Feature> & {
  transcription?: Partial<Transcription>
  /** The voices from which speakers can be told apart again, stored with the job; see `kept-voices.ts`. */
  voices?: Uint8Array
  /** Why it failed, if its part of the result says more than that. The enrichment has already logged the failure. */
  error?: unknown
}

export interface Enrichment<Feature extends FeatureDeclaration = FeatureDeclaration> {
  readonly feature: Feature
  /** Whether to run. Default: if the flag of the feature is set. */
  isRequested?(transcription: Transcription, params: FeatureParams): boolean
  /**
   * Runs on a transcription as left by the earlier phases, without modifying it.
   * @param config the settings of the feature, with their defaults
   * @throws EnrichmentError if the caller or the operator can do something about the failure
   */
  run(
    transcription: Transcription,
    config: Config<Feature>,
    context: EnrichmentContext,
  ): Enriched<Feature> | Promise<Enriched<Feature>>
}

/** Implements a feature. */
export function defineEnrichment<Feature extends FeatureDeclaration>(
  feature: Feature,
  implementation: Omit<Enrichment<Feature>, 'feature'>,
): Enrichment<Feature> {
  return { feature, ...implementation }
}
