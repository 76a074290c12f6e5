import type { Dialect } from '../databases/dialect.ts'

/** Milliseconds from a deletion until its traces are erased, with those of the deletions in between. */
const ERASE_DELAY_MS = 60_000

const erasing = new WeakSet<Dialect['db']>()

/** Erases the traces of what was deleted, some time later. */
export function eraseSoon({ db, eraseDeleted }: Dialect): void {
  if (erasing.has(db)) return
  erasing.add(db)
  const erase = () => {
    erasing.delete(db)
    // If it fails, the next one does it too, and so does closing the database.
    eraseDeleted().catch(() => {})
  }
  setTimeout(erase, ERASE_DELAY_MS).unref()
}
