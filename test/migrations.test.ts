/** Databases of every age: new, of the version before, of a version to come, opened by one process and by several. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import type { JobStatus } from '../src/contract/common.ts'
import { bucketOf } from '../src/jobs/bucket.ts'
import type { JobFilter, JobWindow } from '../src/jobs/job-store.ts'
import { metadataLeaves } from '../src/jobs/metadata-leaves.ts'
import { migrate } from '../src/store/migrations/index.ts'
import type { Schema } from '../src/store/schema.ts'
import { openStore } from '../src/store/store.ts'
import { type FreshDatabase, onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { idsOf, listed } from './support/store-list.ts'
import { dialectOf, type StorePlace, withDialect } from './support/store-place.ts'

const OPENER = fileURLToPath(new URL('support/store-opener.ts', import.meta.url))
/** More than what a migration takes up at a time. */
const OLD_JOBS = 250

onEachStore('a database of the version before', (fresh) => {
  it('is carried forward, and lists what was in it', async (t) => {
    const { store, account, jobs } = await opened(t)
    const ids = jobs.map(({ id }) => id)
    const list = async (filter: Partial<JobFilter>, window: Partial<JobWindow> = {}) =>
      shown(store, account, filter, window)

    assert.deepEqual(await list({}), { ids, total: OLD_JOBS })
    assert.deepEqual(await list({}, { offset: 240, limit: 5 }), { ids: ids.slice(240, 245), total: OLD_JOBS })
    const done = jobs.filter(({ status }) => status === 'done').map(({ id }) => id)
    const buckets = [bucketOf('pre-recorded', 'done')]
    assert.deepEqual(await list({ buckets }), { ids: done, total: done.length })
    for (const plan of ['free', 'pro', 'none']) {
      const wanted = jobs.filter(({ metadata }) => metadata.plan === plan).map(({ id }) => id)
      assert.deepEqual(await list({ customMetadata: { plan } }), { ids: wanted, total: wanted.length })
    }
    const byOrder = await list({ customMetadata: { order: { id: 7 } } })
    assert.deepEqual(byOrder, { ids: [jobs.find(({ ordinal }) => ordinal === 7)?.id], total: 1 })
    const spoken = jobs.filter(({ status, ordinal }) => status === 'done' && ordinal % 5 === 0)
    const words = ['überfällig', 'rechnung']
    assert.deepEqual(await list({ words }), { ids: spoken.map(({ id }) => id), total: spoken.length })
  })

  it('goes on as any other: jobs are deleted from every list, finished and created', async (t) => {
    const { store, account, jobs } = await opened(t)
    const gone = jobs.filter(({ status }) => status === 'done').slice(0, 40)
    for (const { id } of gone) assert.notEqual(await store.jobs.delete(account, id, null), null)
    const left = jobs.filter((job) => !gone.includes(job))
    const free = left.filter(({ metadata }) => metadata.plan === 'free').map(({ id }) => id)
    const spoken = left.filter(({ status, ordinal }) => status === 'done' && ordinal % 5 === 0)

    const next = {
      kind: 'pre-recorded',
      customMetadata: { plan: 'free' },
      requestParams: {},
      fileId: null,
    } as const
    const { id: newest } = await store.jobs.create(account, next)
    free.unshift(newest)
    assert.deepEqual(await shown(store, account, {}), {
      ids: [newest, ...left.map(({ id }) => id)],
      total: left.length + 1,
    })
    const byPlan = await shown(store, account, { customMetadata: { plan: 'free' } })
    assert.deepEqual(byPlan, { ids: free, total: free.length })
    const byWord = await shown(store, account, { words: ['rechnung'] })
    assert.deepEqual(byWord, { ids: spoken.map(({ id }) => id), total: spoken.length })

    const oldest = left.findLast(({ status }) => status === 'queued')
    assert.equal((await store.work.claim([]))?.jobId, oldest?.id)
  })

  async function opened(t: TestContext) {
    const place = await emptyPlace(t)
    const jobs = await withDialect(place, async (dialect) => {
      await migrate(dialect, '001-jobs')
      return fillOldDatabase(dialect.db)
    })
    const store = await openStore(dialectOf(place))
    t.after(async () => store.close())
    return { store, account: await store.accounts.ensureAccount('default'), jobs }
  }

  const emptyPlace = placesOf(fresh)
})

