/** Sign-in at an OpenID Connect issuer: who is let in, as whom, and for how long. */
import assert from 'node:assert/strict'
import { after, before, mock, suite, test } from 'node:test'
import { generateKeyPair, type JWTPayload } from 'jose'
import type { SignedOut, StartedSignIn } from '../src/contract/console-session.ts'
import type { CreatedKey } from '../src/contract/keys.ts'
import type { CreatedInvitation } from '../src/contract/invitations.ts'
import { arrivesAt, IssuerWorld, sessionOf } from './support/issuer-world.ts'
import { resetSecretKey } from '../src/store/accounts/sealed-database.ts'
import { profileOf } from '../src/sign-in/profile.ts'
import { ConsoleSessionStore } from '../src/store/people/console-session-store.ts'
import { openFresh } from './support/fresh-store.ts'
import type { Person } from './support/oidc-issuer.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { runService } from './support/running-service.ts'
import { dialectOf, withDialect } from './support/store-place.ts'
import { until } from './support/until.ts'
import type { Visitor } from './support/visitor.ts'

const GROUPS = 'scribes=team-a:editor,readers=team-a:viewer,bosses=team-a:admin,guests=team-b:viewer'
const SCRIBE = { name: 'Anna', email: 'anna@example.org', groups: ['scribes'] }
const CALLBACK = /\/console\/issuer\/callback/
const LOGOUT_EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** ID token claims, any of which may be wrong. */
const FORGERIES: readonly (readonly [string, (claims: JWTPayload) => JWTPayload])[] = [
  ['another issuer', (claims) => ({ ...claims, iss: 'https://issuer.example' })],
  ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
  ['an end in the past', (claims) => ({ ...claims, exp: (claims.iat ?? 0) - 60 })],
  ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
  ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
]

