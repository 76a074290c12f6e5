/** The search, the status tabs and the filter menus. */
import type { ComponentChildren } from 'preact'
import { t } from '../../languages/language.ts'
import { parameters } from '../../router.ts'
import { useTypedQuery } from '../../typed-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { setFilters } from './filters.ts'
import { type JobCounts, totalText } from './job-counts.ts'
import { FAILURES, type FilterName, KINDS, PERIODS, STATUSES } from './job-query.ts'
import { LanguageChoices, TagChoices } from './facet-choices.tsx'

/** Milliseconds after the last key until the search starts. */
const TYPING_MS = 250

export function Search() {
  const q = parameters.value.get('q') ?? ''
  const [text, search] = useTypedQuery(q, (typed) => setFilters({ q: typed }, q !== ''))
  const label = t().jobs.search
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
        placeholder={label}
        aria-label={label}
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
    <nav class="tabs" aria-label={t().jobs.status}>
      {(['', ...STATUSES] as const).map((status) => {
        const total = counts?.get(status === '' ? 'all' : status)?.total
        return (
          <Button
            key={status}
            class="tab"
            aria-current={status === chosen ? 'true' : undefined}
            onClick={() => setFilters({ status })}
          >
            {status === '' ? t().jobs.all : t().ui.statuses[status]}
            <span class="count">{total === undefined ? ' ' : totalText(total, parameters.value)}</span>
          </Button>
        )
      })}
    </nav>
  )
}

/** A menu for each kind of filter. The active filters are shown below them. */
export function FilterMenus({ children }: { children: ComponentChildren }) {
  const { tag, language, date, failure, more } = t().jobs
  const showsFailed = ['', 'error'].includes(parameters.value.get('status') ?? '')
  return (
    <div class="filter-menus">
      <MenuButton name="filter" label={tag}>
        {() => <TagChoices />}
      </MenuButton>
      <MenuButton name="filter" label={language}>
        {() => <LanguageChoices />}
      </MenuButton>
      <MenuButton name="filter" label={date}>
        {() => <DateChoices />}
      </MenuButton>
      {showsFailed && (
        <MenuButton name="filter" label={failure}>
          {() => <Choices name="error_code" values={FAILURES} texts={t().jobs.failures} />}
        </MenuButton>
      )}
      <MenuButton name="filter" label={more}>
        {() => <OtherChoices />}
      </MenuButton>
      {children}
    </div>
  )
}

function DateChoices() {
  const { periods, from, to } = t().jobs
  const chosen = parameters.value.get('period')
  return (
    <>
      <ul>
        {PERIODS.map((period) => (
          <li key={period}>
            <Button
              class="menu-button"
              aria-pressed={chosen === period}
              onClick={() => setFilters({ period: chosen === period ? null : period, from: null, to: null })}
            >
              {periods[period]}
            </Button>
          </li>
        ))}
      </ul>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="field">
          <span class="field-label">{{ from, to }[name]}</span>
          <input
            class="input"
            type="date"
            value={parameters.value.get(name) ?? ''}
            onChange={({ currentTarget }) => setFilters({ [name]: currentTarget.value, period: null })}
          />
        </label>
      ))}
    </>
  )
}

interface ChoicesProps<Value extends string> {
  readonly name: FilterName
  readonly values: readonly Value[]
  readonly texts: Readonly<Record<Value, string>>
}

/** The values of a filter, to choose one. */
function Choices<Value extends string>({ name, values, texts }: ChoicesProps<Value>) {
  const chosen = parameters.value.get(name)
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <Button
            class="menu-button"
            aria-pressed={chosen === value}
            onClick={() => setFilters({ [name]: chosen === value ? null : value })}
          >
            {texts[value]}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function OtherChoices() {
  const { kinds, metadata, metadataHint } = t().jobs
  return (
    <>
      <Choices name="kind" values={KINDS} texts={kinds} />
      <label class="field">
        <span class="field-label">{metadata}</span>
        <input
          class="input"
          type="text"
          placeholder={metadataHint}
          value={parameters.value.get('metadata') ?? ''}
          onChange={({ currentTarget }) => setFilters({ metadata: currentTarget.value })}
        />
      </label>
    </>
  )
}
