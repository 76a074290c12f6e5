import type { z } from 'zod'
import { fieldPath } from '../../contract/storable.ts'

/** Faults that one answer names: a list of thousands of invalid items has as many. */
const MAX_FAULTS = 100

/** The faults that a schema found, a line each, naming the field by its dotted path. */
export function faultsOf(error: z.ZodError): string[] {
  return error.issues
    .flatMap(faultsInside)
    .slice(0, MAX_FAULTS)
    .filter(isNotOfWrongType)
    .map(({ path, message }) => `${path.length === 0 ? 'body' : fieldPath(path)}: ${message}`)
}

/** False for a further fault, such as its length, of a value that has the wrong type. */
function isNotOfWrongType({ path }: z.core.$ZodIssue, at: number, issues: z.core.$ZodIssue[]): boolean {
  const place = path.join('.')
  return !issues.slice(0, at).some((one) => one.code === 'invalid_type' && one.path.join('.') === place)
}

/** For a value that may have several types: the faults inside it, if it has the type of exactly one of them. */
function faultsInside(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const ofItsType = issue.errors.filter((faults) => faults.every(({ path }) => path.length > 0))
  const [faults] = ofItsType
  if (faults === undefined || ofItsType.length > 1) return [issue]
  return faults.flatMap((fault) => faultsInside({ ...fault, path: [...issue.path, ...fault.path] }))
}
