/** How far the jobs are that somebody waits for. */
import type { JobProgress } from '../contract/progress.ts'
import { get, ScriptoriumError } from './api.ts'

/** Jobs that are asked for at a time: the oldest, which are worked on first. */
export const AT_A_TIME = 3

/** Null for a job that was deleted. */
export async function progressOf(id: string): Promise<JobProgress | null> {
  try {
    return await get<JobProgress>(`v2/jobs/${id}/progress`)
  } catch (error) {
    if (error instanceof ScriptoriumError && error.status === 404) return null
    throw error
  }
}
