/** Callbacks of live sessions arrive in order, each once, whatever happens to the service and the endpoint. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { CallbackDispatcher, type DispatcherOptions } from '../src/callbacks/dispatcher.ts'
import { type LiveCallback, liveCallback } from '../src/contract/callbacks.ts'
import type { LoggedDelivery } from '../src/jobs/delivery.ts'
import { StoreError } from '../src/jobs/store-error.ts'
import { LiveWorld } from '../src/live/testing/live-world.ts'
import { createGuardedSend } from '../src/platform/net/guarded-send.ts'
import { QUICK } from './support/callback-world.ts'
import { allFlags } from './support/live-flags.ts'
import { type FreshDatabase, onEitherStore } from './support/on-each-store.ts'
import { type Received, TestEndpoint } from './support/callback-endpoint.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { dialectOf } from './support/store-place.ts'
import { until } from './support/until.ts'

const SECOND = Buffer.from(Array.from({ length: 32_000 }, (_, i) => (i * i) % 251))

async function liveWorld(
  t: TestContext,
  fresh: () => Promise<FreshDatabase>,
  options: Partial<DispatcherOptions> = {},
) {
  const database = await fresh()
  const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl: database.url })
  const world = await LiveWorld.make({ maxSeconds: 600 }, dialect)
  const dispatcher = new CallbackDispatcher({
    store: world.store.deliveries,
    node: randomUUID(),
    send: createGuardedSend({ allowPrivate: true }),
    concurrency: { total: 20, perEndpoint: 8 },
    timeoutMs: 5_000,
    schedule: QUICK,
    log: pino({ level: 'silent' }),
    ...options,
  })
  world.onCallbacks = () => dispatcher.wake()
  t.after(async () => {
    await dispatcher.close(0)
    await world.close()
    await database.drop()
  })
  const deliveries = async (id: string): Promise<LoggedDelivery[]> => {
    const page = { state: null, after: null, limit: 10_000 }
    return (await world.store.deliveryLog.ofJob(world.account, id, page)) ?? []
  }
  const settled = async (id: string) =>
    until(
      async () => deliveries(id),
      (shown) => shown.every(({ state }) => state !== 'waiting'),
    )
  return { world, deliveries, settled }
}

const callbackOf = ({ body }: Received): LiveCallback => liveCallback.parse(JSON.parse(body))

/** The entries of `result.messages` that the flags select. */
function wanted(messages: readonly string[], types: ReadonlySet<string>): string[] {
  return messages.filter((text) => types.has((JSON.parse(text) as { type: string }).type))
}

