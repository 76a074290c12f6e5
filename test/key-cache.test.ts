/** The caller of a key is cached, but never for longer than the key is valid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExpiredKeyError } from '../src/jobs/keys.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { dialectOf } from './support/store-place.ts'
import { until } from './support/until.ts'

/** Milliseconds after which a revoked key that still works fails a test; the documented limit is one second. */
const DEADLINE_MS = 30_000
/** Milliseconds until a key expires: long enough to be used first. */
const LIFE_MS = 3_000
const JOB = { kind: 'live', customMetadata: null, requestParams: {}, fileId: null } as const

onEachStore('the key of a request', (fresh) => {
  test('reflects every change by its own process at once', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const { keys, callers, jobs } = store
    const { id, key } = await keys.create(account, 'key')
    const caller = async () => callers.authenticate(key)
    for (let jobChanges = 1; jobChanges <= 20; jobChanges++) {
      await jobs.create(account, JOB)
      assert.equal((await caller())?.jobChanges, jobChanges)
      assert.equal((await caller())?.jobChanges, jobChanges)
    }
    await keys.revoke(id)
    assert.equal(await caller(), null)
  })

  test('is refused once it has expired, and so are its console sessions', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const { accounts, keys, callers, consoleSessions } = store
    const expiresAt = new Date(Date.now() + LIFE_MS)
    const { key } = await keys.create(account, 'key', { expiresAt })
    const session = await consoleSessions.begin(
      (await callers.authenticate(key)) ?? assert.fail(),
      'a browser',
    )
    assert.notEqual(await consoleSessions.find(session), null)
    await until(() => Date.now() >= expiresAt.getTime())
    await assert.rejects(callers.authenticate(key), ExpiredKeyError)
    assert.equal(await consoleSessions.find(session), null)
    assert.equal(await accounts.count(), 0)
  })

  test('is recorded as used without changing what is cached', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const { keys, callers } = store
    const { key } = await keys.create(account, 'used')
    await keys.create(account, 'unused')
    const { jobChanges } = (await callers.authenticate(key)) ?? assert.fail()
    const [used, unused] = await keys.ofAccount(account)
    assert.ok(Math.abs(Date.now() - (used?.lastUsedAt?.getTime() ?? 0)) < DEADLINE_MS)
    assert.equal(unused?.lastUsedAt, null)
    assert.equal((await callers.authenticate(key))?.jobChanges, jobChanges)
  })

  test('is not recorded as used again when another key is used', async (t) => {
    const { store, account, dialect, close } = await openFresh(fresh)
    t.after(close)
    const { keys, callers } = store
    const [{ key, id }, other] = [await keys.create(account, 'lost'), await keys.create(account, 'used')]
    await callers.authenticate(key)
    await keys.ofAccount(account)
    await dialect.db.updateTable('keys').set({ last_used_at: 1 }).where('id', '=', id).execute()
    await callers.authenticate(other.key)
    const [lost, used] = await keys.ofAccount(account)
    assert.equal(lost?.lastUsedAt?.getTime(), 1)
    assert.notEqual(used?.lastUsedAt, null)
  })

  test('is refused soon after another process has revoked it', async (t) => {
    const database = await fresh()
    const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
    const service = await openTestStore(dialectOf(place))
    const other = await openTestStore(dialectOf(place))
    t.after(async () => {
      await service.close()
      await other.close()
      await database.drop()
    })
    const { accounts, keys, callers } = service
    const { id, key } = await keys.create(await accounts.ensure('default'), 'key')
    assert.equal((await callers.authenticate(key))?.key, id)
    await other.keys.revoke(id)
    await until(async () => (await callers.authenticate(key)) === null, Boolean, DEADLINE_MS / 1000)
  })
})
