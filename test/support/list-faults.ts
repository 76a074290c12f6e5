/** Queries that every list refuses, each with its faulty parameters, listed once per fault. */
type Fault = readonly [query: string, ...parameters: string[]]

const NO_COUNTS = '-1 1.5 x 1e2 0x10 NaN Infinity null 1,2 1;2 %20 %00'.split(' ')
const NO_DAYS =
  'today 1735689600 2025 2025-13-01 2025-00-10 2025-02-29 2025-1-1 01/06/2025 2025-06-01x %20'.split(' ')
const NO_TIMES = [
  ...'2025-06-01T 2025-06-01T25:00:00Z 2025-06-01T10:60:00Z 2025-02-30T10:00:00Z'.split(' '),
  ...'2025-06-01T10:00:00ZZ 2025-06-01T10:00:00%2B25:00 Sun,%2001%20Jun%202025%2010:00:00%20GMT'.split(' '),
]
const NO_METADATA = `x "x" 7 true null [] [{"a":1}] { {"a":1 {"a":} {'a':1} {a:1} %20 %ff`.split(' ')

const each = (parameters: readonly string[], values: readonly string[]): Fault[] =>
  parameters.flatMap((parameter) => values.map((value): Fault => [`${parameter}=${value}`, parameter]))

export const FAULTS: readonly Fault[] = [
  ...each(['offset', 'limit'], NO_COUNTS),
  ['limit=0', 'limit'],
  ['limit=-0', 'limit'],
  ['limit=5&limit=6', 'limit'],
  ['offset=5&offset=6', 'offset'],
  ...each(['date', 'before_date', 'after_date'], [...NO_DAYS, ...NO_TIMES]),
  ...each(['status'], ['finished', 'DONE', 'null', 'done,finished', '{"a":1}', '%20']),
  ['status[]=finished', 'status'],
  ['status=done&status=finished', 'status'],
  ['status=done,finished&status[]=error', 'status'],
  ...each(['custom_metadata'], NO_METADATA),
  ...each(['custom_metadata'], ['{"a\\u0000b":1}', '{"a":"\\u0000"}']),
  ['custom_metadata[a%00b]=1', 'custom_metadata'],
  ['custom_metadata[a]=%00', 'custom_metadata'],

  ['limit=0&offset=-1', 'limit', 'offset'],
  ['before_date=x&after_date=y', 'before_date', 'after_date'],
  ['status=x&date=y', 'status', 'date'],
  ['status=finished,begun', 'status', 'status'],
  ['status=finished&status[]=begun', 'status', 'status'],
  ['custom_metadata={&limit=x', 'custom_metadata', 'limit'],
  ['limit=1&offset=1&status=done&date=2025-06-01&after_date=x', 'after_date'],
  [
    'offset=a&limit=b&date=c&before_date=d&after_date=e&status=f&custom_metadata=g',
    ...['offset', 'limit', 'date', 'before_date', 'after_date', 'status', 'custom_metadata'],
  ],
]

/** The same for the list that has `kind`. */
export const KIND_FAULTS: readonly Fault[] = [
  ...each(['kind'], ['batch', 'LIVE', 'live,batch']),
  ['kind[]=batch', 'kind'],
  ['kind=live&kind=batch', 'kind'],
  ['kind=a,b', 'kind', 'kind'],
  ['kind=batch&status=x', 'kind', 'status'],
]
