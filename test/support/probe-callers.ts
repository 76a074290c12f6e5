/** Every kind of caller that may or may not access an account, and the ways in which they try. */
import { randomBytes } from 'node:crypto'
import type { Role } from '../../src/contract/roles.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { OPERATOR } from '../../src/jobs/caller.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Store } from '../../src/store/open-store.ts'
import { type Account, markOf } from './marked-accounts.ts'

const HOUR_MS = 3_600_000
const DEFAULT: readonly Scope[] = ['read', 'write', 'live']
const ALL: readonly Scope[] = ['read', 'write', 'live', 'admin']
export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  editor: DEFAULT,
  admin: ALL,
}

/** How a secret is sent. */
export interface Way {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly query?: string
  /** For which requests the service should accept the secret: those to all operations, those that only read, or none. */
  readonly counts: 'all' | 'reads' | 'none'
}

/** A caller, with a secret if any. */
export interface ProbeCaller {
  readonly account: Account
  readonly kind: string
  /** The scopes of the caller; null for one whom the service does not know. */
  readonly scopes: readonly Scope[] | null
  /** The user who is signed in to the console; null for other callers. */
  readonly person: string | null
  readonly ways: readonly Way[]
}

/** Ids of the things of one user. */
export interface PersonalIds {
  readonly device: string
  readonly passkey: string
  readonly key: string
}

/** Creates the callers of one account. */
export class ProbeCallers {
  readonly #store: Store
  readonly #dialect: Dialect
  readonly #cookie: string
  readonly #account: Account
  readonly #id: number

  /** @param cookie name of the cookie of console sessions */
  constructor(store: Store, dialect: Dialect, cookie: string, account: Account, id: number) {
    this.#store = store
    this.#dialect = dialect
    this.#cookie = cookie
    this.#account = account
    this.#id = id
  }

