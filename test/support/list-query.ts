/** List queries in every spelling, each with its expected result. */
import * as fc from 'fast-check'
import { type JobField, jobField, type JobKind, type JobStatus } from '../../src/contract/common.ts'
import { spelledDay, spelledInstant } from './list-instants.ts'
import { metadataPairs, type Pair } from './list-metadata-spelling.ts'
import { metadataFilter } from './list-metadata.ts'
import { type MadeJob, matching } from './list-reference.ts'
import { TAGS } from './list-tags.ts'
import { search } from './list-transcripts.ts'

const STATUSES: readonly JobStatus[] = ['queued', 'processing', 'done', 'error']
const KINDS: readonly JobKind[] = ['pre-recorded', 'live']

/** The lists and the kinds they show. */
export const LISTS = {
  '/v2/jobs': KINDS,
  '/v2/transcription': KINDS,
  '/v2/live': ['live'],
  '/v2/pre-recorded': ['pre-recorded'],
} as const satisfies Record<string, readonly JobKind[]>

export interface ListQuery {
  /** Path and query as sent. */
  readonly target: string
  /** All matching jobs, in list order. */
  readonly matches: readonly MadeJob[]
  readonly offset: number
  readonly limit: number
  /** The fields shown of each job; null for all. */
  readonly fields: readonly JobField[] | null
  /** The link of the page to follow, if any. */
  readonly follow: 'first' | 'current' | 'next' | null
}

/** Parameters without effect: empty ones and unknown names. */
const NOISE: readonly Pair[] = [
  ['_', '1760000000000'],
  ['sort_by', 'created_at'],
  ['status', ''],
  ['status[]', ''],
  ['date', ''],
  ['before_date', ''],
  ['after_date', ''],
  ['offset', ''],
  ['limit', ''],
  ['custom_metadata', ''],
  ['tag', ''],
  ['tag[]', ''],
  ['q', ''],
  ['fields', ''],
  ['fields', ','],
  ['foo', 'bar'],
  ['', 'x'],
  ['__proto__', 'x'],
  ['__proto__[status]', 'done'],
  ['toString', 'x'],
]

/** Queries over the jobs of an account, newest first. */
export function listQuery(jobs: readonly MadeJob[]): fc.Arbitrary<ListQuery> {
  const moments = jobs.map((job) => job.createdAt)
  const filter = metadataFilter(jobs.map((job) => job.customMetadata))
  return fc
    .record({
      path: fc.constantFrom('/v2/jobs', '/v2/transcription', '/v2/live', '/v2/pre-recorded'),
      statuses: sometimes(spelledList('status', STATUSES, ['', '[]'])),
      kinds: sometimes(spelledList('kind', KINDS, ['', '[]'])),
      fields: sometimes(spelledList('fields', jobField.options, [''])),
      said: sometimes(search(jobs.map((job) => job.transcript))),
      day: sometimes(spelledDay(moments)),
      before: sometimes(spelledInstant(moments)),
      after: sometimes(spelledInstant(moments)),
      tags: sometimes(spelledTags),
      language: sometimes(fc.constantFrom('en', 'de', 'haw')),
      metadata: sometimes(filter.chain((wanted) => fc.tuple(fc.constant(wanted), metadataPairs(wanted)))),
      offset: sometimes(place),
      limit: sometimes(place),
      noise: fc.array(fc.constantFrom(...NOISE), { maxLength: 3 }),
      follow: fc.option(fc.constantFrom('first', 'current', 'next'), { freq: 2 }),
    })
    .chain((asked) => {
      const { path, statuses, kinds, fields, said, day, before, after, metadata, tags, language, noise } =
        asked
      const matches = matching(jobs, {
        kinds: LISTS[path] === KINDS ? (kinds?.values ?? KINDS) : LISTS[path],
        statuses: statuses?.values ?? null,
        day: day?.instant.ms ?? null,
        before: before?.instant ?? null,
        after: after?.instant ?? null,
        customMetadata: metadata?.[0] ?? null,
        tags: tags?.map(([, tag]) => tag) ?? null,
        language,
        words: said?.words ?? null,
      })
      const offset = asked.offset?.(matches.length)
      const limit = asked.limit?.(Math.max(0, matches.length - (offset ?? 0)))
      const pairs = [
        ...noise,
        ...[statuses, kinds, fields].flatMap((list) => list?.pairs ?? []),
        ...(metadata?.[1] ?? []),
        ...(tags ?? []),
      ]
      if (language !== null) pairs.push(['language', language])
      if (said !== null) pairs.push(['q', said.text])
      if (day !== null) pairs.push(['date', day.text])
      if (before !== null) pairs.push(['before_date', before.text])
      if (after !== null) pairs.push(['after_date', after.text])
      if (offset !== undefined) pairs.push(['offset', `${offset}`])
      if (limit !== undefined) pairs.push(['limit', `${Math.max(1, limit)}`])
      return shuffledAndEncoded(pairs).map((query) => ({
        target: query === '' ? path : `${path}?${query}`,
        matches,
        offset: offset ?? 0,
        limit: Math.max(1, limit ?? 20),
        fields: fields?.values ?? null,
        follow: asked.follow,
      }))
    })
}

