/** Menus with the tags and languages of the account's jobs. */
import { useState } from 'preact/hooks'
import type { JobFacets } from '../../../contract/facets.ts'
import { MAX } from '../../../contract/limits.ts'
import { get } from '../../api.ts'
import { formatCount, languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { parameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { setFilters } from './filters.ts'

/** From this many choices on, there is a search field. */
const MANY = 8

/** Milliseconds between polls while they are shown. The service caches them for as long. */
const REFRESH_MS = 10_000

export const useFacets = () =>
  useResource<JobFacets>(
    'facets',
    async (_known, abort) => get<JobFacets>('v2/jobs/facets', abort),
    () => REFRESH_MS,
  )

interface Choice {
  readonly value: string
  readonly label: string
  readonly jobs: number
}

export function TagChoices() {
  const chosen = parameters.value.getAll('tag')
  return (
    <Loaded resource={useFacets()} title={t().jobs.choicesFailed}>
      {({ tags }) => (
        <FacetList
          choices={tags.map(({ tag, jobs }) => ({ value: tag, label: tag, jobs }))}
          chosen={chosen}
          empty={t().jobs.noTags}
          isFull={chosen.length >= MAX.tags}
          onChoose={(tag) =>
            setFilters({ tag: chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag] })
          }
        />
      )}
    </Loaded>
  )
}

export function LanguageChoices() {
  const chosen = parameters.value.getAll('language')
  return (
    <Loaded resource={useFacets()} title={t().jobs.choicesFailed}>
      {({ languages }) => (
        <FacetList
          choices={languages.map(({ language, jobs }) => ({
            value: language,
            label: languageName(language),
            jobs,
          }))}
          chosen={chosen}
          empty={t().jobs.noLanguages}
          onChoose={(language) => setFilters({ language: chosen.includes(language) ? null : language })}
        />
      )}
    </Loaded>
  )
}

interface FacetListProps {
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  /** Text to show if there are none. */
  readonly empty: string
  /** Whether the maximum is chosen. */
  readonly isFull?: boolean
  readonly onChoose: (value: string) => void
}

function FacetList({ choices, chosen, empty, isFull = false, onChoose }: FacetListProps) {
  const [sought, setSought] = useState('')
  if (choices.length === 0) return <p class="hint">{empty}</p>
  const found = choices.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  return (
    <>
      {choices.length > MANY && (
        <input
          class="input"
          type="search"
          aria-label={t().jobs.find}
          placeholder={t().jobs.find}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
        />
      )}
      <ul class="facets">
        {found.map(({ value, label, jobs }) => (
          <li key={value}>
            <Button
              class="menu-button"
              aria-pressed={chosen.includes(value)}
              disabled={isFull && !chosen.includes(value)}
              onClick={() => onChoose(value)}
            >
              <bdi>{label}</bdi>
              <span class="count">{formatCount(jobs)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
