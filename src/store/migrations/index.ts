import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { baseline } from './001-baseline.ts'

/** The first migration of every database. */
const BASELINE = '001-baseline'

/** Every migration, by number. A released migration is never changed. */
const MIGRATIONS: Readonly<Record<string, (db: Kysely<Schema>, dialect: Dialect) => Promise<void>>> = {
  [BASELINE]: baseline,
}

export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)
/** The name of the newest migration that this program knows. */
export const NEWEST_MIGRATION = MIGRATION_NAMES.at(-1) ?? BASELINE

/** The database cannot be reached or migrated. The message tells the operator why. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/**
 * Migrates the database to the newest schema, or up to a given migration. If several processes do so at once, one works and the others
 * wait for it. All migrations run in one transaction, so the database is unchanged if one fails.
 * @throws {DatabaseError} if a migration fails
 */
export async function migrate(dialect: Dialect, upTo = NEWEST_MIGRATION): Promise<void> {
  const migrations = Object.entries(MIGRATIONS).map(([name, up]): [string, Migration] => [
    name,
    { up: async (db: Kysely<Schema>) => up(db, dialect) },
  ])
  const migrator = new Migrator({
    db: dialect.db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
  })
  const { error, results } = await migrator.migrateTo(upTo)
  if (error === undefined) return
  const step = results?.find((result) => result.status === 'Error')?.migrationName ?? upTo
  const reason = error instanceof Error ? error.message : 'unknown'
  // Throws an error that says which migration is unknown, and why.
  if (reason.startsWith('corrupted migrations')) await appliedMigrations(dialect)
  throw new DatabaseError(`the database cannot be migrated to ${step}: ${reason}`, { cause: error })
}

/**
 * The names of the migrations that were applied to a database; none for a new one.
 * @throws {DatabaseError} if a newer version has migrated it, or it was created before the first release
 */
export async function appliedMigrations(dialect: Dialect): Promise<string[]> {
  const { db } = dialect
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  if (names.length > 0 && names[0] !== BASELINE)
    throw new DatabaseError(
      'the database is from before version 0.1.0, and cannot be migrated: start with an empty DATA_DIR, or an empty database in ' +
        'DATABASE_URL',
    )
  const unknown = names.find((name) => !MIGRATION_NAMES.includes(name))
  if (unknown !== undefined)
    throw new DatabaseError(
      `the database was upgraded by a newer version of scriptorium (to ${unknown}); use that version, or restore a backup ` +
        'from before the upgrade',
    )
  return names
}

/**
 * Checks that a database has the newest schema, for commands that do not migrate.
 * @returns the name of its newest migration
 * @throws {DatabaseError} if the database has any other schema
 */
export async function newestSchema(dialect: Dialect): Promise<string> {
  if ((await appliedMigrations(dialect)).at(-1) !== NEWEST_MIGRATION)
    throw new DatabaseError(
      'the database was created by an older version of scriptorium: start this version of the service, which migrates it',
    )
  return NEWEST_MIGRATION
}
