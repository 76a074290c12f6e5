import { t } from '../../languages/language.ts'
import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { may } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'
import type { EditedJob } from './edited-job.ts'
import { type Part, ShareDialog } from './sharing/share-dialog.tsx'
import { selectedWords } from './transcript-highlights.ts'
import type { PlacedWord } from './transcript-words.ts'

interface SelectedPartProps {
  readonly job: EditedJob
  readonly list: RefObject<HTMLElement | null>
  readonly words: readonly PlacedWord[]
}

/** Shares what is selected in the transcript, as a link to a few seconds. */
export function SelectedPart({ job, list, words }: SelectedPartProps) {
  const [part, setPart] = useState<Part | null>(null)
  /** What the dialog began with: in it, something else is selected. */
  const [shared, setShared] = useState<Part | null>(null)
  useEffect(() => {
    const update = () => {
      const selected = list.current === null ? [] : selectedWords(list.current, words)
      setPart(
        selected.length === 0
          ? null
          : {
              from: Math.min(...selected.map(({ start }) => start)),
              to: Math.max(...selected.map(({ end }) => end)),
            },
      )
    }
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [words])
  if (!may('write')) return null
  return (
    <>
      {part !== null && (
        // The selection stays.
        <Button onMouseDown={(event) => event.preventDefault()} onClick={() => setShared(part)}>
          {t().sharing.sharePart}
        </Button>
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
