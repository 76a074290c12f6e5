import type { AuditPage } from '../../../contract/audit.ts'
import { get } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters } from '../../router.ts'
import { isOperator } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { KIND_NAMES, KINDS } from './activity-kinds.ts'
import { ActivityTable } from './activity-table.tsx'

const PAGE_SIZE = 50
/** Milliseconds between polls. */
const REFRESH_MS = 10_000

/** The URL parameters that filter the activity, besides the cursor. */
const FILTERS = ['account', 'by', 'kind'] as const

/** Who changed what, and who signed in. */
export function ActivityPanel() {
  const texts = t().activity
  const path = `v2/audit?${queryOf(parameters.value).toString()}`
  const { value, error, isStale, reload } = useResource<AuditPage>(
    path,
    async (_known, abort) => get(path, abort),
    () => REFRESH_MS,
  )
  const isFirst = !parameters.value.has('cursor')
  const next = value?.next ?? null
  return (
    <section class="usage" aria-label={t().system.tabs.activity}>
      <ActivityFilters show={show} />
      {error !== null && (value === null || isStale) ? (
        <Failure title={texts.notLoaded} error={error} onRetry={reload} />
      ) : value === null ? (
        <p aria-busy="true">
          <Skeleton width={64} />
        </p>
      ) : value.items.length === 0 ? (
        <NoActivity />
      ) : (
        <ActivityTable
          entries={value.items}
          isOfAll={parameters.value.get('account') === '*'}
          isBusy={isStale}
        />
      )}
      {!(isFirst && next === null) && (
        <Pages
          label={texts.pages}
          newer={texts.newest}
          older={texts.older}
          onNewer={isFirst ? null : () => show({})}
          onOlder={
            next === null ? null : () => setParameters({ cursor: new URL(next).searchParams.get('cursor') })
          }
        />
      )}
    </section>
  )
}

/** Shows the first page with other filters. */
function show(filters: Readonly<Record<string, string | null>>): void {
  setParameters({ ...filters, cursor: null })
}

/** The query of the API for that of the console. */
function queryOf(given: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
  for (const name of ['by', 'cursor']) {
    const value = given.get(name)
    if (value !== null) query.set(name, value)
  }
  if (given.get('account') === '*' && isOperator()) query.set('account', '*')
  const kind = KIND_NAMES.find((name) => name === given.get('kind'))
  for (const operation of Object.keys(kind === undefined ? {} : KINDS[kind]))
    query.append('operation', operation)
  return query
}

function NoActivity() {
  const texts = t().activity
  if (!FILTERS.some((name) => parameters.value.has(name)))
    return (
      <Empty icon="jobs" title={texts.none}>
        {texts.noneHint}
      </Empty>
    )
  const all = Object.fromEntries(FILTERS.map((name) => [name, null]))
  return (
    <Empty
      icon="search"
      title={texts.noMatch}
      actions={<Button onClick={() => show(all)}>{texts.showAll}</Button>}
    />
  )
}
