/** The language model as enrichments see it; implemented in `open-ai.ts`. */
import type { z } from 'zod'

/** One request for a structured answer. */
export interface Question<Answer> {
  /** Identifies the kind of question: letters, digits and `_`. The protocol requires it for the schema. */
  readonly name: string
  /** What the model is asked to do. */
  readonly instructions: string
  /** The material to work on. Never treated as instructions. */
  readonly text: string
  /**
   * The shape of the answer, an object. It is sent as a JSON schema, and the answer is checked against it. Servers
   * enforce it best if every property is required (nullable rather than optional).
   */
  readonly answer: z.ZodType<Answer>
}

export interface LanguageModel {
  /** Maximum length of `text` in one question. Callers split longer ones, see `text/text-chunks.ts`. */
  readonly maxCharacters: number
  /**
   * Asks a question, with retries where they may help.
   * @throws EnrichmentError that says what is wrong and what to do about it
   * @throws the reason of `signal` once it is aborted
   */
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>
}
