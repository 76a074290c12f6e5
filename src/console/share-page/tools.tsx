import { useRef, useState } from 'preact/hooks'
import type { SharedTranscript } from '../../contract/shares.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy.tsx'
import { useClosing } from '../ui/menu.ts'
import { urlOf } from './link.ts'
import { plainText, type ShownParagraph } from './paragraphs.ts'

const FILES = {
  'transcript.txt': 'Text',
  'transcript.docx': 'Word document',
  'transcript.srt': 'Subtitles, SRT',
  'transcript.vtt': 'Subtitles, WebVTT',
} as const

interface ToolsProps {
  readonly transcript: SharedTranscript
  readonly paragraphs: readonly ShownParagraph[]
}

/** What can be done with the transcript. */
export function Tools({ transcript, paragraphs }: ToolsProps) {
  const { title, audio, download } = transcript
  const [outcome, setOutcome] = useState('')
  const menu = useRef<HTMLDetailsElement>(null)
  useClosing(menu)
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  const copy = async () => {
    const isCopied = await copyText(plainText(transcript, paragraphs))
    setOutcome(isCopied ? 'Copied.' : 'The browser does not allow copying.')
  }
  return (
    <div class="shared-tools">
      <Button onClick={() => void copy()}>Copy</Button>
      <Button onClick={() => window.print()}>Print</Button>
      {download && (
        <details class="menu" ref={menu}>
          <summary class="button">Download</summary>
          <ul class="menu-content" onClick={close}>
            {Object.entries(FILES).map(([name, label]) => (
              <li key={name}>
                <a href={urlOf(name)} download>
                  {label}
                </a>
              </li>
            ))}
            {audio && (
              <li>
                <a href={urlOf('audio')} download={`${title ?? 'Transcript'}.m4a`}>
                  Audio
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
