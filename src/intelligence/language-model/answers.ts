/** Answers as JSON: how a model is told their shape, and how they are read. */
import { z } from 'zod'

/**
 * The JSON schema of an answer, as servers want it: an object that allows no properties but its own.
 * @param answer of what the model writes: defaults may be left out
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

/** What was made of a model's words: the answer, or what is wrong with them, in words for the model. */
export type Reading<Answer> = { readonly answer: Answer } | { readonly fault: string }

/** Of what is wrong; a schema of many faults names them all. */
const MAX_FAULT_CHARACTERS = 500

/** Reads an answer. Thoughts before it and a code fence around it are passed over. */
export function readAnswer<Answer>(text: string, answer: z.ZodType<Answer>): Reading<Answer> {
  const json = jsonIn(text)
  if (json === undefined) return { fault: 'It is not JSON.' }
  const checked = answer.safeParse(json)
  if (checked.success) return { answer: checked.data }
  return { fault: z.prettifyError(checked.error).slice(0, MAX_FAULT_CHARACTERS) }
}

function jsonIn(text: string): unknown {
  const said = text.replace(/^\s*<think>.*?<\/think>/s, '').trim()
  const fenced = /```(?:json)?\s*(.*?)```/s.exec(said)?.[1]
  const braced = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)
  for (const candidate of [said, fenced, braced]) {
    try {
      if (candidate !== undefined && candidate !== '') return JSON.parse(candidate) as unknown
    } catch {
      // The next one may be it.
    }
  }
  return undefined
}
