/**
 * Users, memberships, invitations, sign-ins and shares: changed one after another, and by many at once.
 *
 * TEST_PEOPLE_CHANGES is the number of random changes on each store.
 */
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import { highestRole, type Role, ROLES } from '../src/contract/roles.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import { MAX_SESSIONS } from '../src/store/people/console-session-store.ts'
import type { Guest } from '../src/store/people/invitation-store.ts'
import type { StoredPasskey } from '../src/store/people/passkey-store.ts'
import type { IssuerProfile } from '../src/store/people/stored-users.ts'
import type { Store } from '../src/store/open-store.ts'
import { type OpenStore, openFresh } from './support/fresh-store.ts'
import { type FreshDatabase, onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { until } from './support/until.ts'

const CHANGES = Number(process.env['TEST_PEOPLE_CHANGES'] ?? 80)
const SEED = 32

const HOUR_MS = 3_600_000
const ISSUER = 'https://id.example.org'
const SHARE = { from: null, to: null, audio: true, download: false, redacted: false, expiresAt: null }

const profileOf = (subject: string): IssuerProfile => ({
  ...{ issuer: ISSUER, subject, name: `Person ${subject}`, email: `${subject}@example.org` },
})

/** An opened store, with helpers for the tests. */
class People {
  readonly store: Store
  readonly account: number
  readonly dialect: OpenStore['dialect']

  constructor({ store, account, dialect }: OpenStore) {
    this.store = store
    this.account = account
    this.dialect = dialect
  }

  async invite(role: Role, account = this.account, lastsMs = HOUR_MS): Promise<string> {
    const given = { role, email: null, createdBy: OPERATOR, expiresAt: Date.now() + lastsMs }
    return (await this.store.invitations.create(account, given)).token
  }

  /** Adds a member. @returns the user */
  async member(role: Role, account = this.account): Promise<string> {
    const accepted = await this.store.invitations.accept(await this.invite(role, account), { name: role })
    return accepted?.user ?? assert.fail()
  }

  /** Makes a user a member of another account. */
  async join(user: string, role: Role, account: number): Promise<void> {
    assert.ok(await this.store.invitations.accept(await this.invite(role, account), { user }))
  }

  async role(user: string, account = this.account): Promise<Role | null> {
    return (await this.store.members.list(account)).find(({ id }) => id === user)?.role ?? null
  }

  async signIn(user: string, account = this.account): Promise<string> {
    return this.store.consoleSessions.begin({ account, key: null, user }, 'a browser')
  }

  async key(user: string, account = this.account) {
    const { keys } = this.store
    return keys.create(account, 'own', { scopes: ['read', 'write', 'live', 'admin'], user })
  }

  async passkey(user: string): Promise<string> {
    const id = randomUUID()
    assert.equal(await this.store.passkeys.add(passkeyOf(user, id)), null)
    return id
  }

  async job(account = this.account): Promise<string> {
    const requestParams = preRecordedParamsOf(
      preRecordedRequest.parse({ audio_url: 'https://example.org/a.wav' }),
    )
    const job = { kind: 'pre-recorded', customMetadata: null, requestParams, fileId: null } as const
    return (await this.store.jobs.create(account, job)).id
  }

  /** Creates a share by a user, or else by the command line. @returns the token */
  async share(user: string | null, job: string, account = this.account): Promise<string> {
    const caller = { account, user, who: OPERATOR }
    const created = await this.store.shares.create(caller, job, SHARE)
    assert.ok(typeof created === 'object' && created !== null)
    return created.token
  }
}

function passkeyOf(user: string, credentialId: string): Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'> {
  const publicKey = new Uint8Array([1, 2, 3])
  return {
    credentialId,
    user,
    origin: 'https://example.org',
    name: 'Laptop',
    publicKey,
    counter: 0,
    transports: ['usb', 'nfc'],
  }
}

