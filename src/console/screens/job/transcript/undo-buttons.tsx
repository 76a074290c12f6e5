import { attempt, notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { useShortcuts } from '../../../shortcuts.ts'
import { may } from '../../../sign-in.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { EditedJob } from '../edited-job.ts'

/** Undo and redo for a job. */
export function UndoButtons({ job }: { job: EditedJob }) {
  const { undo, redo, undoOf, redoOf, undone, redone } = t().transcript.history
  const tell = (label: string | null, said: (label: string) => string) => {
    if (label !== null) notify(said(label))
  }
  const back = async () => attempt(async () => tell(await job.history.undo(), undone))
  const forth = async () => attempt(async () => tell(await job.history.redo(), redone))
  useShortcuts(
    t().transcript.history.title,
    may('write')
      ? [
          { keys: 'Ctrl+z', label: undo, run: () => void back() },
          { keys: 'Ctrl+Z', label: redo, run: () => void forth() },
        ]
      : [],
  )
  const [last, next] = [job.history.lastChange.value, job.history.lastUndone.value]
  if (!may('write') || (last === null && next === null)) return null
  return (
    <>
      <IconButton
        icon="undo"
        label={undo}
        title={last === null ? undo : undoOf(last)}
        disabled={last === null}
        onClick={() => void back()}
      />
      <IconButton
        icon="redo"
        label={redo}
        title={next === null ? redo : redoOf(next)}
        disabled={next === null}
        onClick={() => void forth()}
      />
    </>
  )
}
