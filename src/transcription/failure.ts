import { AudioError, DecoderError } from '../audio/audio-error.ts'
import { EnrichmentError } from '../contract/features/enrichment-error.ts'
import { CANCELLED, CancelledError } from '../jobs/cancellation.ts'
import { BusyError } from '../jobs/fair-scheduler.ts'
import { LimitError } from '../jobs/limits.ts'
import { isDiskFull, StoreError } from '../jobs/store-error.ts'
import { UNSTORABLE } from '../jobs/store-outcome.ts'
import { FetchError } from '../platform/net/fetch-error.ts'
import { RecogniserError } from '../speech/recogniser-error.ts'
import { FileTooLargeError } from '../intake/uploads.ts'

/** Why a job failed, for its owner. */
export interface Failure {
  /** HTTP-like status, 400–599. */
  readonly code: number
  /** One sentence, with the remedy if there is one. */
  readonly message: string
}

/** The failure of a job for an unexpected error, whose details go to the log only. */
export const INTERNAL_ERROR: Failure = {
  code: 500,
  message: 'internal error: send the job again; if it fails again, tell the operator its id',
}

/** The failure of a job whose request this version of the service cannot read. */
export const UNREADABLE_REQUEST: Failure = {
  code: 500,
  message:
    'The request was stored by another version of the service, which reads it differently: send it again.',
}

/** The failure of a retranscription whose audio has expired. */
export const NO_AUDIO: Failure = {
  code: 410,
  message: 'The audio of this job was deleted, because its retention has ended.',
}

/** Translates an error for the owner of the audio; null for an unexpected error. */
export function failureOf(error: unknown): Failure | null {
  if (isDiskFull(error))
    return { code: 503, message: 'The service is out of disk space: try again later, or tell its operator.' }
  if (error instanceof CancelledError) return { code: CANCELLED.code, message: CANCELLED.message }
  if (error instanceof LimitError) return { code: error.status, message: error.message }
  if (error instanceof BusyError)
    return { code: 503, message: 'The service is busy with other requests: try again later.' }
  if (error instanceof AudioError) return { code: 422, message: error.message }
  if (error instanceof FileTooLargeError) return { code: 413, message: error.message }
  if (error instanceof FetchError)
    return { code: error.code === 'too-large' ? 413 : 422, message: error.message }
  if (error instanceof EnrichmentError) return { code: error.statusCode, message: error.message }
  if (error instanceof RecogniserError) return { code: error.statusCode, message: error.message }
  if (error instanceof DecoderError) return { code: 500, message: error.message }
  if (error instanceof StoreError) {
    const { code, message } = UNSTORABLE
    if (error.fault === 'readOnly')
      return { code: 503, message: 'The service is read-only for now: try again later.' }
    return error.fault === 'rejected'
      ? { code, message }
      : { code: 503, message: 'The database is unavailable: try again later.' }
  }
  return null
}
