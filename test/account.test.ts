/** What an account administers beside its jobs. One service on each store, whose store is filled before it starts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Delivery, DeliveryPage, DeliveryState } from '../src/contract/deliveries.ts'
import type { Store } from '../src/jobs/store.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import { Client } from './support/client.ts'
import { onEachStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'

const STATES = ['delivered', 'failed', 'waiting'] as const
const DELIVERIES = 20
const CALLBACK = {
  callback: true,
  callback_config: { url: 'https://example.com/callback', method: 'POST' as const },
}

onEachStore('an account', (fresh) => {
  let service: RunningService
  let client: Client
  let stranger: Client
  /** Oldest first. */
  let recorded: { readonly id: string; readonly job_id: string; readonly state: DeliveryState }[]

  before(async () => {
    let theirs = ''
    service = await runService(
      {},
      async (store, dialect) => {
        const other = await store.accounts.ensureAccount('other')
        theirs = await store.accounts.createKey(other, 'theirs')
        recorded = await recordDeliveries(store, dialect, [
          other,
          await store.accounts.ensureAccount('default'),
        ])
      },
      await fresh(),
    )
    client = await Client.of(service)
    stranger = client.as(theirs)
  })
  after(async () => service.close())

  test('pages through the deliveries of all its jobs, newest first, of any state and job', async () => {
    const newest = recorded.toReversed()
    for (const limit of [1, 3, DELIVERIES, 1_000]) {
      assert.deepEqual(await deliveriesOf(client, `limit=${limit}`), newest)
      for (const state of STATES)
        assert.deepEqual(
          await deliveriesOf(client, `limit=${limit}&state=${state}`),
          newest.filter((one) => one.state === state),
        )
    }
    const [{ job_id, state } = assert.fail()] = recorded
    assert.deepEqual(await deliveriesOf(client, `job_id=${job_id.toUpperCase()}`), recorded.slice(0, 1))
    assert.deepEqual(
      await deliveriesOf(client, `job_id=${job_id}&state=${state}&limit=1`),
      recorded.slice(0, 1),
    )
    for (const other of STATES.filter((one) => one !== state))
      assert.deepEqual(await deliveriesOf(client, `job_id=${job_id}&state=${other}`), [])
  })

  test('sees no deliveries of another account, and is told of pages that cannot be found', async () => {
    const theirs = await deliveriesOf(stranger)
    assert.equal(theirs.length, DELIVERIES)
    const [{ id, job_id } = assert.fail()] = theirs
    assert.ok(!recorded.some((one) => one.id === id))
    await client.refused(404, 'GET', `/v2/deliveries?job_id=${job_id}`)
    for (const query of [`after=${id}`, 'after=gone', 'job_id=1', 'state=gone', 'limit=1001'])
      await client.refused(400, 'GET', `/v2/deliveries?${query}`)
  })
})

/** Ends jobs of each account in turn, with a callback in any state. @returns those of the last account */
async function recordDeliveries(
  { jobs, work }: Store,
  { db }: Dialect,
  accounts: readonly number[],
): Promise<{ id: string; job_id: string; state: DeliveryState }[]> {
  const recorded = []
  for (let i = 0; i < DELIVERIES * accounts.length; i++) {
    const account = accounts[i % accounts.length]!
    const job = {
      kind: 'pre-recorded',
      customMetadata: null,
      requestParams: CALLBACK,
      fileId: null,
    } as const
    const { id } = await jobs.create(account, job)
    assert.ok(await work.finish(id, { status: 'error', code: 422, message: 'the audio cannot be used' }))
    const one = { id: `${id}_end`, job_id: id, state: STATES[((i * 7) % 5) % 3]! }
    // Without a next attempt, so that nothing is sent.
    await db
      .updateTable('deliveries')
      .set({ state: one.state, next_at: null })
      .where('id', '=', one.id)
      .execute()
    if (account === accounts.at(-1)) recorded.push(one)
  }
  return recorded
}

/** All pages. */
async function deliveriesOf(
  client: Client,
  query = '',
): Promise<Pick<Delivery, 'id' | 'job_id' | 'state'>[]> {
  const found = []
  let next: string | null = `/v2/deliveries?${query}`
  while (next !== null) {
    const { status, body, bytes }: { status: number; body: DeliveryPage; bytes: Buffer } =
      await client.get<DeliveryPage>(next)
    assert.equal(status, 200, String(bytes))
    found.push(...body.items.map(({ id, job_id, state }) => ({ id, job_id, state })))
    next = body.next
  }
  return found
}
