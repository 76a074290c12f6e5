import type { Peaks, Preparation } from '../../../../contract/playback.ts'
import { get } from '../../../api.ts'
import { useResource } from '../../../resource.ts'

/** Milliseconds between polls while the audio is being prepared. */
const PREPARING_MS = 1_000

/** The peaks of a job's audio; `preparing` until they are ready, `unavailable` if they never will be. */
export function usePeaks(jobId: string): Peaks | 'preparing' | 'unavailable' | null {
  const { value } = useResource<Peaks | 'preparing' | 'unavailable'>(
    jobId,
    async (_known, abort) => {
      try {
        const found = await get<Peaks | Preparation>(`v2/jobs/${jobId}/peaks`, abort)
        return 'data' in found ? found : 'preparing'
      } catch (error) {
        if (abort.aborted) throw error
        return 'unavailable'
      }
    },
    (found) => (found === 'preparing' ? PREPARING_MS : null),
  )
  return value
}
