/** Status and progress. */
import type { JobStatus } from '../../contract/common.ts'
import type { JobProgress } from '../../contract/progress.ts'
import { formatPercent } from '../formatting.ts'
import { t } from '../languages/language.ts'

/** Whether a job has not ended. */
export const isActive = ({ status }: { readonly status: JobStatus }): boolean =>
  status === 'queued' || status === 'processing'

/** @param progress if known, tells whether a job that has started is waiting */
export function Status({ status, progress }: { status: JobStatus; progress?: JobProgress | null }) {
  const { stage = null, fraction = null } = progress ?? {}
  // A job also waits between two stages, as before the first.
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

/** @param fraction 0 to 1; null if it is not known */
export function Progress({ label, fraction }: { label: string; fraction: number | null }) {
  return <progress class="progress" max={1} value={fraction ?? undefined} aria-label={label} />
}
