/** Requests generated from the OpenAPI document and then broken; the same for the same seed. */
import { gzipSync } from 'node:zlib'
import { type Random, random } from '../../../bench/list/random.ts'
import type { OpenApi, Operation } from '../published-api.ts'
import { brokenForm } from './forms.ts'
import { brokenJson, HOSTILE_STRINGS, pick, sample, type SampleSource } from './json.ts'

export interface HostileRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer<ArrayBuffer> | null
}

/** The ids of a finished job, and of its parts. */
export interface DoneJob {
  readonly job: string
  readonly file: string
  readonly delivery: string
}

/** Existing things that may be named in a request. */
export interface Known {
  /** Never deleted: downloads and transcripts work however many requests were sent before. */
  readonly done: DoneJob
  /** Ids of what the caller's requests have created. */
  readonly own: readonly string[]
  /** Ids of another account. */
  readonly others: DoneJob
  /** URLs of audio and callbacks. */
  readonly urls: readonly string[]
  readonly key: string
}

interface Target {
  readonly method: string
  readonly template: string
  readonly operation: Operation
}

/** Percent-encoded text in a path or a query: faults of the encoding, and of what is encoded. */
const HOSTILE_ENCODED: readonly string[] = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%c0%ae',
  '%ed%a0%80',
  '%f5%80%80%80',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..',
  '%2f',
  '%252f',
  ';a=b',
  '*',
  "'",
  '[]',
  'undefined',
  'a'.repeat(3_000),
]

const CONTENT_TYPES: readonly string[] = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/json;',
  'APPLICATION/JSON',
  'application/jsonp',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'a',
  '/',
  ';',
  '*/*',
  'x'.repeat(2_000),
]

const RANGES: readonly string[] = [
  'bytes=0-',
  'bytes=-1',
  'bytes=5-1',
  'bytes=0-1,3-4',
  'bytes=1e9-',
  'bytes=18446744073709551616-',
  'bytes=99999999-',
  'x',
]

