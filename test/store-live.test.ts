/** Live jobs in the store: their counters, a single end, and the limit of open sessions of an account. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import type { JobStatus } from '../src/contract/common.ts'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import type { LiveResult } from '../src/contract/result.ts'
import { CANCELLED } from '../src/jobs/cancellation.ts'
import { LimitError } from '../src/jobs/limits.ts'
import { NotOwnerError } from '../src/jobs/live.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { idsOf, listed } from './support/store-list.ts'
import { checkSums } from './support/store-sums.ts'
import { claimNext } from './support/claim-work.ts'

const JOB = { params: liveParamsOf(liveRequest.parse({})), customMetadata: { customer: 'acme' }, key: null }
const RESULT: LiveResult = {
  metadata: {
    audio_duration: 1,
    number_of_distinct_channels: 1,
    billing_time: 1,
    transcription_time: 1,
    unrecognised_speech: [],
  },
  transcription: { full_transcript: 'hello world', languages: ['en'], utterances: [] },
  messages: [],
}
const NODE = 'a node'
const LEASE_MS = 600_000
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
    for (const id of [NODE, 'a', 'b'])
      await store.nodes.register(
        { id, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
        LEASE_MS,
        null,
      )
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
    const { id } = await store.live.begin(account, JOB, 'token 1')
    assert.deepEqual(await idsThatAre('queued'), [id])
    assert.equal(await claimNext(store.work), null, 'live jobs are not in the work queue')
    await store.live.start(id, NODE)
    await store.live.start(id, NODE)
    assert.deepEqual(await idsThatAre('processing'), [id])
    const open = await store.live.find({ jobId: id })
    assert.deepEqual(open?.params, JOB.params)
    assert.equal(open?.isStarted, true)
    const file = fileOf(id)
    await store.uploads.begin(file.id, NODE)
    assert.equal(await store.live.finish(id, NODE, DONE, file), true)
    assert.deepEqual(await idsThatAre('done', ['hello']), [id])
    assert.equal(await store.jobs.fileOf(account, id, 'live'), file.id)
    assert.equal(await store.live.find({ jobId: id }), null)
    await checkSums(dialect.db)
  })

  test('end exactly once, however many callers end them at the same time', async () => {
    const { id } = await store.live.begin(account, JOB, 'token 2')
    const error = { status: 'error', code: 408, message: 'nobody connected' } as const
    const ends = await Promise.all(
      [DONE, error, DONE, error].map(async (one) => store.live.finish(id, NODE, one, null)),
    )
    assert.equal(ends.filter(Boolean).length, 1)
    await checkSums(dialect.db)
  })

  test('are limited to the open sessions of an account, also when they begin at the same time', async () => {
    await store.accounts.change(account, { limits: { live_sessions: 5 } })
    const attempts = Array.from({ length: 12 }, async (_, i) => store.live.begin(account, JOB, `many ${i}`))
    const settled = await Promise.allSettled(attempts)
    const begun = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    assert.equal(begun.length, 5)
    for (const one of settled) {
      if (one.status === 'rejected') assert.ok(one.reason instanceof LimitError)
    }
    assert.equal((await idsThatAre('queued')).length, 5, 'nothing is left of the others')
    for (const id of begun) await store.live.finish(id, NODE, DONE, null)
    await store.live.finish((await store.live.begin(account, JOB, 'one more')).id, NODE, DONE, null)
    await store.accounts.change(account, { limits: { live_sessions: 'default' } })
    await checkSums(dialect.db)
  })

  test('are found by their token after their end, and after their deletion', async () => {
    const { id } = await store.live.begin(account, JOB, 'token 3')
    await store.live.finish(id, NODE, DONE, null)
    assert.equal(await store.live.closedReason('token 3'), 'over')
    await store.jobs.delete(account, id, 'live')
    assert.equal(await store.live.closedReason('token 3'), 'deleted')
    assert.equal(await store.live.closedReason('token 4'), 'unknown')
  })

  test('are opened and ended by one node at a time', async () => {
    const { id } = await store.live.begin(account, JOB, 'token 6')
    assert.equal(await store.live.start(id, 'a'), true)
    assert.equal(await store.live.start(id, 'b'), false)
    assert.equal(await store.live.start('unknown', 'b'), false)
    assert.deepEqual([await store.live.owned('a'), await store.live.owned('b')], [[id], []])
    await assert.rejects(store.live.finish(id, 'b', DONE, null), NotOwnerError)
    assert.deepEqual(await store.live.abandoned(Date.now(), 100), [])
    assert.deepEqual(await store.live.interruptions('a'), [])
    await store.live.ask(id, 'a', 'release')
    assert.deepEqual(await store.live.interruptions('a'), [{ jobId: id, reason: 'release' }])
    await store.live.release(id, 'b')
    assert.equal((await store.live.find({ tokenHash: 'token 6' }))?.owner, 'a')
    await store.live.release(id, 'a')
    assert.deepEqual(
      (await store.live.abandoned(0, 100)).map(({ jobId }) => jobId),
      [id],
    )
    assert.equal(await store.live.start(id, 'b'), true)
    assert.deepEqual(await store.live.interruptions('b'), [])
    await assert.rejects(store.live.finish(id, 'a', DONE, null), NotOwnerError)
    assert.equal(await store.live.finish(id, 'b', CANCELLED, null), true)
    assert.equal(await store.live.finish(id, 'a', DONE, null), false)
    assert.equal(await store.live.isCancelled(id), true)
    assert.deepEqual(await store.live.owned('b'), [])
    assert.equal(await store.live.start(id, 'a'), false)
  })

  test('are neither opened nor ended by a node that was declared dead', async (t) => {
    if (!store.isShared) return t.skip('only PostgreSQL has several nodes')
    const { id } = await store.live.begin(account, JOB, 'token 7')
    const dead = { id: 'dead', roles: [], version: '1', models: {}, host: 'here', pid: 1 }
    await store.nodes.register(dead, LEASE_MS, null)
    await store.nodes.bury('dead')
    await assert.rejects(store.live.start(id, 'dead'), NotOwnerError)
    await assert.rejects(store.live.finish(id, 'dead', DONE, null), NotOwnerError)
    assert.equal(await store.live.finish(id, NODE, DONE, null), true)
  })

  test('count as changes of the jobs of their account', async () => {
    const key = 'key of this test'
    await store.keys.ensure(account, 'test', key)
    const jobChanges = async () => (await store.callers.authenticate(key))?.jobChanges ?? assert.fail()
    const seen = [await jobChanges()]
    const { id } = await store.live.begin(account, JOB, 'token 5')
    seen.push(await jobChanges())
    await store.live.start(id, NODE)
    seen.push(await jobChanges())
    await store.live.finish(id, NODE, DONE, null)
    seen.push(await jobChanges())
    assert.equal(new Set(seen).size, 4)
  })
})
