/** How far the jobs are that were created here. */
import { AT_A_TIME, progressOf } from './job-progress.ts'
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
    const open = document.hidden ? [] : uploads.peek().filter(isJobOpen).slice(0, AT_A_TIME)
    // Whatever goes wrong may be over the next time.
    await Promise.allSettled(open.map(update))
    if (!isOver) timer = setTimeout(() => void ask(), INTERVAL_MS)
  }
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function update({ id, jobId }: UploadTask): Promise<void> {
  const progress = jobId === null ? null : await progressOf(jobId)
  // It was deleted.
  if (progress === null) dismissUpload(id)
  else changeUpload(id, { progress })
}
