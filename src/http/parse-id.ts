import { notFound } from './errors.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The id of a path, in lower case as it is stored, without asking the store for what cannot be an id.
 * @throws {RequestError} 404 when it is no UUID
 */
export function parseId(text: string, what: string): string {
  if (!UUID.test(text)) throw notFound(what)
  return text.toLowerCase()
}
