/** The filters of the list, in the URL. */
import { FILTERS, type FilterName } from './job-query.ts'
import { setParameters } from '../../router.ts'

/** Shows the first page with other filters. */
export function setFilters(
  changes: Partial<Readonly<Record<FilterName, string | readonly string[] | null>>>,
  replace = false,
): void {
  setParameters({ ...changes, offset: null, cursor: null }, { replace })
}

export function clearFilters(): void {
  setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])))
}
