import { suite } from 'node:test'
import { pooledDatabase } from './database-pool.ts'
import { isLong } from './long.ts'
import { freshDatabase, throwawayPostgres } from './throwaway-postgres.ts'

const given = process.env['TEST_DATABASE_URL']
/** The server of `npm test`, or one that ends with this process. */
const postgres = given ? { url: given } : await throwawayPostgres('quick')

/** A database for one test. */
export interface FreshDatabase {
  /** Value of DATABASE_URL; null for SQLite in the data folder. */
  readonly url: string | null
  readonly drop: () => Promise<void>
}

type Tests = (fresh: () => Promise<FreshDatabase>) => void

/** Runs a suite on SQLite and on PostgreSQL. In `npm test`, the PostgreSQL databases are already migrated. */
export function onEachStore(title: string, tests: Tests): void {
  onEach(title, tests, process.env['TEST_DATABASE_TEMPLATE'])
}

/** Runs a suite for code above the store, which has its own tests on both: on SQLite, and with `TEST_LONG=true` on PostgreSQL too. */
export function onEitherStore(title: string, tests: Tests): void {
  if (isLong) onEachStore(title, tests)
  else onSqlite(title, tests)
}

/** Runs a suite on SQLite and on PostgreSQL, with empty databases. */
export function onEachEmptyStore(title: string, tests: Tests): void {
  onEach(title, tests)
}

function onEach(title: string, tests: Tests, template?: string): void {
  onSqlite(title, tests)
  const skip = 'missing' in postgres && postgres.missing
  suite(`${title}, on PostgreSQL`, { skip }, () =>
    tests(async () => {
      if ('missing' in postgres) throw new Error(postgres.missing)
      const { url, stop } = await (template === undefined
        ? freshDatabase(postgres.url)
        : pooledDatabase(postgres.url, template))
      return { url, drop: stop }
    }),
  )
}

function onSqlite(title: string, tests: Tests): void {
  suite(`${title}, on SQLite`, () => tests(async () => ({ url: null, drop: async () => {} })))
}
