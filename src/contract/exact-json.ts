/** Integers beyond 2^53 in JSON, which a number does not hold exactly: kept as they are written. */

/** An integer as `JSON.rawJSON` returns it: `JSON.stringify` writes its text. */
interface RawJson {
  readonly rawJSON: string
}

// TypeScript does not have these yet, see https://github.com/tc39/proposal-json-parse-with-source
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

/** Whether a text may have integers that `JSON.parse` changes. */
const LONG_INTEGER = /\d{16}/

/** As `JSON.parse`, but integers that a number does not hold exactly are `RawJson`. */
export function parseExactly(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value, { source = '' }) => {
    const isInexact = typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value)
    return isInexact && /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value
  })
}

/** Fields of bodies that hold any JSON, which is returned as it was given. */
const FREE_FIELDS = ['custom_metadata', 'post_session_metadata']

/** As `JSON.parse`, with exact integers inside those fields; elsewhere, a schema expects numbers. */
export function parseBody(text: string): unknown {
  const body = JSON.parse(text) as Record<string, unknown>
  if (!LONG_INTEGER.test(text)) return body
  const exact = parseExactly(text) as typeof body
  for (const name of FREE_FIELDS) if (isContainer(body?.[name])) body[name] = exact[name]
  return body
}

/** Whether a value of JSON is an object or a list. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}

/** The text of a scalar, a string without its quotes. */
export function scalarText(scalar: unknown): string {
  return JSON.isRawJSON(scalar) ? scalar.rawJSON : String(scalar)
}
