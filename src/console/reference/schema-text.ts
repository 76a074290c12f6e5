/** Schemas in words, and examples of what they allow. */
import { resolved } from './description.ts'
import type { Schema } from '../openapi.ts'

/** The type of a value, such as `array of Utterance or null`. */
export function typeText(schema: Schema): string {
  const {
    anyOf,
    oneOf,
    const: only,
    type,
    items,
    format,
    title,
    properties,
    additionalProperties,
  } = resolved(schema)
  if (only !== undefined) return JSON.stringify(only)
  if (type === 'array') return `array of ${typeText(items ?? {})}`
  if (title !== undefined && (properties !== undefined || oneOf !== undefined)) return title
  const options = anyOf ?? oneOf
  if (options !== undefined) return [...new Set(options.map(typeText))].join(' or ')
  if (
    type === 'object' &&
    typeof additionalProperties === 'object' &&
    Object.keys(additionalProperties).length > 0
  )
    return `object of ${typeText(additionalProperties)}`
  const name = [type ?? 'any JSON'].flat().join(' or ')
  return format === undefined ? name : `${name} (${format})`
}

/** The schema with fields or alternatives of a value, or of the elements of a list; null if there is none. */
export function structureOf(schema: Schema): Schema | null {
  const known = resolved(schema)
  const { properties, oneOf, anyOf, items, additionalProperties } = known
  if (properties !== undefined && Object.keys(properties).length > 0) return known
  if (items !== undefined) return structureOf(items)
  const options = (oneOf ?? anyOf ?? []).filter((option) => structureOf(option) !== null)
  if (options.length === 1) return structureOf(options[0]!)
  if (options.length > 1) return { ...known, oneOf: options }
  return typeof additionalProperties === 'object' ? structureOf(additionalProperties) : null
}

/** The allowed values, of the elements if it is a list. */
export function choicesOf(schema: Schema): readonly unknown[] {
  const { enum: choices, items, anyOf = [] } = resolved(schema)
  if (choices !== undefined) return choices
  if (items !== undefined) return choicesOf(items)
  const constants = anyOf.map((option) => resolved(option).const)
  return constants.length > 0 && constants.every((one) => one !== undefined) ? constants : []
}

/** Further constraints on a value, such as `1 to 100`. */
export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = resolved(schema)
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    pattern === undefined ? '' : `matches ${pattern}`,
  ].filter((text) => text !== '')
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const [least, most] = [from, to].map((limit) =>
    // The limit of safe integers is not worth stating.
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit.toLocaleString('en'),
  )
  if (least != null && most != null) return `${least} to ${most}${unit}`
  if (most != null) return `at most ${most}${unit}`
  return least == null || (from === 0 && unit === '') ? '' : `at least ${least}${unit}`
}

/** Example values by format. */
const FORMATS: Readonly<Record<string, string>> = {
  uri: 'https://example.com/talk.mp3',
  email: 'anna@example.org',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
}

/** A minimal valid value, without optional fields. */
export function exampleOf(schema: Schema): unknown {
  const known = resolved(schema)
  const { examples, default: usual, const: only, anyOf, oneOf, items, properties = {}, required = [] } = known
  const [choice] = choicesOf(known)
  for (const given of [examples?.[0], only, usual]) if (given !== undefined) return given
  const type = [known.type ?? []].flat()[0]
  if (type === 'array') return [exampleOf(items ?? {})]
  if (choice !== undefined) return choice
  const option = (anyOf ?? oneOf)?.[0]
  if (option !== undefined) return exampleOf(option)
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]))
  if (type === 'integer' || type === 'number') return known.minimum ?? 1
  if (type === 'boolean') return true
  return FORMATS[known.format ?? ''] ?? 'text'
}
