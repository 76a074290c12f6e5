/** The counters of the store under random changes, compared with a filter over an array and with the rows themselves. */
import assert from 'node:assert/strict'
import { before, mock, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { JobField, JobKind, JobStatus } from '../src/contract/common.ts'
import type { ListFilter } from '../src/contract/list-query.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import type { TrashedJob } from '../src/jobs/trashed-job.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { type FreshDatabase, onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { listed } from './support/store-list.ts'
import { dialectOf } from './support/store-place.ts'
import { checkSums } from './support/store-sums.ts'
import { claimNext } from './support/claim-work.ts'

const HOUR = 3_600_000
const TRASH_DAYS = 1
const FOR_EVER = { audioDays: null, transcriptDays: null }
const BEGIN = Date.UTC(2025, 5, 1)
/** `TEST_LIST_QUERIES=10000` is the long form. */
const QUERIES = Number(process.env['TEST_LIST_QUERIES'] ?? 60)
const QUERIES_PER_RUN = 100
/** Ordinals near the ends of blocks of 256, 65,536 and 16,777,216, and of several at once; the short form takes every other one. */
const STARTS = [0, 200, 250, 255, 65_500, 65_535, 16_777_180, 16_777_215].filter(
  (_, i) => QUERIES > 400 || i % 2 === 1,
)
const RUNS_PER_START = Math.ceil(QUERIES / QUERIES_PER_RUN / STARTS.length)

interface Model {
  readonly id: string
  readonly kind: JobKind
  status: JobStatus
  readonly createdAt: number
  readonly metadata: Record<string, string> | null
  tags: readonly string[]
  words: readonly string[]
  /** Its position in the order of creation. */
  readonly place: number
}

/** Few distinct values, so that queries often match some jobs and rarely all. */
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 })
const kind = fc.constantFrom<JobKind>('pre-recorded', 'pre-recorded', 'live')
const status = fc.constantFrom<JobStatus>('queued', 'processing', 'done', 'error')
const metadata = fc.record(
  { a: fc.constantFrom('x', 'y', 'z'), b: fc.constantFrom('0', '1') },
  { requiredKeys: [] },
)
const words = fc.subarray(['alpha', 'beta', 'gamma'])
// One tag equals the text of a metadata leaf.
const tags = fc.subarray(['x', 'team', 'Team', 'one, two'])
/** In the order of the API. */
const FIELDS: JobField[] = ['id', 'status', 'created_at', 'kind', 'custom_metadata', 'error_code', 'result']
const who = fc.constantFrom(0, 0, 0, 1)
const which = fc.nat({ max: 9_999 })

