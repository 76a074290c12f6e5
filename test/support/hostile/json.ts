/** JSON that matches a published schema, and the same JSON broken: by values, by keys, by nesting, and as text. */
import type { Random } from '../../../bench/list/random.ts'
import type { Schema } from '../published-api.ts'

export type JsonSchema = Schema & {
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly maximum?: number
}

export interface SampleSource {
  /** The named schemas of the OpenAPI document. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
  /** URLs of audio and callbacks. */
  readonly urls: readonly string[]
}

/** Text that goes into the JSON unchanged, because JSON.stringify would not write it. */
class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const raw = (text: string) => new RawJson(text)

export const pick = <T>(rng: Random, from: readonly T[]): T => from[rng.below(from.length)]!

/** Strings on which parsers, databases and patterns have failed. */
export const HOSTILE_STRINGS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202e',
  '\uffff',
  '\u{1f469}\u200d\u{1f467}'.repeat(20),
  'e' + '\u0301'.repeat(500),
  'null',
  'true',
  '-0',
  '1e999',
  '18446744073709551616',
  '__proto__',
  'constructor',
  'toString',
  "' OR 1=1 --",
  '"; DROP TABLE jobs; --',
  '%00',
  '%',
  '\\',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://',
  'http://[::1',
  'http://a b/',
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/\u0000',
  `http://${'a'.repeat(3_600)}/`,
  'javascript:alert(1)',
  'data:audio/wav;base64,AAAA',
  '{{7*7}}${7*7}',
  'a\r\nx-injected: 1',
  '(a+)+$',
  'A '.repeat(200),
  'x'.repeat(10_000),
]

/** Values of every type, within and beyond what JSON, doubles and databases hold. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [null],
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  raw('-0'),
  raw('1e999'),
  raw('-1e999'),
  raw('1e-999'),
  raw('18446744073709551616'),
  raw('"\\ud800"'),
  raw('"\\u0000"'),
  raw('{"__proto__":{"polluted":true}}'),
  raw('{"constructor":{"prototype":{"polluted":true}}}'),
  raw('{"a":1,"a":2}'),
  raw('['.repeat(3_000) + ']'.repeat(3_000)),
  raw('{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)),
  { length: 3 },
  { toJSON: 1 },
  Array.from({ length: 300 }, (_, i) => i),
  Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key ${i}`, i])),
  ...HOSTILE_STRINGS,
]

/** Not JSON at all. */
const HOSTILE_TOKENS = ['NaN', '01', '+1', '.5', '0x10', 'tru', "'a'", '"\\x41"', '"a\nb"', ',', '/**/1', '']

const HOSTILE_KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toJSON',
  '\u0000',
  '\ud800',
  'a.b',
  'a[b]',
  'k'.repeat(1_000),
]

/** Maximum size of documents of random depth. */
const MAX_DEPTH = 4

/** A value that matches the schema, or almost: only patterns and formats known to `sampleString` are respected. */
export function sample(schema: JsonSchema, source: SampleSource, rng: Random, depth = 0): unknown {
  const { $ref, type } = schema
  const deeper = (inner: unknown) => sample(inner as JsonSchema, source, rng, depth + 1)
  if ($ref !== undefined) return sample(source.definitions[$ref.split('/').at(-1)!] ?? {}, source, rng, depth)
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return pick(rng, schema.enum)
  if (schema.anyOf !== undefined) return deeper(pick(rng, schema.anyOf))
  if (type === 'object') {
    const { properties = {}, required = [], additionalProperties: more } = schema
    const keys = Object.keys(properties).filter((key) => required.includes(key) || rng.unit() < 0.2)
    const extra = typeof more === 'object' && depth < MAX_DEPTH ? [['any key', deeper(more)]] : []
    return Object.fromEntries([...keys.map((key) => [key, deeper(properties[key])]), ...extra])
  }
  if (type === 'array') {
    const length = depth < MAX_DEPTH ? rng.below(3) : 0
    return Array.from({ length }, () => deeper(schema.items ?? {}))
  }
  if (type === 'boolean') return rng.unit() < 0.5
  if (type === 'integer') return (schema.minimum ?? 0) + rng.below(10)
  if (type === 'number')
    return (schema.minimum ?? 0) + rng.unit() * ((schema.maximum ?? 1) - (schema.minimum ?? 0))
  if (type === 'string') return schema.format === 'uri' ? pick(rng, source.urls) : sampleString(schema, rng)
  return hostileValue(rng)
}

