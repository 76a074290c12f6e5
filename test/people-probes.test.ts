/**
 * Every kind of caller asks for every operation in every way, for things of their own account and of another: requests are allowed or
 * refused as the table says, which is written by hand from docs/administration.md and docs/people.md.
 *
 * TEST_PEOPLE_PROBES is the number of requests.
 */
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { ErrorBody } from '../src/contract/error.ts'
import type { Scope } from '../src/contract/scopes.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { Client } from './support/client.ts'
import {
  type Account,
  ACCOUNTS,
  bodyOf,
  type Ids,
  markOf,
  thingsOfAll,
  unknownIds,
} from './support/marked-accounts.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { type PersonalIds, type ProbeCaller, ProbeCallers, type Way } from './support/probe-callers.ts'
import type { Operation } from './support/published-api.ts'
import { randomFrom } from './support/random.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { dialectOf } from './support/store-place.ts'

const PROBES = Number(process.env['TEST_PEOPLE_PROBES'] ?? 600)
const SEED = 32

/**
 * Who may use an operation: everybody, users in a console session of their own, admins of the account `default`, or callers with the
 * scopes.
 */
type Need = 'everybody' | 'a person' | 'an operator' | readonly Scope[]

/** The operations, by what they require. */
const TABLE: readonly (readonly [Need, string])[] = [
  ['everybody', 'GET /health /ready /console/sign-in /console/session'],
  ['everybody', 'POST /console/session /console/invitation /console/invitation/accept'],
  ['everybody', 'POST /console/issuer/start /console/issuer/logout'],
  ['everybody', 'POST /console/passkeys/options /console/passkeys/sign-in'],
  ['everybody', 'DELETE /console/session'],
  ['a person', 'GET /v2/me /v2/me/devices /v2/me/keys'],
  ['a person', 'POST /v2/me/keys /v2/me/passkeys /v2/me/passkeys/options'],
  ['a person', 'PUT /v2/me/account'],
  ['a person', 'PATCH /v2/me /v2/me/passkeys/{id}'],
  ['a person', 'DELETE /v2/me/devices/{id} /v2/me/passkeys/{id} /v2/me/keys/{id}'],
  [
    ['read'],
    'GET /v2/jobs /v2/jobs/changes /v2/jobs/facets /v2/pre-recorded /v2/transcription /v2/live /v2/deletions /v2/deliveries',
  ],
  [
    ['read'],
    'GET /v2/jobs/{id} /v2/pre-recorded/{id} /v2/transcription/{id} /v2/live/{id} /v2/deletions/{id}',
  ],
  [['read'], 'GET /file/{id} /v2/jobs/{id}/file /v2/pre-recorded/{id}/file /v2/transcription/{id}/file'],
  [['read'], 'GET /v2/live/{id}/file /v2/jobs/{id}/peaks /v2/jobs/{id}/playback /v2/jobs/{id}/progress'],
  [['read'], 'GET /v2/jobs/{id}/transcript /v2/jobs/{id}/transcript.json /v2/jobs/{id}/transcript.txt'],
  [['read'], 'GET /v2/jobs/{id}/transcript.srt /v2/jobs/{id}/transcript.vtt /v2/jobs/{id}/matches'],
  [
    ['read'],
    'GET /v2/jobs/{id}/export /v2/jobs/{id}/revisions /v2/jobs/{id}/deliveries /v2/jobs/{id}/shares',
  ],
  [['read'], 'GET /v2/events /v2/jobs/export.zip /v2/jobs/{id}/utterances /v2/scopes'],
  [
    ['read'],
    'GET /v1/models /v1/models/{id} /v2/usage /v2/limits /v2/retention /v2/quality /v2/quality/proposals',
  ],
  [['read'], 'GET /v2/settings/presets /v2/settings/vocabulary /v2/settings/views /v2/settings/webhooks'],
  [['write'], 'PUT /v2/settings/presets /v2/settings/vocabulary /v2/settings/views'],
  [['write'], 'DELETE /v2/settings/presets /v2/settings/vocabulary /v2/settings/views'],
  [['admin'], 'PUT /v2/settings/webhooks'],
  [['admin'], 'DELETE /v2/settings/webhooks'],
  [['write'], 'POST /v2/upload /v2/upload/url /v1/audio/transcriptions /v1/audio/translations'],
  [['write'], 'POST /v2/pre-recorded /v2/transcription /v2/jobs/{id}/cancel'],
  [['write'], 'PATCH /v2/live/{id}'],
  [['read'], 'GET /v2/trash'],
  [['write'], 'POST /v2/trash/{id}/restore'],
  [['write'], 'DELETE /v2/trash /v2/trash/{id}'],
  [['write'], 'DELETE /v2/jobs /v2/jobs/{id} /v2/pre-recorded/{id} /v2/transcription/{id} /v2/live/{id}'],
  [['write'], 'DELETE /v2/jobs/{id}/shares/{share}'],
  // These show callers without read access nothing that was stored before.
  [['read', 'write'], 'PUT /v2/jobs/{id}/transcript'],
  [['read', 'write'], 'PATCH /v2/jobs/{id}'],
  [
    ['read', 'write'],
    'POST /v2/jobs/{id}/deliveries/{delivery}/sign /v2/jobs/{id}/deliveries/{delivery}/redeliver',
  ],
  [['read', 'write'], 'POST /v2/jobs/{id}/shares /v2/jobs/{id}/speakers'],
  [['read', 'write'], 'POST /v2/jobs/{id}/retranscribe /v2/jobs/{id}/retranscription/accept'],
  [['read'], 'GET /v2/jobs/{id}/retranscription /v2/retranscriptions'],
  [['read'], 'GET /v2/retranscription-runs /v2/retranscription-runs/{id}'],
  [['write'], 'POST /v2/jobs/retranscribe'],
  [['write'], 'DELETE /v2/jobs/{id}/retranscription'],
  [['live'], 'POST /v2/live'],
  ['an operator', 'GET /v2/system /v2/models /v2/accounts'],
  ['an operator', 'POST /v2/models /v2/models/{name}/trial'],
  ['an operator', 'DELETE /v2/models/{name}'],
  ['an operator', 'PATCH /v2/system/nodes/{id}'],
  ['an operator', 'POST /v2/accounts'],
  ['an operator', 'PATCH /v2/accounts/{name}'],
  ['an operator', 'DELETE /v2/accounts/{name}'],
  [['write'], 'PUT /v2/jobs/{id}/priority'],
  [['write'], 'POST /v2/jobs/{id}/requeue /v2/jobs/requeue'],
  [
    ['admin'],
    'GET /v2/audit /v2/keys /v2/callback-secret /v2/members /v2/members/{id}/devices /v2/invitations',
  ],
  [['admin'], 'POST /v2/keys /v2/callback-secret/rotate /v2/invitations'],
  [['admin'], 'PUT /v2/retention'],
  [['admin'], 'PATCH /v2/members/{id}'],
  [['admin'], 'DELETE /v2/keys/{id} /v2/members/{id} /v2/members/{id}/devices/{device} /v2/invitations/{id}'],
]

