import { t } from '../languages/language.ts'
import { useRef, useState } from 'preact/hooks'
import type { SharedTranscript } from '../../contract/shares.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy.tsx'
import { useClosing } from '../ui/menu.ts'
import { urlOf } from './link.ts'
import { plainText, type ShownParagraph } from './paragraphs.ts'

interface ToolsProps {
  readonly transcript: SharedTranscript
  readonly paragraphs: readonly ShownParagraph[]
}

/** What can be done with the transcript. */
export function Tools({ transcript, paragraphs }: ToolsProps) {
  const { title, audio, download } = transcript
  const texts = t().sharePage
  const [outcome, setOutcome] = useState('')
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  const copy = async () => {
    const isCopied = await copyText(plainText(transcript, paragraphs))
    setOutcome(isCopied ? t().ui.copied : t().ui.copyRefused)
  }
  return (
    <div class="shared-tools">
      <Button onClick={() => void copy()}>{t().ui.copy}</Button>
      <Button onClick={() => window.print()}>{texts.print}</Button>
      {download && (
        <details class="menu" ref={menu}>
          <summary class="button">{texts.download}</summary>
          <ul class="menu-content" onClick={close}>
            {Object.entries(texts.files).map(([name, label]) => (
              <li key={name}>
                <a href={urlOf(name)} download>
                  {label}
                </a>
              </li>
            ))}
            {audio && (
              <li>
                <a href={urlOf('audio')} download={`${title ?? texts.transcript}.m4a`}>
                  {t().ui.audio}
                </a>
              </li>
            )}
          </ul>
        </details>
      )}
      <span role="status">{outcome}</span>
    </div>
  )
}
