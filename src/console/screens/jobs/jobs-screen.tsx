import { useEffect, useState } from 'preact/hooks'
import { getVersion, type Versioned } from '../../api.ts'
import { announce } from '../../announce.ts'
import { useResource } from '../../resource.ts'
import { href, parameters, setParameters, useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { created } from '../../uploads.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { isActive } from '../../ui/status.tsx'
import { SelectionBar } from './delete-jobs.tsx'
import { totalText, useJobCounts } from './job-counts.ts'
import { clearFilters, Filters, Search, StatusTabs } from './job-filters.tsx'
import { FILTERS, type JobRow, PAGE_SIZE, pagePath, placeOf } from './job-query.ts'
import { JobTable } from './job-table.tsx'
import './jobs.css'

interface Page {
  readonly items: readonly JobRow[]
  readonly next: string | null
}

/** Milliseconds between two looks for changes: while a job is in progress, and else. */
const ACTIVE_MS = 2_000
const IDLE_MS = 5_000

export function JobsScreen() {
  const path = pagePath(parameters.value)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const page = useResource<Versioned<Page>>(
    path,
    async (known, abort) => getVersion(path, known, abort),
    (known) => (known?.value.items.some(isActive) ? ACTIVE_MS : IDLE_MS),
  )
  const counts = useJobCounts(parameters.value, page.value?.etag ?? null)
  const { value } = page
  const jobs = value?.value.items ?? null
  const total = value === null ? null : totalText(value.total, parameters.value)
  const isFiltered = FILTERS.some((name) => parameters.value.has(name))

  useTitle('Jobs')
  useEffect(() => setSelected(new Set()), [path])
  useEffect(() => {
    if (created.value > 0) page.reload()
  }, [created.value])
  useEffect(() => {
    if (total !== null && !page.isStale) announce(`${total} jobs`)
  }, [total, path, page.isStale])
  useShortcuts('Jobs', [
    { keys: '/', label: 'Search', run: () => document.getElementById('search')?.focus() },
    { keys: 'j', label: 'Next job', run: () => moveFocus(1) },
    { keys: 'k', label: 'Previous job', run: () => moveFocus(-1) },
    ...(may('write')
      ? [{ keys: 'x', label: 'Select the job', run: () => focusedRow()?.querySelector('input')?.click() }]
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
  return (
    <>
      <div class="page-header">
        <h1>Jobs</h1>
        {may('write') && (
          <a class="button primary" href={href('new')}>
            <Icon name="plus" />
            New
          </a>
        )}
      </div>
      <div class="toolbar">
        <Search />
        <Filters />
      </div>
      <StatusTabs counts={counts.value} />
      {page.error !== null && jobs === null ? (
        <div class="list-failure">
          <Failure title="The jobs could not be loaded" error={page.error} onRetry={page.reload} />
        </div>
      ) : (
        <>
          {chosen.length > 0 && may('write') && (
            <SelectionBar
              jobs={chosen}
              onClear={() => setSelected(new Set())}
              onDeleted={() => {
                setSelected(new Set())
                page.reload()
              }}
            />
          )}
          {page.error !== null && page.isStale && (
            <div class="list-failure">
              <Failure title="This list could not be loaded" error={page.error} onRetry={page.reload} />
            </div>
          )}
          {jobs?.length === 0 ? (
            <NoJobs isFiltered={isFiltered} />
          ) : (
            <JobTable
              jobs={jobs}
              isStale={page.isStale}
              selected={selected}
              onSelect={may('write') ? select : null}
            />
          )}
          {jobs !== null && jobs.length > 0 && (
            <Pages count={jobs.length} total={total} next={value?.value.next ?? null} />
          )}
        </>
      )}
    </>
  )
}

function NoJobs({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty
        icon="search"
        title="No job matches"
        actions={<Button onClick={clearFilters}>Clear search and filters</Button>}
      >
        Transcripts are searched for whole words, all of which must occur.
      </Empty>
    )
  if (!may('write'))
    return (
      <Empty icon="jobs" title="No jobs yet">
        What others of the account transcribe appears here.
      </Empty>
    )
  return (
    <Empty
      icon="upload"
      title="No jobs yet"
      actions={
        <a class="button primary" href={href('new')}>
          Transcribe a file
        </a>
      }
    >
      Drop audio or video anywhere on this page, and its transcript appears here.
    </Empty>
  )
}

function Pages({ count, total, next }: { count: number; total: string | null; next: string | null }) {
  const offset = Number(parameters.value.get('offset') ?? 0)
  const previous = Math.max(0, offset - PAGE_SIZE)
  return (
    <nav class="pages" aria-label="Pages">
      <span class="muted numeric">
        {offset + 1}–{offset + count} of {total}
      </span>
      <Button
        disabled={offset === 0}
        onClick={() => setParameters({ offset: previous === 0 ? null : String(previous), cursor: null })}
      >
        <Icon name="back" />
        Newer
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && setParameters(placeOf(next))}>
        Older
        <Icon name="forward" />
      </Button>
    </nav>
  )
}

function focusedRow(): HTMLTableRowElement | null {
  return document.activeElement?.closest('tr') ?? null
}

/** Moves the focus by so many rows; from elsewhere to the first one. */
function moveFocus(by: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.row-link')]
  const at = links.findIndex((link) => link.closest('tr') === focusedRow())
  links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus()
}