onEachStore('people', (fresh: () => Promise<FreshDatabase>) => {
  const people = async (t: { after: (done: () => Promise<void>) => void }): Promise<People> => {
    const open = await openFresh(fresh)
    t.after(open.close)
    return new People(open)
  }

  test('an invitation can be accepted once, even by several at once', async (t) => {
    const world = await people(t)
    const { invitations, members } = world.store
    const token = await world.invite('editor')
    assert.equal((await invitations.find(token))?.role, 'editor')
    const guests = Array.from({ length: 8 }, async (_, i) =>
      invitations.accept(token, { name: `Guest ${i}` }),
    )
    const won = (await Promise.all(guests)).filter((one) => one !== null)
    assert.equal(won.length, 1)
    assert.deepEqual(
      (await members.list(world.account)).map(({ id, role }) => [id, role]),
      [[won[0]?.user, 'editor']],
    )
    assert.equal(await invitations.accept(token, { name: 'Replay' }), null)
    assert.equal(await invitations.find(token), null)
  })

  test('an invitation is invalid once it expires or is withdrawn, and in another account', async (t) => {
    const world = await people(t)
    const { invitations, accounts, members } = world.store
    const other = await accounts.ensure('other')
    const expired = await world.invite('admin', world.account, 0)
    const { token, invitation } = await invitations.create(world.account, {
      ...{ role: 'admin', email: 'a@example.org', createdBy: OPERATOR, expiresAt: Date.now() + HOUR_MS },
    })
    assert.equal(await invitations.remove(other, invitation.id), false)
    assert.deepEqual(await invitations.list(other), [])
    assert.deepEqual(await invitations.list(world.account), [invitation])
    assert.equal(await invitations.remove(world.account, invitation.id), true)
    for (const one of [expired, token, '', invitation.id]) {
      assert.equal(await invitations.find(one), null)
      assert.equal(await invitations.accept(one, { name: 'Eve' }), null)
      assert.equal(await invitations.accept(one, { profile: profileOf('eve') }), null)
    }
    assert.equal((await members.list(null)).length, 0)
  })

  test('an invitation that is withdrawn and accepted at the same time does one of the two', async (t) => {
    const world = await people(t)
    const { invitations } = world.store
    for (let i = 0; i < 10; i++) {
      const given = {
        role: 'viewer',
        email: null,
        createdBy: OPERATOR,
        expiresAt: Date.now() + HOUR_MS,
      } as const
      const { token, invitation } = await invitations.create(world.account, given)
      const [accepted, withdrawn] = await Promise.all([
        invitations.accept(token, { name: 'Guest' }),
        invitations.remove(world.account, invitation.id),
      ])
      assert.notEqual(accepted !== null, withdrawn)
    }
  })

  test('an invitation never lowers a role, and is not used up for a deleted user', async (t) => {
    const world = await people(t)
    const { invitations, members } = world.store
    const [admin] = [await world.member('admin'), await world.member('admin')]
    await world.join(admin, 'viewer', world.account)
    assert.equal(await world.role(admin), 'admin')
    await members.remove(world.account, admin)
    const token = await world.invite('viewer')
    assert.equal(await invitations.accept(token, { user: admin }), null)
    assert.ok(await invitations.accept(token, { name: 'Somebody else' }))
  })

  test('admins who remove or demote each other at once leave one admin', async (t) => {
    const world = await people(t)
    const { members } = world.store
    for (const change of ['remove', 'demote', 'both'] as const) {
      const account = await world.store.accounts.ensure(change)
      const admins = await Promise.all(Array.from({ length: 4 }, async () => world.member('admin', account)))
      const refusals = await Promise.all(
        admins.map(async (admin, i) =>
          change === 'remove' || (change === 'both' && i % 2 === 0)
            ? members.remove(account, admin)
            : members.setRole(account, admin, 'viewer'),
        ),
      )
      assert.deepEqual(
        refusals.filter((one) => one !== null),
        ['last admin'],
      )
      const left = (await members.list(account)).filter(({ role }) => role === 'admin')
      assert.equal(left.length, 1)
      // The command line may.
      assert.equal(await members.remove(account, left[0]?.id ?? '', true), null)
    }
  })

  test('of a role from a group and one from an invitation the higher applies, and each ends alone', async (t) => {
    const world = await people(t)
    const { members, grants, invitations } = world.store
    const grant = async (...roles: Role[]) =>
      grants.apply(
        profileOf('anna'),
        roles.map((role) => ({ account: 'default', role })),
      )
    const anna = (await grant('viewer', 'editor')) ?? assert.fail()
    assert.equal(await world.role(anna), 'editor')
    assert.equal(await members.setRole(world.account, anna, 'viewer'), 'from group')
    // A lower one: it remains when the group is lost.
    assert.ok(await invitations.accept(await world.invite('viewer'), { profile: profileOf('anna') }))
    assert.deepEqual(
      (await members.ofUser(anna)).map(({ role, groupRole }) => [role, groupRole]),
      [['editor', 'editor']],
    )
    assert.equal(await grant(), anna)
    assert.deepEqual(
      (await members.ofUser(anna)).map(({ role, groupRole }) => [role, groupRole]),
      [['viewer', null]],
    )
    await grant('viewer')
    assert.equal(await members.setRole(world.account, anna, 'admin'), null)
    assert.equal(await world.role(anna), 'admin')
    assert.equal(await grant(), anna)
    assert.equal(await world.role(anna), 'admin')
  })

  test('a role from a group ends unless it is confirmed, and one from an invitation stays', async (t) => {
    const world = await people(t)
    const { users, grants, invitations } = world.store
    const given = [{ account: 'default', role: 'editor' }] as const
    const anna = (await grants.apply(profileOf('anna'), given)) ?? assert.fail()
    const bob = (await grants.apply(profileOf('bob'), given)) ?? assert.fail()
    const session = await world.signIn(anna, world.account)
    assert.ok(await invitations.accept(await world.invite('viewer'), { user: bob }))
    const now = Date.now()
    await world.dialect.db
      .updateTable('memberships')
      .set({ confirmed_at: now - HOUR_MS })
      .where('source', '=', 'group')
      .execute()
    await grants.endUnconfirmed(now - 2 * HOUR_MS)
    assert.equal(await world.role(bob), 'editor')
    await grants.apply(profileOf('anna'), given)
    await grants.endUnconfirmed(now)
    assert.equal(await world.role(anna), 'editor')
    assert.equal(await world.role(bob), 'viewer')
    await grants.endUnconfirmed(Date.now() + HOUR_MS)
    assert.equal(await users.find(anna), null)
    assert.equal(await world.store.consoleSessions.find(session), null)
    assert.equal(await world.role(bob), 'viewer')
  })

  test('an invitation is void once its creator is no longer an admin', async (t) => {
    const world = await people(t)
    const { members, invitations } = world.store
    await world.member('admin')
    const eve = await world.member('admin')
    const createdBy = { kind: 'user', id: eve, name: 'Eve' } as const
    const make = async () =>
      (
        await invitations.create(world.account, {
          ...{ role: 'admin', email: null, createdBy, expiresAt: Date.now() + HOUR_MS },
        })
      ).token
    const [first, second] = [await make(), await make()]
    assert.ok(await invitations.find(first))
    await members.setRole(world.account, eve, 'editor')
    assert.equal(await invitations.find(first), null)
    assert.equal(await invitations.accept(first, { name: 'Boss' }), null)
    await members.setRole(world.account, eve, 'admin')
    assert.ok(await invitations.find(second))
    await members.remove(world.account, eve)
    assert.equal(await invitations.accept(second, { name: 'Boss' }), null)
  })

  test('a removed member becomes one again only by a sign-in, not by a check of groups', async (t) => {
    const world = await people(t)
    const { users, members, grants, accounts, consoleSessions, issuerSessions } = world.store
    const other = await accounts.ensure('other')
    const given = [
      { account: 'default', role: 'editor' },
      { account: 'other', role: 'viewer' },
    ] as const
    const eve = (await grants.apply(profileOf('eve'), given)) ?? assert.fail()
    let checked = ''
    const session = await consoleSessions.begin(
      { account: other, key: null, user: eve },
      'a browser',
      async (db, id) => {
        checked = id
        await issuerSessions.add(
          db,
          { id, account: other },
          {
            ...profileOf('eve'),
            ...{ sid: null, refreshToken: 'refresh', idToken: 'id' },
          },
        )
      },
    )
    assert.equal(await grants.apply(profileOf('eve'), given, checked), eve)
    await members.remove(world.account, eve)
    assert.equal(await consoleSessions.find(session), null)
    // From a check that was in progress.
    assert.equal(await grants.apply(profileOf('eve'), given, checked), null)
    assert.equal(await world.role(eve), null)
    await users.delete(eve)
    assert.equal(await grants.apply(profileOf('eve'), given, checked), null)
    assert.equal((await members.list(null)).length, 0)
    assert.ok(await grants.apply(profileOf('eve'), given))
  })

  test('a person without a role is no user, and losing the last group deletes the user', async (t) => {
    const world = await people(t)
    const { users, members, grants, consoleSessions } = world.store
    assert.equal(await grants.apply(profileOf('eve'), []), null)
    assert.equal((await members.list(null)).length, 0)
    const given = [{ account: 'new', role: 'viewer' }] as const
    const bob = (await grants.apply(profileOf('bob'), given)) ?? assert.fail()
    const account = (await world.store.accounts.find('new')) ?? assert.fail()
    const session = await world.signIn(bob, account)
    assert.ok(await consoleSessions.find(session))
    assert.equal(await grants.apply(profileOf('bob'), []), null)
    assert.equal(await consoleSessions.find(session), null)
    assert.deepEqual([await users.find(bob), (await members.list(null)).length], [null, 0])
    // Neither the e-mail address nor the same subject at another issuer identifies the person.
    const [one, two] = [
      await grants.apply(profileOf('bob'), given),
      await grants.apply({ ...profileOf('bob'), issuer: `${ISSUER}/` }, given),
    ]
    assert.notEqual(one, two)
  })

  test('a new person who signs in several times at once becomes one user', async (t) => {
    const world = await people(t)
    const { members, grants, invitations } = world.store
    const given = ['b', 'a', 'c'].map((account) => ({ account, role: 'editor' }) as const)
    const token = await world.invite('viewer')
    const ids = await Promise.all([
      ...Array.from({ length: 6 }, async (_, i) =>
        grants.apply(profileOf('anna'), i % 2 === 0 ? given : given.toReversed()),
      ),
      invitations.accept(token, { profile: profileOf('anna') }).then((accepted) => accepted?.user),
    ])
    assert.equal(new Set(ids).size, 1)
    const rows = await world.dialect.db.selectFrom('users').select('id').execute()
    assert.deepEqual(
      rows.map(({ id }) => id),
      [ids[0]],
    )
    assert.equal((await members.ofUser(ids[0] ?? '')).length, 4)
  })

  test('losing the last membership deletes everything of a user', async (t) => {
    const world = await people(t)
    const { users, members, grants, passkeys, consoleSessions, shares, keys, callers } = world.store
    const anna = (await grants.apply(profileOf('anna'), [])) ?? (await world.member('editor'))
    const job = await world.job()
    const [session, key, passkey] = [
      await world.signIn(anna),
      await world.key(anna),
      await world.passkey(anna),
    ]
    const [own, kept] = [await world.share(anna, job), await world.share(null, job)]
    const keySession = await consoleSessions.begin(
      (await callers.authenticate(key.key)) ?? assert.fail(),
      'b',
    )
    assert.ok(await consoleSessions.find(keySession))
    assert.equal(await members.remove(world.account, anna), null)
    assert.equal(await users.find(anna), null)
    assert.equal(await passkeys.find(passkey), null)
    assert.equal(await callers.authenticate(key.key), null)
    assert.equal((await keys.list()).find(({ id }) => id === key.id)?.revokedAt === null, false)
    for (const one of [session, keySession]) assert.equal(await consoleSessions.find(one), null)
    assert.equal(await shares.find(own), null)
    assert.ok(await shares.find(kept))
    for (const table of ['users', 'memberships', 'passkeys', 'issuer_identities'] as const)
      assert.deepEqual(await world.dialect.db.selectFrom(table).selectAll().execute(), [], table)
    // Requests that were in progress then have no effect.
    assert.equal(await consoleSessions.find(await world.signIn(anna)), null)
    assert.equal(await passkeys.add(passkeyOf(anna, 'late')), 'no user')
    assert.equal(await members.setRole(world.account, anna, 'admin'), 'unknown')
    assert.equal(await members.remove(world.account, anna), 'unknown')
  })

  test('a user of two accounts who loses one keeps the other, and nothing of the first', async (t) => {
    const world = await people(t)
    const { members, accounts, consoleSessions, shares, passkeys, callers } = world.store
    const other = await accounts.ensure('other')
    const anna = await world.member('editor')
    await world.join(anna, 'viewer', other)
    const places = [world.account, other]
    const all = async <Value>(make: (account: number) => Promise<Value>) => Promise.all(places.map(make))
    const sessions = await all(async (account) => world.signIn(anna, account))
    const keys = await all(async (account) => (await world.key(anna, account)).key)
    const links = await all(async (account) => world.share(anna, await world.job(account), account))
    const passkey = await world.passkey(anna)
    assert.equal(await members.remove(world.account, anna), null)
    const counts = async (looks: readonly Promise<unknown>[]) =>
      (await Promise.all(looks)).map((found) => found !== null)
    assert.deepEqual(await counts(sessions.map(async (one) => consoleSessions.find(one))), [false, true])
    assert.deepEqual(await counts(keys.map(async (one) => callers.authenticate(one))), [false, true])
    assert.deepEqual(await counts(links.map(async (one) => shares.find(one))), [false, true])
    assert.ok(await passkeys.find(passkey))
    // The remaining session cannot move to an account of which its user is no member.
    const session = (await consoleSessions.find(sessions[1]!)) ?? assert.fail()
    await consoleSessions.use(session.id, world.account)
    assert.equal(await consoleSessions.find(sessions[1]!), null)
  })

  test('a personal key loses the scopes that its user has lost, from the next request on', async (t) => {
    const world = await people(t)
    const { users, members, consoleSessions, callers } = world.store
    await world.member('admin')
    const anna = await world.member('admin')
    const { key } = await world.key(anna)
    const session = await world.signIn(anna)
    const scopes = async () => (await callers.authenticate(key))?.scopes
    // Twice, so that the second request is answered from the cache, if there is one.
    for (const [role, expected] of [
      ['admin', ['read', 'write', 'live', 'admin']],
      ['viewer', ['read']],
      ['editor', ['read', 'write', 'live']],
    ] as const) {
      assert.equal(await members.setRole(world.account, anna, role), null)
      assert.deepEqual(await scopes(), expected)
      assert.deepEqual(await scopes(), expected)
      assert.deepEqual((await consoleSessions.find(session))?.scopes, expected)
    }
    await users.rename(anna, 'Anna Example')
    assert.equal((await callers.authenticate(key))?.who.name, 'Anna Example')
  })

  test('a console session by a personal key may do no more than the key, and ends with it', async (t) => {
    const world = await people(t)
    const { consoleSessions, members, keys, callers } = world.store
    const anna = await world.member('admin')
    await world.member('admin')
    const { id, key } = await keys.create(world.account, 'reader', { scopes: ['read'], user: anna })
    const caller = (await callers.authenticate(key)) ?? assert.fail()
    const session = await consoleSessions.begin(caller, 'a browser')
    const found = await consoleSessions.find(session)
    assert.deepEqual([found?.scopes, found?.key, found?.user, found?.role], [['read'], id, anna, 'admin'])
    assert.deepEqual(found?.who, { kind: 'user', id: anna, name: 'admin' })
    assert.deepEqual(await consoleSessions.devices(anna), [])
    const writer = await consoleSessions.begin({ ...caller, key: (await world.key(anna)).id }, 'a browser')
    await members.setRole(world.account, anna, 'viewer')
    assert.deepEqual((await consoleSessions.find(writer))?.scopes, ['read'])
    await keys.revoke(id)
    assert.equal(await consoleSessions.find(session), null)
  })

  test('a live session ends with the role that allowed its user to open it', async (t) => {
    const world = await people(t)
    const { members, live } = world.store
    const open = async (user: string, key: string | null) => {
      const tokenHash = hash('sha256', randomUUID())
      await live.begin(world.account, { customMetadata: null, params: {} as never, key, user }, tokenHash)
      return async () => (await live.find({ tokenHash }))?.isRevoked
    }
    const anna = await world.member('editor')
    const looks = [await open(anna, null), await open(anna, (await world.key(anna)).id)]
    const revoked = async () => Promise.all(looks.map(async (look) => look()))
    assert.deepEqual(await revoked(), [false, false])
    await members.setRole(world.account, anna, 'viewer')
    assert.deepEqual(await revoked(), [true, true])
    await members.setRole(world.account, anna, 'editor')
    assert.deepEqual(await revoked(), [false, false])
    await members.remove(world.account, anna)
    assert.deepEqual(await revoked(), [true, true])
  })

  test('the sessions of a user are limited, and the oldest ends, even where many begin at once', async (t) => {
    const world = await people(t)
    const { consoleSessions } = world.store
    const [anna, bob] = [await world.member('viewer'), await world.member('viewer')]
    const [first, others] = [await world.signIn(anna), await world.signIn(bob)]
    await until(async () => Date.now() > ((await consoleSessions.devices(anna))[0]?.lastUsedAt ?? Infinity))
    await Promise.all(Array.from({ length: MAX_SESSIONS + 20 }, async () => world.signIn(anna)))
    assert.equal((await consoleSessions.devices(anna)).length, MAX_SESSIONS)
    assert.equal(await consoleSessions.find(first), null)
    assert.ok(await consoleSessions.find(others))
    const [device] = await consoleSessions.devices(anna)
    assert.equal(await consoleSessions.endDevice(bob, device?.id ?? ''), false)
    assert.equal(await consoleSessions.endDevice(anna, device?.id ?? ''), true)
    assert.equal(await consoleSessions.endDevice(anna, device?.id ?? ''), false)
  })

  test('a session that was unused for too long is invalid', async (t) => {
    const world = await people(t)
    const anna = await world.member('viewer')
    const session = await world.signIn(anna)
    await world.dialect.db.updateTable('console_sessions').set({ expires_at: Date.now() }).execute()
    assert.equal(await world.store.consoleSessions.find(session), null)
    assert.deepEqual(await world.store.consoleSessions.devices(anna), [])
  })

  test('a sign-in that has begun can be completed once, in time, and only for its purpose', async (t) => {
    const world = await people(t)
    const { challenges } = world.store
    const data = { state: 'x', nested: [1] }
    const token = await challenges.begin('issuer', data)
    assert.equal(await challenges.take('passkey', token), null)
    assert.equal(await challenges.take('new-passkey', token), null)
    const taken = await Promise.all(Array.from({ length: 8 }, async () => challenges.take('issuer', token)))
    assert.deepEqual(
      taken.filter((one) => one !== null),
      [data],
    )
    const late = await challenges.begin('passkey', {})
    await world.dialect.db.updateTable('sign_in_challenges').set({ expires_at: Date.now() }).execute()
    assert.equal(await challenges.take('passkey', late), null)
    await challenges.begin('passkey', {})
    const rows = await world.dialect.db.selectFrom('sign_in_challenges').select('hash').execute()
    assert.equal(rows.length, 1, 'expired ones are not kept')
  })

  test('a passkey belongs to one user, and one value of its counter is used once', async (t) => {
    const world = await people(t)
    const { passkeys } = world.store
    const [anna, eve] = [await world.member('viewer'), await world.member('viewer')]
    const id = await world.passkey(anna)
    assert.equal(await passkeys.add(passkeyOf(eve, id)), 'known')
    const stored = (await passkeys.find(id)) ?? assert.fail()
    assert.deepEqual(
      { ...stored, publicKey: [...stored.publicKey], createdAt: 0 },
      { ...passkeyOf(anna, id), publicKey: [1, 2, 3], createdAt: 0, lastUsedAt: null },
    )
    for (const change of [passkeys.rename(eve, id, 'Mine'), passkeys.remove(eve, id)])
      assert.equal(await change, false)
    const uses = await Promise.all(Array.from({ length: 4 }, async () => passkeys.use(stored, 7)))
    assert.equal(uses.filter(Boolean).length, 1, 'a copy was used too')
    // An authenticator without a counter.
    const silent = (await passkeys.find(await world.passkey(anna))) ?? assert.fail()
    assert.deepEqual([await passkeys.use(silent, 0), await passkeys.use(silent, 0)], [true, true])
    assert.equal(await passkeys.rename(anna, id, 'Phone'), true)
    assert.equal(await passkeys.remove(anna, id), true)
    assert.equal((await passkeys.list(anna)).length, 1)
  })

  test('a share belongs to its account and its job, and ends with them', async (t) => {
    const world = await people(t)
    const { shares, accounts, jobs, work } = world.store
    const other = await accounts.ensure('other')
    const job = await world.job()
    const caller = { account: other, user: null, who: OPERATOR }
    assert.equal(await shares.create(caller, job, SHARE), null)
    assert.equal(await shares.list(other, job), null)
    const token = await world.share(null, job)
    const found = (await shares.find(token)) ?? assert.fail()
    await Promise.all(Array.from({ length: 5 }, async () => shares.noteOpened(found)))
    assert.equal((await shares.list(world.account, job))?.[0]?.openedCount, 5)
    assert.equal(await shares.revoke(other, job, found.id), false)
    assert.equal(await shares.revoke(world.account, await world.job(), found.id), false)
    assert.ok(await shares.find(token))
    assert.equal(await shares.revoke(world.account, job, found.id), true)
    assert.equal(await shares.find(token), null)
    await shares.create({ ...caller, account: world.account }, job, { ...SHARE, expiresAt: Date.now() - 1 })
    assert.equal((await shares.list(world.account, job))?.length, 1, 'an expired share is still listed')
    const last = await world.share(null, job)
    await work.finish(job, { status: 'error', code: 500, message: 'failed' })
    assert.ok(await jobs.delete(world.account, job, null))
    assert.equal(await shares.find(last), null)
  })

  test('deleting users and accounts while members are removed leaves no partial membership', async (t) => {
    const world = await people(t)
    const { users, members, accounts, accountDeletions } = world.store
    for (let round = 0; round < 3; round++) {
      const places = await Promise.all([1, 2, 3].map(async (at) => accounts.ensure(`${round}-${at}`)))
      const joined = await Promise.all(
        Array.from({ length: 6 }, async () => world.member('editor', places[0])),
      )
      for (const user of joined) for (const place of places.slice(1)) await world.join(user, 'viewer', place)
      await Promise.all([
        ...joined.map(async (user) => members.remove(places[2]!, user)),
        ...joined.slice(0, 3).map(async (user) => users.delete(user)),
        ...places.slice(0, 2).map(async (place) => accountDeletions.begin(place)),
        ...joined.map(async (user) => world.signIn(user, places[1])),
      ])
      for (const table of ['users', 'memberships', 'console_sessions'] as const)
        assert.deepEqual(await world.dialect.db.selectFrom(table).selectAll().execute(), [], table)
    }
  })

  test('random changes, one after another, do what a simple model predicts', async (t) => {
    const world = await people(t)
    const model = new Model()
    const random = randomFrom(SEED)
    const below = (count: number) => Math.floor(random() * count)
    const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
    const names = ['default', 'a', 'b']
    const ids = new Map<string, number>()
    for (const name of names) ids.set(name, await world.store.accounts.ensure(name))
    const known = new Map<string, string>()
    for (let i = 0; i < CHANGES; i++) {
      const { members, grants, invitations } = world.store
      const [name, role, subject] = [pick(names), pick(ROLES), pick(['anna', 'bob', 'eve'])]
      const account = ids.get(name)!
      const user = pick([...model.users(), randomUUID()])
      const operation = pick([
        'new',
        'join',
        'identify',
        'role',
        'role',
        'remove',
        'remove',
        'grant',
      ] as const)
      const what = `change ${i}: ${operation} ${name} ${role}`
      if (operation === 'role')
        assert.equal(await members.setRole(account, user, role), model.setRole(name, user, role), what)
      else if (operation === 'remove') {
        const isOperator = below(4) === 0
        const refusal = await members.remove(account, user, isOperator)
        assert.equal(refusal, model.remove(name, user, isOperator), what)
      } else if (operation === 'grant') {
        const given = names.filter(() => below(2) === 0).map((one) => ({ account: one, role: pick(ROLES) }))
        const granted = await grants.apply(profileOf(subject), given)
        const before = known.get(subject)
        const own = before !== undefined && model.users().includes(before) ? before : null
        assert.equal(granted !== null, own !== null ? model.keeps(own, given) : given.length > 0, what)
        if (own !== null && granted !== null) assert.equal(granted, own, what)
        model.grant(own ?? granted, given)
        if (granted !== null) known.set(subject, granted)
      } else {
        const guest: Guest =
          operation === 'new'
            ? { name: 'new' }
            : operation === 'join'
              ? { user }
              : { profile: profileOf(subject) }
        const accepted = await invitations.accept(await world.invite(role, account), guest)
        if (operation === 'join' && !model.users().includes(user)) assert.equal(accepted, null, what)
        else {
          const member = accepted?.user ?? assert.fail(what)
          model.invite(name, member, role)
          if (operation === 'identify') known.set(subject, member)
        }
      }
      for (const one of names)
        assert.deepEqual(
          (await members.list(ids.get(one)!)).map(({ id, role: has }) => `${id} ${has}`).toSorted(),
          model.members(one),
          what,
        )
    }
  })

  test(
    'random changes at the same time finish without a deadlock, and leave nothing behind',
    { timeout: 3_600_000 },
    async (t) => {
      const world = await people(t)
      const { members, grants, invitations, accounts, passkeys, consoleSessions, shares } = world.store
      const random = randomFrom(SEED)
      const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
      const names = ['default', 'a', 'b']
      const places = await Promise.all(names.map(async (name) => accounts.ensure(name)))
      const jobs = await Promise.all(places.map(async (account) => world.job(account)))
      for (const account of places) await world.member('admin', account)
      for (let round = 0; round < CHANGES / 30; round++) {
        const rows = await world.dialect.db.selectFrom('users').select('id').execute()
        while (rows.length < 4) rows.push({ id: await world.member('editor', pick(places)) })
        const tokens = await Promise.all(places.map(async (account) => world.invite(pick(ROLES), account)))
        const operations = Array.from({ length: 30 }, () => {
          const [user, at, role, subject] = [
            pick(rows).id,
            pick([0, 1, 2]),
            pick(ROLES),
            pick(['anna', 'bob']),
          ]
          const account = places[at]!
          // Groups never give the role of an admin here: only memberships by invitation can be the last one.
          const given = names
            .toSorted(() => random() - 0.5)
            .slice(0, at)
            .map((name) => ({ account: name, role: pick(['viewer', 'editor'] as const) }))
          return pick<() => Promise<unknown>>([
            async () => members.setRole(account, user, role),
            async () => members.remove(account, user),
            async () => members.remove(account, user),
            async () => grants.apply(profileOf(subject), given),
            async () => invitations.accept(pick(tokens), { user }),
            async () => invitations.accept(pick(tokens), { name: 'new' }),
            async () => invitations.accept(pick(tokens), { profile: profileOf(subject) }),
            async () => world.signIn(user, account),
            async () => passkeys.add(passkeyOf(user, randomUUID())),
            async () => shares.create({ account, user, who: OPERATOR }, jobs[at]!, SHARE),
            async () => consoleSessions.devices(user),
          ])
        })
        await Promise.all(operations.map(async (operation) => operation()))
        await checkNothingLeftBehind(world, places)
      }
    },
  )
})

