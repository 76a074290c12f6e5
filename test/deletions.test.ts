/** Deletions of many jobs, compared with the naive filter of the list tests. */
import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import type { ExpressionBuilder } from 'kysely'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { Deletion } from '../src/contract/deletions.ts'
import type { NewJob } from '../src/jobs/job.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Schema } from '../src/store/schema.ts'
import { deletionOf } from './support/deletion-of.ts'
import { openFresh } from './support/fresh-store.ts'
import { metadataFilter } from './support/list-metadata.ts'
import { type MadeJob, matching, type Wanted } from './support/list-reference.ts'
import { search } from './support/list-transcripts.ts'
import { makeListWorld, OTHER_ACCOUNT, OTHER_KEY } from './support/list-world.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore } from './support/on-each-store.ts'
import { listed } from './support/store-list.ts'
import { withDialect } from './support/store-place.ts'
import { checkSums } from './support/store-sums.ts'

/** Number of deletions, one after another. */
const DELETIONS = 12
const SEED = 20_260_301

const ANY: Wanted = {
  kinds: null,
  statuses: null,
  day: null,
  before: null,
  after: null,
  customMetadata: null,
  tags: null,
  language: null,
  words: null,
}

/** Two filters, and the query that expresses the same. */
function deletion(jobs: readonly MadeJob[]): fc.Arbitrary<{ wanted: Wanted; query: string }> {
  const moment = fc.constantFrom(...jobs.map((job) => job.createdAt))
  const filters = fc.oneof(
    fc
      .constantFrom('done' as const, 'error' as const, 'queued' as const)
      .map((status) => [{ statuses: [status] }, `status=${status}`] as const),
    fc
      .constantFrom('pre-recorded' as const, 'live' as const)
      .map((kind) => [{ kinds: [kind] }, `kind=${kind}`] as const),
    moment.map(
      (ms) => [{ before: { ms, beyond: false } }, `before_date=${new Date(ms).toISOString()}`] as const,
    ),
    moment.map(
      (ms) => [{ after: { ms, beyond: false } }, `after_date=${new Date(ms).toISOString()}`] as const,
    ),
    moment.map((ms) => [{ day: ms }, `date=${new Date(ms).toISOString().slice(0, 10)}`] as const),
    metadataFilter(jobs.map((job) => job.customMetadata)).map(
      (wanted) =>
        [
          { customMetadata: wanted },
          `custom_metadata=${encodeURIComponent(JSON.stringify(wanted))}`,
        ] as const,
    ),
    search(jobs.map((job) => job.transcript)).map(
      ({ words, text }) => [{ words }, `q=${encodeURIComponent(text)}`] as const,
    ),
  )
  return fc
    .uniqueArray(filters, {
      minLength: 2,
      maxLength: 2,
      selector: ([, query]) => query.split('=', 1)[0],
    })
    .map((chosen) => ({
      wanted: Object.assign({}, ANY, ...chosen.map(([wanted]) => wanted)) as Wanted,
      query: chosen.map(([, query]) => query).join('&'),
    }))
}

