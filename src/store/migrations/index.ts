import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { jobs } from './001-jobs.ts'
import { search } from './002-search.ts'
import { leaves } from './003-leaves.ts'
import { live } from './004-live.ts'
import { deliveries } from './005-deliveries.ts'

/** Every migration there ever was, by number. One that has been released is never changed. */
function migrations({ ddl, words }: Dialect): Record<string, Migration> {
  return {
    '001-jobs': { up: async (db: Kysely<Schema>) => jobs(db, ddl) },
    '002-search': { up: async (db: Kysely<Schema>) => search(db, ddl, words) },
    '003-leaves': { up: async (db: Kysely<Schema>) => leaves(db, ddl) },
    '004-live': { up: async (db: Kysely<Schema>) => live(db, ddl) },
    '005-deliveries': { up: async (db: Kysely<Schema>) => deliveries(db, ddl) },
  }
}

/** The database cannot be reached, or not be brought to the newest schema. The message says why, to the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/**
 * Brings the database to the newest schema, or to that of one migration. Several processes may do so at once: one of
 * them works, the others wait for it.
 * @throws {DatabaseError} when it cannot; the database is as the last good step left it
 */
export async function migrate(dialect: Dialect, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db: dialect.db,
    provider: { getMigrations: async () => migrations(dialect) },
  })
  const { error, results } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error === undefined) return
  const step = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the newest schema'
  const reason = error instanceof Error ? error.message : 'unknown'
  if (/^corrupted migrations: .* is missing$/.test(reason)) {
    throw new DatabaseError('the database was made by a newer version of scriptorium: use that one', {
      cause: error,
    })
  }
  throw new DatabaseError(`the database cannot be brought to ${step}: ${reason}`, { cause: error })
}