  /** @param jobId a job of the account */
  async all(jobId: string): Promise<ProbeCaller[]> {
    return [
      { ...this.#caller('nobody', null), ways: [{ name: 'nothing', headers: {}, counts: 'none' }] },
      ...(await this.#keys()),
      ...(await this.#people()),
      ...(await this.#personalKeys()),
      ...(await this.#strangers(jobId)),
    ]
  }

  /** Adds a member. @returns the user */
  async member(role: Role, name: string): Promise<string> {
    const { token } = await this.#invite(role)
    const accepted = await this.#store.invitations.accept(token, { name: `${markOf(this.#account)} ${name}` })
    if (accepted === null) throw new Error('the invitation is not valid')
    return accepted.user
  }

  /** Gives a user a device, a passkey and a key, each with the mark of the account. */
  async belongings(user: string): Promise<PersonalIds> {
    const { passkeys, keys, consoleSessions } = this.#store
    const mark = markOf(this.#account)
    const passkey = randomBytes(16).toString('base64url')
    await passkeys.add({
      ...{
        credentialId: passkey,
        user,
        origin: mark,
        name: mark,
        publicKey: new Uint8Array(1),
        counter: 0,
        transports: [],
      },
    })
    const { id: key } = await keys.create(this.#id, mark, { user })
    const session = await consoleSessions.find(await this.#session(user, mark))
    return { passkey, key, device: session?.id ?? '' }
  }

  async invitation(): Promise<{ readonly id: string; readonly token: string }> {
    const { token, invitation } = await this.#invite('viewer')
    return { token, id: invitation.id }
  }

  async share(jobId: string): Promise<{ readonly id: string; readonly token: string }> {
    const who = { ...OPERATOR, name: markOf(this.#account) }
    const caller = { account: this.#id, user: null, who }
    const options = { from: null, to: null, audio: true, download: true, redacted: false, expiresAt: null }
    const created = await this.#store.shares.create(caller, jobId, options)
    if (created === null || typeof created === 'string') throw new Error('the share was not made')
    return { token: created.token, id: created.share.id }
  }

  async #invite(role: Role) {
    const createdBy = { ...OPERATOR, name: markOf(this.#account) }
    const email = `${markOf(this.#account)}@example.org`
    const expiresAt = Date.now() + HOUR_MS
    return this.#store.invitations.create(this.#id, { role, email, createdBy, expiresAt })
  }

  async #session(user: string, browser = 'a browser'): Promise<string> {
    return this.#store.consoleSessions.begin({ account: this.#id, key: null, user }, browser)
  }

  #caller(kind: string, scopes: readonly Scope[] | null, person: string | null = null) {
    return { account: this.#account, kind, scopes, person }
  }

  /** Keys of the account, which belong to no person, also in the console. */
  async #keys(): Promise<ProbeCaller[]> {
    const { keys } = this.#store
    const callers: ProbeCaller[] = []
    for (const scopes of [['read'], ['write'], ['live'], ['read', 'write'], ALL] as const) {
      const { key } = await keys.create(this.#id, markOf(this.#account), { scopes })
      callers.push(...(await this.#ofKey(`a key for ${scopes.join()}`, key, scopes)))
    }
    const revoked = await keys.create(this.#id, 'revoked', { scopes: ALL })
    const [withKey, withCookie] = await this.#ofKey('a revoked key', revoked.key, null)
    await keys.revoke(revoked.id)
    return [...callers, withKey, withCookie]
  }

  async #people(): Promise<ProbeCaller[]> {
    const { members, consoleSessions } = this.#store
    const callers: ProbeCaller[] = []
    for (const role of ['viewer', 'editor', 'admin'] as const) {
      const user = await this.member(role, role)
      const ways = this.#waysOfToken(await this.#session(user))
      callers.push({ ...this.#caller(`a person who is ${role}`, SCOPES_OF[role], user), ways })
    }
    const demoted = await this.member('admin', 'demoted')
    const session = await this.#session(demoted)
    await consoleSessions.find(session)
    await members.setRole(this.#id, demoted, 'viewer')
    const ways = this.#waysOfToken(session)
    callers.push({ ...this.#caller('an admin who was made viewer', SCOPES_OF.viewer, demoted), ways })

    const removed = await this.member('admin', 'removed')
    const itsSession = this.#refused('a member who was removed', await this.#session(removed))
    const { key } = await this.#store.keys.create(this.#id, 'own', { scopes: ALL, user: removed })
    const itsKey = await this.#ofKey('the key of a member who was removed', key, null)
    await members.remove(this.#id, removed)

    const idle = await this.member('admin', 'idle')
    const expired = await this.#session(idle)
    await this.#dialect.db
      .updateTable('console_sessions')
      .set({ expires_at: Date.now() })
      .where('user_id', '=', idle)
      .execute()
    const ended = await this.#session(idle)
    await consoleSessions.end(ended)
    return [
      ...callers,
      itsSession,
      ...itsKey,
      this.#refused('a session that has expired', expired),
      this.#refused('a session that was ended', ended),
    ]
  }

  /** Personal keys, which are limited to the rights of their owners. */
  async #personalKeys(): Promise<ProbeCaller[]> {
    const { members, keys } = this.#store
    const [admin, demoted] = [
      await this.member('admin', 'with keys'),
      await this.member('admin', 'with less'),
    ]
    const reading = await keys.create(this.#id, 'own', { scopes: ['read'], user: admin })
    const all = await keys.create(this.#id, 'own', { scopes: ALL, user: demoted })
    const callers = [
      ...(await this.#ofKey('the key for read of an admin', reading.key, ['read'])),
      ...(await this.#ofKey('the key of an admin who was made editor', all.key, DEFAULT)),
    ]
    await members.setRole(this.#id, demoted, 'editor')
    return callers
  }

  /** Secrets for other purposes. */
  async #strangers(jobId: string): Promise<ProbeCaller[]> {
    const [share, invitation] = [await this.share(jobId), await this.invitation()]
    return [
      this.#refused('the token of a share', share.token),
      this.#refused('the token of an invitation', invitation.token),
      this.#refused('a guess', randomBytes(32).toString('base64url')),
    ]
  }

  /** A key itself, and a console session of the same key. */
  async #ofKey(
    kind: string,
    key: string,
    scopes: readonly Scope[] | null,
  ): Promise<[ProbeCaller, ProbeCaller]> {
    const { callers, consoleSessions } = this.#store
    const caller = await callers.authenticate(key)
    if (caller === null) throw new Error('the key is not valid')
    const token = await consoleSessions.begin(caller, 'a browser')
    return [
      { ...this.#caller(kind, scopes), ways: this.#waysOfKey(key) },
      { ...this.#caller(`a session by ${kind}`, scopes), ways: this.#waysOfToken(token) },
    ]
  }

  #refused(kind: string, token: string): ProbeCaller {
    return { ...this.#caller(kind, null), ways: [...this.#waysOfKey(token), ...this.#waysOfToken(token)] }
  }

  #waysOfKey(key: string): Way[] {
    return [
      { name: 'as a key', headers: { 'x-service-key': key }, counts: 'all' },
      { name: 'as a bearer token', headers: { authorization: `Bearer ${key}` }, counts: 'all' },
      {
        name: 'as a cookie',
        headers: { cookie: `${this.#cookie}=${key}`, 'x-console': '1' },
        counts: 'none',
      },
      {
        name: 'in the query',
        headers: {},
        query: `key=${key}&token=${key}&x-service-key=${key}`,
        counts: 'none',
      },
    ]
  }

  #waysOfToken(token: string): Way[] {
    const cookie = `${this.#cookie}=${token}`
    return [
      { name: 'as a cookie', headers: { cookie, 'x-console': '1' }, counts: 'all' },
      { name: 'as a cookie, without x-console', headers: { cookie }, counts: 'reads' },
      {
        name: 'as a cookie, from another site',
        headers: { cookie, 'x-console': '1', 'sec-fetch-site': 'same-site' },
        counts: 'none',
      },
      {
        name: 'as a cookie, with a wrong key',
        headers: { cookie, 'x-service-key': 'wrong' },
        counts: 'none',
      },
      { name: 'as a key', headers: { 'x-service-key': token }, counts: 'none' },
      { name: 'as a bearer token', headers: { authorization: `Bearer ${token}` }, counts: 'none' },
      { name: 'in the query', headers: {}, query: `token=${token}&access_token=${token}`, counts: 'none' },
    ]
  }
}
