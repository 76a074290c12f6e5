import { useState } from 'preact/hooks'
import type { TranslationResult } from '../../../contract/features/translation.ts'
import type { Job } from '../../../contract/job.ts'
import { attempt } from '../../announce.ts'
import { BASE, getText } from '../../api.ts'
import { languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { setParameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { copyAndTell } from '../../ui/copy.tsx'
import { Check, Select } from '../../ui/fields.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { resultModules } from './panels/module-content.tsx'

/** Exports the newest revision of the transcript to a file, the clipboard or paper. */
export function ExportMenu({ job }: { job: Job }) {
  const texts = t().job
  const [hasSpeakers, setSpeakers] = useState(true)
  const [hasTimestamps, setTimestamps] = useState(false)
  const [translation, setTranslation] = useState('')
  const languages = translationsOf(job)
  const pathOf = (format: string) =>
    `v2/jobs/${job.id}/export?${new URLSearchParams({
      format,
      speakers: String(hasSpeakers),
      timestamps: String(hasTimestamps),
      ...(translation !== '' && { translation }),
    }).toString()}`
  const print = () => {
    setParameters({ tab: null })
    // After the transcript is rendered.
    requestAnimationFrame(() => setTimeout(() => window.print()))
  }
  return (
    <MenuButton icon="download" name="export" label={texts.export}>
      {(close) => (
        <>
          <Check label={texts.speakerNames} checked={hasSpeakers} onChange={setSpeakers} />
          <Check label={texts.times} checked={hasTimestamps} onChange={setTimestamps} />
          {languages.length > 0 && (
            <label class="field">
              <span class="field-label">{texts.language}</span>
              <Select
                value={translation}
                options={[
                  ['', texts.asSpoken],
                  ...languages.map((code) => [code, languageName(code)] as const),
                ]}
                onChange={setTranslation}
              />
            </label>
          )}
          <ul>
            <li>
              <Button
                class="menu-button"
                onClick={() => (close(), void attempt(async () => copyAndTell(getText(pathOf('txt')))))}
              >
                {texts.copyText}
              </Button>
            </li>
            <li>
              <Button class="menu-button" onClick={() => (close(), print())}>
                {texts.print}
              </Button>
            </li>
            {Object.entries(texts.formats).map(([format, label]) => (
              <li key={format}>
                <a href={new URL(pathOf(format), BASE).href} download>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </MenuButton>
  )
}

/** The languages that the transcript was translated into. */
function translationsOf(job: Job): readonly string[] {
  const module = resultModules(job).find(([name]) => name === 'translation')?.[1]
  const results = (module?.results ?? []) as readonly TranslationResult[]
  return results.flatMap(({ error, languages }) => (error === null ? languages : []))
}
