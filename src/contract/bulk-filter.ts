/** The filters of bulk requests. */
import { type ListFilter, listParameters, parseListQuery } from './list-query.ts'

/** The same filters as those of lists. */
export const bulkFilters = listParameters.omit({ offset: true, limit: true, fields: true, cursor: true })

const FILTERS = Object.keys(bulkFilters.shape).join(', ')

/**
 * Parses the filter of a bulk request. In contrast to lists, no unknown or empty parameter is ignored: the request would then apply to
 * more jobs than intended.
 */
export function parseBulkFilter(
  pairs: readonly (readonly [name: string, value: string])[],
): { ok: true; filter: ListFilter } | { ok: false; faults: string[] } {
  const parsed = parseListQuery(pairs, { kinds: true })
  if (!parsed.ok) return parsed
  const { given, offset: _offset, limit: _limit, fields: _fields, cursor: _cursor, ...filter } = parsed.query
  const named = new Set(given.map(([name]) => name)).difference(new Set(['fields']))
  const ignored = new Set(
    pairs.flatMap(([name, value]) => {
      const [root = ''] = name.split('[', 1)
      return (value !== '' || name.startsWith('custom_metadata[')) && named.has(root) ? [] : [root]
    }),
  )
  const faults = [...ignored].map(
    (name) => `${name}: is not a filter with a value; the filters are ${FILTERS}`,
  )
  if (named.size === 0 && ignored.size === 0)
    faults.push(`query: needs at least one of the filters ${FILTERS}, such as before_date=2025-06-01`)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, filter }
}