onEitherStore('callbacks of live sessions', (fresh) => {
  test('have the bodies and the order of the golden file with the default flags', async (t) => {
    const { world, settled } = await liveWorld(t, fresh)
    const endpoint = await TestEndpoint.listen(t)
    const { id, token } = await world.create({
      callback: true,
      callback_config: { url: endpoint.url('/200') },
    })
    const client = world.connect(token)
    await client.send(SECOND)
    await client.acknowledged(32_000)
    const { stream } = world.recogniser
    stream.say('partial', 0, 'hel', 0.1, 0.3)
    stream.say('final', 0, 'hello', 0.1, 0.6)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const shown = await settled(id)
    assert.deepEqual(
      endpoint.received.map(({ headers }) => headers['webhook-id']),
      shown.map((delivery) => delivery.id),
    )
    for (const one of endpoint.received) assert.equal(callbackOf(one).id, id)
    const bodies = endpoint.received
      .map(({ body }) => body.replaceAll(id, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'))
      .map((body) => body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2025-06-01T09:30:00.000Z'))
      .map((body) => body.replaceAll(/"transcription_time":[\d.]+/g, '"transcription_time":1.5'))
    const golden: unknown = JSON.parse(
      readFileSync(new URL('golden/callbacks-live.json', import.meta.url), 'utf8'),
    )
    assert.equal(`[${bodies.join(',')}]`, JSON.stringify(golden))
  })

  test('can be requested for every message, or for none', async (t) => {
    const { world, settled } = await liveWorld(t, fresh)
    const endpoint = await TestEndpoint.listen(t)
    const play = async (callback_config: object) => {
      const { id, token } = await world.create({
        callback: true,
        callback_config: { url: endpoint.url('/200'), ...callback_config },
        messages_config: allFlags(true),
      })
      const client = world.connect(token)
      await client.send(SECOND)
      await client.acknowledged(32_000)
      world.recogniser.stream.say('partial', 0, 'hel', 0.1, 0.3)
      world.recogniser.stream.say('final', 0, 'hello', 0.1, 0.6)
      await client.send({ type: 'stop_recording' })
      await client.closed()
      await settled(id)
      return { id, client }
    }
    const { id, client } = await play(allFlags(true))
    const sent = endpoint.received.map((one) => callbackOf(one).payload)
    assert.deepEqual(sent, client.messages)
    assert.ok(sent.length > 9)
    endpoint.received.length = 0
    await play(allFlags(false))
    assert.deepEqual(endpoint.received, [])
    assert.equal((await world.job(id)).status, 'done')
  })

  test('arrive in order, each once, while the service restarts and the store and the endpoint fail', async (t) => {
    const { world, settled } = await liveWorld(t, fresh, {
      schedule: { delays: Array(50).fill(5), jitter: 0 },
    })
    const endpoint = await TestEndpoint.listen(t)
    let asked = 0
    endpoint.answer = (_one, response) => void response.writeHead(asked++ % 3 === 0 ? 500 : 200).end()
    const { live } = world.store
    const record = live.addMessages.bind(live)
    let calls = 0
    t.mock.method(live, 'addMessages', async (...args: Parameters<typeof record>) => {
      calls++
      // Fails before or after the write.
      if (calls % 7 === 2) throw new StoreError('unavailable', 'the store is gone')
      await record(...args)
      if (calls % 7 === 5) throw new StoreError('unavailable', 'the answer of the store was lost')
    })
    const callback_config = { url: endpoint.url('/'), ...allFlags(false), receive_final_transcripts: true }
    const { id, token } = await world.create({
      callback: true,
      callback_config: { ...callback_config, receive_lifecycle_events: true },
    })
    let client = world.connect(token)
    for (let round = 0; round < 4; round++) {
      await client.send(SECOND)
      await client.acknowledged(32_000 * (round + 1))
      for (let i = 0; i < 25; i++) {
        const index = round * 25 + i
        world.recogniser.stream.say('final', index, `word${index}`, index / 100, (index + 1) / 100)
      }
      await world.restart()
      client = world.connect(token)
    }
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    await settled(id)

    const { result } = await world.job(id)
    const types = new Set(['start_session', 'start_recording', 'transcript', 'end_recording', 'end_session'])
    const expected = wanted(result?.messages ?? [], types)
    assert.equal(expected.length, 104)
    const once = new Map(endpoint.received.map((one) => [one.headers['webhook-id'], one]))
    assert.deepEqual(
      [...once.values()].map((one) => callbackOf(one).payload),
      expected.map((text) => JSON.parse(text) as unknown),
    )
    // Retries keep the order: no message arrives after a later one.
    const ids = endpoint.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(
      ids.filter((one, i) => one !== ids[i - 1]),
      [...once.keys()],
    )
  })

  test('are not duplicated when a crash makes a session end twice', async (t) => {
    const { world, deliveries, settled } = await liveWorld(t, fresh)
    const endpoint = await TestEndpoint.listen(t)
    const { id, token } = await world.create({
      callback: true,
      callback_config: { url: endpoint.url('/200') },
    })
    const finish = world.store.live.finish.bind(world.store.live)
    const failing = t.mock.method(world.store.live, 'finish', async () => {
      throw new StoreError('unavailable', 'the store is gone')
    })
    const client = world.connect(token)
    await client.send(SECOND)
    await client.acknowledged(32_000)
    world.recogniser.stream.say('final', 0, 'hello', 0.1, 0.6)
    await client.send({ type: 'stop_recording' })
    await until(() => failing.mock.callCount() > 0)
    // All but the last are recorded, and the job has not ended.
    assert.equal((await deliveries(id)).length, 6)
    failing.mock.mockImplementation(finish)
    await world.restart()
    assert.equal((await world.ended(id)).status, 'done')
    const shown = await settled(id)
    assert.deepEqual(
      shown.map(({ event }) => event),
      ['start_session', 'start_recording', 'transcript', 'end_recording', 'post_transcript']
        .map((type) => `live.${type}`)
        .concat('live.post_final_transcript', 'live.end_session'),
    )
    assert.deepEqual(
      endpoint.received.map(({ headers }) => headers['webhook-id']),
      shown.map((delivery) => delivery.id),
    )
  })

  test('do not delay the session while the endpoint hangs, and arrive in order once it is back', async (t) => {
    const { world, deliveries, settled } = await liveWorld(t, fresh, {
      timeoutMs: 300,
      schedule: { delays: Array(100).fill(50), jitter: 0 },
    })
    const endpoint = await TestEndpoint.listen(t)
    let isBack = false
    endpoint.answer = (_one, response) => void (isBack && response.end())
    const { id, token } = await world.create({ callback: true, callback_config: { url: endpoint.url('/') } })
    const client = world.connect(token)
    await client.send(SECOND)
    await client.acknowledged(32_000)
    const began = performance.now()
    for (let i = 0; i < 50; i++) world.recogniser.stream.say('final', i, `word${i}`, i / 50, (i + 1) / 50)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    // Waiting for just the first message would have taken longer.
    t.diagnostic(`the session ended after ${Math.round(performance.now() - began)} ms`)
    const waiting = await deliveries(id)
    assert.equal(waiting.length, 2 + 50 + 4)
    assert.ok(waiting.every(({ state }) => state === 'waiting'))
    assert.deepEqual(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    isBack = true
    const shown = await settled(id)
    assert.ok(shown.every(({ state }) => state === 'delivered'))
    const ids = endpoint.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(
      [...new Set(ids)],
      shown.map((delivery) => delivery.id),
    )
  })

  test('are all given up after the first 410', async (t) => {
    const { world, settled } = await liveWorld(t, fresh)
    const endpoint = await TestEndpoint.listen(t)
    endpoint.answer = (_one, response) => setTimeout(() => response.writeHead(410).end(), 300)
    const { id, token } = await world.create({ callback: true, callback_config: { url: endpoint.url('/') } })
    const client = world.connect(token)
    await client.send(SECOND)
    await client.acknowledged(32_000)
    await client.send({ type: 'stop_recording' })
    await client.closed()
    const shown = await settled(id)
    assert.equal(shown.length, 6)
    assert.ok(shown.every(({ state }) => state === 'failed'))
    assert.ok(endpoint.received.length < 6)
  })
})