const NEEDS = new Map(
  TABLE.flatMap(([need, row]) => {
    const [verb, ...templates] = row.split(' ')
    return templates.map((template): [string, Need] => [`${verb} ${template}`, need])
  }),
)

/** Ids of the things of an account, by kind. */
interface AllIds extends Ids {
  readonly member: string
  readonly personal: PersonalIds
  readonly invitation: string
  readonly share: string
}

interface World {
  readonly callers: readonly ProbeCaller[]
  /** Never changed by requests of the account itself. */
  readonly kept: Readonly<Record<Account, AllIds>>
  /** For requests of the account itself that change something. */
  readonly spent: Readonly<Record<Account, AllIds>>
  /** The belongings of each person, for that person's requests. */
  readonly belongings: ReadonlyMap<string, PersonalIds>
}

interface Probe {
  readonly verb: string
  readonly template: string
  readonly operation: Operation
  readonly caller: ProbeCaller
  readonly way: Way
  readonly target: 'own' | 'theirs' | 'unknown'
}

onEitherStore('a caller', (fresh) => {
  let service: RunningService
  let anonymous: Client
  let dialect: Dialect
  let store: Store
  let world: World

  before(async () => {
    const database = await fresh()
    service = await runService({ TRUST_PROXY: '1' }, undefined, database)
    anonymous = (await Client.of(service)).as(null)
    dialect = dialectOf({ dataDir: service.dataDir, databaseUrl: database.url })
    store = await openTestStore(dialect)
    world = await fill(store, dialect, anonymous, service.key)
  })
  after(async () => {
    await store.close()
    await service.close()
  })

  test('finds every operation in the table', () => {
    const missing = operationsOf(anonymous).flatMap(({ verb, template }) =>
      NEEDS.has(`${verb} ${template}`) ? [] : [`${verb} ${template}`],
    )
    assert.deepEqual(missing, [])
  })

  test(
    'is answered as the table says, and never with what another account has',
    { timeout: 3_600_000 },
    async () => {
      const operations = operationsOf(anonymous)
      const shown = async () =>
        Promise.all(ACCOUNTS.map(async (account) => keptOf(anonymous, world, account)))
      const kept = await shown()
      const random = randomFrom(SEED)
      const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
      const seen = { allowed: 0, refused: 0, done: 0 }
      for (let i = 0; i < PROBES; i++) {
        const caller = pick(world.callers)
        // Half of the requests are well-formed, so that only the caller's rights matter.
        const meant = random() < 0.5 ? caller.ways[0]! : pick(caller.ways)
        const operation = operations[i % operations.length]!
        // Do not sign out callers that other probes need.
        const way = operation.template === '/console/session' ? caller.ways.at(-1)! : meant
        const target = pick(['own', 'theirs', 'unknown'] as const)
        const status = await check({ ...operation, caller, way, target }, anonymous, world)
        seen[status === 401 || status === 403 ? 'refused' : 'allowed']++
        if (status < 300) seen.done++
      }
      assert.deepEqual(await shown(), kept)
      // Probes that are all allowed or all refused would prove nothing.
      for (const count of Object.values(seen)) assert.ok(count > PROBES / 20, JSON.stringify(seen))
    },
  )

  test('cannot tell a used, a withdrawn, an expired and a guessed link apart', async () => {
    const makers = await makersOf('default')
    const [used, withdrawn, expired] = [
      await makers.invitation(),
      await makers.invitation(),
      await makers.invitation(),
    ]
    await store.invitations.remove(await store.accounts.ensure('default'), withdrawn.id)
    await dialect.db
      .updateTable('invitations')
      .set({ expires_at: Date.now() })
      .where('id', '=', expired.id)
      .execute()
    const accept = async (token: string) =>
      anonymous.send('POST', '/console/invitation/accept', {
        body: { token, name: 'Guest' },
        headers: { 'x-forwarded-for': newAddress() },
      })
    const atOnce = await Promise.all(Array.from({ length: 6 }, async () => accept(used.token)))
    assert.equal(atOnce.filter(({ status }) => status === 200).length, 1)
    assert.ok(atOnce.every(({ status }) => status === 200 || status === 404))
    const messages = new Set<string>()
    for (const token of [used.token, withdrawn.token, expired.token, used.id, 'a guess'])
      for (const path of ['/console/invitation', '/console/invitation/accept']) {
        const sent = { body: { token, name: 'Eve' }, headers: { 'x-forwarded-for': newAddress() } }
        messages.add((await anonymous.refused(404, 'POST', path, sent)).message)
      }
    assert.equal(messages.size, 1)
  })

  test('cannot make somebody accept an invitation from another site or with a key', async () => {
    const { token } = await (await makersOf('default')).invitation()
    const path = '/console/invitation/accept'
    const body = JSON.stringify({ token, name: 'Victim' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      await anonymous.refused(415, 'POST', path, { body, headers: { 'content-type': type } })
    const person = world.callers.find(({ kind }) => kind === 'a person who is viewer')!
    for (const { headers } of person.ways.filter(({ name }) => /without x-console|another site/.test(name)))
      await anonymous.refused(401, 'POST', path, { body: { token }, headers })
    for (const { ways } of world.callers.filter(({ kind }) => kind.startsWith('a session by')))
      await anonymous.refused(400, 'POST', path, { body: { token }, headers: ways[0]!.headers })
    assert.ok(await store.invitations.find(token))
  })

  const makersOf = async (account: Account) =>
    new ProbeCallers(store, dialect, 'unused', account, await store.accounts.ensure(account))
})

/** Address of a request: after some wrong keys from one address, the answer no longer says that they are wrong. */
const newAddress = (
  (count) => () =>
    `10.${count >> 16}.${(count >> 8) & 255}.${count++ & 255}`
)(0)

/** Sends a request, and checks the answer. @returns its status */
async function check(probe: Probe, client: Client, world: World): Promise<number> {
  const { verb, template, operation, caller, way, target } = probe
  const { account, kind } = caller
  const other = account === 'default' ? 'other' : 'default'
  const what = `${verb} ${template} (${target}) by ${kind} of ${account}, ${way.name}`
  const theirs = world.kept[other]
  const send = async (ids: AllIds) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(ids, template, name))
    const query = way.query === undefined ? '' : `?${way.query}`
    const example = bodyOf(client, operation, theirs)
    // Users of one account only, who ask for the other account.
    const body =
      template === '/v2/me/account' ? { account: target === 'unknown' ? randomUUID() : other } : example
    const headers = { ...way.headers, 'if-match': '*', 'x-forwarded-for': newAddress() }
    return client.send<ErrorBody | null>(verb, path + query, { headers, ...(body && { body }) })
  }
  const mine = world[verb === 'GET' ? 'kept' : 'spent'][account]
  const personal = world.belongings.get(caller.person ?? '') ?? mine.personal
  const ids = { own: { ...mine, personal }, theirs, unknown: allUnknown() }[target]
  const answer = await send(ids)
  const { status } = answer
  const text = answer.bytes.toString()
  assert.ok(status < 500, `${what}: ${status}`)
  assert.ok(!text.includes(markOf(other)), `${what}: ${text}`)
  if (status < 300) for (const id of idsIn(theirs)) assert.ok(!text.includes(id), `${what}: ${text}`)
  const expected = expectedOf(probe)
  if (expected === 'anything') return status
  if (expected !== 'allowed') {
    assert.equal(status, expected, `${what}: ${text}`)
    assert.ok(!text.includes(markOf(account)), `${what}: ${text}`)
    return status
  }
  // An unfinished job cannot be deleted.
  const isAllowed = status !== 401 && (status !== 403 || /still queued or processing/.test(text))
  assert.ok(isAllowed, `${what}: ${text}`)
  if (target !== 'theirs' || !template.includes('{')) return status
  assert.ok(status >= 400, `${what}: ${status}`)
  const unknown = await send(allUnknown())
  assert.deepEqual(
    [status, answer.body?.message],
    [unknown.status, unknown.body?.message],
    `${what}: shows that it exists`,
  )
  return status
}

