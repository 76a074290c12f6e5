/** Databases of every schema (new, released, newer and unknown), opened by one process and by several. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { ListFilter } from '../src/contract/list-query.ts'
import type { JobWindow } from '../src/jobs/job.ts'
import { parsedJson } from '../src/jobs/stored-json.ts'
import { MIGRATION_NAMES } from '../src/store/migrations/index.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { type FreshDatabase, onEachEmptyStore } from './support/on-each-store.ts'
import { openFresh, type OpenStore } from './support/fresh-store.ts'
import { KEPT, makeReleasedDatabase, type ReleasedJob, SCHEMAS } from './support/released-database.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { idsOf, listed } from './support/store-list.ts'
import { dialectOf, type StorePlace, withDialect } from './support/store-place.ts'
import { checkSums } from './support/store-sums.ts'
import { claimNext } from './support/claim-work.ts'

/** How often processes open one database at the same time; there are three times as many kills. */
const ROUNDS = Number(process.env['TEST_MIGRATION_ROUNDS'] ?? 1)
const OPENER = fileURLToPath(new URL('support/store-opener.ts', import.meta.url))

for (const schema of SCHEMAS) {
  onEachEmptyStore(`a database of the schema ${schema}`, (fresh) => {
    let opened: OpenStore
    let jobs: ReleasedJob[]

    before(async () => {
      opened = await openFresh(fresh, async (place) => {
        jobs = await makeReleasedDatabase(place, schema)
      })
    })
    after(async () => opened.close())

    test('is migrated, and lists its jobs', async () => {
      const { store, account } = opened
      const ids = idsOf(jobs)
      const total = jobs.length
      const list = async (filter: Partial<ListFilter>, window: Partial<JobWindow> = {}) =>
        shown(store, account, filter, window)

      assert.deepEqual(await list({}), { ids, total })
      assert.deepEqual(await list({}, { offset: 240, limit: 5 }), { ids: ids.slice(240, 245), total })
      const done = idsOf(jobs.filter(({ status }) => status === 'done'))
      assert.deepEqual(await list({ kinds: ['pre-recorded'], statuses: ['done'] }), {
        ids: done,
        total: done.length,
      })
      for (const plan of ['free', 'pro', 'none']) {
        const wanted = idsOf(jobs.filter((job) => job.plan === plan))
        assert.deepEqual(await list({ customMetadata: { plan } }), { ids: wanted, total: wanted.length })
      }
      const byOrder = await list({ customMetadata: { order: { id: 7 } } })
      assert.deepEqual(byOrder, { ids: [jobs.find(({ ordinal }) => ordinal === 7)?.id], total: 1 })
      const spoken = idsOf(jobs.filter(isAboutInvoice))
      const words = ['überfällig', 'rechnung']
      assert.deepEqual(await list({ words }), { ids: spoken, total: spoken.length })
      const tenth = idsOf(jobs.filter(({ ordinal }) => ordinal % 10 === 0))
      assert.deepEqual(await list({ tags: ['one, two', 'tenth'] }), { ids: tenth, total: tenth.length })
    })

    test('keeps everything else: keys, secrets, usage, revisions and callbacks', async () => {
      const { store, account } = opened
      const { accounts, callers, transcripts, deliveryLog } = store
      const oldest = jobs.at(-1)!.id
      const scopesOf = async (key: string) => (await callers.authenticate(key))?.scopes
      assert.deepEqual(await scopesOf(KEPT.keys.admin), ['read', 'write', 'live', 'admin'])
      assert.deepEqual(await scopesOf(KEPT.keys.standard), ['read', 'write', 'live'])
      assert.deepEqual(await accounts.callbackSecrets(account), KEPT.callbackSecrets)
      assert.deepEqual(await accounts.usage(account, 0, KEPT.usage.day + 1), [KEPT.usage])
      const revision = (await transcripts.json(account, oldest, 1)) ?? assert.fail()
      assert.deepEqual(await parsedJson(revision), KEPT.revision)
      const log = await deliveryLog.ofJob(account, oldest, { state: null, after: null, limit: 10 })
      const statuses = log?.map(({ attempts }) => attempts.map(({ status }) => status))
      assert.deepEqual(statuses, [KEPT.attempts])
    })

    test('works like a new one: jobs are deleted from every list, finished and created', async () => {
      const { store, dialect, account } = opened
      await checkSums(dialect.db)
      const gone = jobs.filter(({ status }) => status === 'done').slice(0, 40)
      for (const { id } of gone) assert.notEqual(await store.jobs.delete(account, id, null), null)
      const left = jobs.filter((job) => !gone.includes(job))
      const free = idsOf(left.filter(({ plan }) => plan === 'free'))
      const spoken = idsOf(left.filter(isAboutInvoice))

      const next = {
        kind: 'pre-recorded',
        customMetadata: { plan: 'free' },
        requestParams: {},
        fileId: null,
      } as const
      const { id: newest } = await store.jobs.create(account, next)
      free.unshift(newest)
      const all = await shown(store, account, {})
      assert.deepEqual(all, { ids: [newest, ...idsOf(left)], total: left.length + 1 })
      const byPlan = await shown(store, account, { customMetadata: { plan: 'free' } })
      assert.deepEqual(byPlan, { ids: free, total: free.length })
      const byWord = await shown(store, account, { words: ['rechnung'] })
      assert.deepEqual(byWord, { ids: spoken, total: spoken.length })

      const oldest = left.findLast(({ status }) => status === 'queued')
      assert.equal((await claimNext(store.work))?.jobId, oldest?.id)
      await checkSums(dialect.db)
    })
  })
}

