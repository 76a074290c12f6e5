/** Metadata of every kind, and filters that match some of it. */
import * as fc from 'fast-check'
import { isArray, isObject, type Json, type JsonObject, type Scalar } from './list-reference.ts'

// Few enough to collide often; each is an edge case of storing or parsing.
const KEYS = ['user', 'order', 'id', 'tags', 'a', 'a.b', 'a[b]', ']', '[]', '', '0', '7', 'it"s', '\\']
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'length',
  'x y',
  'a+b',
  'a/b',
  '%',
  'ключ',
  '😀',
  'a\u0001b',
  '$.a',
]
const SCALARS: readonly Scalar[] = [
  ...['', 'x', 'X', ' x', 'a b', 'a+b', 'a,b', '100%', '%41', '&=?#;', '"', "'", '\\', 'a\u0001b', '\n', '%'],
  ...['é', 'e\u0301', 'ß', 'Ünïcødé 😀', '日本語', '\uFFFD', 'user', '[]', '{}', '{"id":7}', '["x"]', '_%'],
  ...['7', 7, '7.0', 7.5, '7.5', '0', 0, -0, '-0', -1, 0.1, 1e21, '1e+21', 1e-7, 9007199254740991, '007'],
  ...[true, 'true', false, 'false', null, 'null', 'undefined', 'True'],
]

const anyKey = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...KEYS) }, fc.constantFrom(...ODD_KEYS))
const anyScalar = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...SCALARS) },
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)

/** `fromEntries`, since assignment would not make `__proto__` a key. */
const objectOf = (value: fc.Arbitrary<Json>, maxKeys: number): fc.Arbitrary<JsonObject> =>
  fc.array(fc.tuple(anyKey, value), { maxLength: maxKeys }).map((entries) => Object.fromEntries(entries))

const { value: anyJson } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: anyScalar },
    { weight: 2, arbitrary: fc.array(anyScalar, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 2, arbitrary: objectOf(tie('value'), 3) },
  ),
}))

/** Longest custom_metadata, in characters of JSON. */
export const LONGEST = 2000
const long = fc.constantFrom('x', 'é').map((c) => ({ user: c.repeat(LONGEST - '{"user":""}'.length) }))
const deep = fc
  .tuple(fc.integer({ min: 5, max: 300 }), anyScalar)
  .map(([depth, leaf]) => Array.from({ length: depth }).reduce<JsonObject>((a) => ({ a }), { id: leaf }))

/** The custom_metadata of a job. */
export const jobMetadata: fc.Arbitrary<JsonObject | null> = fc
  .oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 30, arbitrary: objectOf(anyJson, 5) },
    { weight: 1, arbitrary: long },
    { weight: 1, arbitrary: deep },
  )
  .filter((metadata) => JSON.stringify(metadata).length <= LONGEST)

/** A filter that some of the jobs may match. */
export function metadataFilter(given: readonly (JsonObject | null)[]): fc.Arbitrary<JsonObject> {
  const part = fc.constantFrom(...given.filter((metadata) => metadata !== null)).chain(partOfObject)
  const random = objectOf(anyJson, 2)
  const any = fc.oneof(
    { weight: 8, arbitrary: part },
    { weight: 1, arbitrary: random },
    { weight: 1, arbitrary: part.map(bent) },
    { weight: 1, arbitrary: fc.tuple(part, random).map(([some, more]) => ({ ...some, ...more })) },
  )
  // A filter without a value to match is refused.
  return any.filter((filter) => !Object.values(filter).some(hasEmpty))
}

function hasEmpty(value: Json): boolean {
  if (!isObject(value) && !isArray(value)) return false
  const inner: Json[] = Object.values(value)
  return inner.length === 0 || inner.some(hasEmpty)
}

/** Nearly the same object, which must not match: lists as scalars and vice versa, elements without one of their fields. */
function bent(object: JsonObject): JsonObject {
  const withoutFirst = (value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value
  const entries = Object.entries(object).map(([name, value]): [string, Json] => {
    if (isObject(value)) return [name, Object.values(value)]
    if (!isArray(value)) return [name, [value]]
    return [name, value.some(isObject) ? value.map(withoutFirst) : (value[0] ?? null)]
  })
  return Object.fromEntries(entries)
}

function partOfObject(object: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .shuffledSubarray(Object.entries(object), { maxLength: Math.min(2, Object.keys(object).length) })
    .chain((entries) =>
      fc.tuple(...entries.map(([name, value]) => fc.tuple(fc.constant(name), partOf(value)))),
    )
    .map((parts) => Object.fromEntries(parts))
}

function partOf(value: Json): fc.Arbitrary<Json> {
  if (isObject(value)) return partOfObject(value)
  if (!isArray(value)) return respelt(value)
  return fc.shuffledSubarray([...value]).chain((elements) => fc.tuple(...elements.map(respelt)))
}

/** The same value with its keys in another order, and scalars as texts or texts as scalars. */
function respelt(value: Json): fc.Arbitrary<Json> {
  if (isArray(value)) return fc.tuple(...value.map(respelt))
  if (isObject(value)) {
    const entries = Object.entries(value)
    return fc
      .shuffledSubarray(entries, { minLength: entries.length })
      .chain((all) => fc.tuple(...all.map(([name, field]) => fc.tuple(fc.constant(name), respelt(field)))))
      .map((fields) => Object.fromEntries(fields))
  }
  const twins = SCALARS.filter((other) => String(other) === String(value))
  return fc.constantFrom(value, String(value), ...twins)
}
