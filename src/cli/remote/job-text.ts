import type { Job, JobProgress } from '../../../clients/typescript/src/index.ts'
import { speechNotice } from '../speech-notice.ts'
import { duration, percent } from './formatting.ts'

/** The progress of a job, such as `recognising, 45 %, 0:12 left`. */
export function progressText({
  status,
  stage,
  fraction,
  queue_position,
  waiting_for,
  eta_seconds,
}: JobProgress): string {
  const parts = [
    stage ?? status,
    waiting_for === 'process' ? 'nothing is transcribed now' : '',
    queue_position === null ? '' : `${queue_position} before it`,
    fraction === null || fraction === 0 ? '' : percent(fraction),
    eta_seconds === null ? '' : `${duration(eta_seconds)} left`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** A notice about the speech of a job; null if there is nothing to say, or no result. */
export function noticeOf({ result }: Job): string | null {
  if (result?.transcription === undefined) return null
  return speechNotice(result.metadata.unrecognised_speech, result.transcription.full_transcript)
}
