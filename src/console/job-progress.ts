/** The progress of jobs that the user waits for. */
import type { JobProgress } from '../contract/progress.ts'
import { get, ScriptoriumError } from './api.ts'

/** How many jobs to poll at a time: the oldest, which are processed first. */
export const AT_A_TIME = 3

/** Null if the job was deleted. */
export async function progressOf(id: string): Promise<JobProgress | null> {
  try {
    return await get<JobProgress>(`v2/jobs/${id}/progress`)
  } catch (error) {
    if (error instanceof ScriptoriumError && error.status === 404) return null
    throw error
  }
}
