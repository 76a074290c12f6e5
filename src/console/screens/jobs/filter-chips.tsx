/** The active filters, each with a button to remove it. */
import { formatDay, languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { parameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableTag } from '../../ui/removable-tag.tsx'
import { clearFilters, setFilters } from './filters.ts'
import type { FilterName } from './job-query.ts'

interface Chip {
  readonly name: FilterName
  readonly value: string
  readonly text: string
}

export function FilterChips() {
  const chips = chipsOf(parameters.value)
  if (chips.length === 0) return null
  const { active, removeFilter, clear } = t().jobs
  return (
    <div class="filter-chips">
      <ul aria-label={active}>
        {chips.map(({ name, value, text }) => (
          <RemovableTag
            key={`${name} ${value}`}
            label={removeFilter(text)}
            onRemove={() =>
              setFilters({ [name]: parameters.value.getAll(name).filter((one) => one !== value) })
            }
          >
            <bdi>{text}</bdi>
          </RemovableTag>
        ))}
      </ul>
      <Button class="link-button" onClick={clearFilters}>
        {clear}
      </Button>
    </div>
  )
}

/** All filters except search words and status, which have controls of their own. */
function chipsOf(query: URLSearchParams): Chip[] {
  const texts = t().jobs
  const shown: Partial<Readonly<Record<string, (value: string) => string>>> = {
    tag: texts.withTag,
    language: languageName,
    error_code: (value) => (texts.failures as Readonly<Record<string, string>>)[value] ?? value,
    kind: (value) => (texts.kinds as Readonly<Record<string, string>>)[value] ?? value,
    period: (value) => (texts.periods as Readonly<Record<string, string>>)[value] ?? value,
    from: (value) => texts.since(dayText(value)),
    to: (value) => texts.until(dayText(value)),
    metadata: (value) => value,
  }
  return [...query].flatMap(([name, value]) => {
    const text = shown[name]?.(value)
    return text === undefined || value === '' ? [] : [{ name: name as FilterName, value, text }]
  })
}

/** An invalid date is shown as it is. */
const dayText = (day: string): string => (Number.isNaN(Date.parse(day)) ? day : formatDay(`${day}T00:00`))
