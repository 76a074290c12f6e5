/** What servers call things, and what they understand: they differ in it, and refuse what they do not know. */
import type { RefusedRequest } from './chat-failure.ts'

/** How JSON is asked for, the strictest way first. The schema is in the instructions too. */
const FORMATS = ['json_schema', 'json_object', 'text'] as const

/** How a server wants its requests. */
export interface Dialect {
  readonly format: (typeof FORMATS)[number]
  /** Newer models of OpenAI refuse the old name, some other servers do not know the new one. */
  readonly tokensField: 'max_tokens' | 'max_completion_tokens'
  /** Models that think refuse any but their own. */
  readonly hasTemperature: boolean
}

/** What is tried first. */
export const COMMON: Dialect = { format: 'json_schema', tokensField: 'max_tokens', hasTemperature: true }

/** The fields of a request that differ. */
export function dialectFields(dialect: Dialect, name: string, schema: object, maxTokens: number): object {
  return {
    [dialect.tokensField]: maxTokens,
    // Facts are asked for, not ideas.
    ...(dialect.hasTemperature && { temperature: 0 }),
    ...(dialect.format === 'json_schema' && {
      response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    }),
    ...(dialect.format === 'json_object' && { response_format: { type: 'json_object' } }),
  }
}

/** The next dialect to try with a server that refused one; undefined when there is none. */
export function nextDialect(dialect: Dialect, { reason }: RefusedRequest): Dialect | undefined {
  if (dialect.tokensField === 'max_tokens' && /max_tokens/.test(reason))
    return { ...dialect, tokensField: 'max_completion_tokens' }
  if (dialect.hasTemperature && /temperature/.test(reason)) return { ...dialect, hasTemperature: false }
  const format = FORMATS[FORMATS.indexOf(dialect.format) + 1]
  return format && { ...dialect, format }
}