const HEADERS: readonly [name: string, values: readonly string[]][] = [
  ['if-none-match', ['*', 'W/"', '"'.repeat(4_000)]],
  ['if-range', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['accept', ['', '*', 'text/html;q=2', 'application/json;'.repeat(300)]],
  ['accept-encoding', ['gzip', 'br;q=x', 'zstd, gzip, *;q=0', ','.repeat(2_000), 'identity;q=0']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['host', ['', 'a b', 'x'.repeat(1_000), 'evil.example', 'a:b:c', '"<>"', 'x:99999']],
  ['x-forwarded-host', ['evil.example', ',', '%']],
  ['x-forwarded-proto', ['javascript', 'http,https']],
  ['forwarded', ['for="_x', ';;;', 'proto=\u00e9']],
  ['x-http-method-override', ['DELETE']],
  ['origin', ['null', 'http://evil.example']],
  ['authorization', ['Basic x', 'Bearer', `Bearer ${'x'.repeat(4_000)}`, 'Bearer \u00e9', 'Bearer  a b']],
  ['cookie', ['a=b;'.repeat(500)]],
]

const METHODS = [
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
  'PROPFIND',
  'TRACE',
  'SEARCH',
  'LINK',
  'QUERY',
  'PURGE',
]

export class HostileRequests {
  readonly #targets: readonly Target[]
  readonly #definitions: SampleSource['definitions']

  constructor({ paths, components }: OpenApi) {
    this.#definitions = components.schemas
    const targets = Object.entries(paths).flatMap(([template, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({ method: verb.toUpperCase(), template, operation })),
    )
    // Bodies have the most to break.
    const withBody = targets.filter(({ operation }) => operation.requestBody !== undefined)
    this.#targets = [...targets, ...withBody, ...withBody]
  }

  make(seed: number, known: Known): HostileRequest {
    const rng = random(seed)
    const target = pick(rng, this.#targets)
    const method = rng.unit() < 0.03 ? pick(rng, METHODS) : target.method
    const source = { definitions: this.#definitions, urls: known.urls }
    const path = pathOf({ ...target, method }, known, rng) + query(target.operation, source, rng)
    const headers = new Map<string, string | string[]>(Object.entries(credentials(known, rng)))
    const body = method === 'GET' && rng.unit() < 0.95 ? null : bodyOf(target.operation, source, headers, rng)
    if (target.operation.responses['206'] !== undefined && rng.unit() < 0.2)
      headers.set('range', pick(rng, RANGES))
    if (rng.unit() < 0.15) {
      const [name, values] = pick(rng, HEADERS)
      headers.set(name, pick(rng, values))
    }
    return { method, path, headers: Object.fromEntries(headers), body }
  }
}

function query({ parameters = [] }: Operation, source: SampleSource, rng: Random): string {
  const pairs: string[] = []
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'query' || rng.unit() < 0.75) continue
    const values = [sample(schema, source, rng)].flat()
    for (const value of values) pairs.push(`${name}=${encode(String(value))}`)
    if (rng.unit() < 0.5) pairs.push(...brokenParameter(name, rng))
  }
  if (rng.unit() < 0.02) pairs.push(...Array.from({ length: 1_000 }, (_, i) => `a${i % 7}=${i}`))
  return pairs.length === 0 ? '' : `?${pairs.join(rng.unit() < 0.02 ? '&&' : '&')}`
}

/** The body of a request, whose headers it adds. */
function bodyOf(
  { requestBody }: Operation,
  source: SampleSource,
  headers: Map<string, string | string[]>,
  rng: Random,
): Buffer<ArrayBuffer> | null {
  const content = requestBody?.content
  if (content === undefined && rng.unit() < 0.8) return null
  if (content?.['multipart/form-data'] !== undefined && rng.unit() < 0.7) {
    const form = brokenForm(rng)
    headers.set('content-type', form.contentType)
    return form.body
  }
  const schema = content?.['application/json']?.schema ?? {}
  const body = brokenJson(schema, source, rng)
  headers.set('content-type', rng.unit() < 0.95 ? 'application/json' : pick(rng, CONTENT_TYPES))
  if (rng.unit() < 0.02) headers.delete('content-type')
  if (rng.unit() < 0.02) {
    headers.set('content-encoding', 'gzip')
    return gzipSync(body)
  }
  return body
}

function pathOf({ method, template }: Target, { done, own, others }: Known, rng: Random): string {
  const isDone = method !== 'DELETE' && rng.unit() < 0.25
  const id = (_match: string, name: string) => {
    const part = name === 'delivery' ? 'delivery' : template.startsWith('/file/') ? 'file' : 'job'
    if (isDone) return done[part]
    const luck = rng.unit()
    if (luck < 0.4 && own.length > 0) return pick(rng, own)
    if (luck < 0.6) return others[part]
    return luck < 0.7 ? rng.uuid() : pick(rng, [...HOSTILE_ENCODED, ...HOSTILE_STRINGS.map(encode)])
  }
  const path = template.replaceAll(/\{(\w+)\}/g, id)
  if (rng.unit() < 0.97) return path
  return pick(rng, [
    `${path}/`,
    `/${path}`,
    `${path}/..`,
    `${path}/%2e%2e`,
    path.toUpperCase(),
    `${path};a`,
    `${path}#a`,
  ])
}

/** Repeats a parameter, possibly in an invalid form. */
function brokenParameter(name: string, rng: Random): string[] {
  const text = pick(rng, [...HOSTILE_ENCODED, ...HOSTILE_STRINGS.map(encode)])
  return pick(rng, [
    [`${name}=${text}`],
    [`${name}=`, name],
    [`${name}[]=${text}`],
    [`${name}[a]=${text}`, `${name}[__proto__][b]=${text}`],
    [`${name}${'[a]'.repeat(1 + rng.below(300))}=1`],
    [`${name}=${encode(`{"a":${'['.repeat(rng.below(500))}`)}`],
    [`${name}=${encode('{"a":1e999,"b":"\\u0000","c":"\\ud800","__proto__":{"d":1}}')}`],
    [`${name.toUpperCase()}=${text}`, `${name}x=1`],
    [`${name}=${encode('"a" OR (b* NEAR:^ -c &|!<->')}`],
    Array.from({ length: 100 }, () => `${name}=done`),
  ])
}

function credentials({ key }: Known, rng: Random): Record<string, string | string[]> {
  const luck = rng.unit()
  if (luck < 0.94) return { 'x-service-key': key }
  return pick<Record<string, string | string[]>>(rng, [
    {},
    { 'x-service-key': '' },
    { 'x-service-key': 'unknown' },
    { 'x-service-key': '\u00e9\u00ff' },
    { 'x-service-key': 'x'.repeat(8_000) },
    { 'x-service-key': [key, 'another'] },
    { authorization: `Bearer ${key}` },
    { authorization: 'Bearer unknown' },
  ])
}

/** Percent-encodes text, and lone surrogates as no browser would. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80'
}
