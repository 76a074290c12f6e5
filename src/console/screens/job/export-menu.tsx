import { useEffect, useRef, useState } from 'preact/hooks'
import type { ExportFormat } from '../../../contract/export-formats.ts'
import type { TranslationResult } from '../../../contract/features/translation.ts'
import type { Job } from '../../../contract/job.ts'
import { BASE } from '../../api.ts'
import { languageName } from '../../formatting.ts'
import { Check, Select } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { resultModules } from './panels/module-content.tsx'

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  txt: 'Text',
  md: 'Markdown',
  docx: 'Word document',
  srt: 'Subtitles, SRT',
  vtt: 'Subtitles, WebVTT',
  csv: 'Table, CSV',
  tsv: 'Table, TSV',
  json: 'JSON',
  otio: 'Video editors, OpenTimelineIO',
}

/** The transcript as a file, of the newest revision. */
export function ExportMenu({ job }: { job: Job }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [hasSpeakers, setSpeakers] = useState(true)
  const [hasTimestamps, setTimestamps] = useState(false)
  const [translation, setTranslation] = useState('')
  const languages = translationsOf(job)
  useClosing(menu)
  const urlOf = (format: string) => {
    const url = new URL(`v2/jobs/${job.id}/export`, BASE)
    url.search = new URLSearchParams({
      format,
      speakers: String(hasSpeakers),
      timestamps: String(hasTimestamps),
      ...(translation !== '' && { translation }),
    }).toString()
    return url.href
  }
  return (
    <details class="menu" ref={menu}>
      <summary class="button">
        <Icon name="download" />
        Export
      </summary>
      <div class="menu-content">
        <Check label="Names of speakers" checked={hasSpeakers} onChange={setSpeakers} />
        <Check label="Times in text documents" checked={hasTimestamps} onChange={setTimestamps} />
        {languages.length > 0 && (
          <label class="field">
            <span class="field-label">Language</span>
            <Select
              value={translation}
              options={[['', 'As spoken'], ...languages.map((code) => [code, languageName(code)] as const)]}
              onChange={setTranslation}
            />
          </label>
        )}
        <ul>
          {Object.entries(FORMATS).map(([format, label]) => (
            <li key={format}>
              <a href={urlOf(format)} download>
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

/** Closes the menu by Escape, and by a click elsewhere. */
function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (current === null || !current.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isInside = event.target instanceof Node && current.contains(event.target)
      if (isEscape && isInside) current.querySelector('summary')?.focus()
      if (isEscape || (event.type === 'click' && !isInside)) current.open = false
    }
    for (const type of ['click', 'keydown']) document.addEventListener(type, close)
    return () => {
      for (const type of ['click', 'keydown']) document.removeEventListener(type, close)
    }
  }, [])
}
