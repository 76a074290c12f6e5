import type { JobProgress } from '../../../clients/typescript/src/index.ts'
import { duration, percent } from './formatting.ts'

/** How far a job is, such as `recognising, 45 %, 0:12 left`. */
export function progressText({ status, stage, fraction, queue_position, eta_seconds }: JobProgress): string {
  const parts = [
    stage ?? status,
    queue_position === null ? '' : `${queue_position} before it`,
    fraction === null || fraction === 0 ? '' : percent(fraction),
    eta_seconds === null ? '' : `${duration(eta_seconds)} left`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}
