/** Sessions of the console: a cookie takes the place of a key, and allows nothing more. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import { CONSOLE_SESSION_MS } from '../src/jobs/caller.ts'
import { MAX_SESSIONS } from '../src/store/people/console-session-store.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import type { Client } from './support/client.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { dialectOf, type StorePlace } from './support/store-place.ts'

const CONSOLE = { 'x-console': '1' }

/** Signs in. @returns the headers that authenticate by cookie, and the cookie with its attributes */
async function signIn(client: Client, key: string, headers: Record<string, string> = {}) {
  const answer = await client.send<ConsoleSession>('POST', '/console/session', { body: { key }, headers })
  assert.equal(answer.status, 200, String(answer.bytes))
  const [set = '', ...others] = answer.headers.getSetCookie()
  assert.equal(others.length, 0)
  return { cookie: set.split(';')[0] ?? '', set, session: answer.body }
}

onEitherStore('a session of the console', (fresh) => {
  let world: TwoAccounts
  let browser: Client
  let place: StorePlace

  before(async () => {
    const database = await fresh()
    world = await serveTwoAccounts(database, { TRUST_PROXY: '1' })
    browser = world.client.as(null)
    place = { dataDir: world.service.dataDir, databaseUrl: database.url }
  })
  after(async () => world.close())

  test('takes the place of the key for every operation, until it is ended', async () => {
    const { cookie, set, session } = await signIn(browser, world.service.key)
    assert.match(
      set,
      /^scriptorium_[0-9a-f]{8}=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    assert.deepEqual([session.account, session.scopes.includes('admin')], ['default', true])
    const remaining = Date.parse(session.expires_at) - Date.now()
    assert.ok(remaining > CONSOLE_SESSION_MS - 60_000 && remaining <= CONSOLE_SESSION_MS)

    const list = await browser.get<{ items: { id: string }[] }>('/v2/jobs', { cookie })
    assert.deepEqual(
      list.body.items.map(({ id }) => id),
      [world.liveJob],
    )
    const patched = await browser.send('PATCH', `/v2/live/${world.liveJob}`, {
      headers: { cookie, ...CONSOLE },
      body: { post_session_metadata: { seen: true } },
    })
    assert.equal(patched.status, 204, String(patched.bytes))
    const kept = await browser.get<ConsoleSession>('/console/session', { cookie })
    assert.deepEqual(kept.body, session)
    assert.equal(kept.headers.get('set-cookie'), set)

    const ended = await browser.send('DELETE', '/console/session', { headers: { cookie, ...CONSOLE } })
    assert.deepEqual([ended.status, ended.body], [200, { provider_url: null }])
    assert.match(ended.headers.get('set-cookie') ?? '', /=; Max-Age=0; /)
    await browser.refused(401, 'GET', '/v2/jobs', { headers: { cookie } })
    await browser.refused(401, 'GET', '/console/session', { headers: { cookie } })
  })

  test('of one account sees nothing of another', async () => {
    const { service, stranger, liveJob } = world
    const key = await newKey('other')
    const { cookie, session } = await signIn(browser, key)
    assert.deepEqual([session.account, session.scopes.includes('admin')], ['other', false])
    await browser.refused(403, 'GET', '/v2/keys', { headers: { cookie } })
    await browser.refused(404, 'GET', `/v2/jobs/${liveJob}`, { headers: { cookie } })
    const { body } = await browser.get<{ items: unknown[] }>('/v2/jobs', { cookie })
    assert.deepEqual(body.items, [])
    // A key in the request takes precedence over the cookie.
    const mixed = { headers: { cookie, 'x-service-key': service.key } }
    assert.equal((await stranger.send('GET', `/v2/jobs/${liveJob}`, mixed)).status, 200)
    await browser.refused(401, 'GET', '/v2/jobs', { headers: { cookie, 'x-service-key': 'wrong' } })
  })

  test('changes nothing for a request that another site could have made', async () => {
    const { cookie } = await signIn(browser, world.service.key)
    for (const [verb, path] of [
      ['POST', '/v2/pre-recorded'],
      ['POST', '/v2/upload'],
      ['POST', `/v2/jobs/${world.liveJob}/cancel`],
      ['DELETE', `/v2/jobs/${world.liveJob}`],
      ['DELETE', '/console/session'],
    ] as const) {
      for (const headers of [{ cookie }, { cookie, 'x-console': '0' }]) {
        const { message } = await browser.refused(401, verb, path, { headers })
        assert.match(message, /^x-console: /)
      }
    }
    assert.equal((await browser.get('/v2/jobs', { cookie })).status, 200)
  })

  test('cannot be used, even for reading, by a page on another port or host', async () => {
    const own = world.service.url
    const other = own.replace(/\d+$/, '1')
    const { cookie } = await signIn(browser, world.service.key)
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: other },
      { 'sec-fetch-site': 'same-site', ...CONSOLE },
      // What browsers send over plain HTTP to hosts other than localhost.
      { origin: other },
      { origin: 'null' },
      { referer: `${other}/page` },
    ]
    const ofConsole: Record<string, string>[] = [
      {},
      CONSOLE,
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: own },
      { referer: `${own}/console/jobs` },
    ]
    for (const path of ['/v2/jobs', '/console/session']) {
      for (const headers of foreign) {
        const { message } = await browser.refused(401, 'GET', path, { headers: { cookie, ...headers } })
        assert.match(message, /pages of this service/, JSON.stringify(headers))
        const byKey = { 'x-service-key': world.service.key, ...headers }
        assert.equal((await browser.get('/v2/jobs', byKey)).status, 200, 'a key is not accepted as a cookie')
      }
      for (const headers of ofConsole)
        assert.equal((await browser.get(path, { cookie, ...headers })).status, 200, JSON.stringify(headers))
    }
  })

  test('ends as soon as its key is revoked', async () => {
    const key = await newKey('default')
    const { cookie } = await signIn(browser, key)
    assert.equal((await browser.get('/v2/jobs', { cookie })).status, 200)
    await withStore(async ({ keys, callers }) => {
      const caller = await callers.authenticate(key)
      assert.ok(await keys.revoke(caller?.key ?? ''))
    })
    await browser.refused(401, 'GET', '/v2/jobs', { headers: { cookie } })
    await browser.refused(401, 'GET', '/console/session', { headers: { cookie } })
  })

  test('uses a Secure cookie if it began over HTTPS', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'transcripts.example.com' }
    const { cookie, set } = await signIn(browser, world.service.key, headers)
    assert.match(
      set,
      /^__Host-scriptorium_[0-9a-f]{8}=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    assert.equal((await browser.get('/v2/jobs', { ...headers, cookie })).status, 200)
    const other = await signIn(browser, world.service.key)
    assert.notEqual(other.cookie.split('=')[0], cookie.split('=')[0])
  })

  async function newKey(account: string): Promise<string> {
    const { key } = await withStore(async ({ accounts, keys }) =>
      keys.create(await accounts.ensure(account), 'other key'),
    )
    return key
  }

  /** As another process would, such as the command line. */
  async function withStore<Value>(use: (store: Store) => Promise<Value>): Promise<Value> {
    const store = await openTestStore(dialectOf(place))
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }
})

