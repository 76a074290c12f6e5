/** How lists change above a bound: jobs with certain words are no longer counted, and the database assembles long pages. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { JOB_FIELDS } from '../src/jobs/job-text.ts'
import type { Outcome } from '../src/jobs/work.ts'
import { MAX_COUNTED_WORDS } from '../src/store/lists/ordinal-queries.ts'
import type { Store } from '../src/store/open-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { idsOf, listed } from './support/store-list.ts'

/** Results with text that JSON has to escape, or that takes several bytes in UTF-8. */
const TEXTS = ['plain', 'quo"te \\ back', 'line\nbreak\ttab', 'Grüße 😀', '\u0001 control']

onEachStore('a list with many jobs', (fresh) => {
  let store: Store
  let account: number
  let close: () => Promise<void>

  const end = async (outcome: Outcome, customMetadata: object | null = null) => {
    const job = { kind: 'pre-recorded', customMetadata, requestParams: {}, fileId: null } as const
    const { id } = await store.jobs.create(account, job as Parameters<Store['jobs']['create']>[1])
    await store.work.finish(id, outcome)
    return id
  }
  const done = (text: string): Outcome => ({
    status: 'done',
    result: { transcription: { full_transcript: text, languages: [], utterances: [] } } as never,
  })

  before(async () => {
    ;({ store, account, close } = await openFresh(fresh))
    for (const text of TEXTS) {
      await end(done(`first ${text}`), { text })
      await end({ status: 'error', code: 422, message: text })
    }
    for (let i = 0; i < MAX_COUNTED_WORDS; i++) await end(done('common'))
  })
  after(async () => close())

  test('has an exact total for words up to the bound, and none above it', async () => {
    const words = { words: ['common'] }
    const atBound = await listed(store, account, words, { limit: 1 })
    assert.equal(atBound.total, MAX_COUNTED_WORDS)
    const newest = await end(done('common'))
    const above = await listed(store, account, words, { limit: 2 })
    assert.equal(above.total, null)
    assert.equal(above.items[0]?.id, newest)
    // Reading it to the end returns all of them.
    const all = await listed(store, account, words)
    assert.equal(all.items.length, MAX_COUNTED_WORDS + 1)
    assert.equal(all.total, null)
    const failed = await listed(store, account, { ...words, statuses: ['error'] }, { limit: 1 })
    assert.deepEqual([failed.total, failed.items], [0, []])
  })

  test('shows each job on a long page as on short ones', async () => {
    const long = await listed(store, account, {}, {}, JOB_FIELDS)
    const short: typeof long.items = []
    for (let cursor: number | null = null; ;) {
      const page = await listed(store, account, {}, { limit: 50, cursor }, JOB_FIELDS)
      short.push(...page.items)
      if (page.next === null) break
      cursor = page.next
    }
    assert.deepEqual(idsOf(long.items), idsOf(short))
    assert.deepEqual(long.items, short)
    const some = ['id', 'error_message', 'created_at'] as const
    const lean = await listed(store, account, {}, {}, some)
    assert.deepEqual(Object.keys(lean.items[0] ?? {}), some)
  })
})
