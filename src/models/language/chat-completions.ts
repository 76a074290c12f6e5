/** Requests for chat completions. OpenAI-compatible servers differ in their fields, and reject those they do not know. */
import { z } from 'zod'

/** The part of the response that is used. */
const choice = z.object({
  message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
  /** `length` if the text was cut off at the limit of tokens. */
  finish_reason: z.string().nullish(),
})
export const chatCompletion = z.object({ choices: z.tuple([choice], choice) })
export type Choice = z.infer<typeof choice>

/** Ways to request JSON, strictest first. The instructions contain the schema in any case. */
const FORMATS = ['json_schema', 'json_object', 'text'] as const

export interface ApiVariant {
  readonly format: (typeof FORMATS)[number]
  /** Newer OpenAI models reject `max_tokens`; some other servers do not know its replacement. */
  readonly tokensField: 'max_tokens' | 'max_completion_tokens'
  /** Reasoning models reject any temperature except their default. */
  readonly hasTemperature: boolean
}

/** The variant to start with. */
export const DEFAULT_VARIANT: ApiVariant = {
  format: 'json_schema',
  tokensField: 'max_tokens',
  hasTemperature: true,
}

/** The request fields that depend on the variant. */
export function variantFields(variant: ApiVariant, name: string, schema: object, maxTokens: number): object {
  return {
    [variant.tokensField]: maxTokens,
    // Answers should be factual and repeatable.
    ...(variant.hasTemperature && { temperature: 0 }),
    ...(variant.format === 'json_schema' && {
      response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    }),
    ...(variant.format === 'json_object' && { response_format: { type: 'json_object' } }),
  }
}

/**
 * The variant to try after a server rejected this one; undefined if none is left.
 * @param reason the server's explanation
 */
export function nextVariant(variant: ApiVariant, reason: string): ApiVariant | undefined {
  if (variant.tokensField === 'max_tokens' && /max_tokens/.test(reason))
    return { ...variant, tokensField: 'max_completion_tokens' }
  if (variant.hasTemperature && /temperature/.test(reason)) return { ...variant, hasTemperature: false }
  const format = FORMATS[FORMATS.indexOf(variant.format) + 1]
  return format && { ...variant, format }
}
