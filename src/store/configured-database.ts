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
  /** Of SQLite: the database must exist. PostgreSQL is only read by transactions that say so. */
  readonly readOnly?: boolean
}

/**
 * The configured database: PostgreSQL by its URL, else SQLite in the data folder.
 * @throws {DatabaseError} when the folder was not completely restored
 */
export function database(
  { databaseUrl, dataDir, directUrl, connections }: StorageConfig,
  { nodeLeaseMs, ...options }: DatabaseOptions = {},
): Dialect {
  if (databaseUrl === null && existsSync(join(dataDir, RESTORING)))
    throw new DatabaseError(
      `${dataDir} is restored in part only: run "scriptorium restore" with the same backup again`,
    )
  if (databaseUrl === null) return sqlite(sqliteFile(dataDir), undefined, options)
  return postgres(databaseUrl, undefined, { connections, directUrl: directUrl ?? databaseUrl, nodeLeaseMs })
}

/** A file in the data folder while it is restored. */
export const RESTORING = 'restoring'

/** Of the URL of a PostgreSQL database: the server may be empty, or in the settings. */
const PARTS = /^\w+:\/\/(?<authority>[^/?]*)(?<path>\/[^?]*)?(?:\?(?<settings>.*))?$/

/** Where the database is, for the operator: without user name and password. */
export function databaseAddress({ databaseUrl, dataDir }: StorageConfig): string {
  if (databaseUrl === null) return sqliteFile(dataDir)
  const { authority = '', path = '', settings = '' } = PARTS.exec(databaseUrl)?.groups ?? {}
  const server = authority.slice(authority.lastIndexOf('@') + 1)
  return (new URLSearchParams(settings).get('host') ?? server) + path
}

/** The SQLite database in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'scriptorium.sqlite')
