import { notify } from '../../announce.ts'
import { Icon } from '../../ui/icon.tsx'
import type { EditedJob } from './edited-job.ts'

export function UndoButton({ job }: { job: EditedJob }) {
  const label = job.lastChange.value
  if (label === null) return null
  return (
    <button type="button" class="button" title={`Undo: ${label} (Ctrl+Z)`} onClick={() => void undoLast(job)}>
      <Icon name="undo" />
      Undo
    </button>
  )
}

/** Takes the last change back, and says so. */
export async function undoLast(job: EditedJob): Promise<void> {
  try {
    const label = await job.undo()
    if (label !== null) notify(`Undone: ${label}.`)
  } catch (error) {
    notify((error as Error).message, { isError: true })
  }
}
