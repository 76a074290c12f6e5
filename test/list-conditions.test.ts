/** A list filter on a column without an index of its own, which is a condition within the scope: jobs that failed with a given code. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { ListFilter } from '../src/contract/list-query.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import { intersectedList } from '../src/store/lists/intersected-list.ts'
import { leadOf } from '../src/store/lists/lead.ts'
import { ordinalList } from '../src/store/lists/ordinal-list.ts'
import { scopeOf } from '../src/store/lists/scope.ts'
import type { Store } from '../src/store/open-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore } from './support/on-each-store.ts'
import { idsOf, listed } from './support/store-list.ts'

const JOBS = 60
const CODES = [408, 422, 500]
const failedWith422 = { errorCodes: [422, 422] } as const

onEachStore('a list with a condition on a column', (fresh) => {
  let dialect: Dialect
  let store: Store
  let account: number
  let close: () => Promise<void>

  before(async () => {
    ;({ dialect, store, account, close } = await openFresh(fresh))
    for (let ordinal = 1; ordinal <= JOBS; ordinal++) {
      const { id } = await store.jobs.create(account, {
        kind: 'pre-recorded',
        customMetadata: { parity: String(ordinal % 2), group: 'all' },
        requestParams: {},
        fileId: null,
      })
      const result = { transcription: { full_transcript: 'alpha', languages: [], utterances: [] } } as never
      const code = CODES[ordinal % 4]
      await store.jobs.setDetails(
        account,
        id,
        { tags: ordinal % 3 === 0 ? ['third', 'all'] : ['all'] },
        OPERATOR,
      )
      await store.work.finish(
        id,
        code === undefined ? { status: 'done', result } : { status: 'error', code, message: 'it failed' },
      )
    }
  })
  after(async () => close())

  const cases: [title: string, filter: Partial<ListFilter>, matches: (ordinal: number) => boolean][] = [
    ['alone', {}, () => true],
    ['with statuses', { statuses: ['error', 'queued'] }, () => true],
    ['with a status that excludes it', { statuses: ['done'] }, () => false],
    ['with metadata', { customMetadata: { parity: '1' } }, (ordinal) => ordinal % 2 === 1],
    ['with metadata that excludes it', { customMetadata: { parity: '0' } }, () => false],
    ['with metadata and a status', { customMetadata: { group: 'all' }, statuses: ['error'] }, () => true],
    [
      'with several values and a status',
      { customMetadata: { group: 'all', parity: '1' }, statuses: ['error'] },
      (ordinal) => ordinal % 2 === 1,
    ],
    ['with a tag', { tags: ['third'] }, (ordinal) => ordinal % 3 === 0],
    [
      'with tags, metadata, a kind and a status',
      {
        tags: ['all', 'third'],
        customMetadata: { parity: '1' },
        kinds: ['pre-recorded'],
        statuses: ['error'],
      },
      (ordinal) => ordinal % 6 === 3,
    ],
    ['with a tag that no job has', { tags: ['Third'] }, () => false],
    ['with words that no failed job has', { words: ['alpha'] }, () => false],
  ]
  for (const [title, filter, matches] of cases) {
    test(`${title} has the matching jobs, their number, and skips exactly`, async () => {
      const scope = await scopeOf(dialect.db, account, { ...NO_FILTER, ...failedWith422, ...filter })
      const list = await ordinalList(dialect, scope)
      const expected = Array.from({ length: JOBS }, (_, i) => JOBS - i).filter(
        (ordinal) => CODES[ordinal % 4] === 422 && matches(ordinal),
      )
      const first = async (bound: number) => {
        const query = await list.query(scope.from, bound, JOBS)
        const rows = await dialect.db
          .selectFrom(query.as('found'))
          .select('found.ordinal')
          .orderBy('found.ordinal', 'desc')
          .execute()
        return rows.map(({ ordinal }) => ordinal)
      }
      assert.deepEqual(await first(scope.before), expected)
      assert.equal(await list.total(), expected.length)
      const below = await list.skip(scope.before, 5)
      assert.deepEqual(below === null ? [] : await first(below), expected.slice(5))
    })
  }

  test('has a page, also for faults of the service only', async () => {
    const page = async (errorCodes: readonly [number, number]) =>
      (await listed(store, account, { errorCodes })).total
    assert.equal(await page([500, 599]), JOBS / 4)
    assert.equal(await page([400, 499]), JOBS / 2)
  })

  test('of metadata alone, with a value that looks like a language marker, has unfinished jobs', async () => {
    const owner = await store.accounts.ensure('marks')
    const customMetadata = { mark: '\u0001en' }
    const job = { kind: 'pre-recorded', customMetadata, requestParams: {}, fileId: null } as const
    const { id } = await store.jobs.create(owner, job)
    const page = await listed(store, owner, { customMetadata })
    assert.deepEqual([idsOf(page.items), page.total], [[id], 1])
  })

  test('and several values is counted exactly up to the bound, and not at all above it', async () => {
    const filter = { ...NO_FILTER, ...failedWith422, customMetadata: { group: 'all', parity: '1' } }
    const scope = await scopeOf(dialect.db, account, filter)
    const { length } = Array.from({ length: JOBS }, (_, i) => i + 1).filter((ordinal) => ordinal % 4 === 1)
    const lead = await leadOf(dialect, scope)
    const totals = [length - 1, length, length + 1].map(async (max) =>
      intersectedList(dialect, scope, lead, max).total(),
    )
    assert.deepEqual(await Promise.all(totals), [null, length, length])
  })
})
