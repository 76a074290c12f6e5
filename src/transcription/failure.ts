import { AudioError } from '../audio/audio-error.ts'
import { FileTooLargeError } from '../files/audio-files.ts'
import { EnrichmentError } from '../intelligence/enrichment-error.ts'
import { FetchError } from '../net/fetch-error.ts'
import { RecogniserError } from '../recognition/recogniser-error.ts'

/** What went wrong, for the person whose audio it is. */
export interface Failure {
  /** Like an HTTP status, 400–599. */
  readonly code: number
  /** One sentence. */
  readonly message: string
}

/** What an error on the way from audio to transcript means to its owner; null for one that nobody foresaw. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof AudioError) return { code: 422, message: error.message }
  if (error instanceof FileTooLargeError) return { code: 413, message: error.message }
  if (error instanceof FetchError)
    return { code: error.code === 'too-large' ? 413 : 422, message: error.message }
  if (error instanceof EnrichmentError) return { code: error.statusCode, message: error.message }
  if (error instanceof RecogniserError) return { code: 500, message: error.message }
  if (isDiskFull(error)) {
    return { code: 503, message: 'The service has no room for more audio.' }
  }
  return null
}

/** Of the file system, or of SQLite. */
function isDiskFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ENOSPC' || (code === 'ERR_SQLITE_ERROR' && errcode === SQLITE_FULL)
}

const SQLITE_FULL = 13
