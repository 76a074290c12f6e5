/** The search, the tabs and the other filters of the list. All of them are in the URL. */
import { useState } from 'preact/hooks'
import { MAX } from '../../../contract/limits.ts'
import { parameters, setParameters } from '../../router.ts'
import { useTypedQuery } from '../../typed-query.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RemovableTag } from '../../ui/removable-tag.tsx'
import { type JobCounts, totalText } from './job-counts.ts'
import { FILTERS, KINDS, STATUSES } from './job-query.ts'
import { t } from '../../languages/language.ts'

/** Milliseconds after the last key until the search begins. */
const TYPING_MS = 250

/** Shows the first page with other filters. */
function setFilter(name: (typeof FILTERS)[number], value: string | readonly string[], replace = false): void {
  setParameters({ [name]: value, offset: null, cursor: null }, { replace })
}

export function clearFilters(): void {
  setParameters(Object.fromEntries([...FILTERS, 'offset', 'cursor'].map((name) => [name, null])))
}

export function Search() {
  const q = parameters.value.get('q') ?? ''
  const [text, search] = useTypedQuery(q, (typed) => setFilter('q', typed, q !== ''))
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <Icon name="search" />
      <input
        class="input"
        id="search"
        type="search"
        placeholder="Search transcripts"
        aria-label="Search transcripts"
        maxLength={500}
        value={text}
        onInput={({ currentTarget }) => search(currentTarget.value, TYPING_MS)}
      />
      {text === '' && <kbd aria-hidden="true">/</kbd>}
    </form>
  )
}

export function StatusTabs({ counts }: { counts: JobCounts | null }) {
  const chosen = parameters.value.get('status') ?? ''
  return (
    <nav class="tabs" aria-label="Status">
      {(['', ...STATUSES] as const).map((status) => {
        const total = counts?.get(status === '' ? 'all' : status)
        return (
          <Button
            key={status}
            class="tab"
            aria-current={status === chosen ? 'true' : undefined}
            onClick={() => setFilter('status', status)}
          >
            {status === '' ? 'All' : t().ui.statuses[status]}
            <span class="count">{total === undefined ? ' ' : totalText(total, parameters.value)}</span>
          </Button>
        )
      })}
    </nav>
  )
}

export function Filters() {
  const value = (name: string) => parameters.value.get(name) ?? ''
  const isAny = FILTERS.some((name) => name !== 'status' && name !== 'q' && value(name) !== '')
  const [isOpen, setOpen] = useState(isAny)
  return (
    <details class="filters" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="button">Filters{isAny ? ' · on' : ''}</summary>
      <div class="filter-fields">
        <label class="field">
          <span class="field-label">Kind</span>
          <Select
            value={value('kind')}
            options={[['', 'All kinds'], ...KINDS]}
            onChange={(kind) => setFilter('kind', kind)}
          />
        </label>
        {(['from', 'to'] as const).map((name) => (
          <label key={name} class="field">
            <span class="field-label">{name === 'from' ? 'Created from (UTC)' : 'Created to (UTC)'}</span>
            <input
              class="input"
              type="date"
              value={value(name)}
              onChange={({ currentTarget }) => setFilter(name, currentTarget.value)}
            />
          </label>
        ))}
        <label class="field metadata-field">
          <span class="field-label">Metadata</span>
          <input
            class="input"
            type="text"
            placeholder="plan=pro, order.id=7"
            value={value('metadata')}
            onChange={({ currentTarget }) => setFilter('metadata', currentTarget.value)}
          />
        </label>
        <TagFilter />
        {isAny && <Button onClick={clearFilters}>Clear</Button>}
      </div>
    </details>
  )
}

/** The tags that jobs must all have. Enter adds one. */
function TagFilter() {
  const tags = parameters.value.getAll('tag')
  const add = (tag: string) => {
    if (tag !== '' && !tags.includes(tag)) setFilter('tag', [...tags, tag])
  }
  return (
    <div class="tag-filter">
      <label class="field">
        <span class="field-label">Tag</span>
        <input
          class="input"
          type="text"
          maxLength={MAX.tag}
          disabled={tags.length >= MAX.tags}
          onChange={({ currentTarget }) => {
            add(currentTarget.value.trim())
            currentTarget.value = ''
          }}
        />
      </label>
      {tags.length > 0 && (
        <ul aria-label="Only jobs with the tags">
          {tags.map((tag) => (
            <RemovableTag
              key={tag}
              label={`Do not filter by the tag ${tag}`}
              onRemove={() =>
                setFilter(
                  'tag',
                  tags.filter((one) => one !== tag),
                )
              }
            >
              <bdi>{tag}</bdi>
            </RemovableTag>
          ))}
        </ul>
      )}
    </div>
  )
}
