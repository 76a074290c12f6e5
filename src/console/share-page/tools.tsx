import { t } from '../languages/language.ts'
import { useState } from 'preact/hooks'
import type { SharedTranscript } from '../../contract/shares.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { urlOf } from './link.ts'
import { plainText, type ShownParagraph } from './paragraphs.ts'

interface ToolsProps {
  readonly transcript: SharedTranscript
  readonly paragraphs: readonly ShownParagraph[]
}

/** Tools for the transcript. */
export function Tools({ transcript, paragraphs }: ToolsProps) {
  const { title, audio, download } = transcript
  const texts = t().sharePage
  const [outcome, setOutcome] = useState('')
  const copy = async () => {
    const isCopied = await copyText(plainText(transcript, paragraphs))
    setOutcome(isCopied ? t().ui.copied : t().ui.copyRefused)
  }
  return (
    <div class="shared-tools">
      <Button onClick={() => void copy()}>{t().ui.copy}</Button>
      <Button onClick={() => window.print()}>{texts.print}</Button>
      {download && (
        <MenuButton name="download" label={texts.download}>
          {(close) => (
            <ul onClick={close}>
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
          )}
        </MenuButton>
      )}
      <span role="status">{outcome}</span>
    </div>
  )
}