/** Present in one of three queries, so that two or three filters are combined and some jobs match them all. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  const nothing = { weight: 2, arbitrary: fc.constant(null) }
  return fc.oneof({ withCrossShrink: true }, nothing, { weight: 1, arbitrary })
}

/** A number of jobs, given the total: a small one, any up to the total, one next to it, or a huge one. */
const place: fc.Arbitrary<(jobs: number) => number> = fc.oneof(
  { weight: 12, arbitrary: fc.nat(25).map((n) => () => n) },
  { weight: 2, arbitrary: fc.nat(1000).map((n) => (jobs: number) => n % (jobs + 1)) },
  { weight: 2, arbitrary: fc.nat(2).map((n) => (jobs: number) => Math.max(0, jobs + 1 - n)) },
  { weight: 1, arbitrary: fc.constantFrom(100_000, Number.MAX_SAFE_INTEGER).map((n) => () => n) },
)

/**
 * One or more values, possibly repeated, in separate parameters or comma lists.
 * @param ends suffixes of the name, one of which is used
 */
function spelledList<T extends string>(name: string, values: readonly T[], ends: readonly string[]) {
  const item = fc.record({
    value: fc.constantFrom(...values),
    joined: fc.boolean(),
    end: fc.constantFrom(...ends),
  })
  return fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => {
    const pairs: Pair[] = []
    for (const { value, joined, end } of items) {
      const last = pairs.at(-1)
      if (joined && last !== undefined) pairs[pairs.length - 1] = [last[0], `${last[1]},${value}`]
      else pairs.push([`${name}${end}`, value])
    }
    return { values: items.map((each) => each.value), pairs }
  })
}

/** Tags, which may be repeated. They are not joined by commas, because a tag may contain one. */
const spelledTags = fc.array(
  fc.tuple(fc.constantFrom('tag', 'tag', 'tag[]', 'tag[0]'), fc.constantFrom(...TAGS, 'none has this')),
  { minLength: 1, maxLength: 3 },
)

/** A query string with its parameters in any order, each in any valid encoding. */
function shuffledAndEncoded(pairs: readonly Pair[]): fc.Arbitrary<string> {
  const encoding = fc.constantFrom(...ENCODINGS)
  return fc
    .shuffledSubarray([...pairs], { minLength: pairs.length })
    .chain((shuffled) => fc.tuple(...shuffled.map((pair) => encoding.map((encode) => encode(...pair)))))
    .map((parts) => parts.join('&'))
}

type Encoding = (name: string, value: string) => string

const ENCODINGS: readonly Encoding[] = [
  (name, value) => new URLSearchParams([[name, value]]).toString(),
  (name, value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  (name, value) => `${everyByte(name)}=${everyByte(value)}`,
  (name, value) => `${everyByte(name).toLowerCase()}=${everyByte(value).toLowerCase()}`,
  // As typed in a shell: only delimiters are encoded, and not even the plus of a time zone.
  (name, value) => `${raw(name, '[&#%+=]')}=${raw(value, name.endsWith('date') ? '[&#%]' : '[&#%+]')}`,
]

function raw(text: string, special: string): string {
  return text.replaceAll(new RegExp(`[^!-~]|${special}`, 'gu'), encodeURIComponent)
}

function everyByte(text: string): string {
  const hex = Buffer.from(text).toString('hex').toUpperCase()
  return hex.replaceAll(/../g, '%$&')
}
