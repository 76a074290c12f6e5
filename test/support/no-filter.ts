import { type ListFilter, parseListQuery } from '../../src/contract/list-query.ts'

/** Matches every job: the filter of a query without parameters. */
export const NO_FILTER: ListFilter = (() => {
  const parsed = parseListQuery([], { kinds: true })
  if (!parsed.ok) throw new Error('a query needs no parameters')
  const {
    given: _given,
    offset: _offset,
    limit: _limit,
    fields: _fields,
    cursor: _cursor,
    ...filter
  } = parsed.query
  return filter
})()
