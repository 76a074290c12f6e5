import { sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'

/** Milliseconds between two writes, and so the precision of what is written. */
const WRITE_MS = 60_000

/** When keys were last used: written for all keys at once, so that no request waits for it. */
export class LastUses {
  readonly #dialect: Dialect
  readonly #used = new Set<string>()
  #timer: NodeJS.Timeout | null = null

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Notes that a key is used. A process that is killed within a minute loses it. */
  note(key: string): void {
    this.#used.add(key)
    // What could not be written stays noted, and is written after the next use.
    this.#timer ??= setTimeout(() => void this.write().catch(() => {}), WRITE_MS).unref()
  }

  /** Writes what was noted, so that it can be read. */
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
          // Nodes that write the same keys in different orders would wait for each other; the key is written either way.
          .$if(locksRows, (query) => query.forUpdate().skipLocked()),
      )
      .execute()
    for (const id of ids) this.#used.delete(id)
  }
}
