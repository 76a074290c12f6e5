/** A request to an operation, as typed so far. */
import { type Operation, resolved } from './description.ts'
import type { Parameter, Schema } from '../openapi.ts'
import { exampleOf } from './schema-text.ts'

export interface Draft {
  /** The text of each parameter; a list has one value per line. */
  readonly parameters: Readonly<Record<string, string>>
  /** The JSON body, as typed. */
  readonly json: string
  /** The fields of a form. */
  readonly fields: Readonly<Record<string, string | File>>
}

/** The content type of the body, with its schema; null for an operation without one. */
export function bodyOf({
  requestBody,
}: Operation): { readonly type: string; readonly schema: Schema } | null {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return type === undefined || media === undefined ? null : { type, schema: media.schema }
}

export const isJson = (type: string): boolean => type === 'application/json'

/** A draft with an example body, and nothing else. */
export function emptyDraft(operation: Operation): Draft {
  const body = bodyOf(operation)
  if (body === null) return { parameters: {}, json: '', fields: {} }
  const example = exampleOf(body.schema)
  if (isJson(body.type)) return { parameters: {}, json: JSON.stringify(example, null, 2), fields: {} }
  const fields = Object.entries(example as Readonly<Record<string, unknown>>)
  return {
    parameters: {},
    json: '',
    fields: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
  }
}

/** Whether the parameter takes a list of values. */
export const isList = ({ schema }: Parameter): boolean => resolved(schema).type === 'array'

/** The values typed for the parameters in one place, in order. */
export function valuesIn(place: Parameter['in'], operation: Operation, draft: Draft): [string, string][] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .flatMap((parameter) => {
      const text = draft.parameters[parameter.name] ?? ''
      const values = isList(parameter) ? text.split('\n') : [text]
      return values.filter((value) => value !== '').map((value): [string, string] => [parameter.name, value])
    })
}

/** The path below the base of the service, without a leading slash. @param missing returns a placeholder for a missing value */
export function pathOf(operation: Operation, draft: Draft, missing: (name: string) => string): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = draft.parameters[name] ?? ''
    // A segment of dots would lead to another operation.
    return /^\.{0,2}$/.test(value) ? missing(name) : encodeURIComponent(value)
  })
  return path.slice(1)
}

/** @param path below the base of the service */
export function urlOf(base: URL, path: string, query: readonly [string, string][]): URL {
  const url = new URL(path, base)
  for (const [name, value] of query) url.searchParams.append(name, value)
  return url
}

export interface Sendable {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | URLSearchParams | null
}

/**
 * The request to send, without authentication.
 * @param base of the service
 * @throws {Error} naming what is missing or cannot be sent
 */
export function sendableOf(operation: Operation, draft: Draft, base: URL): Sendable {
  const path = pathOf(operation, draft, (name) => {
    throw new Error(`${name}: must be filled in`)
  })
  const url = urlOf(base, path, valuesIn('query', operation, draft))
  const headers = Object.fromEntries(valuesIn('header', operation, draft))
  const body = bodyOf(operation)
  if (body === null) return { url, headers, body: null }
  if (isJson(body.type))
    return { url, headers: { ...headers, 'content-type': body.type }, body: checked(draft.json) }
  const fields = Object.entries(draft.fields).filter(([, value]) => value !== '')
  // The browser sets the content type of forms.
  if (body.type === 'multipart/form-data') {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return { url, headers, body: form }
  }
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string')
  return { url, headers, body: new URLSearchParams(texts) }
}

function checked(json: string): string {
  try {
    JSON.parse(json)
    return json
  } catch (cause) {
    throw new Error(`body: this is not JSON: ${(cause as Error).message}`, { cause })
  }
}
