import { sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'

/** Milliseconds between two writes, which is also the precision of the stored times. */
const WRITE_MS = 60_000

/** Records when keys were last used. Writes all keys together in the background, so that no request waits. */
export class LastUses {
  readonly #dialect: Dialect
  readonly #used = new Set<string>()
  #timer: NodeJS.Timeout | null = null

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Notes the use of a key. It is lost if the process is killed within a minute. */
  note(key: string): void {
    this.#used.add(key)
    // If the write fails, the keys stay noted and are written after the next use of a key.
    this.#timer ??= setTimeout(() => void this.write().catch(() => {}), WRITE_MS).unref()
  }

  /** Writes what was noted. Call it before reading the column. */
  async write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#used.size === 0) return
    const { db, rows, locksRows } = this.#dialect
    const ids = [...this.#used]
    const given = rows(
      { id: 'text' },
      ids.map((id) => ({ id })),
    )
    await db
      .updateTable('keys')
      .set({ last_used_at: Date.now() })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('keys')
          .select('id')
          .where('id', 'in', sql<string>`(select id from ${given})`)
          // Nodes that lock the same keys in different orders would deadlock. A skipped key is being written by the other node.
          .$if(locksRows, (query) => query.forUpdate().skipLocked()),
      )
      .execute()
    for (const id of ids) this.#used.delete(id)
  }
}
