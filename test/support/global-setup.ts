/**
 * Runs once around all test files of `npm test`: one PostgreSQL, one cache of compiled modules and one description of the API
 * for the whole run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { throwawayPostgres } from './throwaway-postgres.ts'

const postgres = await throwawayPostgres('quick')
const folder = await mkdtemp(join(tmpdir(), 'scriptorium-test-'))

/** @throws in continuous integration (`CI=true`) without PostgreSQL, which fails the run */
export function globalSetup(): void {
  // Every test file, service and recogniser is a process: without the cache, half of its start-up is compilation.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../node_modules/.cache/compiled', import.meta.url),
  )
  process.env['TEST_OPENAPI'] = join(folder, 'openapi.json')
  if ('url' in postgres) process.env['TEST_DATABASE_URL'] = postgres.url
  else if (process.env['CI'] === 'true') throw new Error(`No PostgreSQL to test on. ${postgres.missing}`)
}

export async function globalTeardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  if ('url' in postgres) await postgres.stop()
  else {
    console.error(`
  THE TESTS ON POSTGRESQL WERE SKIPPED: none could be started. Install it, or set TEST_DATABASE_URL.
  ${postgres.missing}
`)
  }
}
