/** The parameters of the list operations, and how a query is parsed. */
import { z } from 'zod'
import { type JobField, type JobKind, type JobStatus, jobField, jobKind, jobStatus } from './common.ts'
import { type Instant, isWrittenAsInstant, parseInstant } from './instant.ts'
import { languageCode } from './languages.ts'
import { MAX } from './limits.ts'
import { type ListCursor, parseCursor } from './list-cursor.ts'
import { type CustomMetadataFilter, parseCustomMetadataFilter } from './custom-metadata-filter.ts'
import { choice, nameFaults, wholeNumberFrom } from './query-parameters.ts'
import { wordsToFind } from './search-words.ts'

const OFFSET = { min: 0, default: 0 }
const LIMIT = { min: 1, default: 20 }
const TIME_EXAMPLE = '2025-06-01T12:00:00+02:00'

/**
 * The parameters as the OpenAPI document lists them. Queries are not parsed with this schema but with `parseListQuery`,
 * which accepts several spellings of a parameter. Only the list of both kinds has `kind`.
 */
export const listParameters = z.object({
  offset: z
    .int()
    .min(OFFSET.min)
    .describe(
      'The number of jobs to skip. New jobs shift the offsets of older ones: to read every job once, follow `next`.',
    )
    .default(OFFSET.default),
  limit: z
    .int()
    .min(LIMIT.min)
    .describe('The number of jobs to return; there is no maximum.')
    .default(LIMIT.default),
  date: z
    .string()
    .optional()
    .meta({ description: 'Only jobs created on this UTC day, such as `2025-06-01`.', format: 'date' }),
  before_date: z
    .string()
    .optional()
    .meta({
      description:
        `Only jobs created before this time, such as \`${TIME_EXAMPLE}\`. A date means its midnight; ` +
        'without an offset, the time is in UTC.',
      format: 'date-time',
    }),
  after_date: z
    .string()
    .optional()
    .meta({
      description:
        `Only jobs created after this time, such as \`${TIME_EXAMPLE}\`. A date means its midnight; ` +
        'without an offset, the time is in UTC.',
      format: 'date-time',
    }),
  status: z
    .array(jobStatus)
    .optional()
    .describe(
      'Only jobs with one of these statuses. Also accepted: `status[]=done`, `status[0]=done` and `status=done,error`.',
    ),
  kind: z
    .array(jobKind)
    .optional()
    .describe('Only jobs of one of these kinds. Also accepted: `kind[]=live` and comma-separated lists.'),
  // Described as an object of scalars, since generated clients cannot serialise deeper ones.
  custom_metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .meta({
      description:
        'Only jobs whose custom_metadata contains all of these values, in bracket notation: ' +
        '`custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as ' +
        '`custom_metadata={"user":"x","order":{"id":7}}`. Scalars are compared as text; the stored list must contain ' +
        'every element of a list. `custom_metadata[user]=` matches the empty string. Numeric keys require the JSON form.',
    }),
  tag: z
    .array(z.string())
    .optional()
    .describe(
      'Only jobs with this tag in their `details`. If repeated, as in `tag=a&tag=b`, jobs must have all of the tags. Tags must ' +
        'match exactly. Also accepted: `tag[]=a`. An addition of Scriptorium.',
    ),
  language: z
    .string()
    .optional()
    .describe('Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium.'),
  error_code: z
    .string()
    .optional()
    .describe(
      'Only jobs that failed with this `error_code`, such as `422`, or with any of a class: `5xx` matches jobs that failed because of ' +
        'the service, for example after their last attempt. An addition of Scriptorium.',
    ),
  q: z
    .string()
    .optional()
    .meta({
      description:
        `Only jobs whose transcript contains all of these words, such as \`invoice overdue\`, in any order. At most ${MAX.search} ` +
        'words; case and punctuation are ignored. An addition of Scriptorium.',
    }),
  fields: z
    .array(jobField)
    .optional()
    .describe(
      'The fields of each job to return, comma-separated: `id,status,created_at`. A page without `result` is much smaller ' +
        'and faster. An addition of Scriptorium.',
    ),
  cursor: z
    .string()
    .optional()
    .describe(
      'An opaque cursor. Copy it from `next` together with `offset`; it is ignored with any other `offset`.',
    ),
})