/** Every account has an admin, every user has a membership, and everything of a user refers to an existing one. */
async function checkNothingLeftBehind(
  { dialect, store }: People,
  accounts: readonly number[],
): Promise<void> {
  const { db } = dialect
  for (const account of accounts)
    assert.ok((await store.members.list(account)).some(({ role }) => role === 'admin'))
  const usersIn = async (table: 'memberships' | 'console_sessions' | 'passkeys' | 'issuer_identities') => {
    const rows = await db.selectFrom(table).select('user_id').execute()
    return new Set(rows.map(({ user_id }) => user_id))
  }
  const users = new Set((await db.selectFrom('users').select('id').execute()).map(({ id }) => id))
  assert.deepEqual(await usersIn('memberships'), users)
  for (const table of ['console_sessions', 'passkeys', 'issuer_identities'] as const)
    assert.ok((await usersIn(table)).isSubsetOf(users), table)
}

/** Roles by account, user and source. */
class Model {
  readonly #roles = new Map<string, Map<string, { invitation?: Role; group?: Role }>>()

  users(): string[] {
    return [...new Set([...this.#roles.values()].flatMap((account) => [...account.keys()]))]
  }

  members(account: string): string[] {
    return [...this.#of(account).keys()].map((user) => `${user} ${this.#role(account, user)}`).toSorted()
  }

  invite(account: string, user: string, role: Role): void {
    const own = this.#of(account).get(user) ?? {}
    this.#of(account).set(user, { ...own, invitation: highestRole([role, own.invitation ?? role]) ?? role })
  }

  setRole(account: string, user: string, role: Role): string | null {
    const own = this.#of(account).get(user)
    if (own === undefined) return 'unknown'
    if (role !== 'admin' && this.#isLastAdmin(account, user)) return 'last admin'
    if (own.group !== undefined && ROLES.indexOf(role) < ROLES.indexOf(own.group)) return 'from group'
    if (own.group !== role || own.invitation !== undefined)
      this.#of(account).set(user, { ...own, invitation: role })
    return null
  }

  remove(account: string, user: string, isOperator: boolean): string | null {
    const own = this.#of(account).get(user)
    if (own === undefined) return 'unknown'
    if (!isOperator && this.#isLastAdmin(account, user)) return 'last admin'
    this.#of(account).delete(user)
    return null
  }

  /** Whether a user still exists when groups give these roles. */
  keeps(user: string, grants: readonly unknown[]): boolean {
    const invited = [...this.#roles.values()].some((account) => account.get(user)?.invitation !== undefined)
    return grants.length > 0 || invited
  }

  grant(user: string | null, grants: readonly { account: string; role: Role }[]): void {
    if (user === null) return
    for (const { account } of grants) this.#of(account)
    for (const [name, members] of this.#roles) {
      const group = grants.find(({ account }) => account === name)?.role
      const invitation = members.get(user)?.invitation
      if (group === undefined && invitation === undefined) members.delete(user)
      else members.set(user, { ...(invitation && { invitation }), ...(group && { group }) })
    }
  }

  #of(account: string): Map<string, { invitation?: Role; group?: Role }> {
    const members = this.#roles.get(account) ?? new Map<string, { invitation?: Role; group?: Role }>()
    this.#roles.set(account, members)
    return members
  }

  #role(account: string, user: string): Role | null {
    return highestRole(Object.values(this.#of(account).get(user) ?? {}))
  }

  #isLastAdmin(account: string, user: string): boolean {
    const admins = [...this.#of(account).keys()].filter((one) => this.#role(account, one) === 'admin')
    return admins.length === 1 && admins[0] === user
  }
}
