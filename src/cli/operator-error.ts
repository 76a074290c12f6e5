import { FfmpegMissingError } from '../audio/ffmpeg.ts'
import { ConfigError } from '../config.ts'
import { InUseError } from '../files/in-use-error.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { DatabaseError } from '../store/migrations/index.ts'

const OPERATOR_ERRORS = [ConfigError, InUseError, DatabaseError, FfmpegMissingError, ModelError]

/** Whether the operator can fix the cause: the message then says how, and a stack trace would be noise. */
export function isOperatorError(error: unknown): error is Error {
  // System errors: a port in use, a folder that is not writable.
  return (
    error instanceof Error && (OPERATOR_ERRORS.some((type) => error instanceof type) || 'syscall' in error)
  )
}
