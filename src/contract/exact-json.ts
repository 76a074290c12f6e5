/** JSON with integers beyond 2^53, which a JavaScript number cannot hold exactly: their digits are preserved. */

/** An integer as returned by `JSON.rawJSON`; `JSON.stringify` writes its text unchanged. */
interface RawJson {
  readonly rawJSON: string
}

// Not yet in TypeScript's types, see https://github.com/tc39/proposal-json-parse-with-source
declare global {
  interface JSON {
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): value is RawJson
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** Matches texts that may contain integers that `JSON.parse` would change. */
const LONG_INTEGER = /\d{16}/

/** Like `JSON.parse`, but returns integers that a number cannot hold exactly as `RawJson`. */
export function parseExactly(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value, { source = '' }) => {
    const isInexact = typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value)
    return isInexact && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value
  })
}

/** Fields of request bodies that hold arbitrary JSON, which must be returned unchanged. */
const FREE_FIELDS = ['custom_metadata', 'post_session_metadata']

/** Like `JSON.parse`, with exact integers inside those fields only: elsewhere, schemas expect numbers. */
export function parseBody(text: string): unknown {
  const body = JSON.parse(text) as Record<string, unknown>
  if (!LONG_INTEGER.test(text)) return body
  const exact = parseExactly(text) as typeof body
  for (const name of FREE_FIELDS) if (isContainer(body?.[name])) body[name] = exact[name]
  return body
}

/** Returns true for an object or a list, and false for a scalar, including `RawJson`. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}

/** The text of a scalar; of a string, without quotes. */
export function scalarText(scalar: unknown): string {
  return JSON.isRawJSON(scalar) ? scalar.rawJSON : String(scalar)
}
