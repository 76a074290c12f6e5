/** A thief of the database or the data folder, without the key files, can use no key in it and sign no callback. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { OPERATOR } from '../../src/jobs/caller.ts'
import { KEY_NAMES } from '../../src/jobs/keys.ts'
import { readConfig } from '../../src/service/config.ts'
import { lockFolder } from '../../src/platform/files/folder-lock.ts'
import { readSecretKey } from '../../src/service/secret-key.ts'
import { startService } from '../../src/service/service.ts'
import { Sealer } from '../../src/store/accounts/sealer.ts'
import { openStore, type Store } from '../../src/store/open-store.ts'
import { type FreshDatabase, onEachEmptyStore } from '../support/on-each-store.ts'
import { scriptorium, temporaryFolder } from '../support/scriptorium.ts'
import { dialectOf, type StorePlace, withDialect } from '../support/store-place.ts'

/** Short enough to be guessed from its plain hash. */
const SERVICE_KEY = 'password1'
const ATTACKERS_KEY = 'key-of-the-attacker'
const ATTACKERS_SECRET = 'a secret key that is not the right one'
const NEW_SECRET = 'the secret key after the first was lost'

onEachEmptyStore('a copy without the key files', (fresh) => {
  let database: FreshDatabase
  let copy: StorePlace
  let account: number
  let keys: readonly string[]
  let secrets: readonly string[]
  /** Tokens of console sessions: of a user, without and with an issuer. */
  let cookies: readonly string[]

  before(async () => {
    database = await fresh()
    const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
    const store = await openStore(dialectOf(place), readSecretKey(configOf(place).storage))
    const { accounts } = store
    account = await accounts.ensure('default')
    await store.keys.ensure(account, KEY_NAMES.variable, SERVICE_KEY)
    keys = [SERVICE_KEY, (await store.keys.create(account, 'laptop')).key]
    await accounts.callbackSecrets(account)
    await accounts.rotateCallbackSecret(account)
    secrets = await accounts.callbackSecrets(account)
    assert.equal(secrets.length, 2)
    cookies = await signIn(store, account)
    await store.close()
    copy = copyOf(place)
  })
  after(async () => database.drop())

  test('has neither keys nor secrets in its rows and files', async () => {
    const bytes = Buffer.concat([...filesIn(copy.dataDir), Buffer.from(await rowsOf(copy))])
    const base64 = secrets.map((secret) => secret.slice('whsec_'.length))
    const hidden = [...keys, ...keys.map((key) => hash('sha256', key)), ...base64].map((text) =>
      Buffer.from(text),
    )
    for (const one of [...hidden, ...base64.map((text) => Buffer.from(text, 'base64'))])
      assert.equal(bytes.indexOf(one), -1, one.toString())
  })

  test('opens with no other secret key, and is useless when forced to', async (t) => {
    await assert.rejects(openStore(dialectOf(copy), ATTACKERS_SECRET), {
      name: 'DatabaseError',
      message: /^the database belongs to another secret key: set SECRET_KEY .*reset-secret/,
    })
    const secret_fingerprint = new Sealer(ATTACKERS_SECRET).fingerprint
    await withDialect(copy, async ({ db }) =>
      db.updateTable('installation').set({ secret_fingerprint }).execute(),
    )
    const service = await startService(
      configOf(copy, { SERVICE_KEY: ATTACKERS_KEY, SECRET_KEY: ATTACKERS_SECRET }),
      pino({ level: 'silent' }),
    )
    t.after(async () => service.close())
    const get = async (path: string, key: string) =>
      fetch(`${service.url}${path}`, { headers: { 'x-service-key': key } })
    for (const key of keys) assert.equal((await get('/v2/jobs', key)).status, 401)
    assert.equal((await get('/v2/jobs', ATTACKERS_KEY)).status, 200)
    const answer = await get('/v2/callback-secret', ATTACKERS_KEY)
    assert.equal(answer.status, 500)
    assert.doesNotMatch(await answer.text(), /whsec_/)
  })

  test('can be moved to a new secret key after the loss of the first: keys are revoked, secrets replaced', async (t) => {
    const env = { DATA_DIR: copy.dataDir, DATABASE_URL: copy.databaseUrl ?? '', SECRET_KEY: NEW_SECRET }
    const refused = await scriptorium(['keys', 'list'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^the database belongs to another secret key: [^\n]+\n$/)
    const stop = await runningProcess(copy)
    const inUse = await scriptorium(['keys', 'reset-secret'], env)
    await stop()
    assert.equal(inUse.code, 1)
    assert.match(inUse.stderr, /^[^\n]+ process [^\n]*is using [^\n]+\n$/)
    assert.partialDeepStrictEqual(await scriptorium(['keys', 'reset-secret'], env), { code: 0, stderr: '' })
    const store = await openStore(dialectOf(copy), NEW_SECRET)
    t.after(async () => store.close())
    const { accounts } = store
    for (const key of keys) assert.equal(await store.callers.authenticate(key), null)
    assert.deepEqual(await store.keys.ofAccount(account), [])
    const [secret = '', ...others] = await accounts.callbackSecrets(account)
    assert.match(secret, /^whsec_/)
    assert.deepEqual(others, [])
    assert.ok(!secrets.includes(secret))
    assert.ok(await store.keys.ensure(account, KEY_NAMES.variable, SERVICE_KEY), 'configured again')
    const sessions = cookies.map(async (token) => (await store.consoleSessions.find(token))?.who.name)
    assert.deepEqual(
      await Promise.all(sessions),
      ['Anna', undefined],
      'the tokens of the second were encrypted',
    )
  })
})

function configOf({ dataDir, databaseUrl }: StorePlace, env: Readonly<Record<string, string>> = {}) {
  return readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    PORT: '0',
    DRAIN_SECONDS: '0',
    ...env,
  })
}