/** What the contract says about a probe. */
function expectedOf({ verb, template, caller, way }: Probe): 'anything' | 'allowed' | 401 | 403 {
  const need = NEEDS.get(`${verb} ${template}`) ?? assert.fail()
  if (need === 'everybody') return 'anything'
  const counts = way.counts === 'all' || (way.counts === 'reads' && verb === 'GET')
  const { scopes, person, account } = caller
  if (!counts || scopes === null) return 401
  if (need === 'a person') return person === null ? 403 : 'allowed'
  if (need === 'an operator') return account === 'default' && scopes.includes('admin') ? 'allowed' : 403
  return need.every((scope) => scopes.includes(scope)) ? 'allowed' : 403
}

function operationsOf({ api }: Client): Pick<Probe, 'verb' | 'template' | 'operation'>[] {
  return Object.entries(api.document.paths).flatMap(([template, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ verb: verb.toUpperCase(), template, operation })),
  )
}

function idOf(ids: AllIds, template: string, name: string): string {
  // An operator may change any account, but must not change one that other probes need.
  if (name === 'name') return 'nobody'
  if (name === 'delivery') return ids.delivery
  if (name === 'share') return ids.share
  if (name === 'device') return ids.personal.device
  const [, mine] = /^\/v2\/me\/(device|passkey|key)s\//.exec(template) ?? []
  if (mine !== undefined) return ids.personal[mine as keyof PersonalIds]
  const [, kind = 'job'] = /^\/(?:v2\/)?(file|key|deletion|live|member|invitation)s?\//.exec(template) ?? []
  return ids[kind as Exclude<keyof AllIds, 'personal'>]
}

