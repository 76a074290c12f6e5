import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { jobs } from './001-jobs.ts'
import { search } from './002-search.ts'
import { leaves } from './003-leaves.ts'
import { live } from './004-live.ts'
import { deliveries } from './005-deliveries.ts'
import { liveKeys } from './006-live-keys.ts'
import { workTurns } from './007-work-turns.ts'
import { erasedWords } from './008-erased-words.ts'
import { unusedFiles } from './009-unused-files.ts'
import { nodes } from './010-nodes.ts'
import { uploads } from './011-uploads.ts'
import { accountKeys } from './012-account-keys.ts'
import { liveLogs } from './013-live-logs.ts'
import { accountInKeys } from './014-account-in-keys.ts'
import { liveVacuum } from './015-live-vacuum.ts'
import { revisions } from './016-revisions.ts'
import { admin } from './017-admin.ts'
import { consoleSessions } from './019-console-sessions.ts'
import { derivedFiles } from './020-derived-files.ts'
import { idempotency } from './021-idempotency.ts'
import { traces } from './022-traces.ts'
import { retention } from './023-retention.ts'
import { limits } from './024-limits.ts'
import { keys } from './025-keys.ts'
import { transcripts } from './026-transcripts.ts'
import { tags } from './027-tags.ts'

/** Every migration, by number. A released migration is never changed. */
function migrations(dialect: Dialect): Record<string, Migration> {
  const { ddl, words } = dialect
  return {
    '001-jobs': { up: async (db: Kysely<Schema>) => jobs(db, ddl) },
    '002-search': { up: async (db: Kysely<Schema>) => search(db, ddl, words) },
    '003-leaves': { up: async (db: Kysely<Schema>) => leaves(db, ddl) },
    '004-live': { up: async (db: Kysely<Schema>) => live(db, ddl) },
    '005-deliveries': { up: async (db: Kysely<Schema>) => deliveries(db, ddl) },
    '006-live-keys': { up: async (db: Kysely<Schema>) => liveKeys(db) },
    '007-work-turns': { up: async (db: Kysely<Schema>) => workTurns(db) },
    '008-erased-words': { up: async (db: Kysely<Schema>) => erasedWords(db, words) },
    '009-unused-files': { up: async (db: Kysely<Schema>) => unusedFiles(db) },
    '010-nodes': { up: async (db: Kysely<Schema>) => nodes(db) },
    '011-uploads': { up: async (db: Kysely<Schema>) => uploads(db) },
    '012-account-keys': { up: async (db: Kysely<Schema>) => accountKeys(db) },
    '013-live-logs': { up: async (db: Kysely<Schema>) => liveLogs(db, dialect) },
    '014-account-in-keys': { up: async (db: Kysely<Schema>) => accountInKeys(db, dialect) },
    '015-live-vacuum': { up: async (db: Kysely<Schema>) => liveVacuum(db, dialect) },
    '016-revisions': { up: async (db: Kysely<Schema>) => revisions(db) },
    '017-admin': { up: async (db: Kysely<Schema>) => admin(db, ddl) },
    '019-console-sessions': { up: async (db: Kysely<Schema>) => consoleSessions(db) },
    '020-derived-files': { up: async (db: Kysely<Schema>) => derivedFiles(db, ddl) },
    '021-idempotency': { up: async (db: Kysely<Schema>) => idempotency(db, ddl) },
    '022-traces': { up: async (db: Kysely<Schema>) => traces(db) },
    '023-retention': { up: async (db: Kysely<Schema>) => retention(db) },
    '024-limits': { up: async (db: Kysely<Schema>) => limits(db, ddl) },
    '025-keys': { up: async (db: Kysely<Schema>) => keys(db) },
    '026-transcripts': { up: async (db: Kysely<Schema>) => transcripts(db, dialect) },
    '027-tags': { up: async (db: Kysely<Schema>) => tags(db, dialect) },
  }
}

/** The database cannot be reached or migrated. The message tells the operator why. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/**
 * Migrates the database to the newest schema, or to that of one migration. When several processes do so at once, one
 * works and the others wait for it.
 * @throws {DatabaseError} when a migration fails; the database stays as it was, because all of them are one transaction
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
  const unknown = /^corrupted migrations: previously executed migration (\S+) is missing$/.exec(reason)?.[1]
  if (unknown !== undefined) throw newerDatabase(unknown, error)
  throw new DatabaseError(`the database cannot be migrated to ${step}: ${reason}`, { cause: error })
}

function newerDatabase(migration: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    `the database was upgraded by a newer version of scriptorium (to ${migration}); use that version, or restore a backup ` +
      'from before the upgrade',
    { cause },
  )
}

/** The name of the newest migration that this program knows. */
export function newestMigration(): string {
  // The names need no database.
  return Object.keys(migrations({} as Dialect)).at(-1) ?? ''
}

/**
 * The names of the migrations that a database has had; none of a new one.
 * @throws {DatabaseError} when it was upgraded by a newer version
 */
export async function appliedMigrations(dialect: Dialect): Promise<string[]> {
  const { db } = dialect
  const known = Object.keys(migrations(dialect))
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const rows = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  const names = rows.rows.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw newerDatabase(unknown)
  return names
}

/**
 * For commands that do not migrate.
 * @returns the schema of a database: the name of its newest migration, which is the newest that this program knows
 * @throws {DatabaseError} for any other
 */
export async function newestSchema(dialect: Dialect): Promise<string> {
  const newest = newestMigration()
  if ((await appliedMigrations(dialect)).at(-1) !== newest)
    throw new DatabaseError(
      'the database was created by an older version of scriptorium: start this version of the service, which migrates it',
    )
  return newest
}
