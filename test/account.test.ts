/** What an account manages besides its jobs. One service per store, whose store is filled before it starts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Delivery, DeliveryPage, DeliveryState } from '../src/contract/deliveries.ts'
import type { CallbackSecret, CreatedKey, KeyList } from '../src/contract/keys.ts'
import { SCOPES } from '../src/contract/scopes.ts'
import type { System } from '../src/contract/system.ts'
import type { Usage } from '../src/contract/usage.ts'
import { KEY_NAMES } from '../src/jobs/keys.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import { Client } from './support/client.ts'
import { onEachStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { scriptorium } from './support/scriptorium.ts'

const STATES = ['delivered', 'failed', 'waiting'] as const
const DELIVERIES = 20
const CALLBACK = {
  callback: true,
  callback_config: { url: 'https://example.com/callback', method: 'POST' as const },
}

onEachStore('an account', (fresh) => {
  let service: RunningService
  let client: Client
  /** A client of another account, whose key lacks the scope admin. */
  let stranger: Client
  /** Ids of its jobs, oldest first. */
  let recorded: { readonly id: string; readonly job_id: string; readonly state: DeliveryState }[]

  before(async () => {
    let theirs = ''
    service = await runService(
      {},
      async (store, dialect) => {
        const other = await store.accounts.ensure('other')
        theirs = (await store.keys.create(other, 'theirs')).key
        const account = await store.accounts.ensure('default')
        // A configured key gets every scope at each start.
        await store.keys.ensure(account, KEY_NAMES.variable, 'test-key')
        await dialect.db.updateTable('keys').set({ scopes: 'read' }).execute()
        recorded = await recordDeliveries(store, dialect, [other, account])
      },
      await fresh(),
    )
    client = await Client.of(service)
    stranger = client.as(theirs)
  })
  after(async () => service.close())

  test('pages through the deliveries of all its jobs, newest first, filtered by state and job', async () => {
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

  test('cannot see deliveries of another account, and gets an error for an invalid page', async () => {
    const theirs = await deliveriesOf(stranger)
    assert.equal(theirs.length, DELIVERIES)
    const [{ id, job_id } = assert.fail()] = theirs
    assert.ok(!recorded.some((one) => one.id === id))
    await client.refused(404, 'GET', `/v2/deliveries?job_id=${job_id}`)
    for (const query of [`after=${id}`, 'after=gone', 'job_id=1', 'state=gone', 'limit=1001'])
      await client.refused(400, 'GET', `/v2/deliveries?${query}`)
  })

  test('gets its own usage for each day of a range', async () => {
    const usageIn = async (query: string) => (await client.get<Usage>(`/v2/usage?${query}`)).body.items
    const today = new Date().toISOString().slice(0, 10)
    const used = (await usageIn('')).filter(({ jobs }) => jobs > 0)
    // The day may have changed since the jobs were created.
    assert.equal(used.length, 1)
    const { date = '', ...counts } = used[0] ?? {}
    assert.deepEqual(counts, { jobs: DELIVERIES, failed: DELIVERIES, audio_seconds: 0 })
    assert.deepEqual(await usageIn(`from=${date}&to=${date}`), used)

    assert.equal((await usageIn('')).length, 30)
    const leapYear = await usageIn('from=2024-01-01&to=2024-12-31')
    assert.deepEqual(
      [leapYear.length, leapYear[59]?.date, leapYear[365]?.date],
      [366, '2024-02-29', '2024-12-31'],
    )
    assert.ok(leapYear.every(({ jobs, failed, audio_seconds }) => jobs + failed + audio_seconds === 0))
    for (const query of ['from=2023-02-29', 'from=9999-12-31', 'from=2024-01-01&to=2025-01-01', 'to=today'])
      await client.refused(400, 'GET', `/v2/usage?${query}`)
    assert.ok(date <= today)
  })

  test('creates, lists and revokes its keys by an admin key', async () => {
    const shown = async () => (await keysOf(client)).items.map((one) => ({ ...one, last_used_at: null }))
    const [configured, ...none] = await shown()
    assert.partialDeepStrictEqual(configured, { name: KEY_NAMES.variable, admin: true })
    assert.deepEqual(none, [])

    const plain = await createKey(client, { name: ' laptop ' })
    assert.partialDeepStrictEqual(plain, { name: 'laptop', admin: false })
    const { key, ...admin } = await createKey(client, { name: 'console', admin: true })
    const { key: plainKey, ...listedPlain } = plain
    assert.deepEqual(await shown(), [configured, listedPlain, admin])
    assert.deepEqual([plain.scopes, admin.scopes], [['read', 'write', 'live'], [...SCOPES]])
    assert.deepEqual([plain.last_used_at, plain.expires_at], [null, null])
    const own = client.as(plainKey)
    assert.deepEqual(await deliveriesOf(own), await deliveriesOf(client))

    const other = client.as(key)
    const path = (id: string | undefined) => `/v2/keys/${id}`
    assert.match(
      (await other.refused(409, 'DELETE', path(admin.id.toUpperCase()))).message,
      /the key that sends the request/,
    )
    assert.match((await other.refused(409, 'DELETE', path(configured?.id))).message, /SERVICE_KEY/)
    assert.equal((await other.send('DELETE', path(plain.id))).status, 204)
    await own.refused(401, 'GET', '/v2/deliveries')
    await other.refused(404, 'DELETE', path(plain.id))
    assert.equal((await client.send('DELETE', path(admin.id))).status, 204)
    await other.refused(401, 'GET', '/v2/keys')
    assert.deepEqual(await shown(), [configured])

    for (const body of [
      {},
      { name: ' ' },
      { name: 'a\nb' },
      { name: KEY_NAMES.file },
      { name: 'a', admin: 1 },
      { name: 'a', scopes: [] },
      { name: 'a', scopes: ['all'] },
      { name: 'a', expires_at: '2025-01-01T00:00:00Z' },
    ])
      await client.refused(400, 'POST', '/v2/keys', { body })
    assert.deepEqual((await createKey(client, { name: 'a', colour: 'red' })).warnings, [
      'colour: is unknown and was ignored',
    ])
  })

  test('shows and replaces its callback secret', async () => {
    const secrets = async (verb: string, path: string) => {
      const { status, headers, body } = await client.send<CallbackSecret>(verb, path)
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
      return body
    }
    const first = await secrets('GET', '/v2/callback-secret')
    assert.match(first.secret, /^whsec_/)
    assert.equal(first.previous_secret, null)
    const second = await secrets('POST', '/v2/callback-secret/rotate')
    assert.equal(second.previous_secret, first.secret)
    assert.notEqual(second.secret, first.secret)
    assert.deepEqual(await secrets('GET', '/v2/callback-secret'), second)
  })

  test('sees the state of the service', async () => {
    const { status, body } = await client.get<System>('/v2/system')
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, {
      database: service.databaseEnv['DATABASE_URL'] === undefined ? 'sqlite' : 'postgresql',
      storage: { kind: 'disk' },
      speech_server: null,
      language_model: null,
      queue: { waiting: 0, running: 0 },
    })
    assert.ok((body.storage.free_bytes ?? 0) > 0)
    const [node, ...others] = body.nodes
    assert.deepEqual([node?.roles, node?.version], [['serve', 'work', 'callbacks'], body.version])
    assert.deepEqual(others, [])
    const age = Date.now() - Date.parse(node?.since ?? '')
    assert.ok(age > -1_000 && age < 600_000, `${age} ms`)
  })

  test('is administered by its admin keys only', async () => {
    const [{ id } = assert.fail()] = (await keysOf(client)).items
    for (const [verb, path] of [
      ['GET', '/v2/keys'],
      ['POST', '/v2/keys'],
      ['DELETE', `/v2/keys/${id}`],
      ['GET', '/v2/callback-secret'],
      ['POST', '/v2/callback-secret/rotate'],
      ['GET', '/v2/system'],
    ] as const)
      assert.match(
        (await stranger.refused(403, verb, path)).message,
        /the scope admin, which the key does not have/,
      )
    const { stdout } = await scriptorium(['keys', 'create', 'root', '--account', 'other', '--admin'], {
      DATA_DIR: service.dataDir,
      ...service.databaseEnv,
    })
    const root = client.as(stdout.trim())
    assert.deepEqual(
      (await keysOf(root)).items.map(({ name, admin }) => [name, admin]),
      [
        ['theirs', false],
        ['root', true],
      ],
    )
    await root.refused(404, 'DELETE', `/v2/keys/${id}`)
    // Settings of the whole service are not for admins of one account.
    assert.match((await root.refused(403, 'GET', '/v2/system')).message, /this is for operators/)
    assert.equal((await client.get('/v2/keys')).status, 200)
  })
})

async function keysOf(client: Client): Promise<KeyList> {
  return (await client.get<KeyList>('/v2/keys')).body
}

async function createKey(client: Client, body: object): Promise<CreatedKey> {
  const answer = await client.send<CreatedKey>('POST', '/v2/keys', { body })
  assert.equal(answer.status, 201, String(answer.bytes))
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  return answer.body
}

/** Ends jobs of the accounts in turn, with callbacks in every state. @returns the job ids of the last account */
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
    // Without a next attempt, nothing is sent.
    await db
      .updateTable('deliveries')
      .set({ state: one.state, next_at: null })
      .where('id', '=', one.id)
      .execute()
    if (account === accounts.at(-1)) recorded.push(one)
  }
  return recorded
}

/** Reads every page. */
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