function idsIn({ personal, ...ids }: AllIds): string[] {
  return [...Object.values<string>(ids), ...Object.values(personal)]
}

function allUnknown(): AllIds {
  const id = randomUUID()
  return {
    ...unknownIds(),
    ...{ member: id, invitation: id, share: id, personal: { device: id, passkey: id, key: id } },
  }
}

/** What an admin of an account sees of its stored data. */
async function keptOf(client: Client, { callers, kept }: World, account: Account): Promise<unknown[]> {
  const admin = callers.find((one) => one.account === account && one.kind === 'a person who is admin')!
  const { headers } = admin.ways[0]!
  const { job, live, file, member } = kept[account]
  const paths = [`/v2/jobs/${job}`, `/v2/live/${live}`, `/file/${file}`, `/v2/members/${member}/devices`]
  const answers = await Promise.all(paths.map(async (path) => client.get(path, headers)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    paths.map(() => 200),
  )
  return answers.map(({ bytes }) => hash('sha256', bytes))
}

async function fill(store: Store, dialect: Dialect, client: Client, key: string): Promise<World> {
  const signedIn = await client.send('POST', '/console/session', { body: { key } })
  const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split('=') ?? []
  const [things, others] = [await thingsOfAll(store, client), await thingsOfAll(store, client)]
  const callers: ProbeCaller[] = []
  const [kept, spent] = [{}, {}] as [Record<Account, AllIds>, Record<Account, AllIds>]
  const belongings = new Map<string, PersonalIds>()
  for (const account of ACCOUNTS) {
    const id = await store.accounts.ensure(account)
    const makers = new ProbeCallers(store, dialect, cookie, account, id)
    for (const [into, from] of [
      [kept, things],
      [spent, others],
    ] as const) {
      const member = await makers.member('viewer', 'a member')
      const { id: share } = await makers.share(from[account].job)
      const { id: invitation } = await makers.invitation()
      const personal = await makers.belongings(member)
      into[account] = { ...from[account], member, share, invitation, personal }
    }
    const ofAccount = await makers.all(kept[account].job)
    for (const { person } of ofAccount)
      if (person !== null) belongings.set(person, await makers.belongings(person))
    callers.push(...ofAccount)
  }
  return { callers, kept, spent, belongings }
}
