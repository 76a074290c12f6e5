/** How far something is. */
import type { JobStatus } from '../../contract/common.ts'
import { t } from '../languages/language.ts'

/** Whether a job has not ended. */
export const isActive = ({ status }: { readonly status: JobStatus }): boolean =>
  status === 'queued' || status === 'processing'

/** @param fraction how much of the job is done, where that is known */
export function Status({ status, fraction }: { status: JobStatus; fraction?: number | null }) {
  const percent = status === 'processing' && fraction != null ? ` ${Math.floor(fraction * 100)} %` : ''
  return (
    <span class="status numeric" data-status={status}>
      {t().ui.statuses[status] + percent}
    </span>
  )
}

/** @param fraction what is done of it; null where that is not known */
export function Progress({ label, fraction }: { label: string; fraction: number | null }) {
  return <progress class="progress" max={1} value={fraction ?? undefined} aria-label={label} />
}