const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      who,
      kind,
      metadata: some(metadata),
      step: fc.constantFrom(0, 0, 0, 1, 5 * HOUR, -HOUR),
      // Now and then enough to fill a block.
      times: fc.oneof({ weight: 19, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(50) }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('finish' as const), which, words: some(words) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('delete' as const, 'trash', 'trash', 'restore', 'erase'),
      who,
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'empty'), who, which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tag' as const), who, which, tags }) },
)
const query = fc.record({
  do: fc.constant('query' as const),
  who,
  from: some(which),
  before: some(which),
  kinds: some(fc.subarray<JobKind>(['pre-recorded', 'live'], { minLength: 1 })),
  statuses: some(fc.uniqueArray(status, { minLength: 1 })),
  metadata: some(metadata),
  tags: some(tags),
  words: some(words),
  fields: some(fc.subarray<JobField>(FIELDS, { minLength: 1 })),
  offset: fc.oneof(fc.constant(0), fc.nat({ max: 8 }), which),
  limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(63, 64, 65, 66, 1_000)),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

const walk = fc.array(fc.tuple(fc.array(change, { maxLength: 2 }), query), {
  minLength: QUERIES_PER_RUN,
  maxLength: QUERIES_PER_RUN,
  size: 'max',
})

onEachStore('counters', (fresh) => {
  test('agree with a naive filter over random changes, and with the rows at the end', async (t) => {
    const { store, dialect, close } = await quickStore(await fresh())
    t.after(close)
    mock.timers.enable({ apis: ['Date'], now: BEGIN })
    t.after(() => mock.timers.reset())
    let runs = 0
    for (const start of STARTS) {
      await fc.assert(
        fc.asyncProperty(walk, async (steps) => {
          const world = await RandomWorld.make(store, dialect, `walk ${runs++}`, start)
          try {
            for (const [changes, asked] of steps) {
              for (const each of changes) await world.change(each)
              await world.check(asked)
            }
            await world.checkTrash(3)
          } finally {
            await world.end()
          }
        }),
        { seed: start, numRuns: RUNS_PER_START, endOnFailure: process.env['CI'] === 'true' },
      )
    }
    await checkSums(dialect.db)
  })
})

/** The two accounts of a run, and a model of their jobs. */
class RandomWorld {
  readonly #store: Store
  readonly #accounts: readonly number[]
  /** Newest last. */
  readonly #jobs: readonly Model[][] = [[], []]
  /** Jobs in the trash, the latest last. */
  readonly #trash: readonly { readonly job: Model; readonly at: number }[][] = [[], []]
  #made = 0
  #now = BEGIN

  private constructor(store: Store, accounts: readonly number[]) {
    this.#store = store
    this.#accounts = accounts
  }

  static async make(store: Store, { db }: Dialect, name: string, start: number): Promise<RandomWorld> {
    const accounts: number[] = []
    for (const whose of ['one', 'other']) accounts.push(await store.accounts.ensure(`${name}, ${whose}`))
    await db.updateTable('accounts').set({ last_ordinal: start }).where('id', 'in', accounts).execute()
    return new RandomWorld(store, accounts)
  }

  async change(next: Change): Promise<void> {
    if (next.do === 'create') return this.#create(next)
    if (next.do === 'claim') return this.#claim()
    if (next.do === 'finish') return this.#finish(next.which, next.words)
    if (next.do === 'tag') return this.#tag(next)
    if (next.do === 'expire') return this.#expire()
    if (next.do === 'empty') return this.#empty(next.who)
    if (next.do === 'restore' || next.do === 'erase') return this.#fromTrash(next.do, next.who, next.which)
    return this.#delete(next.do, next.who, next.which)
  }

  async #create({ who: owner, kind: of, metadata: customMetadata, step, times }: Change & { do: 'create' }) {
    this.#now += step
    mock.timers.setTime(this.#now)
    for (let i = 0; i < times; i++) {
      const job = { kind: of, customMetadata, requestParams: {}, fileId: null }
      const { id, createdAt } = await this.#store.jobs.create(this.#accounts[owner]!, job)
      this.#jobs[owner]!.push({
        id,
        kind: of,
        status: 'queued',
        createdAt,
        metadata: customMetadata,
        tags: [],
        words: [],
        place: this.#made++,
      })
    }
  }

  async #claim(): Promise<void> {
    const work = await claimNext(this.#store.work)
    const job = this.#jobs.flat().find(({ id }) => id === work?.jobId)
    assert.equal(job === undefined, work === null)
    if (job !== undefined) job.status = 'processing'
  }

  async #finish(which_: number, said: readonly string[] | null): Promise<void> {
    const open = this.#jobs.flat().filter((job) => isOpen(job) && job.kind === 'pre-recorded')
    const job = open[which_ % open.length]
    if (job === undefined) return
    await this.#end(job, said)
  }

  async #end(job: Model, said: readonly string[] | null): Promise<void> {
    const result = { transcription: { full_transcript: said?.join(', '), languages: [], utterances: [] } }
    assert.ok(
      await this.#store.work.finish(
        job.id,
        said === null
          ? { status: 'error', code: 422, message: 'the audio cannot be used' }
          : // Only the transcript is read.
            { status: 'done', result: result as never },
      ),
    )
    job.status = said === null ? 'error' : 'done'
    job.words = said ?? []
  }

  async #tag({ who: owner, which: which_, tags: next }: Change & { do: 'tag' }): Promise<void> {
    const jobs = this.#jobs[owner]!
    const job = jobs[which_ % jobs.length]
    if (job === undefined) return
    const details = await this.#store.jobs.setDetails(
      this.#accounts[owner]!,
      job.id,
      { tags: next },
      OPERATOR,
    )
    assert.deepEqual(details?.tags, next)
    job.tags = next
  }

  async #delete(how: 'delete' | 'trash', owner: number, which_: number): Promise<void> {
    const jobs = this.#jobs[owner]!
    const job = jobs[which_ % jobs.length]
    if (job === undefined) return
    const deleted = await this.#store.jobs[how](this.#accounts[owner]!, job.id, null)
    assert.deepEqual(deleted, isOpen(job) ? 'unfinished' : how === 'trash' ? 'trashed' : { removedFiles: [] })
    if (isOpen(job)) return
    jobs.splice(jobs.indexOf(job), 1)
    if (how === 'trash') this.#trash[owner]!.push({ job, at: this.#now })
  }

  async #fromTrash(how: 'restore' | 'erase', owner: number, which_: number): Promise<void> {
    const trash = this.#trash[owner]!
    const found = trash[which_ % trash.length]
    if (found === undefined) return
    const [account, { job }] = [this.#accounts[owner]!, found]
    const { trash: store } = this.#store
    if (how === 'restore') assert.ok(await store.restore(account, job.id))
    else assert.deepEqual(await store.remove(account, job.id), { removedFiles: [] })
    trash.splice(trash.indexOf(found), 1)
    const jobs = this.#jobs[owner]!
    if (how === 'restore') jobs.splice(jobs.findLastIndex(({ place }) => place < job.place) + 1, 0, job)
  }

  async #expire(): Promise<void> {
    while ((await this.#store.trash.removeExpired(TRASH_DAYS, 2)) > 0);
    for (const trash of this.#trash) {
      const kept = trash.filter(({ at }) => at > this.#now - TRASH_DAYS * 24 * HOUR)
      trash.splice(0, trash.length, ...kept)
    }
  }

  async #empty(owner: number): Promise<void> {
    await this.#store.trash.empty(this.#accounts[owner]!)
    this.#trash[owner]!.splice(0)
  }

  /** Reads a page and the one after it. */
  async check(asked: Query): Promise<void> {
    const jobs = this.#jobs[asked.who]!
    const timeOf = (index: number | null) =>
      index === null || jobs.length === 0 ? null : jobs[index % jobs.length]!.createdAt + (index % 3) - 1
    const filter = {
      createdFrom: timeOf(asked.from),
      createdBefore: timeOf(asked.before),
      kinds: asked.kinds,
      statuses: asked.statuses,
      customMetadata: asked.metadata,
      tags: asked.tags,
      words: asked.words,
    } satisfies Partial<ListFilter>
    const matches = jobs
      .filter(
        (job) =>
          (filter.createdFrom === null || job.createdAt >= filter.createdFrom) &&
          (filter.createdBefore === null || job.createdAt < filter.createdBefore) &&
          (asked.kinds === null || asked.kinds.includes(job.kind)) &&
          (asked.statuses === null || asked.statuses.includes(job.status)) &&
          Object.entries(asked.metadata ?? {}).every(([key, value]) => job.metadata?.[key] === value) &&
          (asked.tags ?? []).every((tag) => job.tags.includes(tag)) &&
          (asked.words ?? []).every((word) => job.words.includes(word)),
      )
      .toReversed()
    const { limit } = asked
    const fields = asked.fields ?? ['id', 'status']
    const offset = asked.offset % (matches.length + 3)
    const account = this.#accounts[asked.who]!
    const page = await listed(this.#store, account, filter, { offset, limit }, fields)
    assert.equal(page.total, matches.length)
    const shown = (from: number) => matches.slice(from, from + limit).map((job) => onTheWire(job, fields))
    assert.deepEqual(page.items, shown(offset))
    assert.equal(page.next === null, offset + limit >= matches.length)
    if (page.next === null) return
    const following = await listed(this.#store, account, filter, { limit, cursor: page.next }, fields)
    assert.deepEqual(following.items, shown(offset + limit))
    assert.equal(following.next === null, offset + 2 * limit >= matches.length)
  }

  /** Reads every page of the trash. */
  async checkTrash(limit: number): Promise<void> {
    for (const [i, trash] of this.#trash.entries()) {
      const found: TrashedJob[] = []
      for (let after: TrashedJob | null = null; ;) {
        const page = await this.#store.trash.page(this.#accounts[i]!, { after, limit }, TRASH_DAYS, FOR_EVER)
        found.push(...page)
        after = page.at(-1) ?? null
        if (after === null) break
      }
      assert.deepEqual(
        found.map(({ job, deletedAt, expiresAt }) => [job.id, deletedAt, expiresAt]),
        trash
          .toSorted((a, b) => b.at - a.at || b.job.place - a.job.place)
          .map(({ job, at }) => [job.id, at, at + TRASH_DAYS * 24 * HOUR]),
      )
    }
  }

  /** Leaves no work for the next run. */
  async end(): Promise<void> {
    for (const job of this.#jobs.flat())
      if (isOpen(job) && job.kind === 'pre-recorded') await this.#end(job, null)
  }
}

function onTheWire(job: Model, fields: readonly JobField[]): object {
  const whole: Partial<Record<JobField, unknown>> = {
    id: job.id,
    status: job.status,
    created_at: new Date(job.createdAt).toISOString(),
    kind: job.kind,
    custom_metadata: job.metadata && { ...job.metadata },
    error_code: job.status === 'error' ? 422 : null,
    result:
      job.status === 'done'
        ? { transcription: { full_transcript: job.words.join(', '), languages: [], utterances: [] } }
        : null,
  }
  return Object.fromEntries(fields.map((field) => [field, whole[field]]))
}

const isOpen = ({ status: is }: Model): boolean => is === 'queued' || is === 'processing'

onEachStore('a page that is read while jobs change', (fresh) => {
  const QUEUED = 20
  const CHANGES = QUERIES / 8
  const LIMIT = 2
  const LONG_LIMIT = 65
  interface Read {
    readonly offset: number
    readonly page: Awaited<ReturnType<typeof listed>>
  }
  /** Page length for queued jobs: there are always QUEUED of them or one more, and they change all the time. */
  const short: Read[] = []
  /** Page length for all jobs: there are always more than LONG_LIMIT. */
  const long: Read[] = []

  before(async () => {
    const { store, dialect, close } = await quickStore(await fresh())
    const account = await store.accounts.ensure('default')
    const create = async () => {
      const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
      return (await store.jobs.create(account, job)).id
    }
    const fail = async (id: string) =>
      store.work.finish(id, { status: 'error', code: 422, message: 'the audio cannot be used' })
    const ids: string[] = []
    for (let i = 0; i < LONG_LIMIT; i++) await fail(await create())
    while (ids.length < QUEUED) ids.push(await create())

    let isOver = false
    const read = async (pages: Read[], filter: Partial<ListFilter>, limit: number, offsets: number) => {
      while (!isOver) {
        const offset = (pages.length * 7) % offsets
        pages.push({ offset, page: await listed(store, account, filter, { offset, limit }) })
      }
    }
    const reading = [
      ...[1, 2, 3, 4].map(async () => read(short, { statuses: ['queued'] }, LIMIT, QUEUED - LIMIT - 1)),
      read(long, {}, LONG_LIMIT, 1),
    ]
    for (let i = 0; i < CHANGES; i++) {
      ids.push(await create())
      const [id = ''] = ids.splice((i * 37) % QUEUED, 1)
      await fail(id)
    }
    isOver = true
    await Promise.all(reading)
    await checkSums(dialect.db)
    await close()
  })

  test('is complete, at any offset', () => {
    const torn = short.filter(({ page }) => page.items.length !== LIMIT || page.next === null)
    assert.deepEqual(torn, [], `of ${short.length} pages`)
  })

  test('shows only matching jobs', () => {
    const wrong = short.filter(({ page }) => page.items.some(({ status: is }) => is !== 'queued'))
    assert.deepEqual(wrong, [], `of ${short.length} pages`)
  })

  test('has exactly the requested length when it is sent in chunks', () => {
    const lengths = long.map(({ page }) => page.items.length)
    assert.deepEqual(
      lengths.filter((length) => length !== LONG_LIMIT),
      [],
      `of ${lengths.length} pages`,
    )
    assert.ok(long.every(({ page }) => page.next !== null))
  })
})

/** A store that does not sync to disk: nothing here tests durability. */
async function quickStore(made: FreshDatabase) {
  let databaseUrl = made.url
  if (databaseUrl !== null) {
    const url = new URL(databaseUrl)
    url.searchParams.set('options', '-c synchronous_commit=off')
    databaseUrl = url.href
  }
  const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl })
  if (databaseUrl === null) await sql`pragma synchronous = off`.execute(dialect.db)
  const store = await openTestStore(dialect)
  const close = async () => {
    await store.close()
    await made.drop()
  }
  return { store, dialect, close }
}
