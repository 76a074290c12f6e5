/**
 * Every operation, with every kind of key sent in every way, for things of its own account and of another: it does exactly what the
 * scopes of the key allow, within the account.
 *
 * TEST_SCOPE_PROBES is the number of requests on each store.
 */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import Fastify from 'fastify'
import { allScopes, type Scope } from '../src/contract/scopes.ts'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import { requireKey } from '../src/http/authentication/authentication.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { Client } from './support/client.ts'
import { type FreshDatabase, onEitherStore } from './support/on-each-store.ts'
import {
  type Account,
  ACCOUNTS,
  bodyOf,
  type Ids,
  markOf,
  thingsOfAll,
  unknownIds,
} from './support/marked-accounts.ts'
import type { Operation } from './support/published-api.ts'
import { randomFrom } from './support/random.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { dialectOf } from './support/store-place.ts'

const PROBES = Number(process.env['TEST_SCOPE_PROBES'] ?? 200)
const SEED = 1

/** Sets of scopes; `admin` includes the others. */
const SCOPE_SETS: readonly (readonly Scope[])[] = [
  ['read'],
  ['write'],
  ['live'],
  ['admin'],
  ['read', 'write'],
  ['read', 'live'],
  ['write', 'live'],
  ['read', 'write', 'live'],
]
interface Credential {
  readonly account: Account
  /** Null for an invalid key. */
  readonly scopes: readonly Scope[] | null
  readonly kind: string
  readonly headers: Readonly<Record<string, string>>
}

interface World {
  readonly credentials: Credential[]
  /** Never changed by requests of the account itself. */
  readonly kept: Readonly<Record<Account, Ids>>
  /** For requests of the account itself that change something. */
  readonly spent: Readonly<Record<Account, Ids>>
}

interface Probe {
  readonly operation: Operation
  readonly verb: string
  readonly template: string
  readonly credential: Credential
  readonly target: 'own' | 'theirs' | 'unknown'
}

onEitherStore('an operation', (fresh) => {
  let service: RunningService
  let anonymous: Client
  let database: FreshDatabase
  let world: World
  let store: Store

  before(async () => {
    database = await fresh()
    service = await runService({ TRUST_PROXY: '1' }, undefined, database)
    anonymous = (await Client.of(service)).as(null)
    store = await openTestStore(dialectOf({ dataDir: service.dataDir, databaseUrl: database.url }))
    world = await fill(store, anonymous)
  })
  after(async () => {
    await store.close()
    await service.close()
  })

  test('returns nothing that was stored before to a key without the scope read', async () => {
    const blind = world.credentials.filter(({ scopes }) => scopes !== null && !scopes.includes('read'))
    const changing = keyedOperations(anonymous).filter(([verb]) => verb !== 'GET')
    // Deletions come last.
    for (const [verb, template, operation] of changing.toSorted((a, b) => (a[0] > b[0] ? -1 : 1)))
      for (const credential of blind)
        await check({ operation, verb, template, credential, target: 'own' }, anonymous, world)
    world = { ...world, spent: await thingsOfAll(store, anonymous) }
  })

  test('does what the scopes of the key allow, within its account', { timeout: 3_600_000 }, async () => {
    const operations = keyedOperations(anonymous)
    const shown = async () => Promise.all(ACCOUNTS.map(async (account) => keptOf(anonymous, world, account)))
    const kept = await shown()
    const random = randomFrom(SEED)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
    for (let i = 0; i < PROBES; i++) {
      const [verb, template, operation] = operations[i % operations.length]!
      const credential = pick(world.credentials)
      const target = pick(['own', 'theirs', 'unknown'] as const)
      await check({ operation, verb, template, credential, target }, anonymous, world)
    }
    assert.deepEqual(await shown(), kept)
  })
})

suite('a route', () => {
  test('that returns what was stored before needs read as well as write', async () => {
    const service = await runService()
    const client = await Client.of(service)
    const both = keyedOperations(client).flatMap(([, , { operationId, security }]) =>
      security?.[0]?.['key']?.join() === 'read,write' ? [operationId] : [],
    )
    await service.close()
    assert.deepEqual(
      new Set(both),
      new Set([
        'acceptRetranscription',
        'createShare',
        'detectSpeakers',
        'redeliver',
        'retranscribeJob',
        'signCallback',
        'updateJob',
        'updateTranscript',
      ]),
    )
  })

  test('without a declared scope cannot be registered', () => {
    const app = Fastify()
    requireKey(app, { keyHeaders: ['x'] } as never)
    app.get('/a', { config: { scope: 'read' } }, () => '')
    assert.throws(() => app.get('/b', () => ''), /GET \/b declares no scope/)
  })
})

/** Address of a request: after some wrong keys from one address, the answer no longer says that they are wrong. */
const newAddress = (
  (count) => () =>
    `10.0.${count >> 8}.${count++ & 255}`
)(0)

