/** Several nodes claim deliveries from one database: what a lease protects, and what other nodes may do. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import type { ClaimedDelivery, EndpointHealth } from '../src/jobs/delivery.ts'
import type { NodeId } from '../src/jobs/node.ts'
import { openFresh } from './support/fresh-store.ts'
import { type FreshDatabase, onEachStore } from './support/on-each-store.ts'

const CALLBACK_URL = 'https://example.com/callback'
const PER_ENDPOINT = 4
const LEASE_MS = 60_000
const ATTEMPT = { at: 0, duration: 1, status: 500, answer: null, error: null }
const DELIVERED = { state: 'delivered' } as const

const oneMoreFailure = (health: EndpointHealth, isFailure: boolean): EndpointHealth =>
  isFailure ? { ...health, failures: health.failures + 1 } : health

onEachStore('deliveries leased by several nodes', (fresh) => {
  test('to one endpoint never exceed its limit, whichever nodes claim them', async (t) => {
    const { nodes, take, done } = await world(t, fresh, 20)
    const [one, other] = nodes
    const first = await take(one, 3)
    assert.equal(first.length, 3)
    assert.equal((await take(other, 3)).length, 1)
    assert.equal((await take(one, 3)).length, 0)
    await done(first)
    assert.equal((await take(other, PER_ENDPOINT)).length, 3)
    const taken = await Promise.all(nodes.map(async (node) => take(node, PER_ENDPOINT)))
    assert.deepEqual(taken.flat(), [])
  })

  test('are never claimed twice by nodes that claim at the same time', async (t) => {
    const { nodes, take, done } = await world(t, fresh, 24)
    const ids: string[] = []
    while (ids.length < 24) {
      const taken = await Promise.all(nodes.map(async (node) => take(node, PER_ENDPOINT)))
      const all = taken.flat()
      assert.ok(all.length > 0 && all.length <= PER_ENDPOINT)
      ids.push(...all.map(({ id }) => id))
      for (const claimed of taken) await done(claimed)
    }
    assert.equal(new Set(ids).size, 24)
  })

  test('are due again when the lease ends, and a late result of the first process is ignored', async (t) => {
    const { nodes, store, account, take, done } = await world(t, fresh, 1)
    const [one, other] = nodes
    const [late] = await take(one, 1, 0)
    assert.ok(late !== undefined)
    const [taken] = await take(other, 1)
    assert.equal(taken?.id, late.id)
    assert.deepEqual(await done([late], true), [])
    await store.deliveries.extend([late], 0)
    await store.deliveries.putBack([late])
    assert.deepEqual(await take(one, 1), [], 'nor can it extend or return a delivery that the other has')
    assert.equal((await done([taken], true)).length, 1)
    const delivery = await store.deliveryLog.one(account, late.jobId, late.id)
    assert.deepEqual([delivery?.state, delivery?.attempts.length], ['delivered', 1])
    assert.equal(delivery?.endpoint.failures, 1)
  })

  test('stay with a process that extends its leases', async (t) => {
    const { nodes, store, take } = await world(t, fresh, 2)
    const [one, other] = nodes
    const taken = await take(one, 2, 0)
    await store.deliveries.extend(taken, LEASE_MS)
    assert.deepEqual(await take(other, 2), [])
  })

  test('are due at once when their node is found dead', async (t) => {
    const { nodes, store, take } = await world(t, fresh, 2)
    const [one, other] = nodes
    const node = { roles: [], version: '', models: {}, host: 'here', pid: 1 }
    await store.nodes.register({ ...node, id: one }, LEASE_MS, null)
    await take(one, 1)
    await store.nodes.register({ ...node, id: other }, LEASE_MS, one)
    assert.equal((await take(other, 2)).length, 2)
  })

  test('are not claimed twice when a redelivery is requested while they are sent', async (t) => {
    const { nodes, store, account, take, done } = await world(t, fresh, 1)
    const [one, other] = nodes
    const taken = await take(one, 1)
    const [{ jobId, id } = assert.fail()] = taken
    assert.ok(await store.deliveryLog.redeliver(account, jobId, id))
    assert.deepEqual(await take(other, 1), [])
    await done(taken)
    assert.equal((await store.deliveryLog.one(account, jobId, id))?.state, 'delivered')
    assert.ok(await store.deliveryLog.redeliver(account, jobId, id))
    assert.equal((await take(other, 1)).length, 1)
  })

  test('are due at once when the clock of the process that records them is ahead', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
    const { nodes, store, account, take, done } = await world(t, fresh, 1)
    const [one, other] = nodes
    const isTaken = async (node: NodeId, what: string) => {
      const [taken, ...others] = await take(node, 1)
      assert.ok(taken !== undefined && others.length === 0, what)
      return taken
    }
    const ended = await isTaken(one, 'the end of a job')
    await store.deliveries.putBack([ended])
    const again = await isTaken(one, 'what was put back')
    await done([again])
    assert.ok(await store.deliveryLog.redeliver(account, again.jobId, again.id))
    const node = { roles: [], version: '', models: {}, host: 'here', pid: 1 }
    await store.nodes.register({ ...node, id: one }, LEASE_MS, null)
    await isTaken(one, 'what is delivered again')
    await store.nodes.register({ ...node, id: other }, LEASE_MS, one)
    await done([await isTaken(other, 'what a dead node had')])

    const params = liveParamsOf(liveRequest.parse({}))
    const session = await store.live.begin(account, { params, customMetadata: null, key: null }, 'token')
    const messages = ['1', '2', '3'].map((key) => ({ key, type: 'message', text: '{}' }))
    await store.live.addMessages(session.id, CALLBACK_URL, messages.slice(0, 2))
    await done([await isTaken(one, 'the first message of a session')])
    const second = await isTaken(one, 'the message after it')
    await store.deliveries.putBack([second])
    await setTimeout(5)
    await store.live.addMessages(session.id, CALLBACK_URL, messages.slice(2))
    await store.deliveries.giveUp(second.endpoint, second.beganAt + 1)
    await isTaken(one, 'the message after one that was given up')
  })

  test('count every failure of their endpoint, and respect its pause', async (t) => {
    const { nodes, store, account, take, done } = await world(t, fresh, 20)
    const [one, other] = nodes
    const taken = [await take(one, 2), await take(other, 2)] as const
    await Promise.all([done(taken[0], true), done(taken[1], true)])
    const [of] = taken[0]
    assert.ok(of !== undefined)
    const shown = await store.deliveryLog.one(account, of.jobId, of.id)
    assert.equal(shown?.endpoint.failures, 4)

    const failed = await take(one, 1)
    const attempted = failed.map((delivery) => ({ ...attemptOf(delivery), isEndpointFailure: true }))
    const pausedUntil = (ms: number) => (health: EndpointHealth) => ({
      ...health,
      pausedUntil: Date.now() + ms,
    })
    assert.equal((await store.deliveries.record(attempted, pausedUntil(LEASE_MS))).length, 1)
    assert.deepEqual(await take(other, 3), [])
    assert.ok(await store.deliveryLog.redeliver(account, of.jobId, of.id))
    assert.equal((await take(other, 3)).length, 1, 'one attempt after the pause')
    assert.equal((await take(one, 3)).length, 0)
  })
})

const attemptOf = (delivery: ClaimedDelivery) => ({ delivery, attempt: ATTEMPT, decision: DELIVERED })

/** A store that two nodes use, and jobs with callbacks to one endpoint. */
async function world(t: TestContext, fresh: () => Promise<FreshDatabase>, count: number) {
  const { store, account, close } = await openFresh(fresh)
  t.after(close)
  const request = preRecordedRequest.parse({
    audio_url: 'https://example.com/a.mp3',
    callback_url: CALLBACK_URL,
  })
  const job = { kind: 'pre-recorded', customMetadata: null, fileId: null } as const
  for (let i = 0; i < count; i++) {
    const { id } = await store.jobs.create(account, { ...job, requestParams: preRecordedParamsOf(request) })
    await store.work.finish(id, { status: 'error', code: 500, message: 'failed' })
  }
  const take = async (node: NodeId, limit: number, leaseMs = LEASE_MS) => {
    const { now, endpoints } = await store.deliveries.waitingEndpoints()
    const shares = new Map(endpoints.map(({ id }) => [id, limit]))
    if (shares.size === 0) return []
    return store.deliveries.claim({ node, shares, perEndpoint: PER_ENDPOINT, now, until: now + leaseMs })
  }
  const done = async (claimed: readonly ClaimedDelivery[], isEndpointFailure = false) => {
    if (claimed.length === 0) return []
    const attempted = claimed.map((delivery) => ({ ...attemptOf(delivery), isEndpointFailure }))
    return store.deliveries.record(attempted, oneMoreFailure)
  }
  return { store, account, nodes: [randomUUID(), randomUUID()] as const, take, done }
}
