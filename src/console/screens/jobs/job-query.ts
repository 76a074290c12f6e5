/** The filters of the list, between the console's URL and the query of the API. */
import type { JobKind, JobStatus } from '../../../contract/common.ts'
import type { Job } from '../../../contract/job.ts'

/** What lists show of a job. */
const ROW_FIELDS = [
  'id',
  'kind',
  'status',
  'created_at',
  'completed_at',
  'error_message',
  'custom_metadata',
  'file',
  'details',
] as const
export type JobRow = Pick<Job, (typeof ROW_FIELDS)[number]>

export const STATUSES: readonly JobStatus[] = ['queued', 'processing', 'done', 'error']
export const KINDS: readonly (readonly [value: JobKind, label: string])[] = [
  ['pre-recorded', 'Files'],
  ['live', 'Live sessions'],
]

/** Jobs on a page: at most 700 rows are shown at once. */
export const PAGE_SIZE = 50

/** Parameters of the console's URL that filter, with the status last. */
export const FILTERS = ['q', 'kind', 'from', 'to', 'metadata', 'tag', 'status'] as const

const DAY_MS = 86_400_000

/** The filters of the URL as parameters of `GET /v2/jobs`. */
function filtersOf(parameters: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  const copy = (name: string, to: string, read = (value: string) => value) => {
    const value = parameters.get(name) ?? ''
    if (value !== '') query.set(to, read(value))
  }
  copy('q', 'q')
  copy('status', 'status')
  copy('kind', 'kind')
  copy('from', 'after_date', (day) => shifted(day, -1))
  // The day itself included.
  copy('to', 'before_date', (day) => shifted(day, DAY_MS))
  copy('metadata', 'custom_metadata', metadataFilter)
  for (const tag of parameters.getAll('tag')) query.append('tag', tag)
  return query
}

/** The instant so many milliseconds after the beginning of a UTC day. */
function shifted(day: string, ms: number): string {
  const time = Date.parse(day)
  return Number.isNaN(time) ? day : new Date(time + ms).toISOString()
}

/** `plan=pro, order.id=7` as the JSON of the filter; JSON is left as it is. */
function metadataFilter(text: string): string {
  if (text.trimStart().startsWith('{')) return text
  const filter: Place = new Map()
  for (const pair of text.split(',')) {
    const [path = '', ...value] = pair.split('=')
    const keys = path.trim().split('.')
    const last = keys.pop() ?? ''
    let place = filter
    for (const key of keys) {
      const below = place.get(key)
      const next: Place = below instanceof Map ? below : new Map()
      place.set(key, next)
      place = next
    }
    place.set(last, value.join('=').trim())
  }
  return JSON.stringify(objectOf(filter))
}

/** An object in the making: keys such as `__proto__` are like any other. */
type Place = Map<string, string | Place>

const objectOf = (place: Place): object =>
  Object.fromEntries([...place].map(([key, value]) => [key, value instanceof Map ? objectOf(value) : value]))

/** The path of the page that the URL shows. */
export function pagePath(parameters: URLSearchParams): string {
  const query = filtersOf(parameters)
  query.set('fields', ROW_FIELDS.join(','))
  query.set('limit', String(PAGE_SIZE))
  for (const name of ['offset', 'cursor']) {
    const value = parameters.get(name)
    if (value !== null) query.set(name, value)
  }
  return `v2/jobs?${query.toString()}`
}

/** The path of a list whose total is that of a status, with the other filters of the URL. */
export function countPath(parameters: URLSearchParams, status: JobStatus | null): string {
  const query = filtersOf(parameters)
  query.delete('status')
  if (status !== null) query.set('status', status)
  query.set('fields', 'id')
  query.set('limit', '1')
  return `v2/jobs?${query.toString()}`
}

/** Where the next page begins, as parameters of the console's URL. */
export function placeOf(next: string): Record<'offset' | 'cursor', string | null> {
  const { searchParams } = new URL(next)
  return { offset: searchParams.get('offset'), cursor: searchParams.get('cursor') }
}
