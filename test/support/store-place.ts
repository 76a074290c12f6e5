import { join } from 'node:path'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import { postgres } from '../../src/store/databases/postgres.ts'
import { sqlite } from '../../src/store/databases/sqlite.ts'

/** Where a store is, in words that another process can be told. */
export interface StorePlace {
  readonly dataDir: string
  /** Null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null
}

/** As the service takes it from its configuration; without all else that the service loads. */
export function dialectOf({ dataDir, databaseUrl }: StorePlace): Dialect {
  return databaseUrl === null ? sqlite(join(dataDir, 'scriptorium.sqlite')) : postgres(databaseUrl)
}

/** Looks into a database, or changes it behind the store's back. */
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
