import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'
import type { Schema } from '../schema.ts'
import { jobs } from './001-jobs.ts'
import { search } from './002-search.ts'

/** Every migration there ever was, by number. One that has been released is never changed. */
function migrations({ ddl, words }: Dialect): Record<string, Migration> {
  return {
    '001-jobs': { up: async (db: Kysely<Schema>) => jobs(db, ddl) },
    '002-search': { up: async (db: Kysely<Schema>) => search(db, ddl, words) },
  }
}

/**
 * Brings the database to the newest schema, or to that of one migration. Several processes may do so at once: one of
 * them works, the others wait for it. Throws, with the database as the last good step left it, when it cannot.
 */
export async function migrate(dialect: Dialect, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db: dialect.db,
    provider: { getMigrations: async () => migrations(dialect) },
  })
  const { error, results } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(`the database could not be migrated${failed === undefined ? '' : ` to ${failed}`}`, {
    cause: error,
  })
}
