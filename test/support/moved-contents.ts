/** Everything that moves with a database, as plain values. */
import { sql } from 'kysely'
import { checkStore } from '../../src/store/check/check-store.ts'
import { movedTables } from '../../src/store/move/tables.ts'
import type { Row } from '../../src/store/page-of-rows.ts'
import { type StorePlace, withDialect } from './store-place.ts'

/** Columns that belong to the processes using a database, and do not move. */
const OF_PROCESSES: readonly string[] = [
  'owner',
  'lease_until',
  'progress',
  'lease',
  'next_at',
  'asked',
  'waiting_since',
]

/** The rows of each table, in the same order on each database. */
export async function contents(place: StorePlace): Promise<Record<string, string[]>> {
  return withDialect(place, async (dialect) => {
    const all: Record<string, string[]> = {}
    for (const { name, columns } of await movedTables(dialect)) {
      const kept = columns.filter((column) => !OF_PROCESSES.includes(column)).toSorted()
      const { rows } = await sql<Row>`select ${sql.join(kept.map((column) => sql.ref(column)))}
        from ${sql.table(name)}`.execute(dialect.db)
      const plain = (value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
      all[name] = rows.map((row) => JSON.stringify(kept.map((column) => plain(row[column])))).toSorted()
    }
    return all
  })
}

/** The findings of `scriptorium check`, without the audio. */
export async function faultsIn(place: StorePlace): Promise<string[]> {
  return withDialect(place, async (dialect) => {
    const found = await Array.fromAsync(checkStore({ dialect, files: null, repair: null }))
    return found.map(({ check, fault }) => `${check}: ${fault}`)
  })
}

/** The environment of a command that uses the database. */
export const envOf = ({ dataDir, databaseUrl }: StorePlace): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
})
