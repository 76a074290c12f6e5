/** A database that is damaged or does not answer is reported at start and by /health. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { onEachStore } from '../support/on-each-store.ts'
import { runService } from '../support/running-service.ts'
import { scriptorium, temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'

suite('the start ends with one line that names the database', () => {
  const serve = async (dataDir: string, env: Record<string, string> = {}) =>
    scriptorium(['serve'], { DATA_DIR: dataDir, PORT: '0', ...env })

  test('when its file is no database', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'scriptorium.sqlite')
    writeFileSync(file, 'no database '.repeat(1_000))
    const { code, stderr } = await serve(dataDir)
    assert.equal(code, 1)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
    assert.ok(stderr.includes(file) && stderr.includes('backup'), stderr)
  })

  test('when its pages are damaged', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'scriptorium.sqlite')
    const service = await runService()
    const database = new DatabaseSync(join(service.dataDir, 'scriptorium.sqlite'))
    database.exec(`vacuum into '${file}'`)
    database.close()
    await service.close()
    writeFileSync(file, readFileSync(file).fill('damaged', 4096))
    const { code, stderr } = await serve(dataDir)
    assert.equal(code, 1)
    assert.ok(stderr.trim().split('\n').length === 1 && stderr.includes(file), stderr)
  })

  test('when it cannot be opened', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'scriptorium.sqlite')
    mkdirSync(file)
    const { code, stderr } = await serve(dataDir)
    assert.equal(code, 1)
    assert.ok(stderr.trim().split('\n').length === 1 && stderr.includes(file), stderr)
  })

  test('when its server cannot be reached, without the password', async () => {
    const url = 'postgres://someone:confidential@127.0.0.1:1/nowhere'
    const { code, stderr } = await serve(temporaryFolder(), { DATABASE_URL: url })
    assert.equal(code, 1)
    assert.ok(stderr.trim().split('\n').length === 1 && stderr.includes('127.0.0.1:1/nowhere'), stderr)
    assert.ok(!stderr.includes('confidential'))
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
