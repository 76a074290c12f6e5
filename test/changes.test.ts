/**
 * The change feed of jobs: a mirror kept by it alone has exactly the jobs of its account, whatever changes them.
 *
 * TEST_CHANGES is the number of random changes on each store.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { formatChangeCursor, parseChangeCursor } from '../src/contract/change-cursor.ts'
import type { ErrorBody } from '../src/contract/error.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { NewJob } from '../src/jobs/job.ts'
import type { Outcome } from '../src/jobs/work.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { claimNext } from './support/claim-work.ts'
import { deletionOf } from './support/deletion-of.ts'
import { openFresh } from './support/fresh-store.ts'
import { Mirror } from './support/mirror.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { callEveryMethod } from './support/store-calls.ts'
import { dialectOf } from './support/store-place.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'

const CHANGES = Number(process.env['TEST_CHANGES'] ?? 40)
const WRITERS = 8
const JOB: NewJob = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null }
const DONE: Outcome = {
  status: 'done',
  // Only the transcript is read.
  result: { transcription: { full_transcript: 'hello', languages: ['en'], utterances: [] } } as never,
}
const FAILED: Outcome = { status: 'error', code: 500, message: 'lost' }

onEachStore('the changes of jobs', (fresh) => {
  test('report what each store method changes, after every call', async (t) => {
    const { store, close } = await openFresh(fresh)
    t.after(close)
    const mirrors = new Map<string, Mirror>()
    await callEveryMethod(store, async (name, call) => {
      const result = await call()
      // The account `gone` is deleted together with its remaining jobs.
      for (const account of ['default', 'full']) {
        const id = await store.accounts.find(account)
        if (id === null) continue
        const mirror = mirrors.get(account) ?? new Mirror(store, id)
        mirrors.set(account, mirror)
        await mirror.catchUp()
        await mirror.check().catch((error: unknown) => {
          throw new Error(`after ${name}`, { cause: error })
        })
      }
      return result
    })
    assert.ok(mirrors.has('full'), 'every account was mirrored')
  })

  test('keep mirrors equal to the account while eight writers on two nodes change it', async (t) => {
    const { place, store, account, close } = await openFresh(fresh)
    t.after(close)
    const other = place.databaseUrl === null ? store : await openTestStore(dialectOf(place))
    if (other !== store) t.after(async () => other.close())
    const random = randomFrom(35)
    const limit = () => 1 + Math.floor(random() ** 3 * 100)
    const begun = new Mirror(store, account)
    let left = CHANGES
    let [round, deleted, restored] = [0, 0, 0]
    while (left > 0) {
      // The account is idle between rounds: that is when mirrors are compared with it.
      const changes = Math.min(left, 50)
      left -= changes
      let waiting = changes
      const writers = Array.from({ length: WRITERS }, async (_, i) => {
        const writer = new Writer(i % 2 === 0 ? store : other, account, randomFrom(1_000 * round + i))
        while (waiting-- > 0) await writer.change()
        deleted += writer.deleted
        restored += writer.restored
      })
      const all = Promise.all(writers)
      let isOver = false
      void all.finally(() => (isOver = true)).catch(() => {})
      const first = new Mirror(other, account)
      while (!isOver) for (const mirror of [begun, first]) await mirror.read(limit())
      await all
      for (const mirror of [begun, first]) {
        await mirror.catchUp(limit)
        await mirror.check()
        assert.deepEqual(await mirror.catchUp(), [], 'no changes follow while nothing changes')
      }
      round++
    }
    if (CHANGES >= 1_000) assert.ok(deleted > 0 && restored > 0, 'jobs were deleted and restored')
  })

  test('show each job once, in the order of its last change, for any page length', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const ids = await Promise.all(
      Array.from({ length: 70 }, async () => (await store.jobs.create(account, JOB)).id),
    )
    const order = [...ids].toSorted()
    for (const id of order) await store.jobs.setDetails(account, id, { title: id }, OPERATOR)
    // Pages of more than 64 jobs are streamed.
    for (const limit of [1, 7, 64, 65, 1_000]) {
      const items = await new Mirror(store, account).catchUp(() => limit)
      assert.deepEqual(
        items.map(({ id }) => id),
        order,
        `pages of ${limit}`,
      )
    }
  })

  test('repeat a job that changes between two pages, and no job that has not changed', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await store.jobs.create(account, JOB)).id)
    const mirror = new Mirror(store, account)
    const seen = [...(await mirror.read(2)).items]
    // One job that was already read, and one that was not.
    for (const id of [ids[0]!, ids[3]!]) await store.jobs.setDetails(account, id, { title: 'new' }, OPERATOR)
    await store.work.finish(ids[2]!, FAILED)
    await store.jobs.delete(account, ids[2]!, null)
    seen.push(...(await mirror.catchUp(() => 1)))
    assert.deepEqual(
      seen.map(({ id }) => ids.indexOf(id)),
      [0, 1, 0, 3, 2],
    )
    await mirror.check()
  })

  test('skip deletions from before a new mirror began, and report those since', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const ids: string[] = []
    for (let i = 0; i < 6; i++) {
      const { id } = await store.jobs.create(account, JOB)
      await store.work.finish(id, FAILED)
      ids.push(id)
    }
    await store.jobs.delete(account, ids[0]!, null)
    await store.jobs.trash(account, ids[1]!, null)
    const mirror = new Mirror(store, account)
    const { items } = await mirror.read(2)
    await store.jobs.trash(account, ids[2]!, null)
    await store.jobs.delete(account, ids[5]!, null)
    await store.trash.restore(account, ids[1]!)
    const rest = await mirror.catchUp(() => 1)
    const told = [...items, ...rest].map(
      ({ id, deleted }) => `${ids.indexOf(id)}${deleted ? ' deleted' : ''}`,
    )
    assert.deepEqual(told, ['2', '3', '4', '2 deleted', '5 deleted', '1'])
    // A mirror does not distinguish a job that was restored or deleted for good.
    await store.trash.remove(account, ids[2]!)
    assert.deepEqual(await mirror.catchUp(), [])
    await mirror.check()
  })

  test('begin at the newest change for a mirror that has read a list', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    await store.jobs.create(account, JOB)
    const mirror = new Mirror(store, account, 'now')
    assert.deepEqual(await mirror.catchUp(), [])
    const { id } = await store.jobs.create(account, JOB)
    assert.deepEqual(
      (await mirror.catchUp()).map((job) => job.id),
      [id],
    )
  })

  test('refuse a cursor of another account, or from a future that a restored database lacks', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    await store.jobs.create(account, JOB)
    const { next } = (await store.jobs.changes(account, null, 10)) ?? assert.fail()
    assert.deepEqual(parseChangeCursor(formatChangeCursor(next)), next)
    const changes = async (of: number, place = next) => store.jobs.changes(of, place, 10)
    assert.notEqual(await changes(account), null)
    assert.equal(await changes(await store.accounts.ensure('other')), null)
    assert.equal(await changes(account, { ...next, change: next.change + 1 }), null)
    await dialect.db.updateTable('installation').set({ history: randomUUID() }).execute()
    assert.equal(await changes(account), null)
  })
})

suite('GET /v2/jobs/changes', () => {
  let world: TwoAccounts
  before(async () => {
    world = await serveTwoAccounts()
  })
  after(async () => world.close())

  interface Page {
    items: { id: string }[]
    next: string
    more: boolean
  }
  const read = async (query: string, headers: Record<string, string> = {}) =>
    world.client.send<Page & ErrorBody>('GET', `/v2/jobs/changes${query}`, { headers })

  test('shows jobs as lists do, always with their ids', async () => {
    const { items } = (await read('')).body
    assert.deepEqual(items, (await world.client.get<{ items: unknown }>('/v2/jobs')).body.items)
    assert.deepEqual((await read('?fields=status,preview')).body.items, [
      { id: world.liveJob, status: 'queued', preview: null },
    ])
  })

  test('returns 304 while nothing has changed, and answers HEAD', async () => {
    const { body, headers } = await read('?after=now')
    assert.deepEqual([body.items, body.more], [[], false])
    const tag = headers.get('etag') ?? ''
    assert.equal((await read(`?after=${body.next}`, { 'if-none-match': tag })).status, 304)
    await world.client.send('PATCH', `/v2/jobs/${world.liveJob}`, { body: { title: 'A call' } })
    const changed = await read(`?after=${body.next}&fields=id`, { 'if-none-match': tag })
    assert.deepEqual([changed.status, changed.body.items], [200, [{ id: world.liveJob }]])
    const head = await world.client.send('HEAD', '/v2/jobs/changes')
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
  })

  test('refuses a cursor of another account, and says how to start again', async () => {
    const { body } = await world.stranger.send<Page>('GET', '/v2/jobs/changes?after=now')
    const refused = await read(`?after=${body.next}`)
    assert.equal(refused.status, 410)
    assert.match(refused.body.message, /^after: .*: begin again without after$/)
  })

  test('refuses filters and invalid cursors', async () => {
    const faults: Record<string, RegExp> = {
      '?after=yesterday': /^after: must be copied from the next of a page, or be now$/,
      '?after=now&after=now': /^after: must be given once$/,
      '?after=000000000000-zzzzzzzzzzz-1': /^after: /,
      '?limit=0': /^limit: must be a whole number from 1 to 1000$/,
      '?limit=1001': /^limit: /,
      '?fields=titel': /^fields: must be one of/,
      '?status=done': /^status: changes have no such parameter/,
      '?custom_metadata[a]=1': /^custom_metadata: changes have no such parameter/,
      '?offset=3': /^offset: changes have no such parameter/,
      '?aftr=1': /^aftr: did you mean after\?$/,
    }
    for (const [query, fault] of Object.entries(faults)) {
      const { status, body } = await read(query)
      assert.equal(status, 400, query)
      assert.match(body.validation_errors?.join('\n') ?? '', fault)
    }
    assert.equal(
      (await read('?after=&limit=&colour=red')).status,
      200,
      'empty and unknown parameters are ignored',
    )
  })
})

/** Changes jobs of an account at random, including those of other writers. */
class Writer {
  readonly #store: Store
  readonly #account: number
  readonly #random: () => number
  deleted = 0
  restored = 0