/** The data folder without its key files; of PostgreSQL, the database itself. */
function copyOf({ dataDir, databaseUrl }: StorePlace): StorePlace {
  const secretKey = join(dataDir, 'secret-key')
  assert.equal(statSync(secretKey).mode & 0o777, 0o600)
  const copy = temporaryFolder()
  cpSync(dataDir, copy, { recursive: true, filter: (path) => path !== secretKey })
  return { dataDir: copy, databaseUrl }
}

/** A user, signed in by a link and at an issuer. @returns the tokens of both sessions */
async function signIn({ consoleSessions, invitations }: Store, account: number): Promise<string[]> {
  const invitation = {
    role: 'admin',
    email: null,
    createdBy: OPERATOR,
    expiresAt: Date.now() + 60_000,
  } as const
  const { token } = await invitations.create(account, invitation)
  const user = (await invitations.accept(token, { name: 'Anna' }))?.user ?? ''
  const holder = { account, key: null, user }
  const issuer = { issuer: 'https://id.example.org', subject: '1', sid: null }
  const sealed = { refresh_token: null, id_token: 'sealed', checked_at: 0 }
  return [
    await consoleSessions.begin(holder, 'browser'),
    await consoleSessions.begin(holder, 'browser', async (db, session_id) => {
      await db
        .insertInto('issuer_sessions')
        .values({ session_id, account, ...issuer, ...sealed })
        .execute()
    }),
  ]
}

/** Makes it look as if a process of the service runs. @returns a function that ends it */
async function runningProcess(place: StorePlace): Promise<() => Promise<void>> {
  const unlock = lockFolder(place.dataDir)
  const now = Date.now()
  const node = {
    id: 'running',
    roles: 'serve',
    version: '1',
    host: 'here',
    pid: 1,
    models: '{}',
    started_at: now,
  }
  await withDialect(place, async ({ db }) =>
    db
      .insertInto('nodes')
      .values({ ...node, beat_at: now, lease_until: now + 60_000 })
      .execute(),
  )
  return async () => {
    unlock()
    await withDialect(place, async ({ db }) => db.deleteFrom('nodes').execute())
  }
}

function filesIn(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

async function rowsOf(place: StorePlace): Promise<string> {
  return withDialect(place, async ({ db }) =>
    JSON.stringify([
      await db.selectFrom('keys').selectAll().execute(),
      await db.selectFrom('accounts').selectAll().execute(),
      await db.selectFrom('installation').selectAll().execute(),
    ]),
  )
}
