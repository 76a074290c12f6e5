import type { z } from 'zod'
import { fieldPath } from '../../contract/storable.ts'

/** Maximum number of faults in a response: a list of thousands of invalid items has as many. */
const MAX_FAULTS = 100

/** The faults found by a schema, one line each, beginning with the dotted path of the field. */
export function faultsOf(error: z.ZodError): string[] {
  return error.issues
    .flatMap(faultsInside)
    .slice(0, MAX_FAULTS)
    .filter(isNotOfWrongType)
    .map(({ path, message }) => `${path.length === 0 ? 'body' : fieldPath(path)}: ${message}`)
}

/** Returns false for further faults of a value of the wrong type, such as its length. */
function isNotOfWrongType({ path }: z.core.$ZodIssue, at: number, issues: z.core.$ZodIssue[]): boolean {
  const place = path.join('.')
  return !issues.slice(0, at).some((one) => one.code === 'invalid_type' && one.path.join('.') === place)
}

/** For a union, the faults within the value, if it has the type of exactly one option. */
function faultsInside(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const ofItsType = issue.errors.filter((faults) => faults.every(({ path }) => path.length > 0))
  const [faults] = ofItsType
  if (faults === undefined || ofItsType.length > 1) return [issue]
  return faults.flatMap((fault) => faultsInside({ ...fault, path: [...issue.path, ...fault.path] }))
}