onEachStore('a database', (fresh) => {
  it('is made once by processes that open it at the same time, and whole for each of them', async (t) => {
    for (let round = 0; round < 2; round++) {
      const place = await emptyPlace(t)
      const openers = await Promise.all([opener(t, place), opener(t, place)])
      const said = openers.map(async (child) => (await once(child, 'message'))[0] as string)
      for (const child of openers) child.send('go')
      assert.deepEqual(await Promise.all(said), ['opened', 'opened'])
      await isUsable(place)
    }
  })

  it('is whole the next time it is opened, whenever the process that made it was killed', async (t) => {
    const place = await emptyPlace(t)
    await withDialect(place, async (dialect) => {
      await migrate(dialect, '001-jobs')
      await fillOldDatabase(dialect.db)
    })
    for (let kill = 0; kill < 6; kill++) {
      const child = await opener(t, place)
      child.send('go')
      const ended = once(child, 'exit')
      await delay(kill * 5)
      child.kill('SIGKILL')
      await ended
    }
    await isUsable(place)
  })

  it('stays as it is when it is opened again', async (t) => {
    const place = await emptyPlace(t)
    const migrated = async () =>
      withDialect(
        place,
        async ({ db }) => (await sql`select * from kysely_migration order by name`.execute(db)).rows,
      )
    await (await openStore(dialectOf(place))).close()
    const before = await migrated()
    await (await openStore(dialectOf(place))).close()
    assert.deepEqual(await migrated(), before)
    await isUsable(place)
  })

  it('of a version to come is refused, and said to be one', async (t) => {
    const place = await emptyPlace(t)
    await (await openStore(dialectOf(place))).close()
    await withDialect(place, async ({ db }) =>
      sql`insert into kysely_migration (name, timestamp) values ('999-later', ${new Date().toISOString()})`.execute(
        db,
      ),
    )
    await assert.rejects(openStore(dialectOf(place)), /newer/)
  })

  const emptyPlace = placesOf(fresh)

  async function isUsable(place: StorePlace) {
    const store = await openStore(dialectOf(place))
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

/** Makes databases that are gone after the test. */
function placesOf(fresh: () => Promise<FreshDatabase>) {
  return async (t: TestContext): Promise<StorePlace> => {
    const made = await fresh()
    t.after(async () => made.drop())
    return { dataDir: temporaryFolder(), databaseUrl: made.url }
  }
}

/** A process that waits for the word to open the store. */
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

interface OldJob {
  readonly id: string
  readonly ordinal: number
  readonly status: JobStatus
  readonly metadata: { readonly plan: string; readonly order: { readonly id: number } }
}

/** Jobs as the code of 001-jobs left them, newest first. */
async function fillOldDatabase(db: Kysely<Schema>): Promise<OldJob[]> {
  const createdAt = Date.UTC(2025, 5, 1)
  await sql`insert into accounts (name, created_at, last_ordinal, last_created_at)
    values ('default', ${createdAt}, ${OLD_JOBS}, ${createdAt + OLD_JOBS})`.execute(db)
  const account = 1
  const jobs: OldJob[] = []
  for (let ordinal = 1; ordinal <= OLD_JOBS; ordinal++) {
    const status = (['done', 'done', 'error', 'queued'] as const)[ordinal % 4] ?? 'done'
    const metadata = { plan: ordinal % 3 === 0 ? 'pro' : 'free', order: { id: ordinal } }
    const job = { id: randomUUID(), ordinal, status, metadata }
    const bucket = bucketOf('pre-recorded', status)
    const completedAt = status === 'queued' ? null : createdAt + ordinal + 5
    await sql`insert into jobs
      (id, account, ordinal, bucket, created_at, completed_at, error_code, custom_metadata, request_params)
      values (${job.id}, ${account}, ${ordinal}, ${bucket}, ${createdAt + ordinal}, ${completedAt},
        ${status === 'error' ? 422 : null}, ${JSON.stringify(metadata)}, '{}')`.execute(db)
    for (const { path, value } of metadataLeaves(metadata)) {
      await sql`insert into job_metadata (account, path, value, ordinal)
        values (${account}, ${path}, ${value}, ${ordinal})`.execute(db)
    }
    for (const [level, size] of [
      [1, 256],
      [2, 65_536],
      [3, 16_777_216],
    ] as const) {
      await sql`insert into job_counts (account, level, bucket, block, jobs)
        values (${account}, ${level}, ${bucket}, ${Math.floor(ordinal / size)}, 1)
        on conflict (account, level, bucket, block) do update set jobs = job_counts.jobs + 1`.execute(db)
    }
    if (status === 'done') {
      const said = ordinal % 5 === 0 ? 'Die Rechnung ist überfällig.' : 'Guten Tag.'
      const result = { transcription: { full_transcript: said } }
      await sql`insert into job_results (account, ordinal, result)
        values (${account}, ${ordinal}, ${JSON.stringify(result)})`.execute(db)
    }
    if (status === 'queued') {
      await sql`insert into work (account, ordinal, job_id) values (${account}, ${ordinal}, ${job.id})`.execute(
        db,
      )
    }
    jobs.unshift(job)
  }
  return jobs
}
