import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process is using the folder or database that the message names. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}

/** What SQLite keeps beside it while it is held begins with the same name. */
export const LOCK_FILE = 'lock.sqlite'

/**
 * Locks a folder for this process, until the returned function is called or the process ends, however it ends. Node has
 * no file locks of its own; SQLite does, and the system releases them with the process.
 * @param remedy what to do when another process holds the lock
 * @throws {InUseError} at once, when one does
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
