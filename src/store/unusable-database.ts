import { StoreError } from '../jobs/store-error.ts'
import { DatabaseError } from './migrations/index.ts'

/** Remedies by error code, which comes from PostgreSQL or from the operating system. */
const REMEDIES: readonly (readonly [codes: RegExp, remedy: string])[] = [
  [/^28/, 'Check the user name and the password in DATABASE_URL'],
  [/^3D000$/, 'Create the database, or check its name in DATABASE_URL'],
  [/^E(?!RR_)/, 'Check that the server runs, and the host and port in DATABASE_URL'],
]
const OTHER_REMEDY = 'Check that it can be reached and written to; if it is damaged, restore it from a backup'

/**
 * Translates a database error during start-up for the operator: the new error says which database it is and what to check. Returns any
 * other error unchanged.
 * @param where the file of the database, or its address without a password
 */
export function unusableDatabase(error: unknown, where: string): unknown {
  const cause = error instanceof DatabaseError ? error.cause : error
  if (!isOfDatabase(cause)) return error
  const { code = '' } = (cause instanceof StoreError ? cause.cause : cause) as NodeJS.ErrnoException
  const reason = cause.message === '' ? code : cause.message
  const remedy = REMEDIES.find(([codes]) => codes.test(code))?.[1] ?? OTHER_REMEDY
  return new DatabaseError(`the database ${where} cannot be used: ${reason}. ${remedy}.`, { cause: error })
}

function isOfDatabase(error: unknown): error is Error {
  return (
    error instanceof StoreError ||
    (error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR')
  )
}
