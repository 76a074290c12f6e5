/** Calls every method of the stores about people and what they show to others. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { OPERATOR } from '../../src/jobs/caller.ts'
import type { Store } from '../../src/store/open-store.ts'
import type { Call } from './store-call.ts'

const INVITATION = {
  role: 'admin',
  email: 'anna@example.org',
  createdBy: OPERATOR,
  expiresAt: Date.now() + 3_600_000,
} as const
const PROFILE = { issuer: 'https://id.example.org', subject: 'bob', name: 'Bob', email: null }
const SHARE = { from: null, to: null, audio: true, download: false, redacted: false, expiresAt: null }

export async function peopleCalls(store: Store, call: Call, account: number, job: string): Promise<void> {
  const user = await invitationCalls(store, call, account)
  await sessionCalls(store, call, account, user)
  await issuerCalls(store, call, account, user)
  await passkeyCalls(store, call, user)
  await shareCalls(store, call, { account, user, job })
  await memberCalls(store, call, account, user)
}

async function invitationCalls({ invitations }: Store, call: Call, account: number): Promise<string> {
  const { token, invitation } = await call('invitations.create', async () =>
    invitations.create(account, INVITATION),
  )
  await call('invitations.list', async () => invitations.list(account))
  await call('invitations.find', async () => invitations.find(token))
  const accepted = await call('invitations.accept, somebody new', async () =>
    invitations.accept(token, { name: 'Anna' }),
  )
  const { user } = accepted ?? assert.fail()
  const again = await invitations.create(account, INVITATION)
  await call('invitations.accept, a user', async () => invitations.accept(again.token, { user }))
  const known = await invitations.create(account, INVITATION)
  await call('invitations.accept, known to an issuer', async () =>
    invitations.accept(known.token, { profile: PROFILE }),
  )
  await call('invitations.remove', async () => invitations.remove(account, invitation.id))
  return user
}

async function sessionCalls(
  { consoleSessions, challenges }: Store,
  call: Call,
  account: number,
  user: string,
): Promise<void> {
  const holder = { account, key: null, user }
  const token = await call('consoleSessions.begin, of a user', async () =>
    consoleSessions.begin(holder, 'a browser'),
  )
  const session = await consoleSessions.find(token)
  assert.ok(session)
  await call('consoleSessions.use', async () => consoleSessions.use(session.id, account))
  await call('consoleSessions.devices', async () => consoleSessions.devices(user))
  await call('consoleSessions.endDevice', async () => consoleSessions.endDevice(user, session.id))
  const challenge = await call('challenges.begin', async () => challenges.begin('passkey', {}))
  await call('challenges.take', async () => challenges.take('passkey', challenge))
}

async function issuerCalls(
  { consoleSessions, issuerSessions }: Store,
  call: Call,
  account: number,
  user: string,
): Promise<void> {
  const holder = { account, key: null, user }
  const tokens = { sid: 'a-session', refreshToken: null, idToken: 'an-id-token' }
  const token = await call('issuerSessions.add', async () =>
    consoleSessions.begin(holder, 'a browser', async (db, id) =>
      issuerSessions.add(db, { id, account }, { ...PROFILE, ...tokens }),
    ),
  )
  const { id } = (await consoleSessions.find(token)) ?? assert.fail()
  await issuerSessions.renew(id, 'a-refresh-token')
  await call('issuerSessions.claim', async () => issuerSessions.claim(id, Date.now()))
  await call('issuerSessions.claim, claimed already', async () => issuerSessions.claim(id, Date.now()))
  await call('issuerSessions.renew', async () => issuerSessions.renew(id, 'another-refresh-token'))
  await call('issuerSessions.release', async () => issuerSessions.release(id, true))
  await call('issuerSessions.lastChecked', async () => issuerSessions.lastChecked(user))
  await call('issuerSessions.idToken', async () => issuerSessions.idToken(id))
  await call('issuerSessions.userOf', async () => issuerSessions.userOf(id))
  const { issuer, subject } = PROFILE
  await call('issuerSessions.endThose, of a session', async () =>
    issuerSessions.endThose({ issuer, sid: 'a-session', subject: null }, 0),
  )
  await call('issuerSessions.endThose, of a subject', async () =>
    issuerSessions.endThose({ issuer, sid: null, subject }, 0),
  )
  await call('issuerSessions.end', async () => issuerSessions.end(id))
  await call('issuerSessions.endAll', async () => issuerSessions.endAll())
}

async function passkeyCalls({ passkeys }: Store, call: Call, user: string): Promise<void> {
  const id = 'credential'
  await call('passkeys.add', async () =>
    passkeys.add({
      ...{ credentialId: id, user, origin: 'https://example.org', name: 'Laptop' },
      ...{ publicKey: new Uint8Array(1), counter: 0, transports: [] },
    }),
  )
  await call('passkeys.list', async () => passkeys.list(user))
  const passkey = await call('passkeys.find', async () => passkeys.find(id))
  assert.ok(passkey)
  await call('passkeys.use', async () => passkeys.use(passkey, 1))
  await call('passkeys.rename', async () => passkeys.rename(user, id, 'Phone'))
  await call('passkeys.remove', async () => passkeys.remove(user, id))
}

async function shareCalls(
  { shares }: Store,
  call: Call,
  { account, user, job }: { account: number; user: string; job: string },
): Promise<void> {
  const caller = { account, user, who: { kind: 'user', id: user, name: 'Anna' } } as const
  const created = await call('shares.create', async () => shares.create(caller, job, SHARE))
  assert.ok(created !== null && created !== 'full')
  await call('shares.list', async () => shares.list(account, job))
  await call('shares.find', async () => shares.find(created.token))
  await call('shares.noteOpened', async () => shares.noteOpened(created.share))
  const [source, clip] = [randomUUID(), randomUUID()]
  await call('shares.clip', async () => shares.clip(created.share, source))
  await call('shares.addClip', async () => shares.addClip(created.share, source, clip))
  const ended = await shares.create(caller, job, { ...SHARE, expiresAt: 0 })
  assert.ok(ended !== null)
  await call('shares.removeEnded', async () => shares.removeEnded(1))
  await call('shares.revoke', async () => shares.revoke(account, job, created.share.id))
}

async function memberCalls(
  { users, members, grants }: Store,
  call: Call,
  account: number,
  user: string,
): Promise<void> {
  await call('users.find', async () => users.find(user))
  await call('users.rename', async () => users.rename(user, 'Anna Example'))
  await call('users.named', async () => users.named('anna@example.org'))
  await call('users.waysToSignIn', async () => users.waysToSignIn())
  await call('users.issuersOf', async () => users.issuersOf(user))
  await call('members.list', async () => members.list(account))
  await call('members.list, of all accounts', async () => members.list(null))
  await call('members.ofUser', async () => members.ofUser(user))
  const given = [{ account: 'default', role: 'viewer' }] as const
  await call('grants.apply', async () => grants.apply(PROFILE, given))
  // One at a time: those of the same millisecond have no defined order.
  const endUnconfirmed = async () => grants.endUnconfirmed(Date.now() + 3_600_000)
  await call('grants.endUnconfirmed', endUnconfirmed)
  await call('grants.apply, somebody new', async () => grants.apply({ ...PROFILE, subject: 'eve' }, given))
  await call('grants.endUnconfirmed, the last membership', endUnconfirmed)
  await call('members.setRole', async () => members.setRole(account, user, 'editor'))
  await call('members.remove, the last membership', async () => members.remove(account, user))
  const bob = await grants.apply(PROFILE, given)
  await call('users.delete', async () => users.delete(bob ?? ''))
}