function sampleString({ format }: JsonSchema, rng: Random): string {
  if (format === 'date') return `2025-0${1 + rng.below(9)}-1${rng.below(10)}`
  if (format === 'date-time') return `2025-06-0${1 + rng.below(9)}T12:00:00Z`
  if (format === 'uuid') return rng.uuid()
  return pick(
    rng,
    rng.unit() < 0.8 ? ['a', 'invoice', 'en', 'two words', 'Überraschung 会議'] : HOSTILE_STRINGS,
  )
}

/** A place in a JSON value: the object or array that holds it, and its key there. */
interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return found
  for (const key of Object.keys(value)) {
    const holder = value as Record<string, unknown>
    found.push({ holder, key })
    placesIn(holder[key], found)
  }
  return found
}

/** A value that later faults may change. */
function hostileValue(rng: Random): unknown {
  return copyOf(pick(rng, HOSTILE_VALUES))
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return value
  // Not `map`, which calls the `constructor` that an earlier fault may have given to the array.
  if (Array.isArray(value)) return Array.from(value as unknown[], copyOf)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]))
}

/** Faults of the value: each changes one place in it. */
const VALUE_FAULTS: readonly ((place: Place, rng: Random) => void)[] = [
  ({ holder, key }, rng) => (holder[key] = hostileValue(rng)),
  ({ holder, key }, rng) => (holder[key] = hostileValue(rng)),
  ({ holder, key }, rng) => (holder[key] = raw(pick(rng, HOSTILE_TOKENS))),
  ({ holder, key }) => Reflect.deleteProperty(holder, key),
  ({ holder, key }) => (holder[key] = [holder[key]]),
  ({ holder, key }) => (holder[key] = { [key]: holder[key] }),
  ({ holder, key }) => (holder[key] = String(holder[key])),
  ({ holder, key }) => (holder[key] = Array.from({ length: 100 }, () => copyOf(holder[key]))),
  ({ holder }, rng) =>
    Object.defineProperty(holder, pick(rng, HOSTILE_KEYS), {
      value: hostileValue(rng),
      enumerable: true,
      configurable: true,
      writable: true,
    }),
  ({ holder, key }) => (holder[`${key}s`] = copyOf(holder[key])),
  ({ holder, key }) => (holder[key.toUpperCase()] = copyOf(holder[key])),
]

/** Faults of the text. */
const TEXT_FAULTS: readonly ((text: Buffer<ArrayBuffer>, rng: Random) => Buffer<ArrayBuffer>)[] = [
  (text, rng) => text.subarray(0, rng.below(text.length + 1)),
  (text, rng) => {
    const copy = Buffer.from(text)
    if (copy.length > 0) copy[rng.below(copy.length)] = rng.below(256)
    return copy
  },
  (text) => Buffer.concat([text, text]),
  (text) => Buffer.concat([Buffer.from('\ufeff'), text]),
  (text) => Buffer.concat([text, Buffer.alloc(3)]),
  (text) => Buffer.from(text.toString(), 'utf16le'),
  () => Buffer.from('[]'),
  () => Buffer.from('null'),
  () => Buffer.from('"text"'),
  () => Buffer.alloc(0),
  () => Buffer.from('['.repeat(100_000)),
  () => Buffer.alloc(1_100_000, 'a'),
]

/** The JSON of a request body of the schema, mostly broken in one or two places. */
export function brokenJson(schema: JsonSchema, source: SampleSource, rng: Random): Buffer<ArrayBuffer> {
  const root: Record<string, unknown> = { body: sample(schema, source, rng) }
  const faults = rng.below(3)
  for (let i = 0; i < faults; i++) {
    const places = placesIn(root)
    const place = pick(rng, places.length > 1 && rng.unit() < 0.95 ? places.slice(1) : places)
    if (place !== undefined) pick(rng, VALUE_FAULTS)(place, rng)
  }
  const text = Buffer.from(stringify(root['body']))
  return rng.unit() < 0.15 ? pick(rng, TEXT_FAULTS)(text, rng) : text
}

/** JSON.stringify, but with raw text where requested. */
function stringify(value: unknown): string {
  const raws: string[] = []
  const json = JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof RawJson ? `raw ${raws.push(inner.text)} raw` : inner,
  )
  return (json ?? '').replaceAll(/"raw (\d+) raw"/g, (_match, index) => raws[Number(index) - 1] ?? '')
}
