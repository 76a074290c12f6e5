/** Answers as JSON: the schema sent to a model, and the parsing of what it returns. */
import { z } from 'zod'

/**
 * The JSON schema of an answer in the form that servers require: no object allows additional properties.
 * @param answer as the model writes it, so properties with defaults are optional
 */
export function jsonSchemaOf(answer: z.ZodType): Record<string, unknown> {
  const { $schema: _version, ...schema } = z.toJSONSchema(answer, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && jsonSchema.properties) jsonSchema.additionalProperties ??= false
    },
  })
  return schema
}

/** The answer, or a description of what is wrong with it that the model can act on. */
export type ParsedAnswer<Answer> = { readonly answer: Answer } | { readonly problem: string }

/** Limits the description of a problem, which lists all faults of an answer. */
const MAX_PROBLEM_CHARACTERS = 500

/** Parses and checks an answer. Skips reasoning before it and a code fence around it. */
export function parseAnswer<Answer>(text: string, answer: z.ZodType<Answer>): ParsedAnswer<Answer> {
  const json = findJson(text)
  if (json === undefined) return { problem: 'It is not JSON.' }
  const checked = answer.safeParse(json)
  if (checked.success) return { answer: checked.data }
  return { problem: z.prettifyError(checked.error).slice(0, MAX_PROBLEM_CHARACTERS) }
}

function findJson(text: string): unknown {
  const bare = text.replace(/^\s*<think>.*?<\/think>/s, '').trim()
  const fenced = bare.split('```', 3)[1]?.replace(/^json/, '')
  const braced = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1)
  for (const candidate of [bare, fenced, braced]) {
    try {
      if (candidate !== undefined && candidate !== '') return JSON.parse(candidate) as unknown
    } catch {
      // Try the next candidate.
    }
  }
  return undefined
}
