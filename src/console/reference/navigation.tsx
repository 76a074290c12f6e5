import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { announce } from '../announce.ts'
import { href, navigate, segments } from '../router.ts'
import { useShortcuts } from '../shortcuts.ts'
import { Icon } from '../ui/icon.tsx'
import type { Description } from './description.ts'
import { GUIDES } from './guides.ts'
import { Method } from './method.tsx'
import { eventPath, guidePath, operationPath, typePath } from './paths.ts'
import { type Entry, found, loadGuideTexts, searchIndex } from './search-index.ts'

/** Number of results shown. */
const MAX_RESULTS = 40

/** Schemas of the messages on the WebSocket of a live session. */
const LIVE_FRAMES = ['LiveClientFrame', 'LiveServerFrame']

interface NavigationProps {
  readonly description: Description
  /** Called before the search field is focused, since it may be hidden. */
  readonly onSearch: () => void
  /** Called when an entry is chosen. */
  readonly onChoice: () => void
}

/** The table of contents with a search. */
export function Navigation({ description, onSearch, onChoice }: NavigationProps) {
  const [query, setQuery] = useState('')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const field = useRef<HTMLInputElement>(null)
  const index = useMemo(() => searchIndex(description, texts), [description, texts])
  const results = useMemo(() => (query.trim() === '' ? null : found(index, query)), [index, query])
  const focusSearch = () => {
    onSearch()
    // Immediately, so that the next key is not lost.
    field.current?.focus()
    // A hidden field can be focused only after it is shown.
    if (document.activeElement !== field.current) requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts('Reference', [{ keys: '/', label: 'Search', run: focusSearch }])
  useEffect(() => {
    if (results !== null) announce(results.length === 1 ? '1 result' : `${results.length} results`)
  }, [results])
  const isSearching = results !== null
  useEffect(() => {
    if (isSearching) void loadGuideTexts().then(setTexts)
  }, [isSearching])

  const choose = () => {
    setQuery('')
    onChoice()
  }
  const openFirst = (event: Event) => {
    event.preventDefault()
    const first = results?.[0]
    if (first === undefined) return
    navigate(first.path)
    choose()
  }
  return (
    <>
      <form class="search" role="search" onSubmit={openFirst}>
        <Icon name="search" />
        <input
          ref={field}
          class="input"
          type="search"
          aria-label="Search the reference"
          placeholder="Search"
          spellcheck={false}
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setQuery('')
          }}
        />
      </form>
      {results === null ? (
        <Contents description={description} onChoice={onChoice} />
      ) : (
        <Results results={results} onChoice={choose} />
      )}
    </>
  )
}

function Results({ results, onChoice }: { results: readonly Entry[]; onChoice: () => void }) {
  if (results.length === 0) return <p class="hint">Nothing contains all of these words.</p>
  return (
    <ul class="results" aria-label="Results">
      {results.slice(0, MAX_RESULTS).map(({ path, title, context, method }) => (
        <li key={path}>
          <a href={href(path)} onClick={onChoice}>
            {title}
            <span class="result-context">
              {method !== null && <Method name={method} />} {context}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface Item {
  readonly path: string
  readonly label: string
  readonly method?: string
  /** Path of an operation, which distinguishes it from another one with the same label. */
  readonly place?: string
  readonly isDeprecated?: boolean
}

function Contents({ description, onChoice }: { description: Description; onChoice: () => void }) {
  const groups: { title: string; items: Item[] }[] = [
    ...GUIDES.map(({ title, guides }) => ({
      title,
      items: guides.map(({ name, title: label }) => ({ path: guidePath(name), label })),
    })),
    ...description.chapters
      .map(({ title, operations, events }) => ({
        title,
        items: [
          ...operations.map((one) => ({
            path: operationPath(one),
            label: one.summary,
            method: one.method,
            place: one.path,
            isDeprecated: one.deprecated ?? false,
          })),
          ...events.map((one) => ({ path: eventPath(one), label: one.name })),
        ],
      }))
      .filter(({ items }) => items.length > 0),
    {
      title: 'Live frames',
      items: LIVE_FRAMES.map((name) => ({ path: typePath(name), label: name })),
    },
  ]
  return (
    <nav aria-label="Contents">
      {groups.map((group) => (
        <Group key={group.title} {...group} onChoice={onChoice} />
      ))}
    </nav>
  )
}

interface GroupProps {
  readonly title: string
  readonly items: readonly Item[]
  readonly onChoice: () => void
}

function Group({ title, items, onChoice }: GroupProps) {
  const current = segments.value.join('/')
  const isCurrent = items.some(({ path }) => path === current)
  const [isOpen, setOpen] = useState(isCurrent || title === 'Guides')
  useEffect(() => {
    if (isCurrent) setOpen(true)
  }, [isCurrent])
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      <ul>
        {items.map(({ path, label, method, place, isDeprecated = false }) => (
          <li key={path}>
            <a href={href(path)} aria-current={path === current ? 'page' : undefined} onClick={onChoice}>
              <span>
                {label}
                {items.filter((one) => one.label === label).length > 1 && (
                  <span class="result-context">{place}</span>
                )}
                {isDeprecated && <span class="result-context">deprecated</span>}
              </span>
              {method !== undefined && <Method name={method} />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