const NAMES: ReadonlySet<string> = new Set(Object.keys(listParameters.shape))
const NAMES_OF_ONE_KIND: ReadonlySet<string> = NAMES.difference(new Set(['kind']))

/** Which jobs of an account a list shows. A null field filters nothing. */
export interface ListFilter {
  /** Inclusive, in milliseconds since 1970. */
  readonly createdFrom: number | null
  /** Exclusive, in milliseconds since 1970. */
  readonly createdBefore: number | null
  readonly statuses: readonly JobStatus[] | null
  readonly kinds: readonly JobKind[] | null
  readonly customMetadata: CustomMetadataFilter | null
  /** Tags that a job must all have. */
  readonly tags: readonly string[] | null
  /** A recognised language that a job must have. */
  readonly language: (typeof languageCode)['options'][number] | null
  /** Inclusive range of the error codes of failed jobs. */
  readonly errorCodes: readonly [lowest: number, highest: number] | null
  /** Words that the transcript must all contain, as `searchWords` returns them. */
  readonly words: readonly string[] | null
}

/** A filter, and which of the matching jobs are on the page. */
export interface ListQuery extends ListFilter {
  readonly offset: number
  readonly limit: number
  /** The fields that each job shows; null for all of them. */
  readonly fields: readonly JobField[] | null
  /** Where the previous page ended, from its `next`; also null if `offset` does not belong to the cursor. */
  readonly cursor: ListCursor | null
  /** The parameters to repeat in links, in canonical spelling: all but offset, limit and cursor. */
  readonly given: readonly (readonly [name: string, value: string])[]
}

/**
 * Parses the decoded names and values of a query. An empty value counts as absent, except in brackets of custom_metadata.
 * An unknown name is ignored, unless it looks like a misspelling of a known one.
 *
 * Hand-written rather than a schema: names are part of the syntax (`status[]`, `custom_metadata[a][b]`), every fault is
 * reported, and it has to be cheap, because clients check their key with a list call.
 * @param options.kinds whether this list has the parameter `kind`
 * @returns the query, or one line per fault, beginning with the name of the parameter
 */
export function parseListQuery(
  pairs: Iterable<readonly [name: string, value: string]>,
  options: { readonly kinds: boolean },
): { ok: true; query: ListQuery } | { ok: false; faults: string[] } {
  const faults: string[] = []
  const single = new Map<string, string>()
  const repeated = new Set<string>()
  const statuses: string[] = []
  const kinds: string[] = []
  const fields: string[] = []
  const tags = new Set<string>()
  const brackets: (readonly [string, string])[] = []
  for (const pair of pairs) {
    const [name, value] = pair
    // In brackets, an empty value means the empty string, as in JSON.
    if (name.startsWith('custom_metadata[')) brackets.push(pair)
    else if (value === '') continue
    else if (/^status(?:\[\d*\])?$/.test(name)) statuses.push(value)
    else if (/^kind(?:\[\d*\])?$/.test(name)) kinds.push(value)
    else if (/^tag(?:\[\d*\])?$/.test(name)) tags.add(value)
    else if (name === 'fields') fields.push(value)
    else if (single.has(name)) repeated.add(name)
    else if (NAMES.has(name)) single.set(name, value)
    else faults.push(...nameFaults(name, options.kinds ? NAMES : NAMES_OF_ONE_KIND))
  }
  for (const name of repeated) {
    faults.push(`${name}: must be given once`)
    single.delete(name)
  }

  /** The value of a parameter; null if it is absent or if `reader` rejects it. */
  const read = <Value>(
    name: string,
    reader: (text: string) => Value | null,
    expected: string | ((text: string) => string),
  ) => {
    const text = single.get(name)
    if (text === undefined) return null
    const value = reader(text)
    if (value === null) faults.push(`${name}: ${typeof expected === 'string' ? expected : expected(text)}`)
    return value
  }
  const offset = read('offset', wholeNumberFrom(OFFSET.min), `must be a whole number, ${OFFSET.min} or more`)
  const limit = read('limit', wholeNumberFrom(LIMIT.min), `must be a whole number, ${LIMIT.min} or more`)
  const date = read('date', parseInstant, instantFault('a date such as 2025-06-01'))
  const before = read('before_date', parseInstant, instantFault(`a time such as ${TIME_EXAMPLE}`))
  const after = read('after_date', parseInstant, instantFault(`a time such as ${TIME_EXAMPLE}`))
  const cursor = read('cursor', parseCursor, 'must be copied from the next of a page')
  const query = {
    offset: offset ?? cursor?.offset ?? OFFSET.default,
    limit: limit ?? LIMIT.default,
    ...creationRange(date, before, after),
    statuses: choice('status', statuses, jobStatus.options, faults),
    kinds: options.kinds ? choice('kind', kinds, jobKind.options, faults) : null,
    customMetadata: parseCustomMetadataFilter(single.get('custom_metadata') ?? null, brackets, faults),
    tags: tagFilter(tags, faults),
    language: read(
      'language',
      (code) => languageCode.safeParse(code).data ?? null,
      'must be a language code such as "en"',
    ),
    errorCodes: read('error_code', errorCodes, 'must be a number from 400 to 599, or 4xx or 5xx'),
    words: read('q', wordsToFind, `must contain 1 to ${MAX.search} words`),
    fields: choice('fields', fields, jobField.options, faults),
    cursor: offset === null || offset === cursor?.offset ? cursor : null,
  }
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, query: { ...query, given: linkParameters(query, single) } }
}