onEitherStore('the lifetime of a session', (fresh) => {
  test('is extended by use, at most once every ten minutes, and then ends', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    const { keys, callers, consoleSessions } = store
    const caller = await callers.authenticate((await keys.create(account, 'key')).key)
    assert.ok(caller)
    const token = await consoleSessions.begin(caller, 'a browser')
    const usedAt = async (lastUsedAt: number) =>
      sql`update console_sessions
        set last_used_at = ${lastUsedAt}, expires_at = ${lastUsedAt + CONSOLE_SESSION_MS}`.execute(dialect.db)
    const minutes = 60_000

    const recent = Date.now() - 9 * minutes
    await usedAt(recent)
    assert.equal((await consoleSessions.find(token))?.expiresAt.getTime(), recent + CONSOLE_SESSION_MS)
    await usedAt(Date.now() - CONSOLE_SESSION_MS + minutes)
    const extended = (await consoleSessions.find(token))?.expiresAt.getTime() ?? 0
    assert.ok(extended > recent + CONSOLE_SESSION_MS)
    assert.equal((await consoleSessions.find(token))?.expiresAt.getTime(), extended)

    await usedAt(Date.now() - CONSOLE_SESSION_MS - 1)
    assert.equal(await consoleSessions.find(token), null)
    await consoleSessions.begin(caller, 'a browser')
    const { rows } = await sql`select token_hash from console_sessions`.execute(dialect.db)
    assert.equal(rows.length, 1, 'the expired session is still stored')
  })
})

onEitherStore('the sessions of a key', (fresh) => {
  test('are limited: those unused for longest are ended, and none of another key', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    const { keys, callers, consoleSessions } = store
    const callerOf = async (name: string) =>
      (await callers.authenticate((await keys.create(account, name)).key)) ?? assert.fail()
    const caller = await callerOf('key')
    const others = await consoleSessions.begin(await callerOf('other key'), 'a browser')
    const used = await consoleSessions.begin(caller, 'a browser')
    const unused = await consoleSessions.begin(caller, 'a browser')
    // As if both began two days ago, and one of them was used today.
    await sql`update console_sessions set last_used_at = last_used_at - 172800000, expires_at = expires_at - 172800000`.execute(
      dialect.db,
    )
    assert.notEqual(await consoleSessions.find(used), null)
    await Promise.all(
      Array.from({ length: MAX_SESSIONS - 1 }, async () => consoleSessions.begin(caller, 'a browser')),
    )
    assert.equal(await consoleSessions.find(unused), null)
    const newest = await Promise.all(
      Array.from({ length: 300 }, async () => consoleSessions.begin(caller, 'a browser')),
    )
    const { rows } = await sql<{ count: number }>`select count(*) as count from console_sessions`.execute(
      dialect.db,
    )
    assert.equal(Number(rows[0]?.count), MAX_SESSIONS + 1)
    assert.notEqual(await consoleSessions.find(others), null)
    const kept = await Promise.all(newest.map(async (token) => consoleSessions.find(token)))
    assert.equal(kept.filter((session) => session !== null).length, MAX_SESSIONS)
  })

  test('beyond the limit end by their last use, even if they expire at other times', async (t) => {
    const { store, account, dialect, close } = await openFresh(fresh)
    t.after(close)
    const { keys, callers, consoleSessions } = store
    const caller = (await callers.authenticate((await keys.create(account, 'key')).key)) ?? assert.fail()
    const begin = async () => consoleSessions.begin(caller, 'a browser')
    for (let i = 0; i < MAX_SESSIONS; i++) await begin()
    await sql`update console_sessions set last_used_at = last_used_at - 172800000`.execute(dialect.db)
    // As a session of an issuer without refresh tokens.
    const short = await consoleSessions.begin(caller, 'a browser', async (db, id) => {
      const expires_at = Date.now() + 12 * 3_600_000
      await db.updateTable('console_sessions').set({ expires_at }).where('id', '=', id).execute()
    })
    await begin()
    assert.notEqual(await consoleSessions.find(short), null)
  })
})
