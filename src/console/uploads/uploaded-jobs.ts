/** How far the jobs are that were created here. */
import { AT_A_TIME, progressOf } from '../job-progress.ts'
import { changeUpload, dismissUpload, uploads, type UploadTask } from './uploads.ts'

/** Milliseconds between two questions. */
const INTERVAL_MS = 2_000

/** Whether its job has not ended, as far as is known. */
export const isJobOpen = ({ state, progress }: UploadTask): boolean =>
  state === 'created' && progress?.status !== 'done' && progress?.status !== 'error'

/** Asks for their progress until the returned function is called, while the page is visible. */
export function followJobs(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const ask = async () => {
    // In the background, many may have ended: one after the other makes way.
    while (!document.hidden && !isOver && (await updateOldest()));
    if (!isOver) timer = setTimeout(() => void ask(), INTERVAL_MS)
  }
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** @returns whether one of them has ended, so that others are the oldest now */
async function updateOldest(): Promise<boolean> {
  const oldest = uploads.peek().filter(isJobOpen).slice(0, AT_A_TIME)
  // Whatever goes wrong may be over the next time.
  const ended = await Promise.all(oldest.map(async (task) => update(task).catch(() => false)))
  return ended.includes(true)
}

/** @returns whether it has ended */
async function update(task: UploadTask): Promise<boolean> {
  const progress = task.jobId === null ? null : await progressOf(task.jobId)
  // It was deleted.
  if (progress === null) dismissUpload(task.id)
  else changeUpload(task.id, { progress })
  return progress === null || !isJobOpen({ ...task, progress })
}
