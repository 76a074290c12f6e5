import { StoreError } from '../jobs/store-error.ts'
import { DatabaseError } from './migrations/index.ts'

/**
 * What a start failed with, for the operator: an error of the database becomes one that says which database it is and
 * what to check; any other error stays as it is.
 * @param where its file, or its address without a password
 */
export function unusableDatabase(error: unknown, where: string): unknown {
  const cause = error instanceof DatabaseError ? error.cause : error
  if (!isOfDatabase(cause)) return error
  const reason = cause.message === '' ? String((cause as NodeJS.ErrnoException).code) : cause.message
  const message =
    `the database ${where} cannot be used: ${reason}. Check that it can be reached and written; ` +
    'if it is damaged, restore it from a backup.'
  return new DatabaseError(message, { cause: error })
}

function isOfDatabase(error: unknown): error is Error {
  return (
    error instanceof StoreError ||
    (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR')
  )
}
