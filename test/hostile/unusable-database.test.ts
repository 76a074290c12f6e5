/** A damaged or unresponsive database is reported at start and by /health. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { readConfig } from '../../src/service/config.ts'
import { startService } from '../../src/service/service.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { runService } from '../support/running-service.ts'
import { scriptorium, temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'

test('a start that fails says why, even if what it had started cannot be closed either', async () => {
  const dataDir = temporaryFolder()
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', FFMPEG_PATH: '/no-such-program' })
  const starting = startService(config, pino({ level: 'silent' }))
  const refused = assert.rejects(starting, { message: /^FFMPEG_PATH is \/no-such-program, which/ })
  // The start still has to open the audio files after this.
  while (!existsSync(join(dataDir, 'node'))) await setImmediate()
  const database = new DatabaseSync(join(dataDir, 'scriptorium.sqlite'))
  database.exec('alter table nodes rename to lost')
  database.close()
  await refused
})

suite('a command ends with one line that names the database', () => {
  const fails = async (
    command: string[],
    dataDir: string,
    where: string,
    env: Record<string, string> = {},
    remedy = 'backup',
  ) => {
    const { code, stderr } = await scriptorium(command, { DATA_DIR: dataDir, PORT: '0', ...env })
    assert.equal(code, 1)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.ok(stderr.includes(where) && stderr.includes(remedy), stderr)
    return stderr
  }
  const [SERVE, KEYS] = [['serve'], ['keys', 'list']]
  const place = () => {
    const dataDir = temporaryFolder()
    return { dataDir, file: join(dataDir, 'scriptorium.sqlite') }
  }

  test('when its file is not a database', async () => {
    const { dataDir, file } = place()
    writeFileSync(file, 'no database '.repeat(1_000))
    for (const command of [SERVE, KEYS]) await fails(command, dataDir, file)
  })

  test('when its pages are damaged', async () => {
    const { dataDir, file } = place()
    const service = await runService()
    const database = new DatabaseSync(join(service.dataDir, 'scriptorium.sqlite'))
    database.exec(`vacuum into '${file}'`)
    database.close()
    await service.close()
    writeFileSync(file, readFileSync(file).fill('damaged', 4096))
    await fails(SERVE, dataDir, file)
  })

  test('when it cannot be opened', async () => {
    const { dataDir, file } = place()
    mkdirSync(file)
    await fails(SERVE, dataDir, file)
  })

  test('when it is read-only', async () => {
    const { dataDir, file } = place()
    const database = new DatabaseSync(file)
    database.exec('pragma journal_mode = wal; create table notes (text)')
    database.close()
    // A write version above 2 makes it read-only to everyone; file permissions would not for root.
    const bytes = readFileSync(file)
    bytes[18] = 3
    writeFileSync(file, bytes)
    for (const command of [SERVE, KEYS]) assert.match(await fails(command, dataDir, file), /readonly/)
  })

  test('when its server cannot be reached, without the password', async () => {
    const DATABASE_URL = 'postgres://someone:confidential@127.0.0.1:1/nowhere'
    for (const command of [SERVE, KEYS]) {
      const remedy = 'host and port in DATABASE_URL'
      const stderr = await fails(command, temporaryFolder(), '127.0.0.1:1/nowhere', { DATABASE_URL }, remedy)
      assert.ok(!stderr.includes('confidential'))
    }
  })
})

onEachStore('/health', (fresh) => {
  test('answers 503 while the database does not', async (t) => {
    const database = await fresh()
    const service = await runService({}, async () => {}, database)
    t.after(async () => service.close())
    assert.equal((await service.request('/health')).status, 200)
    const place = { dataDir: service.dataDir, databaseUrl: database.url }
    await withDialect(place, async ({ db }) => sql`alter table accounts rename to elsewhere`.execute(db))
    const response = await service.request('/health')
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '10')
    await withDialect(place, async ({ db }) => sql`alter table elsewhere rename to accounts`.execute(db))
    assert.equal((await service.request('/health')).status, 200)
  })
})
