import { AudioError } from '../audio/audio-error.ts'
import { FileTooLargeError } from '../files/audio-files.ts'
import { EnrichmentError } from '../intelligence/enrichment-error.ts'
import { FetchError } from '../net/fetch-error.ts'
import { RecogniserError } from '../recognition/recogniser-error.ts'

/** Why a job failed, for its owner. */
export interface Failure {
  /** HTTP-like status, 400–599. */
  readonly code: number
  /** One sentence, with the remedy where there is one. */
  readonly message: string
}

/** The failure of a job for an unexpected error, whose details go to the log only. */
export const INTERNAL_ERROR: Failure = { code: 500, message: 'internal error' }

/** Result code SQLITE_FULL, see https://sqlite.org/rescode.html */
const SQLITE_FULL = 13

/** The failure that an error means to the owner of the audio; null for an unexpected error. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof AudioError) return { code: 422, message: error.message }
  if (error instanceof FileTooLargeError) return { code: 413, message: error.message }
  if (error instanceof FetchError)
    return { code: error.code === 'too-large' ? 413 : 422, message: error.message }
  if (error instanceof EnrichmentError) return { code: error.statusCode, message: error.message }
  if (error instanceof RecogniserError) return { code: 500, message: error.message }
  if (isDiskFull(error)) return { code: 503, message: 'The service has no room for more audio.' }
  return null
}

/** Whether the file system or SQLite has no space left. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || (code === 'ERR_SQLITE_ERROR' && errcode === SQLITE_FULL)
}
