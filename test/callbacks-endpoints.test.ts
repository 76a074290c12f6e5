/** Slow and dead endpoints delay no other endpoint and no shutdown, and are paused and resumed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackWorld } from './support/callback-world.ts'
import { onEachStore } from './support/on-each-store.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { until } from './support/until.ts'

onEachStore('endpoints', (fresh) => {
  test('that hang delay no other endpoint, and use no more than their share of connections', async (t) => {
    // Without a limit per endpoint, three hanging ones would occupy every slot for longer than the test runs.
    const world = await CallbackWorld.make(t, fresh, {
      concurrency: { total: 20, perEndpoint: 4 },
      timeoutMs: 60_000,
    })
    const dead = await Promise.all([1, 2, 3].map(async () => TestEndpoint.listen(t)))
    const living = await Promise.all(Array.from({ length: 12 }, async () => TestEndpoint.listen(t)))
    for (let i = 0; i < 7; i++) {
      await Promise.all(dead.map(async (one) => world.endedJob({ callback_url: one.url('/hang') })))
    }
    const jobs: string[] = []
    for (let i = 0; i < 5; i++) {
      for (const one of living) jobs.push(await world.endedJob({ callback_url: one.url('/200') }))
    }
    for (const id of jobs) assert.equal((await world.settled(id))[0]?.state, 'delivered')
    for (const one of living) assert.equal(one.received.length, 5)
    for (const one of dead) assert.ok(one.received.length <= 4)
  })

  test('that keep failing are shown as paused, probed with one delivery at a time, and resumed when they succeed', async (t) => {
    const world = await CallbackWorld.make(t, fresh, {
      schedule: { delays: Array<number>(50).fill(30), jitter: 0 },
      pausePolicy: { failures: 12, failingMs: 0, minPauseMs: 30, maxPauseMs: 60 },
    })
    const endpoint = await TestEndpoint.listen(t)
    let status = 500
    let atOnce = 0
    const most: number[] = []
    endpoint.answer = (_one, response) => {
      most.push(++atOnce)
      setTimeout(() => {
        atOnce--
        response.writeHead(status).end()
      }, 20)
    }
    const jobs: string[] = []
    for (let i = 0; i < 30; i++) jobs.push(await world.endedJob({ callback_url: endpoint.url('/') }))
    const shown = async () => (await world.deliveries(jobs[0] ?? ''))[0]?.endpoint
    const paused = await until(shown, (is) => (is?.pausedUntil ?? null) !== null)
    assert.ok((paused?.failures ?? 0) >= 12)
    // Attempts that were in progress at the pause may still arrive.
    await until(() => atOnce === 0)
    const tries = endpoint.received.length
    await until(() => endpoint.received.length >= tries + 5)
    assert.equal(Math.max(...most.slice(tries)), 1)
    assert.notEqual((await shown())?.pausedUntil, null)
    status = 204
    for (const id of jobs) assert.equal((await world.settled(id))[0]?.state, 'delivered')
    assert.deepEqual([(await shown())?.pausedUntil, (await shown())?.failingSince], [null, null])
    assert.ok(Math.max(...most.slice(tries + 5)) > 1, 'the other deliveries follow once it is resumed')
  })

  test('that are paused for too long have their deliveries given up', async (t) => {
    const world = await CallbackWorld.make(t, fresh, { schedule: { delays: [60_000], jitter: 0 } })
    const endpoint = await TestEndpoint.listen(t)
    const id = await world.endedJob({ callback_url: endpoint.url('/500') })
    const attempted = async () => (await world.deliveries(id))[0]
    const first = await until(attempted, (is) => is?.attempts.length === 1)
    const of = first?.endpoint.id ?? 0
    await world.store.deliveries.giveUp(of, Date.now() - 60_000)
    assert.equal((await attempted())?.state, 'waiting')
    await world.store.deliveries.giveUp(of, Date.now() + 1)
    assert.partialDeepStrictEqual(await attempted(), { state: 'failed', nextAt: null })
  })

  test('that hang do not delay a shutdown, and get their callback after the next start', async (t) => {
    const world = await CallbackWorld.make(t, fresh, { timeoutMs: 60_000 })
    const endpoint = await TestEndpoint.listen(t)
    let isBack = false
    endpoint.answer = (_one, response) => void (isBack && response.end())
    const id = await world.endedJob({ callback_url: endpoint.url('/') })
    await until(() => endpoint.received.length > 0)
    await world.dispatcher.close(50)
    const [cut] = await world.deliveries(id)
    assert.partialDeepStrictEqual(cut, { state: 'waiting', attempts: [] })
    isBack = true
    world.newDispatcher().wake()
    assert.equal((await world.settled(id))[0]?.attempts.length, 1)
    assert.equal(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  test('are separate for each account: one account cannot block the endpoint of another', async (t) => {
    const world = await CallbackWorld.make(t, fresh, {
      concurrency: { total: 20, perEndpoint: 2 },
      timeoutMs: 60_000,
    })
    const other = await world.store.accounts.ensure('other')
    const endpoint = await TestEndpoint.listen(t)
    const asked = { callback_url: endpoint.url('/hang') }
    for (let i = 0; i < 5; i++)
      await world.endedJob(asked, { status: 'error', code: 500, message: '' }, other)
    await until(() => endpoint.received.length >= 2)
    const id = await world.endedJob({ callback_url: endpoint.url('/200') })
    assert.equal((await world.settled(id))[0]?.state, 'delivered')
    const page = { state: null, after: null, limit: 1 }
    assert.equal(await world.store.deliveryLog.ofJob(other, id, page), null)
    assert.equal(await world.store.deliveryLog.one(other, id, `${id}_end`), null)
    assert.equal(await world.store.deliveryLog.redeliver(other, id, `${id}_end`), false)
  })
})
