import { backup, DatabaseSync } from 'node:sqlite'

/** Pages of 4 KB copied per step. The progress is reported after each step. */
const STEP_PAGES = 2_500

/**
 * Copies a snapshot of an SQLite database that other processes may be writing to. A read transaction keeps the snapshot: without it, the
 * copy would start over after each change. Writers do not wait, but their log grows until the copy is complete.
 * @param onProgress called with the completed share
 */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.exec('begin; select count(*) from sqlite_schema')
    await backup(source, to, {
      rate: STEP_PAGES,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    })
  } finally {
    source.close()
  }
}
