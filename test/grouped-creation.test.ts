/** Jobs that are created at the same time share a transaction: the result is as if they had been created one by one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type NewJob, UnknownFileError } from '../src/jobs/job-store.ts'
import { NODE } from './support/claim-work.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { listed } from './support/store-list.ts'
import { checkSums } from './support/store-sums.ts'

/** Created at the same time, and then others, one of which is at fault. */
const [COUNT, OTHERS, FAULTY] = [40, 8, 45]

onEachStore('jobs created at the same time', (fresh) => {
  test('have consecutive places, exact counters and leaves, and one with an unknown file fails alone', async (t) => {
    const { dialect, store, account, close } = await openFresh(fresh)
    t.after(close)
    const file = { filename: 'a.wav', extension: 'wav', source: null, size: 1, duration: 1, channels: 1 }
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids) {
      await store.uploads.begin(id, NODE)
      await store.files.add(account, { ...file, id })
    }
    const jobOf = (i: number): NewJob => ({
      kind: i % 7 === 0 ? 'live' : 'pre-recorded',
      customMetadata: i % 3 === 0 ? null : { plan: i % 2 === 0 ? 'free' : 'pro', tags: ['a', `${i % 5}`], i },
      requestParams: {},
      fileId: i === FAULTY ? randomUUID() : i % 7 === 0 ? null : (ids[i % 4] ?? null),
    })
    const create = async (from: number, count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, async (_, i) => store.jobs.create(account, jobOf(from + i))),
      )
    const ended = [...(await create(0, COUNT)), ...(await create(COUNT, OTHERS))]
    const rejected = ended.flatMap((one, i) =>
      one.status === 'rejected' ? [[i, one.reason as unknown]] : [],
    )
    assert.equal(rejected.length, 1)
    assert.equal(rejected[0]?.[0], FAULTY)
    assert.ok(rejected[0]?.[1] instanceof UnknownFileError)
    await checkSums(dialect.db)

    const created = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    const { items } = await listed(store, account, {}, { limit: 1000 }, ['id'])
    assert.deepEqual(
      items.map(({ id }) => id),
      created.toReversed(),
    )
    const pro = await listed(store, account, { customMetadata: { plan: 'pro' } }, { limit: 1 }, ['id'])
    const isPro = (i: number) => i !== FAULTY && i % 3 !== 0 && i % 2 !== 0
    assert.equal(pro.total, Array.from({ length: COUNT + OTHERS }, (_, i) => i).filter(isPro).length)
  })
})
