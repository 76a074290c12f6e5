/**
 * Why the database failed. `unavailable`: it cannot be reached, is locked, or is shutting down; `full`: there is no disk
 * space left; `readOnly`: its data are moved to another one; `rejected`: it refuses the operation, and would refuse it again.
 */
export type StoreFault = 'unavailable' | 'full' | 'readOnly' | 'rejected'

/** An operation of the database failed. The error of the database is the cause. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly fault: StoreFault

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Errors of the file system that pass without a change of the operation. */
const TRANSIENT_FILE_ERRORS: readonly unknown[] = ['EAGAIN', 'EBUSY', 'EIO', 'EMFILE', 'ENFILE', 'ETIMEDOUT']

/** Whether the database or the file system had no space left; also if that is the cause of the error. */
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
