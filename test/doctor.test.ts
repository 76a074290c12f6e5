/** `scriptorium doctor` on set-ups that are broken in known ways. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { database, secretKey } from '../src/cli/doctor/database.ts'
import { clock } from '../src/cli/doctor/clock.ts'
import type { Check, Finding } from '../src/cli/doctor/finding.ts'
import { dataFolder, storage } from '../src/cli/doctor/folders.ts'
import { ffmpeg, models } from '../src/cli/doctor/machine.ts'
import { apiPort, metricsPort } from '../src/cli/doctor/ports.ts'
import { languageModel, speechServer } from '../src/cli/doctor/servers.ts'
import { readConfig } from '../src/service/config.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { described, labellingModel } from '../src/models/text/testing/tiny-models.ts'
import { RECEIPT } from '../src/models/pulled/pulled-model.ts'
import { migrate, MIGRATION_NAMES } from '../src/store/migrations/index.ts'
import { openTestStore, TEST_SECRET_KEY } from '../src/store/testing/open-test-store.ts'
import { onEachEmptyStore } from './support/on-each-store.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'
import { dialectOf } from './support/store-place.ts'

type Env = Readonly<Record<string, string>>

/** The status and text of a check. */
async function found(run: Check['run'], env: Env): Promise<string> {
  const { status, finding, remedy } = await run(readConfig({ DATA_DIR: temporaryFolder(), ...env })).catch(
    (error: Error): Finding => ({ status: 'fail', finding: error.message, remedy: null }),
  )
  assert.ok(status !== 'ok' || remedy === null)
  return `${status} ${finding} — ${remedy}`
}

suite('scriptorium doctor', () => {
  test('prints a line for each check of a new set-up, and changes nothing', async () => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: join(folder, 'data'), PORT: '0', SECRET_KEY: '' }
    const { code, stdout, stderr } = await scriptorium(['doctor'], env)
    assert.deepEqual([code, stderr], [0, ''], stdout)
    const lines = stdout.trimEnd().split('\n')
    assert.ok(
      lines.every((line) => /^(ok|warn)  +[a-z]+( [a-z]+)?  +\S/.test(line)),
      stdout,
    )
    assert.equal(lines.length, 14)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('fails if any check does, as JSON for scripts', async () => {
    const env = {
      DATA_DIR: temporaryFolder(),
      PORT: '0',
      FFMPEG_PATH: '/nowhere',
      LANGUAGE_MODEL: 'x',
      LLM_MODELL: 'y',
    }
    const { code, stdout } = await scriptorium(['doctor', '--json'], env)
    assert.equal(code, 1)
    const findings = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Finding & { name: string })
    const faults = findings
      .filter(({ status }) => status !== 'ok')
      .map(({ name, status }) => `${status} ${name}`)
    assert.deepEqual(faults, ['warn configuration', 'fail ffmpeg'])
  })

  test('names every invalid variable', async () => {
    const { code, stdout } = await scriptorium(['doctor'], { PORT: 'x', CONCURRENCY: '0' })
    assert.equal(code, 1)
    assert.match(stdout, /^fail +configuration +PORT: .*\nfail +configuration +CONCURRENCY: .*\n$/)
  })

  test('finds unusable folders', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'open'))
    chmodSync(join(folder, 'open'), 0o755)
    assert.match(await found(dataFolder, { DATA_DIR: join(folder, 'file') }), /^fail .*not a folder/)
    assert.match(await found(dataFolder, { DATA_DIR: join(folder, 'open') }), /^warn other users/)
    assert.match(await found(dataFolder, { DATA_DIR: join(folder, 'new/er') }), /^ok .*will be created/)
    assert.match(await found(dataFolder, { DATA_DIR: join(folder, 'file/data') }), /^fail .*not a folder/)
    assert.match(await found(storage, { MAX_UPLOAD_MB: '999999999' }), /^warn .* free/)
    assert.match(await found(storage, {}), /^ok on disk/)
    const s3 = { S3_BUCKET: 'audio', S3_ENDPOINT: 'http://127.0.0.1:9' }
    assert.match(await found(storage, s3), /^fail .*(AWS_ACCESS_KEY_ID|S3_ENDPOINT)/)
  })

  test('finds an unusable ffmpeg, and damaged models', async () => {
    assert.match(
      await found(ffmpeg, { FFMPEG_PATH: process.execPath }),
      /^fail .*does not run, or is not ffmpeg/,
    )
    const DATA_DIR = temporaryFolder()
    const files = labellingModel({ of: 'texts', labels: ['negative'], words: {} })
    const model = described(files, { name: 'moods', purpose: 'sentiment', labels: { negative: 'negative' } })
    const folder = join(DATA_DIR, 'models', model.name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, RECEIPT), JSON.stringify(model))
    assert.match(await found(models, { DATA_DIR }), /^fail the pulled model .* is damaged.*models pull/)
  })

  test('distinguishes its own ports from those of other programs', async (t) => {
    const body = { status: 'ok', version: '1.2.3' }
    const ours = await listenHttp(t, (_, answer) => void answer.end(JSON.stringify(body)))
    const other = await listenHttp(t, (_, answer) => void answer.end('<html>'))
    assert.match(await found(apiPort, { PORT: String(ours.port) }), /^ok .*by this service/)
    assert.match(await found(apiPort, { PORT: String(other.port) }), /^fail .*another program.*set PORT/)
    assert.match(await found(metricsPort, { METRICS_PORT: String(other.port) }), /^fail .*set METRICS_PORT/)
    assert.match(await found(apiPort, { HOST: '192.0.2.1', PORT: '8080' }), /^fail .*cannot listen on/)
    assert.match(await found(metricsPort, {}), /^ok off/)
  })

  test('finds servers that do not answer, refuse the key, or lack the model', async (t) => {
    const server = await listenHttp(t, ({ headers, url }, answer) => {
      answer.setHeader('date', new Date(Date.now() - 60_000).toUTCString())
      answer.statusCode = headers.authorization === 'Bearer right' ? 200 : 401
      answer.end(url === '/v1/models' ? JSON.stringify({ data: [{ id: 'small:latest' }] }) : '{}')
    })
    const url = `http://127.0.0.1:${server.port}`
    const llm = (LLM_MODEL: string, LLM_API_KEY: string, path = '/v1') => ({
      LLM_URL: url + path,
      LLM_MODEL,
      LLM_API_KEY,
    })
    assert.match(await found(languageModel, llm('small', 'right')), /^ok .* has the model small/)
    assert.match(await found(languageModel, llm('large', 'right')), /^fail .*LLM_MODEL/)
    assert.match(await found(languageModel, llm('small', 'wrong')), /^fail .*LLM_API_KEY/)
    assert.match(await found(languageModel, llm('small', 'right', '/v2')), /^warn .*LLM_URL/)
    const away = { SPEECH_URL: 'http://127.0.0.1:9/v1', SPEECH_MODEL: 'x' }
    assert.match(await found(speechServer, away), /^fail .*does not respond.*SPEECH_URL/)
    assert.match(
      await found(clock, llm('small', 'right')),
      /^warn differs by (59|60|61) s from that of 127\.0\.0\.1.*NTP/,
    )
    assert.match(await found(clock, away), /^ok not compared/)
  })
})

