/** The wording of validation errors. */
import type { z } from 'zod'

/**
 * Returns a phrase to follow the name of the field, with what was expected and received. zod's own messages name its types
 * ("expected record, received undefined"); they are used only if this returns undefined.
 */
export const issueText: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  if (issue.code === 'invalid_type') {
    return `must be ${EXPECTED[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => JSON.stringify(value)).join(', ')
    return `must be ${issue.values.length > 1 ? 'one of ' : ''}${values}`
  }
  if (issue.code === 'invalid_key') return `has a key that ${issue.issues[0]?.message ?? 'is invalid'}`
  if (issue.code === 'too_small') return `must ${bound('at least', issue.minimum, issue.origin)}`
  if (issue.code === 'too_big') return `must ${bound('at most', issue.maximum, issue.origin)}`
  return undefined
}

const EXPECTED: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
}

/** The limit applies to the items of a list, the characters of a string, or a number itself. */
function bound(side: string, limit: number | bigint, origin: string): string {
  if (origin === 'array') return `have ${side} ${limit} ${limit === 1 ? 'item' : 'items'}`
  if (origin === 'string') return `have ${side} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  return `be ${side} ${limit}`
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
