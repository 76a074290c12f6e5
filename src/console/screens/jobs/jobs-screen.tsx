import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { getVersion, type Versioned } from '../../api.ts'
import { announce } from '../../announce.ts'
import { changes } from '../../events.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { href, parameters, useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { FilterChips } from './filter-chips.tsx'
import { clearFilters } from './filters.ts'
import { totalText, useJobCounts } from './job-counts.ts'
import { FilterMenus, Search, StatusTabs } from './job-filters.tsx'
import { JobPages } from './job-pages.tsx'
import { FILTERS, type JobRow, pagePath } from './job-query.ts'
import { JobTable } from './job-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import './jobs.css'

interface Page {
  readonly items: readonly JobRow[]
  readonly next: string | null
}

export function JobsScreen() {
  const texts = t().jobs
  const path = pagePath(parameters.value)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const page = useResource<Versioned<Page>>(
    path,
    async (known, abort) => getVersion(path, known, abort),
    () => null,
    changes,
  )
  const counts = useJobCounts(parameters.value)
  const { value } = page
  const jobs = value?.value.items ?? null
  const total = value === null ? null : totalText(value.total, parameters.value)
  const isFiltered = FILTERS.some((name) => parameters.value.has(name))

  useTitle(t().shell.screens.jobs)
  useLayoutEffect(() => setSelected(new Set()), [path])
  useEffect(() => {
    if (total !== null && !page.isStale) announce(texts.total(total))
  }, [total, path, page.isStale])
  useShortcuts(t().shell.screens.jobs, [
    { keys: '/', label: texts.searchKey, run: () => document.getElementById('search')?.focus() },
    { keys: 'j', label: texts.nextJob, run: () => moveFocus(1) },
    { keys: 'k', label: texts.previousJob, run: () => moveFocus(-1) },
    ...(may('write')
      ? [{ keys: 'x', label: texts.selectJob, run: () => focusedRow()?.querySelector('input')?.click() }]
      : []),
  ])

  const select = (ids: readonly string[], isSelected: boolean) => {
    const changed = new Set(selected)
    for (const id of ids) {
      if (isSelected) changed.add(id)
      else changed.delete(id)
    }
    setSelected(changed)
  }
  const chosen = jobs?.filter(({ id }) => selected.has(id)) ?? []
  const hasMore = jobs !== null && value?.total !== jobs.length
  return (
    <>
      <div class="page-header">
        <h1>{t().shell.screens.jobs}</h1>
        <div class="actions">
          <a class="button" href={href('jobs/trash')}>
            <Icon name="trash" />
            {texts.trash}
          </a>
          {may('write') && (
            <a class="button primary" href={href('new')}>
              <Icon name="plus" />
              {t().shell.screens.new}
            </a>
          )}
        </div>
      </div>
      <div class="toolbar">
        <Search />
        <FilterMenus>
          <SavedViews />
        </FilterMenus>
      </div>
      <FilterChips />
      <StatusTabs counts={counts} />
      {page.error !== null && (jobs === null || page.isStale) && (
        <div class="list-failure">
          <Failure title={texts.loadFailed} error={page.error} onRetry={page.reload} />
        </div>
      )}
      {chosen.length > 0 && may('write') && (
        <SelectionBar
          jobs={chosen}
          matching={hasMore ? total : null}
          onClear={() => setSelected(new Set())}
          onChanged={page.reload}
        />
      )}
      {jobs?.length === 0 ? (
        <NoJobs isFiltered={isFiltered} />
      ) : (
        (jobs !== null || page.error === null) && (
          <JobTable
            jobs={jobs}
            isStale={page.isStale}
            selected={selected}
            onSelect={may('write') ? select : null}
          />
        )
      )}
      {jobs !== null && jobs.length > 0 && (
        <JobPages count={jobs.length} total={total} next={value?.value.next ?? null} />
      )}
    </>
  )
}

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  const texts = t().jobs
  if (isFiltered)
    return (
      <Empty
        icon="search"
        title={texts.noMatch}
        actions={<Button onClick={clearFilters}>{texts.clearAll}</Button>}
      >
        {texts.noMatchHint}
      </Empty>
    )
  if (!may('write'))
    return (
      <Empty icon="jobs" title={texts.none}>
        {texts.noneOfOthers}
      </Empty>
    )
  return (
    <Empty
      icon="upload"
      title={texts.none}
      actions={
        <a class="button primary" href={href('new')}>
          {texts.transcribeFile}
        </a>
      }
    >
      {texts.noneHint}
    </Empty>
  )
}

function focusedRow(): HTMLTableRowElement | null {
  return document.activeElement?.closest('tr') ?? null
}

/** Moves the focus by a number of rows, or to the first row from elsewhere. */
function moveFocus(by: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.row-link')]
  const at = links.findIndex((link) => link.closest('tr') === focusedRow())
  links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus()
}
