/** Live jobs in the store: their counters, ending exactly once, and the limit of open sessions of an account. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import type { JobStatus } from '../src/contract/common.ts'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import type { LiveResult } from '../src/contract/result.ts'
import { TooManySessionsError } from '../src/jobs/live-store.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/jobs/store.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { idsOf, listed } from './support/store-list.ts'
import { checkSums } from './support/store-sums.ts'
import { claimNext } from './support/claim-work.ts'

const JOB = { params: liveParamsOf(liveRequest.parse({})), customMetadata: { customer: 'acme' }, key: null }
const RESULT: LiveResult = {
  metadata: { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 },
  transcription: { full_transcript: 'hello world', languages: ['en'], utterances: [] },
  messages: [],
}
const DONE = { status: 'done', result: RESULT } as const
const fileOf = (id: string) => ({
  id: randomUUID(),
  filename: `${id}.wav`,
  extension: 'wav',
  source: null,
  size: 32_044,
  duration: 1,
  channels: 1,
})

onEachStore('live jobs', (fresh) => {
  let dialect: Dialect
  let store: Store
  let account: number
  let close: () => Promise<void>

  before(async () => {
    ;({ dialect, store, account, close } = await openFresh(fresh))
  })
  after(async () => close())

  const idsThatAre = async (status: JobStatus, words: string[] = []) => {
    const filter = {
      kinds: ['live'],
      statuses: [status],
      customMetadata: JOB.customMetadata,
      words,
    } as const
    return idsOf((await listed(store, account, filter)).items)
  }

  test('are listed by their status, and their counters are right', async () => {
    const { id } = await store.live.begin(account, JOB, 'token 1', 10)
    assert.deepEqual(await idsThatAre('queued'), [id])
    assert.equal(await claimNext(store.work), null, 'live jobs are not in the work queue')
    await store.live.start(id)
    await store.live.start(id)
    assert.deepEqual(await idsThatAre('processing'), [id])
    const [open] = await store.live.open()
    assert.deepEqual(open?.params, JOB.params)
    assert.equal(open?.isStarted, true)
    const file = fileOf(id)
    await store.uploads.begin(file.id, 'node')
    assert.equal(await store.live.finish(id, DONE, file), true)
    assert.deepEqual(await idsThatAre('done', ['hello']), [id])
    assert.equal(await store.jobs.fileOf(account, id, 'live'), file.id)
    assert.deepEqual(await store.live.open(), [])
    await checkSums(dialect.db)
  })

  test('end exactly once, however many end them at the same time', async () => {
    const { id } = await store.live.begin(account, JOB, 'token 2', 10)
    const error = { status: 'error', code: 408, message: 'nobody connected' } as const
    const ends = await Promise.all(
      [DONE, error, DONE, error].map(async (one) => store.live.finish(id, one, null)),
    )
    assert.equal(ends.filter(Boolean).length, 1)
    await checkSums(dialect.db)
  })

  test('are limited to the open sessions of an account, also when they begin at the same time', async () => {
    const attempts = Array.from({ length: 12 }, async (_, i) =>
      store.live.begin(account, JOB, `many ${i}`, 5),
    )
    const settled = await Promise.allSettled(attempts)
    const begun = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    assert.equal(begun.length, 5)
    for (const one of settled) {
      if (one.status === 'rejected') assert.ok(one.reason instanceof TooManySessionsError)
    }
    assert.equal((await idsThatAre('queued')).length, 5, 'nothing is left of the others')
    for (const id of begun) await store.live.finish(id, DONE, null)
    await store.live.finish((await store.live.begin(account, JOB, 'one more', 1)).id, DONE, null)
    await checkSums(dialect.db)
  })

  test('are known by their token after their end, and after they were deleted', async () => {
    const { id } = await store.live.begin(account, JOB, 'token 3', 10)
    await store.live.finish(id, DONE, null)
    assert.equal(await store.live.closedReason('token 3'), 'over')
    await store.jobs.delete(account, id, 'live')
    assert.equal(await store.live.closedReason('token 3'), 'deleted')
    assert.equal(await store.live.closedReason('token 4'), 'unknown')
  })

  test('change the revision of their account', async () => {
    const key = 'key of this test'
    await store.accounts.ensureKey(account, 'test', key)
    const revision = async () => (await store.accounts.authenticate(key))?.revision ?? assert.fail()
    const seen = [await revision()]
    const { id } = await store.live.begin(account, JOB, 'token 5', 10)
    seen.push(await revision())
    await store.live.start(id)
    seen.push(await revision())
    await store.live.finish(id, DONE, null)
    seen.push(await revision())
    assert.equal(new Set(seen).size, 4)
  })
})