  constructor(store: Store, account: number, random: () => number) {
    this.#store = store
    this.#account = account
    this.#random = random
  }

  async change(): Promise<void> {
    const { jobs, work, trash, bulkRequests, failedJobs } = this.#store
    const account = this.#account
    const dice = Math.floor(this.#random() * 20)
    if (dice < 6) {
      const customMetadata = { plan: this.#random() < 0.5 ? 'free' : 'pro' }
      for (let i = dice < 2 ? 3 : 1; i > 0; i--) void (await jobs.create(account, { ...JOB, customMetadata }))
    } else if (dice < 9) await this.#claimAndFinish()
    else if (dice < 11) {
      const id = await this.#any()
      if (id !== null)
        await jobs.setDetails(account, id, { tags: [`tag ${dice}`], title: randomUUID() }, OPERATOR)
    } else if (dice < 13) {
      const id = await this.#any()
      if (id !== null) await work.finish(id, this.#random() < 0.5 ? DONE : FAILED)
    } else if (dice < 16) {
      const id = await this.#any()
      if (id === null) return
      const isGone = dice === 13 ? await jobs.delete(account, id, null) : await jobs.trash(account, id, null)
      if (isGone !== null && isGone !== 'unfinished') this.deleted++
    } else if (dice < 18) {
      const [job] = await trash.page(account, { after: null, limit: 1 }, 30, {
        audioDays: null,
        transcriptDays: null,
      })
      if (job !== undefined && (await trash.restore(account, job.job.id))) this.restored++
    } else if (dice === 18) {
      const [id] = await failedJobs.faults(account, 1)
      if (id !== undefined) await failedJobs.requeue(account, id, null)
    } else {
      const filter = { ...NO_FILTER, customMetadata: { plan: 'free' } }
      await bulkRequests.begin(account, deletionOf(filter, this.#random() < 0.5))
      for (let i = 0; i < 3; i++) await bulkRequests.advance(5)
    }
  }

  async #claimAndFinish(): Promise<void> {
    const claim = await claimNext(this.#store.work)
    if (claim !== null && this.#random() < 0.7)
      await this.#store.work.finish(claim, this.#random() < 0.7 ? DONE : FAILED)
  }

  /** A job of the account; null if it has none. */
  async #any(): Promise<string | null> {
    const page = await this.#store.jobs.page(
      this.#account,
      NO_FILTER,
      { offset: Math.floor(this.#random() * 40), limit: 1, cursor: null },
      ['id'],
    )
    assert.ok(Buffer.isBuffer(page.items))
    const [job] = JSON.parse(`[${page.items.toString()}]`) as { id: string }[]
    return job?.id ?? null
  }
}
