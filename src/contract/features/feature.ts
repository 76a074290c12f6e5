/** What the declaration of a feature consists of. */
import type { z } from 'zod'
import type { Utterance } from '../transcript.ts'

/**
 * The order in which features are applied to a transcript. Those of one phase run concurrently, on the transcript as the
 * phase before left it: every phase but the last may rewrite the utterances, and all after `redaction` see only redacted text.
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

/** What this installation can do besides what is built in. */
export interface Capabilities {
  /** Whether a language model is configured (LLM_URL). */
  readonly languageModel: boolean
  /** The pulled models that read text. */
  readonly textModels: readonly TextModelAbilities[]
}

/** What a pulled model does with texts in its languages. */
export interface TextModelAbilities {
  readonly languages: readonly string[]
  /** The types of entities or personal data that it finds. */
  readonly finds: readonly string[]
  /** The languages that it translates into. */
  readonly targets: readonly string[]
}

/**
 * One feature: something that a request asks for by the flag `<name>`, with optional settings in `<name>_config`. The
 * request schemas, their defaults, the results, the live messages, the OpenAPI document and the types of the enrichments
 * are all derived from these declarations.
 */
export interface FeatureDeclaration {
  /** The flag, and the key of its results. */
  readonly name: string
  /** What the flag asks for, in the OpenAPI document; null for a feature without a flag, which follows from another one. */
  readonly description: string | null
  readonly phase: Phase
  /** Schema of `<name>_config`. One that accepts `{}` is filled in when it is missing; any other is required with the flag. */
  readonly config?: z.ZodType
  /**
   * Schema of its part of the result. Absent for a feature that only changes the transcription, which has a part of the
   * result only when it failed.
   */
  readonly result?: z.ZodType
  /** The values of those fields of its part of the result that are not null when it failed. */
  readonly failed?: object
  /** Set when the job fails if the feature does: the transcript must not be given out without it. */
  readonly failsJob?: true
  /** Set when live sessions offer the feature too. */
  readonly live?: {
    /** `realtime`: applied to each final utterance. `post`: applied to the whole transcript after the recording. */
    readonly phase: 'realtime' | 'post'
    /** What the flag of a live request asks for. */
    readonly description: string
    /** The message that carries its results; absent for a feature that rewrites the utterance before it is sent. */
    readonly message?: LiveMessage
  }
  /**
   * Checks that this installation can do what a request asks for, where that is known in advance.
   * @param languages that the audio may be in; empty if they have to be detected
   * @returns one line per problem, each beginning with the name of the field; empty when there is none
   */
  // A method, so that each declaration may take the type of its own config.
  validate?(config: unknown, capabilities: Capabilities, languages: readonly string[]): string[]
}

/** Declares a feature, keeping the literal types that request and result schemas are derived from. */
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
  /** The fields of its `data`, beside `utterance_id` and `utterance` in the realtime phase. */
  readonly data: Data
  /** The fields of its `error`, beside `message`, and `utterance_id` in the realtime phase. */
  readonly failure: Failure
  /**
   * The data of the messages to send for a result, in order; `error` takes the place of data that could not be made.
   * @param utterance the one that was enriched; undefined in the post phase
   */
  messages(module: Succeeded<Module>, utterance: Utterance | undefined): LiveMessagePart<Data, Failure>[]
  /** What is in the errors of the messages to send when the feature failed; by default, there is one message. */
  failures?(config: unknown): z.infer<z.ZodObject<Failure>>[]
}

type Succeeded<Module extends z.ZodType> = Extract<z.infer<Module>, { success: true }>

export type LiveMessagePart<Data extends z.ZodRawShape, Failure extends z.ZodRawShape> =
  | { readonly data: z.infer<z.ZodObject<Data>> }
  | { readonly error: { readonly message: string } & z.infer<z.ZodObject<Failure>> }

/** Declares a live message whose data is made from a result of this schema. */
export function liveMessage<
  Module extends z.ZodType,
  const Data extends z.ZodRawShape,
  const Failure extends z.ZodRawShape,
>(_result: Module, message: LiveMessage<Module, Data, Failure>): LiveMessage<Module, Data, Failure> {
  return message
}
