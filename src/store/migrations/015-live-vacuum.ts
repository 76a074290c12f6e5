import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/**
 * Vacuums live audio without pauses, on PostgreSQL. With them, a vacuum of the server took so long that those of the service
 * were skipped, and the table of 500 sessions grew beyond a gigabyte.
 */
export async function liveVacuum(db: Kysely<Schema>, { locksRows }: Dialect): Promise<void> {
  if (locksRows) await sql`alter table live_audio set (autovacuum_vacuum_cost_delay = 0)`.execute(db)
}
