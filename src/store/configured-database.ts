import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from './databases/dialect.ts'
import { postgres } from './databases/postgres.ts'
import { sqlite } from './databases/sqlite.ts'
import { DatabaseError } from './migrations/index.ts'

interface StorageConfig {
  /** Null for SQLite. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Null for `databaseUrl`. */
  readonly directUrl?: string | null
  readonly connections?: number
}

interface DatabaseOptions {
  readonly nodeLeaseMs?: number
  /** SQLite only: the database must exist. On PostgreSQL, read-only transactions declare themselves. */
  readonly readOnly?: boolean
}

/**
 * The configured database: PostgreSQL if there is a URL, otherwise SQLite in the data folder.
 * @throws {DatabaseError} if a restore of the data folder is incomplete
 */
export function database(
  { databaseUrl, dataDir, directUrl, connections }: StorageConfig,
  { nodeLeaseMs, ...options }: DatabaseOptions = {},
): Dialect {
  if (databaseUrl === null && existsSync(join(dataDir, RESTORING)))
    throw new DatabaseError(
      `${dataDir} is only partly restored: run "scriptorium restore" with the same backup again`,
    )
  if (databaseUrl === null) return sqlite(sqliteFile(dataDir), undefined, options)
  return postgres(databaseUrl, undefined, { connections, directUrl: directUrl ?? databaseUrl, nodeLeaseMs })
}

/** Name of a file that exists in the data folder during a restore. */
export const RESTORING = 'restoring'

/** The parts of a PostgreSQL URL. The host may be missing, or be in the settings. */
const PARTS = /^\w+:\/\/(?<authority>[^/?]*)(?<path>\/[^?]*)?(?:\?(?<settings>.*))?$/

/** The address of the database for messages to the operator, without user name and password. */
export function databaseAddress({ databaseUrl, dataDir }: StorageConfig): string {
  if (databaseUrl === null) return sqliteFile(dataDir)
  const { authority = '', path = '', settings = '' } = PARTS.exec(databaseUrl)?.groups ?? {}
  const server = authority.slice(authority.lastIndexOf('@') + 1)
  return (new URLSearchParams(settings).get('host') ?? server) + path
}

/** The path of the SQLite database in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'scriptorium.sqlite')
