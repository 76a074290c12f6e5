/** How far something is. */
import type { JobStatus } from '../../contract/common.ts'
import type { JobProgress } from '../../contract/progress.ts'
import { formatPercent } from '../formatting.ts'
import { t } from '../languages/language.ts'

/** Whether a job has not ended. */
export const isActive = ({ status }: { readonly status: JobStatus }): boolean =>
  status === 'queued' || status === 'processing'

/** @param progress where it is known; of a job that has begun, it says whether it waits for its turn */
export function Status({ status, progress }: { status: JobStatus; progress?: JobProgress | null }) {
  const { stage = null, fraction = null } = progress ?? {}
  // Between two stages a job waits as before the first.
  const isWaiting = status === 'processing' && progress?.status === 'processing' && stage === null
  const percent =
    status === 'processing' && !isWaiting && fraction !== null ? ` ${formatPercent(fraction)}` : ''
  const shown = isWaiting ? 'queued' : status
  return (
    <span class="status numeric" data-status={shown}>
      {t().ui.statuses[shown] + percent}
    </span>
  )
}

/** @param fraction what is done of it; null where that is not known */
export function Progress({ label, fraction }: { label: string; fraction: number | null }) {
  return <progress class="progress" max={1} value={fraction ?? undefined} aria-label={label} />
}
