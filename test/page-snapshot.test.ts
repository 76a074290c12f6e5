/** A streamed page has the jobs and statuses of one moment, even when jobs end while it is sent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bucketOf } from '../src/jobs/bucket.ts'
import { JOB_FIELDS } from '../src/jobs/job-text.ts'
import type { ListFilter } from '../src/contract/list-query.ts'
import type { Outcome } from '../src/jobs/work.ts'
import type { Store } from '../src/store/open-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { fillWithJobs } from './support/many-jobs.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore, onEitherStore } from './support/on-each-store.ts'
import type { ListedJob } from './support/store-list.ts'

/** Finished live sessions, more than one batch of a stream, and newer jobs of which every seventh is queued. */
const SESSIONS = 600
const JOBS = 70
/** More than a page reads at once of unfinished jobs. */
const UNFINISHED = 4_100
const FAILED: Outcome = { status: 'error', code: 422, message: 'it failed' }
const done = (text: string): Outcome => ({
  status: 'done',
  result: { transcription: { full_transcript: text, languages: [], utterances: [] } } as never,
})

interface Job extends ListedJob {
  readonly completed_at: string | null
  readonly error_code: number | null
  readonly result: object | null
}

onEachStore('a page that is streamed while jobs end', (fresh) => {
  let store: Store
  let account: number
  let close: () => Promise<void>
  const created: string[] = []
  const queued: string[] = []

  const create = async () => {
    const customMetadata = { group: 'all' }
    const job = { kind: 'pre-recorded', customMetadata, requestParams: {}, fileId: null } as const
    const { id } = await store.jobs.create(account, job)
    created.push(id)
    return id
  }

  before(async () => {
    ;({ store, account, close } = await openFresh(fresh, async (place) => fillWithJobs(place, SESSIONS, 10)))
    for (let i = 0; i < JOBS; i++) {
      const id = await create()
      if (i % 7 === 0) queued.push(id)
      else await store.work.finish(id, i % 2 === 0 ? FAILED : done('alpha'))
    }
  })
  after(async () => close())

  const cases: [string, Partial<ListFilter>, Outcome, Partial<Record<string, number>>][] = [
    ['by the status that they get', { statuses: ['error'] }, FAILED, { error: 30 }],
    [
      'by a finished status and metadata',
      { statuses: ['done'], customMetadata: { group: 'all' } },
      done('alpha'),
      { done: 30 },
    ],
    ['by words that they get', { words: ['alpha'] }, done('alpha'), { done: 31 }],
    ['by the status that they leave', { statuses: ['queued'] }, FAILED, { queued: 7 }],
    ['by both statuses', { statuses: ['queued', 'done'] }, done('alpha'), { queued: 6, done: 32 + SESSIONS }],
  ]
  for (const [title, filter, outcome, expected] of cases) {
    test(`selected ${title} is exact`, async () => {
      const window = { offset: 0, limit: SESSIONS + JOBS, cursor: null }
      const { items, total } = await store.jobs.page(account, { ...NO_FILTER, ...filter }, window, JOB_FIELDS)
      assert.ok(!Buffer.isBuffer(items))
      await store.work.finish(queued.shift()!, outcome)
      const jobs = await parsed(items)
      assert.equal(jobs.length, total)
      assert.deepEqual(
        Object.fromEntries(
          Object.entries(Object.groupBy(jobs, ({ status }) => status)).map(([status, some]) => [
            status,
            some?.length,
          ]),
        ),
        expected,
      )
      for (const { status, completed_at, error_code, result } of jobs) {
        assert.equal(completed_at !== null, status !== 'queued')
        assert.equal(error_code !== null, status === 'error')
        assert.equal(result !== null, status === 'done')
      }
      const recent = jobs.map(({ id }) => id).filter((id) => created.includes(id))
      assert.deepEqual(recent, created.filter((id) => recent.includes(id)).toReversed())
    })
  }

  test('is exact if it is streamed for its size', async () => {
    const ids = [await create(), await create()]
    const large = { messages: ['word '.repeat(250_000)] } as never
    await store.work.finish(ids[0]!, { status: 'done', result: large })
    const window = { offset: 0, limit: 2, cursor: null }
    const { items } = await store.jobs.page(account, NO_FILTER, window, JOB_FIELDS)
    assert.ok(!Buffer.isBuffer(items))
    await store.work.finish(ids[1]!, done('alpha'))
    const jobs = await parsed(items)
    assert.deepEqual(
      jobs.map(({ id, status, result }) => [id, status, result !== null]),
      [
        [ids[1], 'queued', false],
        [ids[0], 'done', true],
      ],
    )
  })
})

onEitherStore('a page of more unfinished jobs than are read at once', (fresh) => {
  test('has each of them once', async (t) => {
    const { store, account, dialect, close } = await openFresh(fresh, async (place) =>
      fillWithJobs(place, UNFINISHED, 10),
    )
    t.after(close)
    const queued = { bucket: bucketOf('live', 'queued') }
    for (const table of ['jobs', 'job_counts'] as const)
      await dialect.db.updateTable(table).set(queued).execute()
    const window = { offset: 0, limit: UNFINISHED, cursor: null }
    const { items } = await store.jobs.page(account, { ...NO_FILTER, statuses: ['queued'] }, window, ['id'])
    assert.ok(!Buffer.isBuffer(items))
    const ids = (await parsed(items)).map(({ id }) => id)
    assert.equal(new Set(ids).size, UNFINISHED)
    assert.deepEqual(ids, ids.toSorted().toReversed())
  })
})

async function parsed(items: AsyncIterable<Buffer>): Promise<Job[]> {
  const chunks: Buffer[] = []
  for await (const chunk of items) chunks.push(chunk)
  return JSON.parse(`[${Buffer.concat(chunks).toString()}]`) as Job[]
}
