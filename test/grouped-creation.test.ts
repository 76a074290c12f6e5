/** Jobs that are created at the same time share a transaction, with the same result as if created one by one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { NewJob } from '../src/jobs/job.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import { NODE } from './support/claim-work.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { listed } from './support/store-list.ts'
import { checkSums } from './support/store-sums.ts'

const JOBS = Number(process.env['TEST_GROUPED_JOBS'] ?? 120)
/** The most jobs requested at the same time: more than one group holds. */
const MAX_AT_ONCE = 130
const FILES = 3

onEachStore('jobs created in groups of random sizes', (fresh) => {
  test('are listed, counted and indexed like those created one by one, and faulty ones fail alone', async (t) => {
    const { dialect, store, account: grouped, close } = await openFresh(fresh)
    t.after(close)
    await rejectSomeJobs(dialect)
    const single = await store.accounts.ensure('single')
    const [filesOfGrouped, filesOfSingle] = [await addFiles(store, grouped), await addFiles(store, single)]
    const random = randomFrom(1)
    const jobs = Array.from({ length: JOBS }, (_, i) => randomJob(random, i))

    const outcomes: string[] = []
    for (let from = 0; from < JOBS;) {
      const count = Math.ceil(random() ** 2 * MAX_AT_ONCE)
      const some = jobs.slice(from, from + count)
      outcomes.push(
        ...(await Promise.all(some.map(async (job) => create(store, grouped, job(filesOfGrouped))))),
      )
      from += count
    }
    const expected: string[] = []
    for (const job of jobs) expected.push(await create(store, single, job(filesOfSingle)))

    assert.deepEqual(outcomes, expected)
    assert.deepEqual(new Set(outcomes), new Set(['created', 'UnknownFileError', 'StoreError']))
    assert.deepEqual(await stateOf(dialect, store, grouped), await stateOf(dialect, store, single))
    await checkSums(dialect.db)
  })
})

test('a group that fails because the disk is full is not retried job by job', async (t) => {
  const { dialect, store, account, close } = await openFresh(async () => ({
    url: null,
    drop: async () => {},
  }))
  t.after(close)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(dialect.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count + 20)}`.execute(dialect.db)
  const requestParams = { text: 'x'.repeat(20_000) }
  const large = { kind: 'live', customMetadata: null, requestParams, fileId: null } as const
  // The first job is created alone.
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async () => store.jobs.create(account, large)),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', ...Array.from({ length: 19 }, () => 'rejected')],
  )
})

/** Rejects jobs, as the database rejects text that it cannot store. */
async function rejectSomeJobs({ db, locksRows }: Dialect): Promise<void> {
  await (
    locksRows
      ? sql`alter table jobs add check (request_params not like '%unstorable%')`
      : sql`create trigger unstorable before insert on jobs when new.request_params like '%unstorable%'
        begin select raise(abort, 'unstorable'); end`
  ).execute(db)
}

async function addFiles({ uploads, files }: Store, account: number): Promise<string[]> {
  const ids = Array.from({ length: FILES }, () => randomUUID())
  for (const id of ids) {
    await uploads.begin(id, NODE)
    const file = { filename: 'a.wav', extension: 'wav', source: null, size: 1, duration: 1, channels: 1 }
    await files.add(account, { ...file, id })
  }
  return ids
}

function randomJob(random: () => number, i: number): (files: readonly string[]) => NewJob {
  const [fault, kind, file, metadata] = [random(), random(), random(), random()]
  return (files) => ({
    kind: kind < 0.2 ? 'live' : 'pre-recorded',
    customMetadata:
      metadata < 0.3
        ? null
        : { plan: metadata < 0.6 ? 'free' : 'pro', tags: ['a', `${i % 5}`, 'half \ud83d', '\u0000'], i },
    requestParams: fault < 0.03 ? { i, of: 'unstorable' } : { i },
    fileId:
      fault > 0.97 ? randomUUID() : kind < 0.2 || file < 0.5 ? null : files[Math.floor(metadata * FILES)]!,
  })
}

/** @returns `created`, or the name of the error */
async function create(store: Store, account: number, job: NewJob): Promise<string> {
  return store.jobs.create(account, job).then(
    () => 'created',
    (error: unknown) => (error as Error).name,
  )
}

/** Everything about the jobs of an account except ids and times. */
async function stateOf({ db }: Dialect, store: Store, account: number) {
  const lists = []
  for (const filter of [{}, { kinds: ['live'] as const }, { customMetadata: { tags: ['3'] } }]) {
    const fields = ['kind', 'custom_metadata', 'request_params', 'file'] as const
    const { items, total } = await listed(store, account, filter, { limit: 10_000 }, fields)
    lists.push({ total, items: JSON.stringify(items).replaceAll(/"id":"[^"]*"/g, '') })
  }
  const rows = async (table: 'job_counts' | 'job_leaves' | 'work' | 'files', columns: readonly string[]) => {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const order = sql.ref(table === 'work' ? 'position' : columns[0]!)
    const query = sql`select ${names} from ${sql.table(table)} where account = ${account} order by ${order}, ${names}`
    return (await query.execute(db)).rows
  }
  return {
    lists,
    counts: await rows('job_counts', ['level', 'bucket', 'block', 'jobs']),
    leaves: await rows('job_leaves', ['path', 'value', 'kind', 'ordinal', 'number']),
    work: await rows('work', ['ordinal', 'has_file']),
    uses: await rows('files', ['jobs']),
  }
}
