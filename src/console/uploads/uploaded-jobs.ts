/** The progress of jobs that were created here. */
import { AT_A_TIME, progressOf } from '../job-progress.ts'
import { changeUpload, dismissUpload, uploads, type UploadTask } from './uploads.ts'

/** Milliseconds between polls. */
const INTERVAL_MS = 2_000

/** Whether its job has not ended, as far as known. */
export const isJobOpen = ({ state, progress }: UploadTask): boolean =>
  state === 'created' && progress?.status !== 'done' && progress?.status !== 'error'

/** Polls their progress while the page is visible. @returns a function that stops it */
export function followJobs(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const ask = async () => {
    // Many may have ended while the page was hidden: each makes room for the next.
    while (!document.hidden && !isOver && (await updateOldest()));
    if (!isOver) timer = setTimeout(() => void ask(), INTERVAL_MS)
  }
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** @returns whether one of them has ended, so that others are now the oldest */
async function updateOldest(): Promise<boolean> {
  const oldest = uploads.peek().filter(isJobOpen).slice(0, AT_A_TIME)
  // An error may be gone the next time.
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
