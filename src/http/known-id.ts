import { notFound } from './errors.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** An id that something may have; what is no id at all is not found without asking the store. */
export function knownId(id: string, what: string): string {
  if (!UUID.test(id)) throw notFound(what)
  return id
}
