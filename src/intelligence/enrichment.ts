/**
 * What an enrichment is. To write one, read `sentences.ts` (an enrichment with a module of its own in the result) and
 * put yours in its place in `registry.ts`.
 */
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { Transcription } from '../contract/transcript.ts'

/** An enrichment with a module in the result, under the name of the flag that asks for it. */
export type ModuleName = keyof TranscriptionResult & keyof PreRecordedParams

/** A flag of request_params that asks for an enrichment. */
export type FeatureFlag = {
  [Key in keyof PreRecordedParams]-?: PreRecordedParams[Key] extends boolean ? Key : never
}[keyof PreRecordedParams]

/** One module of the result: what was found, or why it failed. */
export type Module<Name extends ModuleName = ModuleName> = NonNullable<TranscriptionResult[Name]>

/** What a module says when it worked, without the frame that `enrich` puts around it. */
type Found<Name extends ModuleName> = Omit<
  Extract<Module<Name>, { success: true }>,
  'success' | 'exec_time' | 'error'
>

/**
 * What an enrichment hands back: its module, if the result has one under its flag, and the fields of the transcription
 * that it fills or rewrites.
 */
type Finding<Flag extends FeatureFlag = FeatureFlag> = (Flag extends ModuleName
  ? { module: Found<Flag> }
  : { module?: never }) & { transcription?: Partial<Transcription> }

/** What an enrichment may use besides the transcript. */
export interface EnrichmentContext {
  /** Length of the audio in seconds. */
  readonly audioDuration: number
  /** Aborted when nobody waits for the result any longer. */
  readonly signal: AbortSignal
}

/** One thing that can be made of a transcript. */
export interface Enrichment<Flag extends FeatureFlag = FeatureFlag> {
  /** The flag of request_params that asks for it; also the key of its module in the result. */
  readonly flag: Flag
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
  ): Finding<Flag> | Promise<Finding<Flag>>
}

/** A failure that the caller is told about, in the module of the enrichment. */
export class EnrichmentError extends Error {
  override readonly name: string = 'EnrichmentError'
  /** The kind of failure, like an HTTP status. */
  readonly statusCode: number

  /** @param message what went wrong and what to do about it, for the caller */
  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.statusCode = statusCode
  }
}

/** An enrichment that this version, or this installation, does not have. */
export class NotAvailableError extends EnrichmentError {
  override readonly name = 'NotAvailableError'

  /** @param message what is missing and what to do about it, for the caller */
  constructor(message: string) {
    super(501, message)
  }
}
