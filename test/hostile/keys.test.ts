/** A key that is revoked, expired, or replaced in the configuration gives access to nothing. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { ConfigError, readConfig } from '../../src/service/config.ts'
import type { Store } from '../../src/store/open-store.ts'
import { LiveWorld } from '../../src/live/testing/live-world.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { startService } from '../../src/service/service.ts'
import { database as openDatabase } from '../../src/store/configured-database.ts'
import { openTestStore, TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'
import { Client } from '../support/client.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { SessionClient } from '../support/live-client.ts'
import { onEitherStore } from '../support/on-each-store.ts'
import { scriptorium, temporaryFolder } from '../support/scriptorium.ts'
import { dialectOf } from '../support/store-place.ts'

/** `start_session` shows that the client is connected. */
const REQUEST = { messages_config: { receive_lifecycle_events: true } }

onEitherStore('a revoked key', (fresh) => {
  const open = async (t: TestContext) => {
    const database = await fresh()
    const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl: database.url })
    const world = await LiveWorld.make({}, dialect)
    t.after(async () => {
      await world.close()
      await database.drop()
    })
    const { keys } = world.store
    const { id } = await keys.create(world.account, 'of the client')
    world.key = id
    return {
      world,
      revoke: async () => assert.ok(await keys.revoke(id)),
      expire: async () =>
        dialect.db.updateTable('keys').set({ expires_at: Date.now() }).where('id', '=', id).execute(),
    }
  }

  test('disconnects the sessions that it opened, and transcribes their audio so far', async (t) => {
    const { world, revoke } = await open(t)
    const { id, token } = await world.create(REQUEST)
    const client = world.connect(token)
    await client.until(() => client.messages.length > 0)
    await revoke()
    await client.until(() => client.code !== null)
    assert.equal(client.code, 4401)
    assert.equal((await world.ended(id)).status, 'done')
    const again = world.connect(token)
    await again.until(() => again.code !== null)
    assert.equal(again.code, 4401)
  })

  test('has the same effect when it expires', async (t) => {
    const { world, expire } = await open(t)
    const { id, token } = await world.create(REQUEST)
    const { id: unused, token: unusedToken } = await world.create(REQUEST)
    const client = world.connect(token)
    await client.until(() => client.messages.length > 0)
    await expire()
    await client.until(() => client.code !== null)
    const late = world.connect(unusedToken)
    await late.until(() => late.code !== null)
    assert.deepEqual([client.code, late.code], [4401, 4401])
    assert.equal((await world.ended(id)).status, 'done')
    assert.partialDeepStrictEqual(await world.ended(unused), { status: 'error', error_code: 401 })
  })

  test('invalidates unused tokens at once, and spares the sessions of other keys', async (t) => {
    const { world, revoke } = await open(t)
    const { id, token } = await world.create(REQUEST)
    world.key = null
    const other = world.connect((await world.create(REQUEST)).token)
    await other.until(() => other.messages.length > 0)
    await revoke()
    const client = world.connect(token)
    await client.until(() => client.code !== null)
    assert.equal(client.code, 4401)
    assert.partialDeepStrictEqual(await world.ended(id), { status: 'error', error_code: 401 })
    assert.equal(other.code, null)
  })

  test('ends sessions that waited for their clients while the service was stopped', async (t) => {
    const { world, revoke } = await open(t)
    const { id, token } = await world.create(REQUEST)
    const client = world.connect(token)
    await client.until(() => client.messages.length > 0)
    await world.restart()
    await revoke()
    const again = world.connect(token)
    await again.until(() => again.code !== null)
    assert.equal(again.code, 4401)
    assert.equal((await world.ended(id)).status, 'done')
  })
})

