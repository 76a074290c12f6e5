/** The form of the New screen. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Presets } from '../../../contract/settings.ts'
import { addFiles, type Draft, newDraft, OWN, ownDraft, shownDraft } from '../../uploads/draft.ts'
import { t } from '../../languages/language.ts'
import { navigate } from '../../router.ts'
import { type JobOptions, type Source, sourceOf, startUploads } from '../../uploads/uploads.ts'
import { AccountWords } from './account-words.tsx'
import { CurlCommand } from './curl-command.tsx'
import { PresetCards } from './preset-cards.tsx'
import { OptionsForm } from './options-form.tsx'
import { PresetActions } from './preset-actions.tsx'
import { fieldId, type FieldPath, missingField, type OptionGroup } from './request-schema.ts'
import { FilePicker, SourceList, UrlField, urlsIn } from './source-list.tsx'

/** The initial state of the form. */
export interface Start {
  readonly groups: readonly OptionGroup[]
  readonly presets: Presets
  /** The job to try again, or null. */
  readonly again: { readonly source: Source; readonly options: JobOptions } | null
}

/** The draft of the screen, which starts with the default preset. */
function draftOf({ again, presets: { items, default: first } }: Start): Draft {
  if (again !== null) return newDraft([again.source], again.options)
  const { choice, options } = ownDraft
  const isKnown = items.some(({ id }) => id === choice.peek())
  if (choice.peek() === null) {
    const preset = items.find(({ id }) => id === first)
    choice.value = preset?.id ?? OWN
    options.value = preset?.options ?? {}
  } else if (!isKnown) choice.value = OWN
  return ownDraft
}

/** Uses a draft that receives dropped files while the form is shown. */
function useDraft(start: Start): Draft {
  const draft = useMemo(() => draftOf(start), [])
  useEffect(() => {
    shownDraft.value = draft
    return () => {
      shownDraft.value = null
    }
  }, [])
  return draft
}

export function NewForm({ start }: { start: Start }) {
  const draft = useDraft(start)
  const { sources, choice, options, version } = draft
  const [presets, setPresets] = useState(start.presets)
  const [isOpen, setOpen] = useState(choice.peek() === OWN)
  const [missing, setMissing] = useState<FieldPath | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const [urlProblem, setUrlProblem] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const texts = t().newJob
  const addUrls = (text: string): boolean => {
    const urls = urlsIn(text) ?? []
    draft.url.value = urls.length === 0 ? text : ''
    sources.value = [...sources.value, ...urls.map((url) => sourceOf(url))]
    setUrlProblem(urls.length > 0 ? null : text.trim() === '' ? texts.noUrl : texts.notUrl)
    return urls.length > 0
  }
  const submit = (event: Event) => {
    event.preventDefault()
    // A URL that was typed but not added is sent, too.
    if (draft.url.value.trim() !== '' && !addUrls(draft.url.value)) {
      document.getElementById('url')?.focus()
      return
    }
    const field = missingField(start.groups, options.value)
    setMissing(field)
    setEmpty(sources.value.length === 0)
    if (field !== null) setOpen(true)
    else if (sources.value.length === 0) document.getElementById('choose-files')?.focus()
    else {
      startUploads(sources.value, options.value)
      sources.value = []
      navigate('jobs')
    }
  }
  useEffect(() => {
    if (version.value > 0) setOpen(true)
  }, [version.value])
  useLayoutEffect(() => {
    if (missing !== null) document.getElementById(fieldId(missing))?.focus()
  }, [missing])
  const count = sources.value.length
  return (
    <form class="new-form" onSubmit={submit}>
      <section class="sources" aria-label={texts.audio}>
        <FilePicker input={picker} onFiles={addFiles} />
        <SourceList sources={sources.value} onChange={(changed) => (sources.value = changed)} />
        <UrlField
          text={draft.url.value}
          problem={urlProblem}
          onText={(text) => {
            draft.url.value = text
            setUrlProblem(null)
          }}
          onAdd={addUrls}
        />
      </section>
      <PresetCards presets={presets} draft={draft} onOwn={() => setOpen(true)} />
      <div class="new-submit">
        {isEmpty && count === 0 && (
          <p class="hint problem" role="alert">
            {texts.nothingChosen}
          </p>
        )}
        <Submit count={count} />
      </div>
      <AccountWords />
      <div class="folds">
        <details class="fold" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.options}</summary>
          {isOpen && (
            <>
              <OptionsForm
                // A new choice resets the rows in the form.
                key={`${choice.value} ${version.value}`}
                groups={start.groups}
                options={options.value}
                missing={missing}
                onChange={(changed) => (options.value = changed)}
              />
              <PresetActions presets={presets} draft={draft} onChange={setPresets} />
              <div class="new-submit">
                <Submit count={count} />
              </div>
            </>
          )}
        </details>
        <details class="fold">
          <summary>{texts.curl}</summary>
          <CurlCommand source={sources.value[0]?.audio} options={options.value} />
        </details>
      </div>
    </form>
  )
}

function Submit({ count }: { count: number }) {
  const { transcribe, transcribeFiles } = t().newJob
  return (
    <button type="submit" class="button primary">
      {count > 1 ? transcribeFiles(count) : transcribe}
    </button>
  )
}
