/** Converts values of fields to rows of texts, and back. */
type Row = Readonly<Record<string, string>>

export interface RowValues {
  readonly rowsOf: (value: unknown) => readonly Row[]
  /** Undefined if no row is complete. */
  readonly valueOf: (rows: readonly Row[]) => unknown
}

/** Splits a comma-separated list. Items with commas or quotation marks are quoted, as in CSV. */
const listed = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/"((?:[^"]|"")*)"|[^,\s][^,]*/g)].flatMap(
    ([whole, quoted]) => (quoted?.replaceAll('""', '"') ?? whole.trim()) || [],
  )
const joined = (texts: unknown): string =>
  [texts]
    .flat()
    .map(String)
    .map((text) => (/[",]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text))
    .join(', ')
const trimmed = (text: string | undefined): string => (text ?? '').trim()

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with these entries; undefined if there are none. Names such as `__proto__` are like any other. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): object | undefined =>
  entries.length === 0 ? undefined : Object.fromEntries(entries)

export const spellings: RowValues = {
  rowsOf: (value) =>
    isRecord(value)
      ? Object.entries(value).map(([write, phrases]) => ({ write, insteadOf: joined(phrases) }))
      : [],
  valueOf: (rows) =>
    objectOf(
      rows.flatMap(({ write, insteadOf }) =>
        trimmed(write) ? [[trimmed(write), listed(insteadOf)] as const] : [],
      ),
    ),
}

/** A text, or the value of JSON such as `12`, `true` or `{"a": 1}`. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Writes a value so that {@link parsed} reads it. */
const written = (value: unknown): string =>
  typeof value === 'string' && parsed(value) === value && value.trim() === value
    ? value
    : JSON.stringify(value)

export const metadata: RowValues = {
  rowsOf: (value) =>
    isRecord(value) ? Object.entries(value).map(([name, one]) => ({ name, value: written(one) })) : [],
  valueOf: (rows) =>
    objectOf(
      rows.flatMap(({ name, value }) =>
        trimmed(name) ? [[trimmed(name), parsed(trimmed(value))] as const] : [],
      ),
    ),
}

export const words: RowValues = {
  rowsOf: (value) =>
    (Array.isArray(value) ? value : []).map((one: unknown) => {
      if (!isRecord(one)) return { value: String(one) }
      const { value: word = '', pronunciations = [], language = '', intensity = '' } = one
      return {
        value: String(word),
        pronunciations: joined(pronunciations),
        language: String(language),
        intensity: String(intensity),
      }
    }),
  valueOf: (rows) => {
    const entries = rows.flatMap((row) => {
      const value = trimmed(row['value'])
      const more = {
        ...(listed(row['pronunciations']).length > 0 && { pronunciations: listed(row['pronunciations']) }),
        ...(row['language'] && { language: row['language'] }),
        ...(row['intensity'] && { intensity: Number(row['intensity']) }),
      }
      if (value === '') return []
      return [Object.keys(more).length === 0 ? value : { value, ...more }]
    })
    return entries.length === 0 ? undefined : entries
  },
}