onEitherStore('sign-in at an issuer', (fresh) => {
  let world: IssuerWorld

  before(async () => {
    world = await IssuerWorld.open(await fresh(), {
      OIDC_GROUPS: GROUPS,
      OIDC_NAME: 'Example',
      SIGN_IN_CONTACT: 'it@example.org',
    })
  })
  after(async () => world.close())

  test('gives a person the roles of their groups, and finds them again by their subject', async () => {
    const { body: ways } = await world.visitor().api('GET', '/console/sign-in')
    assert.deepEqual(ways, { provider: 'Example', contact: 'it@example.org' })
    const visitor = world.visitor('anna', { ...SCRIBE, groups: ['readers', 'scribes', 'guests', 'unknown'] })
    const arrival = await visitor.signIn(`/console/issuer/start?return=${encodeURIComponent('jobs?q=a b')}`)
    arrivesAt(arrival, '/console/jobs?q=a%20b')
    const session = await sessionOf(visitor)
    assert.partialDeepStrictEqual(session, {
      ...{ account: 'team-a', role: 'editor', accounts: ['team-a', 'team-b'] },
      who: { kind: 'user', name: 'Anna' },
    })
    assert.partialDeepStrictEqual((await visitor.api('GET', '/v2/me')).body, {
      ...{ name: 'Anna', email: 'anna@example.org', signs_in_with: [world.issuer.url] },
    })
    const audit = world.log.filter((line) => line['operation'] === 'signInAtIssuer')
    assert.deepEqual(audit.at(-1)?.['by'], session?.who)

    // From now on, the name is the user's own.
    const again = await world.signedIn('anna', { ...SCRIBE, name: 'Renamed' })
    assert.deepEqual((await sessionOf(again))?.who, session?.who)
    // The new owner of an address is not its previous one.
    const namesake = await world.signedIn('anna-2', SCRIBE)
    assert.notEqual((await sessionOf(namesake))?.who.id, session?.who.id)
  })

  test('returns only to pages of the console', async () => {
    const pages = [
      'https://evil.example/',
      '//evil.example/console/',
      '/v2/jobs',
      '../v2/jobs',
      'javascript:alert(1)',
    ]
    for (const page of pages) {
      const visitor = world.visitor('anna', SCRIBE)
      arrivesAt(await visitor.signIn(`/console/issuer/start?return=${encodeURIComponent(page)}`), '/console/')
    }
  })

  test('refuses a person without a group, and one whom the issuer refuses', async () => {
    const visitor = world.visitor('nobody', { name: 'Nobody', groups: ['unknown'] })
    arrivesAt(await visitor.signIn(), '/console/?problem=no_access')
    assert.equal(await sessionOf(visitor), null)
    const users = await world.database(async ({ db }) => db.selectFrom('users').select('name').execute())
    assert.ok(!users.some(({ name }) => name === 'Nobody'))

    const asked = await visitor.follow('/console/issuer/start', {}, CALLBACK)
    const state = new URL(asked.url).searchParams.get('state') ?? ''
    const iss = encodeURIComponent(world.issuer.url)
    const denied = `/console/issuer/callback?error=access_denied&state=${state}&iss=${iss}`
    arrivesAt(await visitor.follow(denied), '/console/?problem=refused')
  })

  test('is valid once, and only in the browser in which it began', async () => {
    const visitor = world.visitor('anna', SCRIBE)
    const { url: callback } = await visitor.signIn(undefined, CALLBACK)
    const stranger = world.visitor()
    arrivesAt(await stranger.follow(callback), '/console/?problem=expired')
    // Of a sign-in that began in that browser too: an attacker's answer must not complete it.
    const victim = world.visitor()
    await victim.follow('/console/issuer/start', {}, /\/auth\?/)
    arrivesAt(await victim.follow(callback), '/console/?problem=expired')
    assert.equal(await sessionOf(victim), null)

    const cookies = new Map([...visitor.cookies].map(([origin, jar]) => [origin, new Map(jar)]))
    arrivesAt(await visitor.follow(callback), '/console/')
    assert.notEqual(await sessionOf(visitor), null)
    // Everything the browser sent, replayed.
    const thief = world.visitor()
    for (const [origin, jar] of cookies) thief.cookies.set(origin, jar)
    arrivesAt(await thief.follow(callback), '/console/?problem=expired')

    // A used code, in another sign-in.
    const second = await thief.signIn(undefined, CALLBACK)
    const replayed = new URL(second.url)
    replayed.searchParams.set('code', new URL(callback).searchParams.get('code') ?? '')
    arrivesAt(await thief.follow(replayed.href), '/console/?problem=expired')
    assert.equal(await sessionOf(thief), null)
  })

  test('expires', async () => {
    const visitor = world.visitor('anna', SCRIBE)
    const { url: callback } = await visitor.signIn(undefined, CALLBACK)
    await world.database(async ({ db }) =>
      db
        .updateTable('sign_in_challenges')
        .set({ expires_at: Date.now() - 1 })
        .execute(),
    )
    arrivesAt(await visitor.follow(callback), '/console/?problem=expired')
  })

  test('stores little for sign-ins that have only begun', async () => {
    const visitor = world.visitor('anna', SCRIBE)
    arrivesAt(await visitor.signIn(`/console/issuer/start?return=jobs%3Fq=${'x'.repeat(1_000)}`), '/console/')
    const begun = Array.from({ length: 5_000 }, () => ({
      ...{ hash: crypto.randomUUID(), purpose: 'issuer' as const, data: '{}' },
      expires_at: Date.now() + 60_000,
    }))
    await world.database(async ({ db }) => {
      await db.insertInto('sign_in_challenges').values(begun).execute()
      const more = begun.map((row) => ({ ...row, hash: crypto.randomUUID() }))
      await db.insertInto('sign_in_challenges').values(more).execute()
    })
    const refused = await world.visitor().send('/console/issuer/start')
    await world.database(async ({ db }) => db.deleteFrom('sign_in_challenges').execute())
    assert.equal(refused.status, 429)
    assert.match(await refused.text(), /too many sign-ins have begun/)
  })

  test('does not show an API error to a person who was removed in the meantime', async (t) => {
    t.mock.method(ConsoleSessionStore.prototype, 'find', async () => null, { times: 1 })
    const visitor = world.visitor('rita', { name: 'Rita', groups: ['scribes'] })
    arrivesAt(await visitor.signIn(), '/console/?problem=no_access')
  })

  test('accepts no ID token issued for another purpose, or signed by another key', async () => {
    for (const [name, forge] of FORGERIES) {
      const visitor = world.visitor('anna', SCRIBE)
      world.issuer.forge = forge
      const arrival = await visitor.signIn().finally(() => (world.issuer.forge = null))
      assert.match(arrival.url, /\?problem=failed$/, name)
      assert.equal(await sessionOf(visitor), null, name)
    }
    const visitor = world.visitor('anna', SCRIBE)
    world.issuer.signsWithAnotherKey = true
    const arrival = await visitor.signIn().finally(() => (world.issuer.signsWithAnotherKey = false))
    arrivesAt(arrival, '/console/?problem=failed')
    assert.equal(await sessionOf(visitor), null)
  })

  test('continues after the issuer has rotated its keys', async () => {
    await world.signedIn('anna', SCRIBE)
    await world.issuer.rotateKeys()
    await world.signedIn('anna', SCRIBE)
  })

  test('creates one user for a person who signs in twice at once for the first time', async () => {
    const visitors = Array.from({ length: 4 }, () => world.visitor('twin', { ...SCRIBE, name: 'Twin' }))
    const callbacks: string[] = []
    for (const visitor of visitors) callbacks.push((await visitor.signIn(undefined, CALLBACK)).url)
    const arrivals = await Promise.all(visitors.map(async (visitor, i) => visitor.follow(callbacks[i]!)))
    for (const arrival of arrivals) arrivesAt(arrival, '/console/')
    const ids = await Promise.all(visitors.map(async (visitor) => (await sessionOf(visitor))?.who.id))
    assert.deepEqual(new Set(ids).size, 1)
    const users = await world.database(async ({ db }) =>
      db.selectFrom('users').select('id').where('name', '=', 'Twin').execute(),
    )
    assert.equal(users.length, 1)
  })

  test('accepts an invitation once, without its token in a URL', async () => {
    const boss = await world.signedIn('boss', { name: 'Boss', groups: ['bosses'] })
    const invite = async () => {
      const { body } = await boss.api('POST', '/v2/invitations', { role: 'viewer' })
      return new URL((body as CreatedInvitation).url).hash.slice(1)
    }
    const token = await invite()
    const guest = world.visitor('guest', { name: 'Guest' })
    const join = async (visitor: Visitor, by = token) =>
      visitor.api('POST', '/console/issuer/start', { token: by })
    const urlFor = async (visitor: Visitor, by = token) =>
      ((await join(visitor, by)).body as StartedSignIn).url
    const other = world.visitor('guest-2', { name: 'Other' })
    const [begun, otherBegun] = [await urlFor(guest), await urlFor(other)]
    assert.equal((await guest.api('POST', '/console/invitation', { token })).status, 200)
    arrivesAt(await guest.signIn(begun), '/console/')
    assert.partialDeepStrictEqual(await sessionOf(guest), { account: 'team-a', role: 'viewer' })
    arrivesAt(await other.signIn(otherBegun), '/console/?problem=invitation')
    assert.equal((await join(other)).status, 404)
    for (const { urls } of [guest, other]) assert.ok(!urls.some((url) => url.includes(token)))
    assert.ok(!JSON.stringify(world.log).includes(token))

    // An existing user stays the same one.
    const again = await urlFor(guest, await invite())
    const id = (await sessionOf(guest))?.who.id
    arrivesAt(await guest.signIn(again), '/console/')
    assert.equal((await sessionOf(guest))?.who.id, id)
  })

  test('follows the groups within 15 minutes, and so do keys', async () => {
    const visitor = await world.signedIn('carl', { name: 'Carl', groups: ['scribes'] })
    const key = await newKey(visitor)
    const statusOfKey = async () =>
      (await fetch(`${world.nodes[0]!.url}/v2/jobs`, { headers: { 'x-service-key': key } })).status
    world.issuer.people.set('carl', { name: 'Carl', groups: ['readers'] })

    await world.ageChecks(9)
    assert.equal((await sessionOf(visitor))?.role, 'editor')
    // Checked in the background: this request is answered as before.
    await world.ageChecks(2)
    await until(
      async () => sessionOf(visitor),
      (session) => session?.role === 'viewer',
    )
    // Checked before the request is answered.
    world.issuer.people.set('carl', { name: 'Carl', groups: ['bosses'] })
    await world.ageChecks(16)
    assert.equal((await sessionOf(visitor))?.role, 'admin')
    assert.equal(await statusOfKey(), 200)

    world.issuer.people.set('carl', { name: 'Carl', groups: [] })
    await world.ageChecks(16)
    assert.equal(await sessionOf(visitor), null)
    // Another node may still accept the key for a moment.
    await until(statusOfKey, (status) => status === 401)
  })

  test('follows the groups of a user who uses only a key', async () => {
    const visitor = await world.signedIn('dora', { name: 'Dora', groups: ['scribes'] })
    const key = await newKey(visitor)
    world.issuer.people.set('dora', { name: 'Dora', groups: [] })
    await world.ageChecks(16)
    await until(
      async () =>
        (await fetch(`${world.nodes[0]!.url}/v2/jobs`, { headers: { 'x-service-key': key } })).status,
      (status) => status === 401,
    )
  })

  test('does not accept tokens of another person', async () => {
    const visitor = await world.signedIn('ella', { name: 'Ella', groups: ['readers'] })
    await world.ageChecks(16)
    const other = await world.signedIn('emma', { name: 'Emma', groups: ['scribes'] })
    world.issuer.forge = (claims) => ({ ...claims, sub: 'emma', groups: ['bosses'] })
    const session = await sessionOf(visitor).finally(() => (world.issuer.forge = null))
    assert.equal(session?.role, 'viewer')
    assert.equal((await sessionOf(other))?.role, 'editor')
  })

  test('asks the issuer once for simultaneous requests, on every node', async () => {
    const visitor = await world.signedIn('emil', { name: 'Emil', groups: ['scribes'] })
    world.issuer.people.set('emil', { name: 'Emil', groups: ['readers'] })
    await world.ageChecks(16)
    const count = world.issuer.grants.length
    const sessions = await Promise.all(Array.from({ length: 8 }, async () => sessionOf(visitor)))
    assert.deepEqual(
      sessions.map((session) => session?.role),
      sessions.map(() => 'viewer'),
    )
    assert.deepEqual(world.issuer.grants.slice(count), ['refresh_token'])
    // The refresh token that replaced the first one is used.
    await world.ageChecks(16)
    assert.equal((await sessionOf(visitor))?.role, 'viewer')
  })

  test('continues with a new refresh token, even if the tokens that came with it are invalid', async () => {
    const faults: readonly ((isWrong: boolean) => void)[] = [
      (isWrong) => (world.issuer.signsWithAnotherKey = isWrong),
      (isWrong) => (world.issuer.forge = isWrong ? (claims) => ({ ...claims, exp: 1 }) : null),
    ]
    for (const setFault of faults) {
      const visitor = await world.signedIn('lars', { name: 'Lars', groups: ['scribes'] })
      world.issuer.people.set('lars', { name: 'Lars', groups: ['readers'] })
      await world.ageChecks(16)
      setFault(true)
      const session = await sessionOf(visitor).finally(() => setFault(false))
      assert.equal(session?.role, 'editor')
      // Half a minute later.
      const now = performance.now.bind(performance)
      const later = mock.method(performance, 'now', () => now() + 31_000)
      assert.equal((await sessionOf(visitor))?.role, 'viewer')
      later.mock.restore()
    }
  })

  test('leaves roles unchanged for somebody with too many groups to be sent', async () => {
    const tooMany = (claims: JWTPayload) => ({ ...claims, _claim_names: { groups: 'src1' } })
    const visitor = await world.signedIn('mona', { name: 'Mona', groups: ['scribes'] })
    world.issuer.people.set('mona', { name: 'Mona' })
    await world.ageChecks(16)
    world.issuer.forge = tooMany
    try {
      assert.equal((await sessionOf(visitor))?.role, 'editor')
      const newcomer = world.visitor('nora', { name: 'Nora' })
      arrivesAt(await newcomer.signIn(), '/console/?problem=failed')
    } finally {
      world.issuer.forge = null
    }
    const refused = world.log.filter(({ problem }) => problem === 'failed')
    assert.match(String(refused.at(-1)?.['reason']), /omitted the groups/)
  })

  test('ends when checks have failed for 12 hours, even if the issuer is reachable', async () => {
    const sessionAfter = async (minutes: number) => {
      const visitor = await world.signedIn('paul', { name: 'Paul', groups: ['scribes'] })
      await world.ageChecks(minutes)
      world.issuer.tokenError = 'invalid_client'
      return sessionOf(visitor).finally(() => (world.issuer.tokenError = null))
    }
    assert.equal((await sessionAfter(11 * 60))?.role, 'editor')
    assert.equal(await sessionAfter(12 * 60 + 1), null)
  })

  test('ends when the issuer requires the person to sign in again', async () => {
    for (const error of ['interaction_required', 'login_required', 'consent_required', 'access_denied']) {
      const visitor = await world.signedIn('rosa', { name: 'Rosa', groups: ['scribes'] })
      await world.ageChecks(16)
      world.issuer.tokenError = error
      const session = await sessionOf(visitor).finally(() => (world.issuer.tokenError = null))
      assert.equal(session, null, error)
    }
  })

  test('logs the roles that a check has changed', async () => {
    const visitor = await world.signedIn('uwe', { name: 'Uwe', groups: ['scribes', 'guests'] })
    const by = (await sessionOf(visitor))?.who
    const checkWith = async (groups: readonly string[]) => {
      world.issuer.people.set('uwe', { name: 'Uwe', groups })
      await world.ageChecks(16)
      await sessionOf(visitor)
    }
    const logged = () =>
      world.log
        .filter((line) => line['operation'] === 'checkRoles' && (line['by'] as typeof by)?.id === by?.id)
        .map((line) => [line['msg'], line['by']])
    await checkWith(['scribes', 'guests'])
    assert.deepEqual(logged(), [])
    await checkWith(['readers', 'guests'])
    assert.deepEqual(logged(), [['audit', by]])
  })

  test('logs the roles that a check has removed', async () => {
    const visitor = await world.signedIn('vera', { name: 'Vera', groups: ['scribes', 'guests'] })
    const by = (await sessionOf(visitor))?.who
    world.issuer.people.set('vera', { name: 'Vera', groups: [] })
    await world.ageChecks(16)
    await sessionOf(visitor)
    const logged = world.log.filter((line) => (line['by'] as typeof by)?.id === by?.id)
    const accounts = logged
      .filter(({ operation }) => operation === 'checkRoles')
      .map(({ account }) => account)
    assert.equal(new Set(accounts).size, 2, 'of team-a and team-b')
    assert.equal(accounts.length, 2)
  })

  test('ends when the issuer no longer knows the person', async () => {
    const visitor = await world.signedIn('fred', { name: 'Fred', groups: ['scribes'] })
    world.issuer.people.delete('fred')
    await world.ageChecks(16)
    assert.equal(await sessionOf(visitor), null)
  })

  test('keeps sessions and keys while the issuer is unreachable', async () => {
    const visitor = await world.signedIn('gina', { name: 'Gina', groups: ['scribes'] })
    world.issuer.people.set('gina', { name: 'Gina', groups: ['readers'] })
    await world.ageChecks(60)
    world.issuer.isAway = true
    try {
      for (let i = 0; i < 4; i++) assert.equal((await sessionOf(visitor))?.role, 'editor')
      const byKey = await fetch(`${world.nodes[0]!.url}/v2/jobs`, { headers: { 'x-service-key': world.key } })
      assert.equal(byKey.status, 200)
    } finally {
      world.issuer.isAway = false
    }
    // The issuer is asked again after half a minute, and no request waits for it.
    const now = performance.now.bind(performance)
    const later = mock.method(performance, 'now', () => now() + 31_000)
    assert.equal((await sessionOf(visitor))?.role, 'editor')
    later.mock.restore()
    await until(
      async () => sessionOf(visitor),
      (session) => session?.role === 'viewer',
    )
  })

  test('ends with a sign-out, here and at the issuer', async () => {
    const [here, elsewhere] = [
      await world.signedIn('hugo', { name: 'Hugo', groups: ['scribes'] }),
      await world.signedIn('hugo', { name: 'Hugo', groups: ['scribes'] }),
    ]
    const provider = await signOut(here)
    assert.equal(await sessionOf(here), null)
    assert.notEqual(await sessionOf(elsewhere), null)
    await signOutAtIssuer(here, provider)
    // The issuer asks again who the person is.
    const asked = await here.follow('/console/issuer/start')
    assert.match(asked.url, /\/interaction\//)
  })

  test('ends when somebody signs out at the issuer', async () => {
    const [first, second] = [
      await world.signedIn('ina', { name: 'Ina', groups: ['scribes'] }),
      await world.signedIn('ina', { name: 'Ina', groups: ['scribes'] }),
    ]
    // A second session, in the browser of the first one.
    const copy = world.visitor('ina')
    copy.cookies.set(world.issuer.url, first.cookies.get(world.issuer.url) ?? new Map())
    arrivesAt(await copy.signIn(), '/console/')
    const provider = await signOut(copy)
    await signOutAtIssuer(copy, provider)
    assert.equal(await sessionOf(first), null)
    assert.notEqual(await sessionOf(second), null)
  })

  test('is ended by valid logout tokens only', async () => {
    const person = { name: 'Jan', groups: ['scribes'] }
    const iat = Math.floor(Date.now() / 1000)
    const claims = {
      iss: world.issuer.url,
      aud: 'scriptorium',
      sub: 'jan',
      events: LOGOUT_EVENT,
      iat,
      exp: iat + 120,
      jti: '1',
    }
    const { sub: _sub, ...anonymous } = claims
    const visitor = await world.signedIn('jan', person)
    const { privateKey: stolen } = await generateKeyPair('ES256')
    const wrong: string[] = [
      'no token',
      await world.issuer.sign(claims, stolen),
      await world.issuer.sign({ ...claims, aud: 'another-client' }),
      await world.issuer.sign({ ...claims, iss: 'https://issuer.example' }),
      await world.issuer.sign({ ...claims, nonce: 'of an ID token' }),
      await world.issuer.sign({ ...claims, events: {} }),
      await world.issuer.sign({ ...claims, iat: iat - 200 }),
      await world.issuer.sign({ ...claims, exp: iat - 60 }),
      await world.issuer.sign(anonymous),
      `${btoa('{"alg":"none"}').replaceAll('=', '')}.${(await world.issuer.sign(claims)).split('.')[1]}.`,
    ]
    const logOut = async (token: string) =>
      visitor.send('/console/issuer/logout', {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    for (const token of wrong) assert.equal((await logOut(token)).status, 400, token)
    assert.equal((await visitor.api('POST', '/console/issuer/logout', { logout_token: 'x' })).status, 415)
    assert.notEqual(await sessionOf(visitor), null)

    const token = await world.issuer.sign(claims)
    assert.equal((await logOut(token)).status, 200)
    assert.equal(await sessionOf(visitor), null)
    // A replayed token does not end sessions that began since.
    const old = await world.issuer.sign({ ...claims, iat: iat - 60 })
    const later = await world.signedIn('jan', person)
    assert.equal((await logOut(old)).status, 200)
    assert.notEqual(await sessionOf(later), null)
  })

  test('lasts 12 hours where the issuer gives no refresh token', async () => {
    world.issuer.givesRefreshTokens = false
    const visitor = await world
      .signedIn('kim', { name: 'Kim', groups: ['scribes'] })
      .finally(() => (world.issuer.givesRefreshTokens = true))
    const first = await sessionOf(visitor)
    const remaining = Date.parse(first?.expires_at ?? '') - Date.now()
    assert.ok(remaining > 11 * 3_600_000 && remaining <= 12 * 3_600_000)
    // Use does not extend it, and the issuer is not asked.
    await world.database(async ({ db }) =>
      db
        .updateTable('console_sessions')
        .set((eb) => ({ last_used_at: eb('last_used_at', '-', 3_600_000) }))
        .execute(),
    )
    await world.ageChecks(60)
    assert.equal((await sessionOf(visitor))?.expires_at, first?.expires_at)
  })
})

suite('after a change of the configured issuer', () => {
  const env = { OIDC_GROUPS: GROUPS }
  let world: IssuerWorld
  before(async () => {
    world = await IssuerWorld.open({ url: null, drop: async () => {} }, env)
  })
  after(async () => world.close())

  const setIssuer = async (issuer: string) =>
    world.database(async ({ db }) => db.updateTable('issuer_sessions').set({ issuer }).execute())

  test('the new one gets no tokens of the old one, whose sessions end', async () => {
    const visitor = await world.signedIn('sven', { name: 'Sven', groups: ['scribes'] })
    const leaving = await world.signedIn('sven', { name: 'Sven', groups: ['scribes'] })
    await setIssuer('https://before.example')
    const { body } = await leaving.api('DELETE', '/console/session')
    assert.deepEqual(body, { provider_url: null })
    const count = world.issuer.grants.length
    await world.ageChecks(16)
    assert.equal(await sessionOf(visitor), null)
    assert.equal(world.issuer.grants.length, count)
  })
})

onEitherStore('a service without an issuer', (fresh) => {
  test('ends sessions that began at one when it starts', async (t) => {
    const service = await runService(
      {},
      async ({ grants, accounts, consoleSessions, issuerSessions }, { db }) => {
        const profile = { issuer: 'https://before.example', subject: 'sven', name: 'Sven', email: null }
        const user = await grants.apply(profile, [{ account: 'team-a', role: 'editor' }])
        const account = (await accounts.find('team-a')) ?? assert.fail()
        const tokens = { sid: null, refreshToken: 'r', idToken: 'i' }
        const holder = { account, user, key: null }
        await consoleSessions.begin(holder, 'a browser', async (within, id) =>
          issuerSessions.add(within, { id, account }, { ...profile, ...tokens }),
        )
        await consoleSessions.begin(holder, 'another browser')
        assert.equal((await db.selectFrom('console_sessions').select('id').execute()).length, 2)
      },
      await fresh(),
    )
    t.after(async () => service.close())
    const databaseUrl = service.databaseEnv['DATABASE_URL'] ?? null
    const left = await withDialect({ dataDir: service.dataDir, databaseUrl }, async ({ db }) =>
      db.selectFrom('console_sessions').select('browser').execute(),
    )
    assert.deepEqual(
      left.map(({ browser }) => browser),
      ['another browser'],
    )
  })
})

suite('an issuer whose people all get a role', () => {
  let world: IssuerWorld

  before(async () => {
    world = await IssuerWorld.open({ url: null, drop: async () => {} }, { OIDC_DEFAULT: 'everyone:viewer' })
  })
  after(async () => world.close())

  test('may be unreachable when the service starts', async () => {
    world.issuer.isAway = true
    arrivesAt(await world.visitor('lea').signIn(), '/console/?problem=unavailable')
    world.issuer.isAway = false
    const visitor = await world.signedIn('lea', { name: 'Lea' })
    assert.partialDeepStrictEqual(await sessionOf(visitor), { account: 'everyone', role: 'viewer' })
  })

  test('has its names cleaned, shortened, or replaced where they are missing', async () => {
    const people: readonly (readonly [string, Person, string])[] = [
      ['no-name', { email: 'mia@example.org' }, 'mia@example.org'],
      ['nothing', {}, 'nothing'],
      ['controls', { name: ' Mia\n\u0007Example ' }, 'Mia  Example'],
      ['long', { name: 'M'.repeat(500) }, 'M'.repeat(100)],
    ]
    for (const [subject, person, name] of people)
      assert.equal((await sessionOf(await world.signedIn(subject, person)))?.who.name, name)
  })
})

suite('an issuer that sends no groups when it refreshes', () => {
  test('leaves roles unchanged', async (t) => {
    const world = await IssuerWorld.open({ url: null, drop: async () => {} }, { OIDC_GROUPS: GROUPS })
    t.after(async () => world.close())
    world.issuer.isTerse = true
    const visitor = await world.signedIn('otto', { name: 'Otto', groups: ['scribes'] })
    await world.ageChecks(16)
    assert.equal((await sessionOf(visitor))?.role, 'editor')
  })
})

test('an e-mail address that the issuer has not verified is ignored', () => {
  const person = { sub: '1', email: 'boss@example.org' }
  assert.equal(profileOf(person).email, person.email)
  assert.equal(profileOf({ ...person, email_verified: true }).email, person.email)
  for (const email_verified of [false, 'false'])
    assert.deepEqual(profileOf({ ...person, email_verified }), { name: '1', email: null })
})

onEitherStore('a session that began at an issuer', (fresh) => {
  test('stores no token that a copy of the database could use, and ends with the secret key', async () => {
    const { place, dialect, store, close } = await openFresh(fresh)
    const { grants, accounts, consoleSessions, issuerSessions } = store
    const profile = { issuer: 'https://issuer.example', subject: 'anna', name: 'Anna', email: null }
    const user = await grants.apply(profile, [{ account: 'team-a', role: 'editor' }])
    const account = (await accounts.find('team-a')) ?? assert.fail()
    const tokens = { sid: null, refreshToken: 'the-refresh-token', idToken: 'the-id-token' }
    const holder = { account, user, key: null }
    const token = await consoleSessions.begin(holder, 'a browser', async (db, id) =>
      issuerSessions.add(db, { id, account }, { ...profile, ...tokens }),
    )
    const row = await dialect.db.selectFrom('issuer_sessions').selectAll().executeTakeFirstOrThrow()
    assert.doesNotMatch(JSON.stringify(row), /the-/)
    assert.deepEqual(await issuerSessions.idToken(row.session_id), {
      issuer: 'https://issuer.example',
      idToken: 'the-id-token',
    })
    assert.deepEqual(await issuerSessions.claim(row.session_id, Date.now()), {
      issuer: 'https://issuer.example',
      subject: 'anna',
      isUnconfirmed: false,
      refreshToken: 'the-refresh-token',
    })
    assert.equal(await issuerSessions.claim(row.session_id, Date.now()), 'busy')

    await resetSecretKey(dialectOf(place), 'another secret key of the installation')
    assert.equal(await consoleSessions.find(token), null)
    await close()
  })
})

/** @returns a key of the user */
async function newKey(visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.api('POST', '/v2/me/keys', { name: 'mine' })
  assert.equal(status, 201)
  return (body as CreatedKey).key
}

/** Signs out here. @returns where to sign out at the issuer */
async function signOut(visitor: Visitor): Promise<string> {
  const { body } = await visitor.api('DELETE', '/console/session')
  return (body as SignedOut).provider_url ?? assert.fail()
}

/** Opens a URL of the issuer, and confirms there. */
async function signOutAtIssuer(visitor: Visitor, url: string): Promise<void> {
  const page = await (await visitor.send(url)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const confirm = /action="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  arrivesAt(await visitor.follow(confirm, { method: 'POST', body }), '/console/')
}
