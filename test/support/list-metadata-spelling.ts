/** The spellings of a metadata filter in a query. */
import * as fc from 'fast-check'
import { LONGEST } from './list-metadata.ts'
import { isArray, isObject, type Json, type JsonObject } from './list-reference.ts'

/** Name and value of one parameter, not yet encoded. */
export type Pair = readonly [name: string, value: string]

/** A filter as parameters: JSON text with or without spaces and escapes, brackets, or a combination. */
export function metadataPairs(filter: JsonObject): fc.Arbitrary<Pair[]> {
  return fc
    .record({
      inBrackets: fc.constantFrom('nothing', 'every second key', 'all'),
      indexed: fc.boolean(),
      wide: fc.boolean(),
      escaped: fc.boolean(),
    })
    .map(({ inBrackets, indexed, wide, escaped }) => {
      const forJson: [string, Json][] = []
      const pairs: Pair[] = []
      for (const [place, [name, value]] of Object.entries(filter).entries()) {
        const chosen = inBrackets === 'all' || (inBrackets === 'every second key' && place % 2 === 1)
        const spelt = chosen ? bracketPairs('custom_metadata', { [name]: value }, indexed) : null
        if (spelt === null) forJson.push([name, value])
        else pairs.push(...spelt)
      }
      if (forJson.length > 0 || pairs.length === 0) {
        pairs.push(['custom_metadata', jsonText(Object.fromEntries(forJson), wide, escaped)])
      }
      return pairs
    })
}

function jsonText(value: JsonObject, wide: boolean, escaped: boolean): string {
  const tight = JSON.stringify(value)
  if (tight.length > LONGEST / 4) return tight // Any longer spelling would exceed the length of a URL.
  const text = wide ? JSON.stringify(value, null, '\n\t ') : tight
  if (!escaped) return text
  return text.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The parameters for `value`; null if brackets cannot express it. */
function bracketPairs(name: string, value: Json, indexed: boolean, depth = 0): Pair[] | null {
  if (isArray(value)) {
    const numbered = indexed || value.some((element) => isArray(element) || isObject(element))
    // Inside an element, which matches as a whole, the order of a list matters; the order of the parameters does not.
    return joined(
      value.map((item, i) => bracketPairs(`${name}[${numbered ? i : ''}]`, item, true, depth + 1)),
    )
  }
  if (isObject(value)) {
    return joined(
      Object.entries(value).map(([key, field]) => {
        // A number below the first brackets is an index.
        const speakable = depth === 0 ? /^[^[\]]+$/ : /^(?!\d+$)[^[\]]+$/
        return speakable.test(key) ? bracketPairs(`${name}[${key}]`, field, indexed, depth + 1) : null
      }),
    )
  }
  return [[name, String(value)]]
}

/** All of them, or null if any is missing. */
function joined(parts: readonly (Pair[] | null)[]): Pair[] | null {
  const spelled = parts.filter((part) => part !== null)
  return parts.length > 0 && spelled.length === parts.length ? spelled.flat() : null
}
