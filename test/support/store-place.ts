import { join } from 'node:path'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import { postgres } from '../../src/store/databases/postgres.ts'
import { sqlite } from '../../src/store/databases/sqlite.ts'

/** Where a store is, in a form that can be sent to another process. */
export interface StorePlace {
  readonly dataDir: string
  /** Null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null
}

/** The database of the service for this configuration, without the rest of the service. */
export function dialectOf({ dataDir, databaseUrl }: StorePlace): Dialect {
  return databaseUrl === null ? sqlite(join(dataDir, 'scriptorium.sqlite')) : postgres(databaseUrl)
}

/** Reads or changes a database directly, not through the store. */
export async function withDialect<Value>(
  place: StorePlace,
  use: (dialect: Dialect) => Promise<Value>,
): Promise<Value> {
  const dialect = dialectOf(place)
  try {
    return await use(dialect)
  } finally {
    await dialect.db.destroy()
  }
}