const isAboutInvoice = ({ said }: ReleasedJob): boolean => said?.includes('Rechnung') === true

onEachEmptyStore('a database', (fresh) => {
  test('of every earlier schema is covered by these tests', () => {
    assert.deepEqual(SCHEMAS, MIGRATION_NAMES.slice(0, SCHEMAS.length))
    assert.ok(SCHEMAS.length >= MIGRATION_NAMES.length - 1)
  })

  test('is created once by processes that open it at the same time, and is complete for each of them', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const place = await emptyPlace(t)
      const openers = await Promise.all([opener(t, place), opener(t, place)])
      const said = openers.map(async (child) => (await once(child, 'message'))[0] as string)
      for (const child of openers) child.send('go')
      assert.deepEqual(await Promise.all(said), ['opened', 'opened'])
      await isUsable(place)
    }
  })

  test('is complete when it is next opened, whenever the process that created it was killed', async (t) => {
    for (let kill = 0; kill < 3 * ROUNDS; kill++) {
      const place = await emptyPlace(t)
      const child = await opener(t, place)
      child.send('go')
      const ended = once(child, 'exit')
      // The migration takes about 30 ms.
      await delay((kill * 10) / ROUNDS)
      child.kill('SIGKILL')
      await ended
      await isUsable(place)
    }
  })

  test('is unchanged by opening it again', async (t) => {
    const place = await emptyPlace(t)
    await (await openTestStore(dialectOf(place))).close()
    const migrations = await migrated(place)
    await (await openTestStore(dialectOf(place))).close()
    assert.deepEqual(await migrated(place), migrations)
    await isUsable(place)
  })

  test('stays unchanged if a migration fails, and is migrated once the cause is gone', async (t) => {
    const place = await emptyPlace(t)
    // The baseline fails at its last table.
    await change(place, 'create table delivery_attempts (stray integer)')
    const unchanged = await schemaOf(place)
    const failure = /cannot be migrated to 001-baseline: .*delivery_attempts/
    await assert.rejects(openTestStore(dialectOf(place)), failure)
    assert.deepEqual([await migrated(place), await schemaOf(place)], [[], unchanged])
    await change(place, 'drop table delivery_attempts')
    await isUsable(place)
  })

  test('of a newer version is refused, with that reason', async (t) => {
    const place = await emptyPlace(t)
    await (await openTestStore(dialectOf(place))).close()
    await change(place, `insert into kysely_migration (name, timestamp) values ('999-later', '')`)
    await assert.rejects(openTestStore(dialectOf(place)), /newer version of scriptorium \(to 999-later\)/)
  })

  test('from before the first release is refused, with what to do', async (t) => {
    const place = await emptyPlace(t)
    await (await openTestStore(dialectOf(place))).close()
    await change(place, `update kysely_migration set name = '027-tags'`)
    await assert.rejects(
      openTestStore(dialectOf(place)),
      /^DatabaseError: the database is from before version 0\.1\.0.*: start with an empty DATA_DIR.*$/,
    )
  })

  const emptyPlace = placesOf(fresh)

  async function migrated(place: StorePlace) {
    const all = sql<{ name: string }>`select * from kysely_migration order by name`
    return withDialect(place, async ({ db }) => (await all.execute(db)).rows)
  }

  const change = async (place: StorePlace, statement: string) =>
    withDialect(place, async ({ db }) => sql.raw(statement).execute(db))

  /** Every table and index except those of Kysely. */
  async function schemaOf(place: StorePlace): Promise<readonly unknown[]> {
    const definitions =
      place.databaseUrl === null
        ? sql`select name, sql from sqlite_master where tbl_name not like 'kysely%' order by name`
        : sql`
            select table_name as name, column_name || ' ' || data_type as sql from information_schema.columns
            where table_schema = current_schema() and table_name not like 'kysely%'
            union all select indexname, indexdef from pg_indexes
            where schemaname = current_schema() and tablename not like 'kysely%'
            order by 1, 2`
    return withDialect(place, async ({ db }) => (await definitions.execute(db)).rows)
  }

  async function isUsable(place: StorePlace) {
    const store = await openTestStore(dialectOf(place))
    try {
      const account = await store.accounts.ensure('new')
      const job = { kind: 'pre-recorded', customMetadata: { a: 1 }, requestParams: {}, fileId: null } as const
      const { id } = await store.jobs.create(account, job)
      assert.deepEqual(await shown(store, account, { customMetadata: { a: 1 } }), { ids: [id], total: 1 })
    } finally {
      await store.close()
    }
  }
})

/** Creates databases that are dropped after the test. */
function placesOf(fresh: () => Promise<FreshDatabase>) {
  return async (t: TestContext): Promise<StorePlace> => {
    const made = await fresh()
    t.after(async () => made.drop())
    return { dataDir: temporaryFolder(), databaseUrl: made.url }
  }
}

/** A process that opens the store when it gets a message. */
async function opener(t: TestContext, place: StorePlace): Promise<ChildProcess> {
  const child = fork(OPENER, [JSON.stringify(place)], { execArgv: [] })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function shown(...asked: Parameters<typeof listed>) {
  const { items, total } = await listed(...asked)
  return { ids: idsOf(items), total }
}
