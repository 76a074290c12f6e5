/** Translates the filters in the console's URL into queries of the API. */
import type { JobKind, JobStatus } from '../../../contract/common.ts'
import type { Job } from '../../../contract/job.ts'
import type { JobPreview } from '../../../contract/preview.ts'

/** The fields of a job that lists show. */
const SHOWN_FIELDS = [
  'id',
  'kind',
  'status',
  'created_at',
  'completed_at',
  'error_message',
  'custom_metadata',
  'file',
  'details',
  'preview',
] as const
export type JobRow = Pick<Job, Exclude<(typeof SHOWN_FIELDS)[number], 'preview'>> & {
  readonly preview: JobPreview | null
}

export const STATUSES: readonly JobStatus[] = ['queued', 'processing', 'done', 'error']
export const KINDS: readonly JobKind[] = ['pre-recorded', 'live']

/** Failures by whose fault they are, as in the API. */
export const FAILURES = ['5xx', '4xx'] as const

/** Named periods. */
export const PERIODS = ['today', 'week', 'month'] as const

/** Jobs on a page. */
export const PAGE_SIZE = 50

/** Parameters of the console's URL that filter, with the status last. */
export const FILTERS = [
  'q',
  'kind',
  'period',
  'from',
  'to',
  'metadata',
  'tag',
  'language',
  'error_code',
  'status',
] as const
export type FilterName = (typeof FILTERS)[number]

/** The filters of the URL as parameters of `GET /v2/jobs`. */
export function filtersOf(parameters: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  const copy = (name: string, to: string, read = (value: string) => value) => {
    const value = parameters.get(name) ?? ''
    if (value !== '') query.set(to, read(value))
  }
  copy('q', 'q')
  copy('status', 'status')
  copy('kind', 'kind')
  copy('language', 'language')
  copy('error_code', 'error_code')
  copy('period', 'after_date', (period) => before(beginOf(period)))
  copy('from', 'after_date', (day) => before(localDay(day)))
  // The day itself is included.
  copy('to', 'before_date', (day) => timeOf(localDay(day, 1)))
  copy('metadata', 'custom_metadata', metadataFilter)
  for (const tag of parameters.getAll('tag')) query.append('tag', tag)
  return query
}

/** The start of a day in the browser's time zone. @param later days to add */
function localDay(day: string, later = 0): Date {
  const begin = new Date(`${day}T00:00`)
  begin.setDate(begin.getDate() + later)
  return begin
}

/** The start of a named period. */
function beginOf(period: string): Date {
  const now = new Date()
  const back = period === 'month' ? now.getDate() - 1 : period === 'week' ? 6 : 0
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)
}

/** The last millisecond before a time, since the service lists only what is after a time. */
const before = (time: Date): string => timeOf(new Date(time.getTime() - 1))

/** An invalid date is sent as such, and the service rejects it. */
const timeOf = (time: Date): string => (Number.isNaN(time.getTime()) ? 'no date' : time.toISOString())

/** Converts `plan=pro, order.id=7` to the JSON of the filter; JSON stays as it is. */
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

/** An object being built, in which keys such as `__proto__` are like any other. */
type Place = Map<string, string | Place>

const objectOf = (place: Place): object =>
  Object.fromEntries([...place].map(([key, value]) => [key, value instanceof Map ? objectOf(value) : value]))

/** The API path of the page in the URL. */
export function pagePath(parameters: URLSearchParams): string {
  const query = filtersOf(parameters)
  query.set('fields', SHOWN_FIELDS.join(','))
  query.set('limit', String(PAGE_SIZE))
  for (const name of ['offset', 'cursor']) {
    const value = parameters.get(name)
    if (value !== null) query.set(name, value)
  }
  return `v2/jobs?${query.toString()}`
}

/** The API path of a list that counts a status, with the other filters of the URL. */
export function countPath(parameters: URLSearchParams, status: JobStatus | null): string {
  const query = filtersOf(parameters)
  query.delete('status')
  if (status !== null) query.set('status', status)
  query.set('fields', 'id')
  query.set('limit', '1')
  return `v2/jobs?${query.toString()}`
}

/** The position of the next page, as parameters of the console's URL. */
export function placeOf(next: string): Record<'offset' | 'cursor', string | null> {
  const { searchParams } = new URL(next)
  return { offset: searchParams.get('offset'), cursor: searchParams.get('cursor') }
}
