/**
 * Runs once around all test files of a command: they share one PostgreSQL server with one migrated database, one cache of compiled
 * modules, one description of the API and one place for temporary files.
 */
import { readFileSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgres as postgresDialect } from '../../src/store/databases/postgres.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { dropPool } from './database-pool.ts'
import { freshDatabase, type ThrowawayPostgres, throwawayPostgres } from './throwaway-postgres.ts'

const MEMORY = '/dev/shm'
/** Free bytes from which on it is used: the tests of `npm test` need at most 1 GB at a time. */
const FREE_BYTES = 6e9

// Files in memory need no syncing, which is a fifth of the system time of store tests.
if (isMemoryUsable()) process.env['TMPDIR'] ??= MEMORY

const isGiven = Boolean(process.env['TEST_DATABASE_URL'])
const postgres = await throwawayPostgres('quick')
let migrated: ThrowawayPostgres | undefined
const folder = await mkdtemp(join(tmpdir(), 'scriptorium-test-'))

/** @throws in continuous integration (`CI=true`) without PostgreSQL, which fails the run */
export async function globalSetup(): Promise<void> {
  // Every test file, service and recogniser is a process: without the cache, half of its start-up is compilation.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../node_modules/.cache/compiled', import.meta.url),
  )
  process.env['TEST_OPENAPI'] = join(folder, 'openapi.json')
  if ('url' in postgres) {
    process.env['TEST_DATABASE_URL'] = postgres.url
    migrated = await migratedDatabase(postgres.url)
    process.env['TEST_DATABASE_TEMPLATE'] = new URL(migrated.url).pathname.slice(1)
  } else if (process.env['CI'] === 'true') throw new Error(`No PostgreSQL to test on. ${postgres.missing}`)
}

/** Creates the database of a new service, for tests to copy: that takes a third of the time of migrating. */
async function migratedDatabase(url: string): Promise<ThrowawayPostgres> {
  const made = await freshDatabase(url)
  await (await openTestStore(postgresDialect(made.url))).close()
  return made
}

export async function globalTeardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  // A server of its own takes its databases with it.
  if (isGiven && migrated !== undefined && 'url' in postgres) {
    await dropPool(postgres.url, new URL(migrated.url).pathname.slice(1))
    await migrated.stop()
  }
  if ('url' in postgres) await postgres.stop()
  else {
    console.error(`
  THE TESTS ON POSTGRESQL WERE SKIPPED: none could be started. Install it, or set TEST_DATABASE_URL.
  ${postgres.missing}
`)
  }
}

/** Whether there is a file system in memory that has room and allows programs. */
function isMemoryUsable(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    return mount !== undefined && !/\bnoexec\b/.test(mount) && bavail * bsize >= FREE_BYTES
  } catch {
    return false
  }
}
