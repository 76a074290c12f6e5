import { backup, DatabaseSync } from 'node:sqlite'

/** Pages of 4 KB copied by one step, between which the progress is reported. */
const STEP_PAGES = 2_500

/**
 * Copies an SQLite database that other processes may write to, as it is at one moment. A transaction that reads keeps that
 * moment: without it, the copy would begin again after each change. Writers do not wait; their log grows until it is
 * complete.
 * @param onProgress is given the share that is done
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
