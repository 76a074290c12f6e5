/** Data that moves to another database and back is unchanged, byte for byte; meanwhile the service still reads, and refuses to write. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import pg from 'pg'
import { DiskAudioFiles } from '../../src/platform/files/disk-audio-files.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { makeListWorld, OTHER_ACCOUNT, OTHER_KEY } from '../support/list-world.ts'
import { contents, envOf, faultsIn } from '../support/moved-contents.ts'
import { runService } from '../support/running-service.ts'
import { s3Places } from '../support/s3-places.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { type StorePlace, withDialect } from '../support/store-place.ts'
import { freshDatabase, startServer, throwawayPostgres } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})
const skip = 'missing' in postgres && postgres.missing
const s3 = s3Places()

/** An empty database. */
async function emptyPostgres(): Promise<string> {
  if ('missing' in postgres) throw new Error(postgres.missing)
  return (await freshDatabase(postgres.url)).url
}

const LISTS = [
  '/v2/pre-recorded?limit=40',
  '/v2/live?limit=40',
  '/v2/jobs?limit=30',
  '/v2/jobs?limit=30&search=the',
  '/v2/jobs?limit=30&status=done&order=asc',
  '/v2/jobs/facets',
  '/v2/deliveries',
]

/** All pages of all lists, without the host. */
async function pages(url: string, key: string): Promise<string[]> {
  const all: string[] = []
  for (const list of LISTS)
    for (let next: string | null = new URL(list, url).href; next !== null;) {
      const answer: Response = await fetch(next, { headers: { 'x-service-key': key } })
      const text = await answer.text()
      assert.equal(answer.status, 200, text)
      all.push(text.replaceAll(new URL(url).host, 'host'))
      next = (JSON.parse(text) as { next?: string | null }).next ?? null
    }
  return all
}