onEachEmptyStore('the database, as scriptorium doctor finds it', (fresh) => {
  test('is new, current, older or newer, and belongs to one secret key', async (t) => {
    const { url, drop } = await fresh()
    const dataDir = temporaryFolder()
    const env = { DATA_DIR: dataDir, DATABASE_URL: url ?? '', SECRET_KEY: TEST_SECRET_KEY }
    assert.match(await found(database, env), /^ok .*(will be created|is empty)/)
    assert.match(await found(secretKey, env), /^ok present/)
    const dialect = dialectOf({ dataDir, databaseUrl: url })
    // There is no schema before the first.
    const older = MIGRATION_NAMES.at(-2)
    if (older !== undefined) {
      await migrate(dialect, older)
      assert.match(await found(database, env), new RegExp(`^warn .*older schema ${older} .*backup`))
    }
    const store = await openTestStore(dialect)
    t.after(async () => {
      await store.close()
      await drop()
    })
    assert.match(await found(database, env), /^ok .*schema \d{3}-\w+/)
    assert.match(await found(secretKey, env), /^ok matches the database/)
    assert.match(await found(secretKey, { ...env, SECRET_KEY: '' }), /^fail missing.*reset-secret/)
    assert.match(await found(secretKey, { ...env, SECRET_KEY: 'x'.repeat(32) }), /^fail .*another secret key/)
    if (url !== null) {
      assert.match(await found(clock, env), /^ok differs by \d s from that of the database/)
      const readOnly = `${url}${url.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Don`
      assert.match(await found(database, { ...env, DATABASE_URL: readOnly }), /^fail .*is read-only/)
      const nowhere = 'postgres://someone:secret@127.0.0.1:9/db'
      const text = await found(database, { ...env, DATABASE_URL: nowhere })
      assert.match(text, /^fail the database 127\.0\.0\.1:9\/db cannot be used.*Check that the server runs/)
      assert.doesNotMatch(text, /secret@/)
    }
    await sql`insert into kysely_migration (name, timestamp) values ('999-new', '')`.execute(dialect.db)
    assert.match(await found(database, env), /^fail .*newer version of scriptorium/)
  })
})
