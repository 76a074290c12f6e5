/**
 * Why an operation of the database failed. `unavailable`: the database cannot be reached, is locked, or is shutting down; `full`: the
 * disk is full; `readOnly`: its data are being moved to another database; `rejected`: the operation is invalid, and would fail again.
 */
export type StoreFault = 'unavailable' | 'full' | 'readOnly' | 'rejected'

/** An operation of the database failed. Its `cause` is the error of the database. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly fault: StoreFault

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** File system errors after which the same operation may succeed later. */
const TRANSIENT_FILE_ERRORS: readonly unknown[] = ['EAGAIN', 'EBUSY', 'EIO', 'EMFILE', 'ENFILE', 'ETIMEDOUT']

/** Whether the error, or one of its causes, is that the database or the file system has no space left. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StoreError) return error.fault === 'full'
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT' || (error instanceof Error && isDiskFull(error.cause))
}

/** Whether the same operation of the store, or of the files beside it, may succeed later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StoreError) return error.fault !== 'rejected'
  return isDiskFull(error) || TRANSIENT_FILE_ERRORS.includes(codeOf(error))
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}
