import { useRef, useState } from 'preact/hooks'
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
import { Icon } from '../../ui/icon.tsx'
import { useClosing } from '../../ui/menu.ts'
import { resultModules } from './panels/module-content.tsx'

/** The transcript of the newest revision as a file, as text to paste, and on paper. */
export function ExportMenu({ job }: { job: Job }) {
  const texts = t().job
  const menu = useRef<HTMLDetailsElement>(null)
  const [hasSpeakers, setSpeakers] = useState(true)
  const [hasTimestamps, setTimestamps] = useState(false)
  const [translation, setTranslation] = useState('')
  const languages = translationsOf(job)
  useClosing(menu)
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  const pathOf = (format: string) =>
    `v2/jobs/${job.id}/export?${new URLSearchParams({
      format,
      speakers: String(hasSpeakers),
      timestamps: String(hasTimestamps),
      ...(translation !== '' && { translation }),
    }).toString()}`
  const copy = async () => {
    close()
    await attempt(async () => copyAndTell(getText(pathOf('txt'))))
  }
  const print = () => {
    close()
    setParameters({ tab: null })
    // Once the transcript is drawn.
    requestAnimationFrame(() => setTimeout(() => window.print()))
  }
  return (
    <details class="menu" ref={menu}>
      <summary class="button">
        <Icon name="download" />
        {texts.export}
      </summary>
      <div class="menu-content">
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
            <Button class="menu-button" onClick={() => void copy()}>
              {texts.copyText}
            </Button>
          </li>
          <li>
            <Button class="menu-button" onClick={print}>
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
      </div>
    </details>
  )
}

/** The languages that the transcript was translated into. */
function translationsOf(job: Job): readonly string[] {
  const module = resultModules(job).find(([name]) => name === 'translation')?.[1]
  const results = (module?.results ?? []) as readonly TranslationResult[]
  return results.flatMap(({ error, languages }) => (error === null ? languages : []))
}
