import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Utterance } from '../../../../contract/transcript.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import type { EditedJob } from '../edited-job.ts'
import { type Part, ShareDialog } from '../sharing/share-dialog.tsx'
import { copyQuote } from './quote.ts'
import type { PanelTarget } from './speaker-panel.tsx'
import { placesOf, selectedWords } from './text-selection.ts'
import type { PlacedWord } from './transcript-words.ts'

interface SelectedPartProps {
  readonly job: EditedJob
  readonly list: RefObject<HTMLElement | null>
  readonly words: readonly PlacedWord[]
  readonly utterances: readonly Utterance[]
  /** Null if the speaker cannot be changed. */
  readonly onSpeaker: ((target: PanelTarget) => void) | null
}

/** Actions for the selection in the transcript: quote it, change its speaker, share it. */
export function SelectedPart({ job, list, words, utterances, onSpeaker }: SelectedPartProps) {
  const [selected, setSelected] = useState<readonly PlacedWord[]>([])
  const speakerButton = useRef<HTMLDivElement>(null)
  /** The selection when the dialog was opened. Inside the dialog, something else is selected. */
  const [shared, setShared] = useState<Part | null>(null)
  useEffect(() => {
    const update = () => setSelected(list.current === null ? [] : selectedWords(list.current, words))
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [words])
  const from = selected.reduce((least, { start }) => Math.min(least, start), Infinity)
  const places = placesOf(selected)
  const giveTo = () => {
    const own = places.flatMap(({ utterance }) => utterances[utterance] ?? [])
    onSpeaker?.({ what: 'selection', utterances: own, places, anchor: () => speakerButton.current })
  }
  const texts = t().transcript.selection
  return (
    <>
      {selected.length > 0 && (
        // Keeps the selection.
        <div class="selection-actions" ref={speakerButton} onMouseDown={(event) => event.preventDefault()}>
          <Button onClick={() => void copyQuote(job, utterances, places, from)}>{texts.quote}</Button>
          {onSpeaker !== null && (
            <Button aria-haspopup="dialog" onClick={giveTo}>
              {texts.saidBy}
            </Button>
          )}
          {onSpeaker !== null && (
            <Button onClick={() => setShared({ from, to: Math.max(...selected.map(({ end }) => end)) })}>
              {t().sharing.sharePart}
            </Button>
          )}
        </div>
      )}
      {shared !== null && (
        <ShareDialog
          job={job.loaded}
          isCorrected={job.details.value.revision > 0}
          part={shared}
          onClose={() => setShared(null)}
        />
      )}
    </>
  )
}
