import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { readConfig } from '../../src/service/config.ts'
import { startService } from '../../src/service/service.ts'
import { database as openDatabase } from '../../src/store/configured-database.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Store } from '../../src/store/open-store.ts'
import { openTestStore, TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { PublishedApi } from './published-api.ts'

/** A service in this process, with a temporary folder and a free port. */
export interface RunningService {
  readonly url: string
  readonly key: string
  readonly dataDir: string
  /** The environment with which a command uses the same database. */
  readonly databaseEnv: Readonly<Record<string, string>>
  /** Its log lines, parsed. */
  readonly log: Record<string, unknown>[]
  /** Sends a request with the key, and checks the answer against the published API. */
  request(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/**
 * @param env additional environment variables
 * @param fill fills its store before it starts
 * @param database dropped when it closes; SQLite by default
 */
export async function runService(
  env: Record<string, string> = {},
  fill: (store: Store, dialect: Dialect) => Promise<void> = async () => {},
  database?: FreshDatabase,
): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scriptorium-test-'))
  const key = 'test-key'
  const log: Record<string, unknown>[] = []
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      log.push(JSON.parse(line.toString()) as Record<string, unknown>)
      done()
    },
  })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    PORT: '0',
    SERVICE_KEY: key,
    SECRET_KEY: TEST_SECRET_KEY,
    DRAIN_SECONDS: '0',
    ...env,
  })
  const dialect = openDatabase(config.storage)
  const store = await openTestStore(dialect)
  await fill(store, dialect)
  await store.close()
  const service = await startService(config, pino({ level: 'info' }, sink))
  const { url } = service
  if (url === null) throw new Error('the service does not listen')
  return {
    url,
    key,
    dataDir,
    databaseEnv: database === undefined || database.url === null ? {} : { DATABASE_URL: database.url },
    log,
    request: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('x-service-key', key)
      const api = await PublishedApi.ofAny(url)
      return api.fetch(new URL(path, url), { method: 'GET', ...init, headers })
    },
    close: async () => {
      await service.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