onEachStore('a deletion of many jobs', (fresh) => {
  test('deletes what a naive filter selects; lists and counters agree with it during and after', async (t) => {
    const database = await fresh()
    const world = await makeListWorld(database)
    t.after(async () => world.close())
    const { service } = world
    const get = async <Body>(path: string) => (await (await service.request(path)).json()) as Body
    const list = async (query: string) => {
      const answer = await service.request(`/v2/jobs?fields=id&${query}`)
      const { items } = (await answer.json()) as { items: { id: string }[] }
      return { ids: items.map(({ id }) => id), total: Number(answer.headers.get('x-total-count')) }
    }
    const all = world.jobsOf(DEFAULT_ACCOUNT)
    let jobs = all
    for (let i = 0; i < DELETIONS; i++) {
      const [chosen] = fc.sample(deletion(all), { numRuns: 1, seed: SEED + i })
      const { wanted, query } = chosen!
      const gone = new Set(
        matching(jobs, wanted).filter(({ status }) => status === 'done' || status === 'error'),
      )
      const left = jobs.filter((job) => !gone.has(job))
      const answer = await service.request(`/v2/jobs?${query}`, { method: 'DELETE' })
      let progress = (await answer.json()) as Deletion
      assert.equal(answer.status, 202, `${query}: ${JSON.stringify(progress)}`)
      assert.equal(progress.matched, gone.size, query)
      const isLeft = new Set(left.map(({ id }) => id))
      while (progress.status === 'running') {
        const before = progress.deleted
        const { ids, total } = await list('limit=64')
        const shown = await list('limit=1000')
        progress = await get<Deletion>(`/v2/deletions/${progress.id}`)
        assert.equal(ids.length, Math.min(64, total))
        assert.ok(total <= jobs.length - before && total >= jobs.length - progress.deleted, query)
        assert.equal(shown.ids.filter((id) => isLeft.has(id)).length, left.length, query)
      }
      assert.deepEqual([progress.status, progress.deleted], ['done', gone.size], query)
      assert.deepEqual(await list('limit=1000'), { ids: left.map(({ id }) => id), total: left.length })
      jobs = left
    }
    assert.ok(jobs.length < 150, `${jobs.length} jobs are left`)
    const { items } = await get<{ items: Deletion[] }>('/v2/deletions')
    assert.equal(items.length, DELETIONS)

    const headers = { 'x-service-key': OTHER_KEY }
    const others = await fetch(`${service.url}/v2/jobs?limit=1`, { headers })
    assert.equal(others.headers.get('x-total-count'), String(world.jobsOf(OTHER_ACCOUNT).length))
    const foreign = await fetch(`${service.url}/v2/deletions/${items[0]?.id}`, { headers })
    assert.equal(foreign.status, 404)
    assert.deepEqual(await (await fetch(`${service.url}/v2/deletions`, { headers })).json(), { items: [] })
    await withDialect({ dataDir: service.dataDir, databaseUrl: database.url }, async ({ db }) =>
      checkSums(db),
    )
  })

  async function opened(t: TestContext) {
    const world = await openFresh(fresh)
    t.after(world.close)
    const { store, account } = world
    const create = async (job: Partial<NewJob> = {}) => {
      const given = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
      return (await store.jobs.create(account, { ...given, ...job })).id
    }
    const fail = async (id: string) => store.work.finish(id, { status: 'error', code: 422, message: 'no' })
    const left = async () =>
      (await listed(store, account, {}, { limit: 1000 }, ['id'])).items.map(({ id }) => id)
    return { ...world, create, fail, left }
  }
  const EVERYTHING = { ...NO_FILTER, createdFrom: 0 }

  test('keeps jobs that end or are created after the request', async (t) => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) })
    t.after(() => mock.timers.reset())
    const { store, account, create, fail, left } = await opened(t)
    const ended = await Promise.all([create(), create(), create()])
    for (const id of ended) await fail(id)
    const open = await create()
    const { id, matched } = await store.bulkRequests.begin(account, deletionOf(EVERYTHING))
    assert.equal(matched, 3)
    mock.timers.tick(1)
    const later = await create()
    await fail(open)
    await fail(later)
    while (await store.bulkRequests.advance(2));
    assert.deepEqual(await left(), [later, open])
    const { status, handled } = (await store.bulkRequests.get(account, 'delete', id))!
    assert.deepEqual({ status, handled }, { status: 'done', handled: 3 })
  })

  test('deletes and counts each job once when several nodes advance it at the same time', async (t) => {
    const { store, account, create, fail, left, dialect } = await opened(t)
    for (let i = 0; i < 40; i++) await fail(await create({ customMetadata: { odd: i % 2 } }))
    const { id } = await store.bulkRequests.begin(
      account,
      deletionOf({ ...EVERYTHING, customMetadata: { odd: 1 } }),
    )
    const node = async () => {
      while (await store.bulkRequests.advance(3));
    }
    await Promise.all([node(), node(), node()])
    assert.equal((await store.bulkRequests.get(account, 'delete', id))?.handled, 20)
    assert.equal((await left()).length, 20)
    await checkSums(dialect.db)
    const rows = await dialect.db.selectFrom('bulk_requests').select('filter').execute()
    assert.deepEqual(
      rows.map(({ filter }) => filter),
      [null],
      'the values of its filter are deleted with it',
    )
  })

  test('by tag deletes the jobs that have the tag when it reaches them, and leaves nothing of it', async (t) => {
    const { store, account, create, fail, left, dialect } = await opened(t)
    const ids = []
    for (let i = 0; i < 6; i++) {
      ids.unshift(await create())
      await fail(ids[0]!)
    }
    const [untouched, kept, tagged, ...others] = ids as [string, string, string, ...string[]]
    for (const id of [kept, tagged, ...others])
      await store.jobs.setDetails(account, id, { tags: ['old', 'audio'] }, OPERATOR)
    const { id, matched } = await store.bulkRequests.begin(
      account,
      deletionOf({ ...EVERYTHING, tags: ['audio', 'old'] }),
    )
    assert.equal(matched, 5)
    await store.jobs.setDetails(account, kept, { tags: ['audio'] }, OPERATOR)
    while (await store.bulkRequests.advance(2));
    assert.equal((await store.bulkRequests.get(account, 'delete', id))?.handled, 4)
    assert.deepEqual(await left(), [untouched, kept])
    await checkSums(dialect.db)
    const counts = await dialect.db.selectFrom('tag_counts').select(['tag', 'jobs']).execute()
    assert.deepEqual(
      counts.map(({ tag, jobs }) => [tag, jobs]),
      [['audio', 1]],
    )
  })

  test('finds matching jobs that are far apart', async (t) => {
    const { store, account, create, fail, left, dialect } = await opened(t)
    // More than one window between them.
    const gaps = [1, 8_190, 1, 30_000]
    const kept = []
    for (const by of gaps) {
      for (const odd of [0, 1]) {
        const id = await create({ customMetadata: { odd } })
        await fail(id)
        if (odd === 0) kept.unshift(id)
      }
      const set = (eb: ExpressionBuilder<Schema, 'accounts'>) => ({
        last_ordinal: eb('last_ordinal', '+', by),
      })
      await dialect.db.updateTable('accounts').set(set).where('id', '=', account).execute()
    }
    const { id } = await store.bulkRequests.begin(
      account,
      deletionOf({ ...EVERYTHING, customMetadata: { odd: 1 } }),
    )
    while (await store.bulkRequests.advance(1));
    assert.equal((await store.bulkRequests.get(account, 'delete', id))?.handled, gaps.length)
    assert.deepEqual(await left(), kept)
    await checkSums(dialect.db)
  })

  test('takes turns with other deletions', async (t) => {
    const { store, account, create, fail } = await opened(t)
    for (let i = 0; i < 8; i++) await fail(await create())
    const first = await store.bulkRequests.begin(account, deletionOf(EVERYTHING))
    await store.bulkRequests.advance(1)
    const other = await store.accounts.ensure('other')
    const second = await store.bulkRequests.begin(other, deletionOf(EVERYTHING))
    await store.bulkRequests.advance(1)
    await store.bulkRequests.advance(1)
    assert.equal((await store.bulkRequests.get(other, 'delete', second.id))?.status, 'done')
    assert.equal((await store.bulkRequests.get(account, 'delete', first.id))?.status, 'running')
  })
})