async function check(probe: Probe, client: Client, world: World): Promise<void> {
  const { operation, verb, template, credential, target } = probe
  const { account, scopes, kind } = credential
  const what = `${verb} ${template} (${target}) with ${kind} of ${account}`
  const theirs = world.kept[account === 'default' ? 'other' : 'default']
  const send = async (ids: Ids) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(ids, template, name))
    const query = template === '/v2/deliveries' && target !== 'own' ? `?job_id=${ids.job}` : ''
    const body = bodyOf(client, operation, theirs)
    const headers = { ...credential.headers, 'if-match': '*', 'x-forwarded-for': newAddress() }
    return client.send(verb, path + query, { headers, ...(body && { body }) })
  }
  const needed = operation.security?.[0]?.['key'] ?? []
  const own = world[verb === 'GET' ? 'kept' : 'spent'][account]
  const answer = await send({ own, theirs, unknown: unknownIds() }[target])
  const text = answer.bytes.toString()
  assert.ok(answer.status < 500, `${what}: ${answer.status}`)
  assert.ok(!text.includes(markOf(account === 'default' ? 'other' : 'default')), `${what}: ${text}`)
  if (scopes === null) {
    assert.equal(answer.status, 401, what)
    const refusal = kind === 'an expired key' ? /expired/ : /invalid service key/
    return assert.match(text, 'cookie' in credential.headers ? /not signed in/ : refusal, what)
  }
  if (!scopes.includes('read')) assert.ok(!text.includes(markOf(account)), `${what}: ${text}`)
  const missing = needed.find((scope) => !scopes.some((one) => one === scope))
  if (missing !== undefined) {
    assert.equal(answer.status, 403, what)
    return assert.match(text, new RegExp(`scope ${missing}\\b`), what)
  }
  assert.notEqual(answer.status, 401, what)
  if (answer.status < 300)
    for (const id of Object.values(theirs)) assert.ok(!text.includes(id), `${what}: ${text}`)
  if (target !== 'theirs' || !template.includes('{')) return
  assert.ok(answer.status >= 400, `${what}: ${answer.status}`)
  assert.equal(answer.status, (await send(unknownIds())).status, `${what}: shows that it exists`)
}

/** The operations that need a key. */
function keyedOperations({ api }: Client): [verb: string, template: string, operation: Operation][] {
  return Object.entries(api.document.paths).flatMap(([template, verbs]) =>
    Object.entries(verbs)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([verb, operation]): [string, string, Operation] => [verb.toUpperCase(), template, operation]),
  )
}

function idOf(ids: Ids, template: string, name: string): string {
  if (name === 'delivery') return ids.delivery
  const [, kind = 'job'] = /^\/(?:v2\/)?(file|key|deletion|live)s?\//.exec(template) ?? []
  return ids[kind as keyof Ids]
}

/** What an admin key of an account sees of its stored data. */
async function keptOf(client: Client, { credentials, kept }: World, account: Account): Promise<unknown[]> {
  const { headers } = credentials.find((one) => one.account === account && one.scopes?.includes('admin'))!
  const { job, live, file } = kept[account]
  const paths = [`/v2/jobs/${job}`, `/v2/live/${live}`, `/file/${file}`]
  const answers = await Promise.all(paths.map(async (path) => client.get(path, headers)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  return answers.map(({ bytes }) => hash('sha256', bytes))
}

async function fill(store: Store, client: Client): Promise<World> {
  const credentials: Credential[] = []
  for (const account of ACCOUNTS)
    credentials.push(...(await credentialsOf(store, client, account, await store.accounts.ensure(account))))
  return { credentials, kept: await thingsOfAll(store, client), spent: await thingsOfAll(store, client) }
}

/** Keys with every set of scopes, and invalid ones, each in every way to send it. */
async function credentialsOf(
  store: Store,
  client: Client,
  account: Account,
  id: number,
): Promise<Credential[]> {
  const { keys, callers, consoleSessions } = store
  const valid: Credential[] = []
  let cookieName = ''
  for (const set of SCOPE_SETS) {
    const { key } = await keys.create(id, `${markOf(account)} ${set.join()}`, { scopes: set })
    const signedIn = await client.send<ConsoleSession>('POST', '/console/session', { body: { key } })
    const scopes = allScopes(set)
    assert.deepEqual(signedIn.body.scopes, scopes)
    const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';') ?? []
    cookieName = cookie.split('=')[0] ?? ''
    valid.push(
      ...waysToSend(key, cookie).map((way) => ({ ...way, account, scopes, kind: `a key for ${set.join()}` })),
    )
  }
  const invalid: Credential[] = []
  const refuse = (kind: string, key: string, cookie: string) =>
    void invalid.push(...waysToSend(key, cookie).map((way) => ({ ...way, account, scopes: null, kind })))
  refuse('an unknown key', 'no-such-key', `${cookieName}=no-such-token`)
  const revoked = await keys.create(id, 'revoked', { scopes: ['admin'] })
  const caller = (await callers.authenticate(revoked.key)) ?? assert.fail()
  refuse('a revoked key', revoked.key, `${cookieName}=${await consoleSessions.begin(caller, 'a browser')}`)
  await keys.revoke(revoked.id)
  const expired = await keys.create(id, 'expired', { scopes: ['admin'], expiresAt: new Date() })
  const itsSession = await consoleSessions.begin({ ...caller, key: expired.id }, 'a browser')
  refuse('an expired key', expired.key, `${cookieName}=${itsSession}`)
  return [...valid, ...invalid]
}

function waysToSend(key: string, cookie: string): Pick<Credential, 'headers'>[] {
  return [
    { headers: { 'x-service-key': key } },
    { headers: { authorization: `Bearer ${key}` } },
    { headers: { cookie, 'x-console': '1' } },
  ]
}