/** @param single the parameters that may be given once, with their values as sent */
function linkParameters(
  query: Omit<ListQuery, 'given'>,
  single: ReadonlyMap<string, string>,
): ListQuery['given'] {
  const given: [string, string][] = []
  for (const name of ['date', 'before_date', 'after_date']) {
    const text = single.get(name)
    // The space before the time becomes `T`. Another space was a `+` that was not percent-encoded.
    if (text !== undefined) given.push([name, text.replace(/^(.{10}) /, '$1T').replace(' ', '+')])
  }
  for (const status of query.statuses ?? []) given.push(['status', status])
  for (const kind of query.kinds ?? []) given.push(['kind', kind])
  if (query.customMetadata !== null) given.push(['custom_metadata', JSON.stringify(query.customMetadata)])
  for (const tag of query.tags ?? []) given.push(['tag', tag])
  if (query.language !== null) given.push(['language', query.language])
  const errorCode = single.get('error_code')
  if (errorCode !== undefined) given.push(['error_code', errorCode])
  const search = single.get('q')
  if (search !== undefined) given.push(['q', search])
  if (query.fields !== null) given.push(['fields', query.fields.join(',')])
  return given
}

const instantFault = (expected: string) => (text: string) =>
  isWrittenAsInstant(text) ? `there is no such day or time as ${text}` : `must be ${expected}`

/** The range of a code such as `422`, or of a class such as `4xx`. */
function errorCodes(text: string): readonly [number, number] | null {
  if (!/^[45](?:\d\d|xx)$/.test(text)) return null
  return [Number(text.replace('xx', '00')), Number(text.replace('xx', '99'))]
}

/** The tags to filter by; null if there are none. */
function tagFilter(given: ReadonlySet<string>, faults: string[]): readonly string[] | null {
  const tags = [...given]
  for (const [i, tag] of tags.entries())
    if (/\p{Cc}/u.test(tag)) faults.push(`tag.${i}: must not contain control characters, which no tag has`)
  if (tags.length > MAX.tags) faults.push(`tag: must not be given more than ${MAX.tags} times`)
  return tags.length === 0 ? null : tags
}

const DAY = 86_400_000

/** The half-open range, in milliseconds, of the times on the day and strictly between `after` and `before`. */
function creationRange(date: Instant | null, before: Instant | null, after: Instant | null) {
  const day = date === null ? null : Math.floor(date.ms / DAY) * DAY
  const from = Math.max(day ?? -Infinity, (after?.ms ?? -Infinity) + 1)
  const until = Math.min((day ?? Infinity) + DAY, (before?.ms ?? Infinity) + (before?.rounded ? 1 : 0))
  return {
    createdFrom: Number.isFinite(from) ? from : null,
    createdBefore: Number.isFinite(until) ? until : null,
  }
}