suite('the configured key', () => {
  const configOf = (dataDir: string, key: string) =>
    readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      SERVICE_KEY: key,
      SECRET_KEY: TEST_SECRET_KEY,
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '0',
    })
  const start = async (dataDir: string, key: string) =>
    startService(configOf(dataDir, key), pino({ level: 'silent' }))
  const withStore = async <T>(dataDir: string, use: (store: Store) => Promise<T>) => {
    const store = await openTestStore(openDatabase(configOf(dataDir, '').storage))
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }
  /** Starts the service with a SERVICE_KEY, or the generated key. @returns the status of a request with each key */
  const statuses = async (dataDir: string, configured: string, keys: readonly string[]) => {
    const service = await start(dataDir, configured)
    const status = async (key: string) =>
      (await fetch(`${service.url}/v2/pre-recorded?limit=1`, { headers: { 'x-service-key': key } })).status
    const answers = await Promise.all(keys.map(status))
    await service.close()
    return answers
  }

  test('revokes the key that it replaces, which can be configured again', async () => {
    const dataDir = temporaryFolder()
    const [generated, first, second] = ['generated-key', 'the-first-key', 'the-second-key'] as const
    writeFileSync(join(dataDir, 'service-key'), `${generated}\n`)
    const { key: laptop } = await withStore(dataDir, async ({ accounts, keys }) =>
      keys.create(await accounts.ensure(DEFAULT_ACCOUNT), 'laptop'),
    )
    const keys = [generated, first, second, laptop]
    assert.deepEqual(await statuses(dataDir, '', keys), [200, 401, 401, 200])
    assert.deepEqual(await statuses(dataDir, first, keys), [401, 200, 401, 200])
    assert.deepEqual(await statuses(dataDir, second, keys), [401, 401, 200, 200])
    assert.deepEqual(await statuses(dataDir, first, keys), [401, 200, 401, 200])
    assert.deepEqual(await statuses(dataDir, '', keys), [200, 401, 401, 200])
  })

  test('revokes the key that it replaces, even if a command created that', async () => {
    const dataDir = temporaryFolder()
    const { key } = await withStore(dataDir, async ({ accounts, keys }) =>
      keys.create(await accounts.ensure(DEFAULT_ACCOUNT), 'operator'),
    )
    assert.deepEqual(await statuses(dataDir, key, [key]), [200])
    assert.deepEqual(await statuses(dataDir, 'the-second-key', [key]), [401])
  })

  test('invalidates the session tokens and console sessions of the key that it replaces', async (t) => {
    const dataDir = temporaryFolder()
    const key = 'the-first-key'
    const before = await start(dataDir, key)
    const client = await Client.of({ url: before.url ?? '', key })
    const session = await SessionClient.create(client)
    // The name of the cookie follows from the URL, which has another port after the restart.
    const host = 'transcripts.example.com'
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': host }
    const signedIn = await client.send('POST', '/console/session', { body: { key }, headers: proxied })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const status = async (url: string | null) =>
      (await fetch(`${url}/v2/jobs`, { headers: { ...proxied, cookie } })).status
    assert.equal(await status(before.url), 200)
    await before.close()
    const after = await start(dataDir, 'the-second-key')
    assert.equal(await status(after.url), 401)
    t.after(async () => after.close())
    const url = new URL(session.url)
    url.host = new URL(after.url ?? '').host
    assert.equal(await (await LiveSocket.open(url.href)).closed(), 4401)
  })

  test('is refused when the operator has revoked it', async () => {
    const dataDir = temporaryFolder()
    const key = 'a-key-that-leaked'
    assert.deepEqual(await statuses(dataDir, key, [key]), [200])
    await withStore(dataDir, async ({ keys }) => {
      for (const { id } of await keys.list()) assert.ok(await keys.revoke(id))
    })
    await assert.rejects(start(dataDir, key), (error: Error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /^SERVICE_KEY: set another key: .*revoked/)
      return true
    })
  })

  test('is refused if it can be guessed, or cannot be sent in a header', () => {
    for (const key of ['a', 'with a space', 'schlüssel', 'line\nbreak', 'control\u0001'])
      assert.throws(
        () => configOf('data', key),
        { name: 'ConfigError', message: /^SERVICE_KEY: must .+$/ },
        key,
      )
  })

  test('has names that other keys cannot use', async () => {
    const made = await scriptorium(['keys', 'create', 'SERVICE_KEY'], { DATA_DIR: temporaryFolder() })
    assert.equal(made.code, 1)
    assert.match(made.stderr, /reserved/)
  })
})
