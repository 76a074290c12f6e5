/** POST /v2/jobs/:id/cancel, against the contract and under races. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import type { DeliveryPage } from '../../src/contract/deliveries.ts'
import type { Job } from '../../src/contract/job.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { parsedJson } from '../../src/jobs/stored-json.ts'
import type { Work } from '../../src/jobs/work.ts'
import { cancelWork } from '../../src/queue/cancel-work.ts'
import { JobQueue } from '../../src/queue/job-queue.ts'
import { serveAudio, serveLateAudio } from '../support/audio-server.ts'
import type { Client } from '../support/client.ts'
import { openFresh } from '../support/fresh-store.ts'
import { SessionClient } from '../support/live-client.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type FreshDatabase, onEachStore, onEitherStore } from '../support/on-each-store.ts'
import { SILENCE } from '../support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from '../support/two-accounts.ts'
import { claimNext, LEASE_MS, NODE } from '../support/claim-work.ts'

const NO_JOB = '00000000-0000-4000-8000-000000000000'
const CANCELLED = { status: 'error', error_code: 499, error_message: 'cancelled', result: null }

onEitherStore('cancel', (fresh) => {
  let world: TwoAccounts
  let client: Client
  before(async () => {
    world = await serveTwoAccounts(await fresh(), { FETCHES: '1' })
    client = world.client
  })
  after(async () => world.close())

  const cancel = async (id: string) => (await client.send('POST', `/v2/jobs/${id}/cancel`)).status
  const job = async (id: string) => (await client.get<Job>(`/v2/jobs/${id}`)).body

  test('a queued and a processing job end in error 499 "cancelled", and the slot is free at once', async (t) => {
    const late = await serveLateAudio(t, SILENCE)
    const processing = await client.create({ audio_url: late.url })
    await late.asked
    const queued = await client.create({ audio_url: late.url })
    const next = await client.create({ audio_url: await serveAudio(t, SILENCE) })
    assert.deepEqual([(await job(processing)).status, (await job(queued)).status], ['processing', 'queued'])
    for (const id of [queued, processing]) {
      assert.equal(await cancel(id), 202)
      const ended = await job(id)
      assert.partialDeepStrictEqual(ended, CANCELLED)
      assert.ok(ended.completed_at)
      await client.refused(409, 'POST', `/v2/jobs/${id}/cancel`)
    }
    assert.equal((await client.ended(next)).status, 'done')
    assert.equal((await client.send('DELETE', `/v2/jobs/${processing}`)).status, 202)
  })

  test('a job that has ended: 409; a missing one or one of another account: 404', async (t) => {
    const done = await client.create({ audio_url: await serveAudio(t, SILENCE) })
    const { completed_at } = await client.ended(done)
    await client.refused(409, 'POST', `/v2/jobs/${done}/cancel`)
    assert.partialDeepStrictEqual(await job(done), { status: 'done', completed_at })
    for (const id of [NO_JOB, 'x']) await client.refused(404, 'POST', `/v2/jobs/${id}/cancel`)
    await world.stranger.refused(404, 'POST', `/v2/jobs/${world.liveJob}/cancel`)
  })

  test('a live session: the socket is closed with 4499, and the job can be deleted with its audio', async () => {
    const session = await SessionClient.start(client)
    await session.play(Buffer.alloc(32_000))
    assert.equal(await cancel(session.id), 202)
    assert.equal(await session.socket.closed(), 4499)
    assert.partialDeepStrictEqual(await session.job(), { ...CANCELLED, file: { number_of_channels: 1 } })
    await client.refused(409, 'POST', `/v2/jobs/${session.id}/cancel`)
    assert.equal((await client.send('DELETE', `/v2/jobs/${session.id}`)).status, 202)

    const unused = await SessionClient.create(client)
    assert.equal(await cancel(unused.id), 202)
    assert.partialDeepStrictEqual(await unused.job(), CANCELLED)
    assert.equal(await (await LiveSocket.open(unused.url)).closed(), 4409)
  })

  test('a live session that is stopped at the same time ends once', async () => {
    for (let round = 0; round < 3; round++) {
      const session = await SessionClient.start(client)
      await session.play(Buffer.alloc(3_200))
      session.stop()
      const answers = await Promise.all([cancel(session.id), cancel(session.id)])
      const { status, error_code } = await session.ended()
      if (answers.includes(202)) assert.deepEqual([status, error_code], ['error', 499])
      else assert.deepEqual([status, ...answers], ['done', 409, 409])
    }
  })

  test('sends the error callback as for other failures', async (t) => {
    const { url } = await serveLateAudio(t, SILENCE)
    const id = await client.create({ audio_url: url, callback_url: 'http://127.0.0.1:9/hook' })
    await cancel(id)
    const { body } = await client.get<DeliveryPage>(`/v2/jobs/${id}/deliveries`)
    assert.deepEqual(
      body.items.map(({ event }) => event),
      ['transcription.error'],
    )
    const session = await SessionClient.start(client, {
      callback: true,
      callback_config: { url: 'http://127.0.0.1:9/hook' },
    })
    await session.play(Buffer.alloc(3_200))
    await cancel(session.id)
    const { body: live } = await client.get<DeliveryPage>(`/v2/jobs/${session.id}/deliveries?limit=100`)
    assert.deepEqual(
      live.items.map(({ event }) => event).filter((event) => /error|end_session/.test(event)),
      ['live.end_session'],
    )
  })
})

onEachStore('many cancellations at once', (fresh) => {
  test('every job ends exactly once, and its status never goes back', async (t) => {
    const by = await race(t, fresh, fc.sample(plan, { seed: 11, numRuns: 50 }))
    assert.equal(by.size, 2, 'some ended by themselves, some were cancelled')
  })

  test('every job ends exactly once while the service is shutting down', async (t) => {
    await race(t, fresh, fc.sample(plan, { seed: 12, numRuns: 30 }), 10)
  })
})

/** How a job is processed, and when two clients cancel it, in turns of the event loop. */
interface Plan {
  /** Whether the clients wait until it is processing. */
  readonly isRunning: boolean
  readonly turns: number
  /** Whether it ends only when aborted. */
  readonly isEndless: boolean
  readonly cancels: readonly [number, number]
}

