/** Menus to tag and export the selected jobs. */
import { MAX } from '../../../contract/limits.ts'
import { BASE } from '../../api.ts'
import { notify } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { Button } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { type BulkOutcome, changeTag, inBulk } from './bulk.ts'
import { useFacets } from './facet-choices.tsx'
import type { JobRow } from './job-query.ts'

interface BulkTagsProps {
  readonly jobs: readonly JobRow[]
  readonly onDone: (outcome: BulkOutcome) => void
}

export function BulkTags({ jobs, onDone }: BulkTagsProps) {
  const texts = t().jobs
  return (
    <MenuButton name="bulk" icon="tag" label={texts.tag}>
      {(close) => <TagForms jobs={jobs} onDone={(outcome) => (close(), onDone(outcome))} />}
    </MenuButton>
  )
}

function TagForms({ jobs, onDone }: BulkTagsProps) {
  const texts = t().jobs
  const known = useFacets().value?.tags ?? []
  const present = [...new Set(jobs.flatMap(({ details }) => details.tags))].toSorted()
  const change = async (tag: string, isAdded: boolean) => {
    const outcome = await inBulk(jobs, async (job) => changeTag(job, tag, isAdded))
    if (outcome.succeeded.length > 0)
      notify((isAdded ? texts.tagAdded : texts.tagRemoved)(tag, outcome.succeeded.length))
    onDone(outcome)
  }
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const field = event.currentTarget.elements.namedItem('tag')
          const tag = field instanceof HTMLInputElement ? field.value.trim() : ''
          if (tag !== '') void change(tag, true)
        }}
      >
        <label class="field">
          <span class="field-label">{texts.addTag}</span>
          <input class="input" name="tag" required maxLength={MAX.tag} list="known-tags" autocomplete="off" />
        </label>
        <datalist id="known-tags">
          {known.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <button type="submit" class="button">
          {texts.add}
        </button>
      </form>
      {present.length > 0 && (
        <ul aria-label={texts.removeTags}>
          {present.map((tag) => (
            <li key={tag}>
              <Button class="menu-button" onClick={() => void change(tag, false)}>
                {texts.removeTag(tag)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Downloads the transcripts as a ZIP file. */
export function BulkExport({ jobs }: { jobs: readonly JobRow[] }) {
  const texts = t().jobs
  const { formats } = t().job
  const query = jobs.map(({ id }) => `id=${id}`).join('&')
  return (
    <MenuButton name="bulk" icon="download" label={texts.export}>
      {() => (
        <ul>
          {Object.entries(formats).map(([format, name]) => (
            <li key={format}>
              <a href={new URL(`v2/jobs/export.zip?${query}&format=${format}`, BASE).href} download>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </MenuButton>
  )
}