suite('a moved database', { skip }, () => {
  test('has the same lists, cursors and rows on every database, and can be read meanwhile', async (t) => {
    const world = await makeListWorld({ url: null, drop: async () => {} })
    t.after(async () => world.close())
    const { service } = world
    const source = { dataDir: service.dataDir, databaseUrl: null }
    const first = { dataDir: service.dataDir, databaseUrl: await emptyPostgres() }

    const moved = await scriptorium(['move', '--to', first.databaseUrl], envOf(source))
    assert.deepEqual({ code: moved.code, stderr: moved.stderr }, { code: 0, stderr: '' })
    assert.match(moved.stdout, /start it with\n {2}DATABASE_URL: the URL that you gave with --to/)
    assert.doesNotMatch(moved.stdout, /test-secret|password/)
    const before = await pages(service.url, service.key)
    const ofOther = await pages(service.url, OTHER_KEY)
    const refused = await service.request('/v2/live', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.deepEqual(await contents(first), await contents(source))
    // Its live jobs have no sessions, which a check finds on both sides.
    assert.deepEqual(await faultsIn(first), await faultsIn(source))

    const again = await scriptorium(['move', '--to', first.databaseUrl], envOf(source))
    assert.deepEqual([again.code, again.stdout.includes('Moved from')], [0, true])
    const elsewhere = await scriptorium(['move', '--to', await emptyPostgres()], envOf(source))
    assert.match(elsewhere.stderr, /was moved to .*--undo/)
    const old = await scriptorium(['keys', 'list'], envOf(source))
    assert.match(
      old.stderr,
      /^the database was moved to .*: configure that one, or "scriptorium move --undo"/,
    )

    const env = { ...envOf(first), SERVICE_KEY: service.key, ROLES: 'serve', TRUST_PROXY: '1' }
    const there = await ServiceProcess.start(t, service.dataDir, { ...env, SCRATCH_DIR: temporaryFolder() })
    assert.deepEqual(await pages(there.url, service.key), before)
    assert.deepEqual(await pages(there.url, OTHER_KEY), ofOther)
    await there.end('SIGTERM')

    const second = { dataDir: service.dataDir, databaseUrl: await emptyPostgres() }
    const back = { dataDir: join(temporaryFolder(), 'back'), databaseUrl: null }
    for (const [from, to, place] of [
      [first, second.databaseUrl, second],
      [second, `sqlite:${back.dataDir}`, back],
    ] as const) {
      const { code, stderr } = await scriptorium(['move', '--to', to], envOf(from))
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      assert.deepEqual(await contents(place), await contents(from))
      assert.deepEqual(await faultsIn(place), await faultsIn(from))
    }
    for (const account of [DEFAULT_ACCOUNT, OTHER_ACCOUNT])
      assert.equal((await scriptorium(['accounts', 'pause', account], envOf(back))).code, 0)
    const home = await ServiceProcess.start(t, back.dataDir, { SERVICE_KEY: service.key, TRUST_PROXY: '1' })
    assert.deepEqual(await pages(home.url, service.key), before)
    assert.deepEqual(await pages(home.url, OTHER_KEY), ofOther)
  })

  test('can be written again after the move is undone', async (t) => {
    const service = await runService()
    t.after(async () => service.close())
    const source = { dataDir: service.dataDir, databaseUrl: null }
    const url = await emptyPostgres()
    assert.equal((await scriptorium(['move', '--to', url], envOf(source))).code, 0)
    const undone = await scriptorium(['move', '--undo'], envOf(source))
    assert.deepEqual([undone.code, undone.stderr, undone.stdout.includes('is writable again')], [0, '', true])
    await withDialect(source, async (dialect) => {
      const store = await openTestStore(dialect)
      await store.accounts.ensure('after')
      await store.close()
    })
    const onto = await scriptorium(['move', '--to', url], envOf(source))
    assert.deepEqual([onto.code, /is not empty: name an empty database/.test(onto.stderr)], [1, true])
  })
})

suite('a move is refused', { skip }, () => {
  async function made(): Promise<StorePlace> {
    const place = { dataDir: temporaryFolder(), databaseUrl: null }
    await withDialect(place, async (dialect) => {
      const store = await openTestStore(dialect)
      await store.accounts.ensure('default')
      await store.close()
    })
    return place
  }

  const refusal = async (place: StorePlace, to: string, env: Record<string, string> = {}) => {
    const { code, stderr, stdout } = await scriptorium(['move', '--to', to], { ...envOf(place), ...env })
    assert.deepEqual([code === 0, stdout], [false, ''])
    return stderr
  }

  test('to a database that has other data, and changes neither', async () => {
    const [place, other] = [await made(), await made()]
    const url = await emptyPostgres()
    assert.equal((await scriptorium(['move', '--to', url], envOf(other))).code, 0)
    const there = await contents({ ...other, databaseUrl: url })
    assert.match(await refusal(place, url), /is not empty: name an empty database/)
    assert.deepEqual(await contents({ ...other, databaseUrl: url }), there)
    await withDialect(place, async (dialect) => (await openTestStore(dialect)).close())
  })

  test('with the secret key of another installation, from nothing, and to something other than a database', async () => {
    const place = await made()
    const url = await emptyPostgres()
    const key = { SECRET_KEY: 'another-secret-key-0123456789-0123456789' }
    assert.match(await refusal(place, url, key), /belongs to another secret key: set SECRET_KEY/)
    assert.match(await refusal({ ...place, dataDir: temporaryFolder() }, url), /there is no database in/)
    assert.match(await refusal(place, 'mysql://host/db'), /^--to: must be postgres:/)
    assert.match(await refusal(place, 'sqlite:elsewhere'), /scriptorium backup/)
    assert.match(
      await refusal(place, 'postgres://u:hidden@127.0.0.1:1/db'),
      /^the database 127\.0\.0\.1:1\/db cannot be used/,
    )
  })
})

suite('audio', { skip }, () => {
  test('moves to a bucket and back: unreferenced audio is left out, and lost audio is named', async () => {
    const place = { dataDir: temporaryFolder(), databaseUrl: null }
    const [kept, lost, stray, peaks] = [1, 2, 3, 4].map((n) => `0${n}000000-0000-4000-8000-00000000000${n}`)
    const files = DiskAudioFiles.existing(join(place.dataDir, 'files'))
    const put = (id: string, text: string) => {
      mkdirSync(files.folderOf(id.slice(0, 2)), { recursive: true })
      writeFileSync(files.path(id), text)
    }
    await withDialect(place, async (dialect) => {
      const store = await openTestStore(dialect)
      const account = await store.accounts.ensure('default')
      for (const id of [kept!, lost!])
        await dialect.db
          .insertInto('files')
          .values({
            id,
            account,
            filename: 'a.wav',
            extension: 'wav',
            source: null,
            size: 5,
            audio_duration: 1.5,
            number_of_channels: 1,
            created_at: 1,
            jobs: 0,
          })
          .execute()
      await dialect.db
        .insertInto('derived_files')
        .values({ account, source: kept!, kind: 'peaks', file: peaks! })
        .execute()
      await store.close()
    })
    put(kept!, 'audio')
    put(peaks!, 'peaks')
    put(stray!, 'stray')
    const { env, stored } = s3('move/')
    const to = await emptyPostgres()
    const run = async (args: readonly string[], own: Record<string, string>) => {
      const { code, stdout, stderr } = await scriptorium(['move', ...args], { ...env, ...own })
      assert.deepEqual(
        { code, stderr },
        { code: 0, stderr: `The audio ${lost} is lost: see "scriptorium check"\n` },
      )
      return stdout
    }
    const there = await run(['--to', to, '--s3', env.S3_BUCKET], { S3_BUCKET: '', ...envOf(place) })
    assert.match(there, new RegExp(`^ {2}S3_BUCKET=${env.S3_BUCKET}$`, 'm'))
    assert.deepEqual((await stored()).toSorted(), [kept, peaks])

    const back = join(temporaryFolder(), 'back')
    const moved = { ...place, databaseUrl: to }
    const here = await run(['--to', `sqlite:${back}`, '--disk'], envOf(moved))
    assert.match(here, /^ {2}S3_BUCKET: not set$/m)
    const copies = DiskAudioFiles.existing(join(back, 'files'))
    assert.deepEqual(
      [kept, lost, stray, peaks].map((id) =>
        existsSync(copies.path(id!)) ? readFileSync(copies.path(id!), 'utf8') : null,
      ),
      ['audio', null, null, 'peaks'],
    )
  })
})

suite('a target that is killed', () => {
  test('leaves the source unchanged, and a second run completes the move', async (t) => {
    const server = await startServer('machine')
    if ('missing' in server) return t.skip(server.missing)
    t.after(() => server.stop())
    const place = { dataDir: temporaryFolder(), databaseUrl: null }
    const target = { ...place, databaseUrl: server.url }
    const fill = async (name: string) =>
      withDialect(place, async (dialect) => {
        const store = await openTestStore(dialect)
        const account = await store.accounts.ensure(name)
        const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
        await store.jobs.create(account, job)
        await store.close()
      })
    await fill('before')
    await withDialect(target, async (dialect) => (await openTestStore(dialect)).close())

    // Counters are copied after the jobs. Nothing else waits for a lock on them.
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; lock table job_counts in exclusive mode')
    const run = scriptorium(['move', '--to', server.url], envOf(place))
    await until(
      async () => client.query('select 1 from pg_locks where not granted'),
      ({ rowCount }) => rowCount === 1,
    )
    await server.kill()
    const { code, stderr } = await run
    assert.equal(code, 1)
    assert.match(stderr, /^the database .* cannot be used: .*Check that/)

    await fill('after')
    await server.start()
    const again = await scriptorium(['move', '--to', server.url], envOf(place))
    assert.deepEqual([again.code, again.stderr], [0, ''])
    assert.deepEqual(await contents(target), await contents(place))
    assert.deepEqual(await faultsIn(target), [])
  })
})
