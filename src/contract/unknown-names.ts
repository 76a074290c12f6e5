/** Finds names in a request that its schema does not declare. */
import { z } from 'zod'
import { similarName } from './similar-name.ts'
import { fieldPath } from './storable.ts'

/** Maximum number of unknown names in a request that are checked and listed. */
const MAX_LISTED = 100

export interface UnknownNames {
  /** One fault for each name that is similar to a known one, beginning with its dotted path. */
  readonly misspelled: string[]
  /** The dotted paths of all others. */
  readonly others: string[]
}

/** Compares the names in a value with those that its schema declares in the same place. */
export function unknownNames(schema: z.ZodType, value: unknown): UnknownNames {
  const found: UnknownNames = { misspelled: [], others: [] }
  collect(schema, value, [], found)
  return found
}

function collect(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[],
  found: UnknownNames,
): void {
  if (typeof value !== 'object' || value === null) return
  const inner = schemaFor(schema, value)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(inner.element, item, [...path, String(index)], found)
  }
  if (!(inner instanceof z.ZodObject)) return
  const shape = inner.shape as Readonly<Record<string, z.ZodType>>
  for (const [name, field] of Object.entries(value)) {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known !== undefined) collect(known, field, [...path, name], found)
    else if (found.misspelled.length + found.others.length < MAX_LISTED)
      add(found, [...path, name], similarName(name, Object.keys(shape)))
  }
}

function add({ misspelled, others }: UnknownNames, path: readonly string[], similar: string | null): void {
  if (similar === null) others.push(fieldPath(path))
  else misspelled.push(`${fieldPath(path)}: did you mean ${similar}?`)
}

/** The schema of an object or a list, unwrapped; for a union, the option that fits the value. */
function schemaFor(schema: z.core.$ZodType, value: object): z.core.$ZodType | undefined {
  const { def } = schema as z.ZodType & { def: { innerType?: z.core.$ZodType; out?: z.core.$ZodType } }
  if (def.innerType !== undefined) return schemaFor(def.innerType, value)
  if (def.out !== undefined) return schemaFor(def.out, value)
  if (!(schema instanceof z.ZodUnion)) return schema
  const type = Array.isArray(value) ? z.ZodArray : z.ZodObject
  return schema.options.map((option) => schemaFor(option, value)).find((option) => option instanceof type)
}