const turns = fc.nat({ max: 60 })
const plan: fc.Arbitrary<Plan> = fc.record({
  isRunning: fc.boolean(),
  turns,
  isEndless: fc.boolean(),
  cancels: fc.tuple(turns, turns),
})

/**
 * @param closeAfter number of cancellations after which the queue is closed
 * @returns what ended each job
 */
async function race(
  t: TestContext,
  fresh: () => Promise<FreshDatabase>,
  plans: readonly Plan[],
  closeAfter = Infinity,
): Promise<Set<string>> {
  const { store, account, close } = await openFresh(fresh)
  t.after(close)
  const requestParams = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: 'http://a.test/a.wav', callback_url: 'http://a.test/' }),
  )
  const planned = new Map<string, Plan>()
  for (const one of plans) {
    const { id } = await store.jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: null,
      requestParams,
      fileId: null,
    })
    planned.set(id, one)
  }
  const ends = new Map([...planned.keys()].map((id) => [id, [] as string[]]))
  const began = new Map([...planned.keys()].map((id) => [id, Promise.withResolvers<void>()]))
  const run = async ({ jobId }: Work, signal: AbortSignal) => {
    const { turns: length, isEndless } = planned.get(jobId) ?? assert.fail()
    began.get(jobId)?.resolve()
    for (let turn = 0; isEndless || turn < length; turn++) {
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
    if (await store.work.finish(jobId, { status: 'error', code: 422, message: 'unusable' }))
      ends.get(jobId)?.push('run')
  }
  const onError = (error: unknown) => assert.fail(String(error))
  const queue = new JobQueue(store.work, {
    node: NODE,
    isTaking: () => true,
    leaseMs: LEASE_MS,
    stage: 'fetch',
    concurrency: 6,
    perAccount: async () => 6,
    run,
    onError,
  })
  store.wake.listen('cancelled', (jobId) => queue.abort(jobId))
  queue.wake()
  const closing = Promise.withResolvers<void>()
  let acts = 0
  const ranks = ['queued', 'processing', 'error']
  const cancels = [...planned].flatMap(([id, one]) =>
    one.cancels.map(async (wait) => {
      let rank = 0
      if (one.isRunning) await Promise.race([began.get(id)?.promise, closing.promise])
      for (let turn = 0; turn < wait; turn++) await new Promise(setImmediate)
      for (const act of [async () => {}, async () => cancelWork(store.work, store.wake, id)]) {
        if (await act()) ends.get(id)?.push('cancel')
        if (++acts === 2 * closeAfter) closing.resolve(queue.close(0))
        const state = await store.jobs.state(account, id)
        const now = ranks.indexOf(state?.status ?? '')
        assert.ok(now >= rank, `${state?.status} after ${ranks[rank]}`)
        rank = now
      }
    }),
  )
  await Promise.all(cancels)
  if (closeAfter === Infinity) closing.resolve(queue.close(0))
  await closing.promise
  for (const [id, by] of ends) {
    assert.equal(by.length, 1, `${id} ended by ${by.join()}`)
    const job = (await parsedJson((await store.jobs.get(account, id, null)) ?? assert.fail())) as Job
    assert.deepEqual([job.status, job.error_code], ['error', by[0] === 'cancel' ? 499 : 422])
    const deliveries = await store.deliveryLog.ofJob(account, id, { state: null, after: null, limit: 9 })
    assert.equal(deliveries?.length, 1)
    assert.equal(await claimNext(store.work), null)
  }
  return new Set([...ends.values()].flat())
}
