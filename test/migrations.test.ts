/** Databases of every version: new, old and future, opened by one process and by several. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { ListFilter } from '../src/contract/list-query.ts'
import type { JobWindow } from '../src/jobs/job-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { type FreshDatabase, onEachEmptyStore } from './support/on-each-store.ts'
import {
  makeOldDatabase,
  OLD_AUDIO,
  OLD_DELIVERIES,
  OLD_FILES,
  OLD_KEYS,
  OLD_SECRETS,
  OLD_VERSIONS,
  OLD_VERSIONS_OF_DATA,
  type OldJob,
} from './support/old-database.ts'
import { openFresh, type OpenStore } from './support/fresh-store.ts'
import { isLong } from './support/long.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { idsOf, listed } from './support/store-list.ts'
import { dialectOf, type StorePlace, withDialect } from './support/store-place.ts'
import { checkSums } from './support/store-sums.ts'
import { claimNext } from './support/claim-work.ts'

/** How often processes open one database at the same time, and a third of the kills while they open it. */
const ROUNDS = Number(process.env['TEST_MIGRATION_ROUNDS'] ?? 1)
const OPENER = fileURLToPath(new URL('support/store-opener.ts', import.meta.url))

for (const version of isLong ? OLD_VERSIONS : OLD_VERSIONS_OF_DATA) {
  onEachEmptyStore(`a database of version ${version}`, (fresh) => {
    let opened: OpenStore
    let jobs: OldJob[]

    before(async () => {
      opened = await openFresh(fresh, async (place) => {
        jobs = await makeOldDatabase(place, version)
      })
    })
    after(async () => opened.close())

    test('is migrated, and lists what was in it', async () => {
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
    })

    if (version === '025-keys' || version === '026-transcripts') {
      test('lists jobs by their tags', async () => {
        const { store, account, dialect } = opened
        const tenth = idsOf(jobs.filter(({ ordinal }) => ordinal % 10 === 0))
        assert.deepEqual(await shown(store, account, { tags: ['one, two', 'tenth'] }, {}), {
          ids: tenth,
          total: tenth.length,
        })
        await checkSums(dialect.db)
      })
    }

    if (version === '009-unused-files') {
      test('knows which bytes are still to be deleted', async () => {
        const { files, uploads } = opened.store
        assert.deepEqual(await uploads.releaseAbandoned(10), [OLD_FILES.removed])
        assert.equal(await files.get(opened.account, OLD_FILES.removed), null)
        assert.notEqual(await files.get(opened.account, OLD_FILES.used), null)
      })
    }

    if (version === '014-account-in-keys') {
      test('has the usage of the jobs that were not deleted', async () => {
        const { store, account } = opened
        const ofStatus = (status: OldJob['status']) => jobs.filter((job) => job.status === status).length
        const [day, ...others] = await store.accounts.usage(account, 0, OLD_AUDIO.day + 1)
        assert.deepEqual(
          { ...day },
          {
            day: OLD_AUDIO.day,
            jobs: jobs.length,
            failed: ofStatus('error'),
            audioMs: ofStatus('done') * OLD_AUDIO.seconds * 1000,
          },
        )
        assert.deepEqual(others, [])
      })
    }

    if (version === '021-idempotency') {
      test('has its keys, with the scopes of what they were allowed', async () => {
        const { accounts } = opened.store
        const admin = await accounts.authenticate(OLD_KEYS.admin)
        assert.deepEqual(admin?.scopes, ['read', 'write', 'live', 'admin'])
        const standard = await accounts.authenticate(OLD_KEYS.standard)
        assert.deepEqual(standard?.scopes, ['read', 'write', 'live'])
      })

      test('has its keys and secrets in a form that cannot be read', async () => {
        const { store, dialect, account } = opened
        assert.deepEqual(await store.accounts.callbackSecrets(account), OLD_SECRETS)
        const { rows } = await sql<Record<string, unknown>>`
          select hash, callback_secret, previous_callback_secret
          from keys join accounts on accounts.id = keys.account`.execute(dialect.db)
        assert.equal(rows.length, 2)
        const stored = JSON.stringify(rows)
        for (const known of [...OLD_SECRETS, ...Object.values(OLD_KEYS).map((key) => hash('sha256', key))])
          assert.ok(!stored.includes(known))
      })
    }

    if (version === '013-live-logs') {
      test('has the attempts of callbacks', async () => {
        const every = { state: null, after: null, limit: 10 }
        for (const { id } of jobs.slice(-OLD_DELIVERIES)) {
          const log = await opened.store.deliveryLog.ofJob(opened.account, id, every)
          const statuses = log?.map(({ attempts }) => attempts.map(({ status }) => status))
          assert.deepEqual(statuses, [[503, 200]])
        }
      })
    }

    test('works as a new one does: jobs are deleted from every list, finished and created', async () => {
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

const isAboutInvoice = ({ said }: OldJob): boolean => said?.includes('Rechnung') === true

onEachEmptyStore('a database', (fresh) => {
  test('of every earlier version is made by these tests', async (t) => {
    const place = await emptyPlace(t)
    await (await openTestStore(dialectOf(place))).close()
    const versions = (await migrated(place)).map(({ name }) => name)
    assert.deepEqual(versions.slice(0, -1), OLD_VERSIONS.slice(0, versions.length - 1))
  })

  test('is created once by processes that open it at the same time, and complete for each of them', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const place = await emptyPlace(t)
      const openers = await Promise.all([opener(t, place), opener(t, place)])
      const said = openers.map(async (child) => (await once(child, 'message'))[0] as string)
      for (const child of openers) child.send('go')
      assert.deepEqual(await Promise.all(said), ['opened', 'opened'])
      await isUsable(place)
    }
  })

  test('is complete the next time it is opened, whenever the process that created it was killed', async (t) => {
    const place = await emptyPlace(t)
    await makeOldDatabase(place, OLD_VERSIONS[0] ?? '')
    for (let kill = 0; kill < 3 * ROUNDS; kill++) {
      const child = await opener(t, place)
      child.send('go')
      const ended = once(child, 'exit')
      // A migration of an empty database takes some 30 ms.
      await delay((kill * 10) / ROUNDS)
      child.kill('SIGKILL')
      await ended
    }
    await isUsable(place)
  })

  test('is not changed by opening it again', async (t) => {
    const place = await emptyPlace(t)
    await (await openTestStore(dialectOf(place))).close()
    const migrations = await migrated(place)
    await (await openTestStore(dialectOf(place))).close()
    assert.deepEqual(await migrated(place), migrations)
    await isUsable(place)
  })

  test('stays as it was if a migration fails, and is migrated once the reason is gone', async (t) => {
    const place = await emptyPlace(t)
    await makeOldDatabase(place, '015-live-vacuum')
    // Migration 017 fails at its last table, after 016 and its own first steps.
    await change(place, 'create table daily_audio (stray integer)')
    const unchanged = [await migrated(place), await schemaOf(place)]
    await assert.rejects(openTestStore(dialectOf(place)), /cannot be migrated to 017-admin: .*daily_audio/)
    assert.deepEqual([await migrated(place), await schemaOf(place)], unchanged)
    await change(place, 'drop table daily_audio')
    await isUsable(place)
  })

  test('of a newer version is refused, with that reason', async (t) => {
    const place = await emptyPlace(t)
    await (await openTestStore(dialectOf(place))).close()
    await withDialect(place, async ({ db }) =>
      sql`insert into kysely_migration (name, timestamp) values ('999-later', ${new Date().toISOString()})`.execute(
        db,
      ),
    )
    await assert.rejects(openTestStore(dialectOf(place)), /newer version of scriptorium \(to 999-later\)/)
  })

  const emptyPlace = placesOf(fresh)

  async function migrated(place: StorePlace) {
    const all = sql<{ name: string }>`select * from kysely_migration order by name`
    return withDialect(place, async ({ db }) => (await all.execute(db)).rows)
  }

  const change = async (place: StorePlace, statement: string) =>
    withDialect(place, async ({ db }) => sql.raw(statement).execute(db))

  /** Every table, index and trigger. */
  async function schemaOf(place: StorePlace): Promise<readonly unknown[]> {
    const definitions =
      place.databaseUrl === null
        ? sql`select name, sql from sqlite_master order by name`
        : sql`
            select table_name as name, column_name || ' ' || data_type as sql from information_schema.columns
            where table_schema = current_schema()
            union all select indexname, indexdef from pg_indexes where schemaname = current_schema()
            order by 1, 2`
    return withDialect(place, async ({ db }) => (await definitions.execute(db)).rows)
  }

  async function isUsable(place: StorePlace) {
    const store = await openTestStore(dialectOf(place))
    try {
      const account = await store.accounts.ensureAccount('new')
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

/** A process that opens the store when it is sent a message. */
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
