import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process is using the folder or database that the message names. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}

/** While the lock is held, SQLite may keep files beside this one whose names begin with its name. */
export const LOCK_FILE = 'lock.sqlite'

/**
 * Locks a folder for this process, until the returned function is called or the process ends, even by a crash. Node.js
 * has no file locks; SQLite does, and the operating system releases them with the process.
 * @param remedy tells the operator what to do if another process holds the lock
 * @throws {InUseError} immediately if one does
 */
export function lockFolder(folder: string, remedy = 'stop it, or wait until it has ended'): () => void {
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new InUseError(`another scriptorium process is using ${folder}: ${remedy}`, { cause: error })
  }
  return () => lock.close()
}
