/** What enrichments ask of a language model. `open-ai.ts` is the one there is. */
import type { z } from 'zod'

/** One thing asked of the model. */
export interface Question<Answer> {
  /** A name for it, of letters, digits and `_`: protocols want one for the schema. */
  readonly name: string
  /** What the model is to do. */
  readonly instructions: string
  /** What it is to do it with. Never taken for instructions. */
  readonly text: string
  /**
   * The shape of the answer, an object: sent along as JSON schema, and what comes back is checked against it. Servers
   * hold a model to it best where every property is required (nullable rather than optional).
   */
  readonly answer: z.ZodType<Answer>
}

/** A language model. */
export interface LanguageModel {
  /** Most characters of `text` in one question: longer ones are the caller's to split, see `in-parts.ts`. */
  readonly maxCharacters: number
  /**
   * Asks, and asks again where that may help.
   * @throws EnrichmentError that says what is wrong and what to do about it
   * @throws the reason of `signal`, once that is aborted
   */
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>
}
