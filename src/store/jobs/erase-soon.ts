import type { Dialect } from '../databases/dialect.ts'

/** Milliseconds from a deletion until its traces are erased, together with those of the deletions in between. */
const ERASE_DELAY_MS = 60_000

const erasing = new WeakSet<Dialect['db']>()

/** Schedules erasing the traces of deleted rows. */
export function eraseSoon({ db, eraseDeleted }: Dialect): void {
  if (erasing.has(db)) return
  erasing.add(db)
  const erase = () => {
    erasing.delete(db)
    // If this fails, the next deletion or closing the database erases them.
    eraseDeleted().catch(() => {})
  }
  setTimeout(erase, ERASE_DELAY_MS).unref()
}
