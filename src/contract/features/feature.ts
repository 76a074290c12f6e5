/** Declarations of features. */
import type { z } from 'zod'
import type { Utterance } from '../transcript.ts'

/**
 * The order in which features are applied to a transcript. Those of one phase run concurrently, on the transcript that the previous
 * phase produced. Every phase but the last may rewrite the utterances, and all after `redaction` see only redacted text.
 */
export const PHASES = [
  'vocabulary',
  'spelling',
  'diarization',
  'speakers',
  'punctuation',
  'redaction',
  'names',
  'analysis',
] as const
type Phase = (typeof PHASES)[number]

/** The optional abilities of this installation. */
export interface Capabilities {
  /** Whether a language model is configured (LLM_URL). */
  readonly languageModel: boolean
  /** The pulled models that process text. */
  readonly textModels: readonly TextModelAbilities[]
}

/** What a pulled model can do with texts in its languages. */
export interface TextModelAbilities {
  readonly languages: readonly string[]
  /** The types of entities or personal data that it finds. */
  readonly finds: readonly string[]
  /** The languages that it translates into. */
  readonly targets: readonly string[]
}

/**
 * A feature, which a request enables by the flag `<name>`, with optional settings in `<name>_config`. The request schemas, their
 * defaults, the results, the live messages, the OpenAPI document and the types of the enrichments are all derived from these
 * declarations.
 */
export interface FeatureDeclaration {
  /** Name of the flag, and key of its module of the result. */
  readonly name: string
  /** Description of the flag in the OpenAPI document; null for a feature without a flag, which is implied by another one. */
  readonly description: string | null
  readonly phase: Phase
  /** Schema of `<name>_config`. If it accepts `{}`, defaults are filled in; otherwise, it is required with the flag. */
  readonly config?: z.ZodType
  /**
   * Schema of its module of the result. Absent for a feature that only changes the transcription, which has a module only if
   * it failed.
   */
  readonly result?: z.ZodType
  /** The fields of its module that are not null if it failed, with their values. */
  readonly failed?: object
  /** Set if a failure of the feature fails the job, because the transcript must not be released without it. */
  readonly failsJob?: true
  /** Set if live sessions offer the feature as well. */
  readonly live?: {
    /** `realtime`: applied to each final utterance. `post`: applied to the whole transcript after the recording. */
    readonly phase: 'realtime' | 'post'
    /** Description of the flag in live requests. */
    readonly description: string
    /** The message with its results; absent for a feature that rewrites utterances before they are sent. */
    readonly message?: LiveMessage
  }
  /**
   * Checks in advance whether this installation can do what a request asks for.
   * @param languages the languages the audio may be in; empty if they have to be detected
   * @returns one line per problem, beginning with the name of the field
   */
  // A method rather than a function property, so that each declaration can use the type of its own config.
  validate?(config: unknown, capabilities: Capabilities, languages: readonly string[]): string[]
}

/** Declares a feature, preserving the literal types from which request and result schemas are derived. */
export function feature<const Declaration extends FeatureDeclaration>(declaration: Declaration): Declaration {
  return declaration
}

/** The message of a live session that carries the results of a feature. */
export interface LiveMessage<
  Module extends z.ZodType = z.ZodType,
  Data extends z.ZodRawShape = z.ZodRawShape,
  Failure extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly description: string
  /** The fields of its `data`, in addition to `utterance_id` and `utterance` in the realtime phase. */
  readonly data: Data
  /** The fields of its `error`, in addition to `message`, and to `utterance_id` in the realtime phase. */
  readonly failure: Failure
  /**
   * The messages to send for a result, in order, each with `data`, or with `error` if a part failed.
   * @param utterance the enriched utterance; undefined in the post phase
   */
  messages(module: Succeeded<Module>, utterance: Utterance | undefined): LiveMessagePart<Data, Failure>[]
  /** The `error` fields of the messages to send if the feature failed; by default, there is one message. */
  failures?(config: unknown): z.infer<z.ZodObject<Failure>>[]
}

type Succeeded<Module extends z.ZodType> = Extract<z.infer<Module>, { success: true }>

export type LiveMessagePart<Data extends z.ZodRawShape, Failure extends z.ZodRawShape> =
  | { readonly data: z.infer<z.ZodObject<Data>> }
  | { readonly error: { readonly message: string } & z.infer<z.ZodObject<Failure>> }

/** Declares a live message whose data is derived from a result with this schema. */
export function liveMessage<
  Module extends z.ZodType,
  const Data extends z.ZodRawShape,
  const Failure extends z.ZodRawShape,
>(_result: Module, message: LiveMessage<Module, Data, Failure>): LiveMessage<Module, Data, Failure> {
  return message
}
