import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { InUseError } from './in-use-error.ts'

/** What SQLite keeps beside it while it is held begins with the same name. */
export const LOCK_FILE = 'lock.sqlite'

/**
 * Locks a folder for this process, until the returned function is called or the process ends, however it ends. Node has
 * no file locks of its own; SQLite does, and the system releases them with the process.
 * @throws {InUseError} at once, when another process holds the lock
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new InUseError(`another scriptorium process is using ${folder}`, { cause: error })
  }
  return () => lock.close()
}
