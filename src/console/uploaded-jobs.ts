/** How far the jobs are that were created here. */
import type { JobProgress } from '../contract/progress.ts'
import { get, ScriptoriumError } from './api.ts'
import { changeUpload, dismissUpload, uploads, type UploadTask } from './uploads.ts'

/** Milliseconds between two questions. */
const INTERVAL_MS = 2_000

/** Jobs that are asked for at a time: the oldest, which are worked on first. */
const AT_A_TIME = 3

/** Whether its job has not ended, as far as is known. */
export const isJobOpen = ({ state, progress }: UploadTask): boolean =>
  state === 'created' && progress?.status !== 'done' && progress?.status !== 'error'

/** Asks for their progress until the returned function is called, while the page is visible. */
export function followJobs(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const ask = async () => {
    const open = document.hidden ? [] : uploads.peek().filter(isJobOpen).slice(0, AT_A_TIME)
    await Promise.all(open.map(update))
    if (!isOver) timer = setTimeout(() => void ask(), INTERVAL_MS)
  }
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function update({ id, jobId }: UploadTask): Promise<void> {
  try {
    changeUpload(id, { progress: await get<JobProgress>(`v2/jobs/${jobId}/progress`) })
  } catch (error) {
    // It was deleted. Whatever else went wrong may be over the next time.
    if (error instanceof ScriptoriumError && error.status === 404) dismissUpload(id)
  }
}
