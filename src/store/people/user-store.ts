import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { highestRole, type Role } from '../../contract/roles.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'
import { deleteWithoutMembership, endMembership, lockUser, putMembership } from './memberships.ts'

/** Times are milliseconds since 1970. */
export interface User {
  readonly id: string
  readonly name: string
  /** Null if it is not known. */
  readonly email: string | null
  readonly lastSeenAt: number | null
}

/** A user in one account. */
export interface MemberInfo extends User {
  readonly account: string
  /** The highest of those that the user has there. */
  readonly role: Role
  /** The one that a group gives; null without one. */
  readonly groupRole: Role | null
  readonly joinedAt: number
}

/** What an issuer says of a person. */
export interface IssuerProfile {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string | null
}

/** What a group gives. */
export interface Grant {
  /** Name of the account. */
  readonly account: string
  readonly role: Role
}

/** Memberships that end at a time because nobody confirms them. */
const UNCONFIRMED_BATCH = 100

/** Why a membership was not changed. */
export type Refusal = 'unknown' | 'last admin' | 'from group'

/** Users and their memberships. */
export class UserStore {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean

  constructor({ db, locksRows }: Dialect) {
    this.#db = db
    this.#locksRows = locksRows
  }

  async find(user: string): Promise<User | null> {
    const row = await this.#db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'last_seen_at as lastSeenAt'])
      .where('id', '=', user)
      .executeTakeFirst()
    return row ?? null
  }

  /** The users with that id or address of e-mail, of which an issuer may give several users the same. */
  async named(idOrEmail: string): Promise<User[]> {
    return this.#db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'last_seen_at as lastSeenAt'])
      .where((eb) =>
        eb.or([
          eb('id', '=', idOrEmail),
          eb(eb.fn<string>('lower', ['email']), '=', idOrEmail.toLowerCase()),
        ]),
      )
      .orderBy('id')
      .execute()
  }

  async rename(user: string, name: string): Promise<void> {
    await this.#db.updateTable('users').set({ name }).where('id', '=', user).execute()
  }

  /** The members of an account, by name; without one, those of all accounts. */
  async members(account: number | null): Promise<MemberInfo[]> {
    return this.#members({ account })
  }

  /** The memberships of a user, by the name of the account. */
  async membershipsOf(user: string): Promise<MemberInfo[]> {
    return this.#members({ user })
  }

  async #members({
    account = null,
    user = null,
  }: {
    readonly account?: number | null
    readonly user?: string | null
  }): Promise<MemberInfo[]> {
    const rows = await this.#db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .innerJoin('accounts', 'accounts.id', 'memberships.account')
      .select([
        'users.id',
        'users.name',
        'users.email',
        'users.last_seen_at as lastSeenAt',
        'accounts.name as account',
        'memberships.role',
        'memberships.source',
        'memberships.created_at as createdAt',
      ])
      .$if(account !== null, (query) => query.where('memberships.account', '=', account))
      .$if(user !== null, (query) => query.where('memberships.user_id', '=', user))
      .orderBy('accounts.name')
      .orderBy('users.name')
      .orderBy('users.id')
      .execute()
    // A user with a role from each source has two rows, one after the other.
    const grouped = Map.groupBy(rows, (row) => JSON.stringify([row.account, row.id]))
    return [...grouped.values()].map((ofOne) => {
      const role = highestRole(ofOne.map((row) => row.role)) ?? 'viewer'
      const { source: _source, createdAt: _createdAt, ...info } = ofOne[0]!
      return {
        ...info,
        role,
        groupRole: ofOne.find(({ source }) => source === 'group')?.role ?? null,
        joinedAt: Math.min(...ofOne.map(({ createdAt }) => createdAt)),
      }
    })
  }

  /**
   * Gives a member another role.
   * @param mayLeaveNone whether the account may be left without an admin
   * @returns why that is refused; null if it was done
   */
  async setRole(account: number, user: string, role: Role, mayLeaveNone = false): Promise<Refusal | null> {
    return this.#change(account, user, mayLeaveNone ? null : role, async (db, sources) => {
      const group = sources.get('group')
      if (group !== undefined && highestRole([group, role]) !== role) return 'from group'
      if (group !== undefined && group === role && !sources.has('invitation')) return null
      await putMembership(db, account, user, 'invitation', role)
      return null
    })
  }

  /**
   * Takes an account from a user. A role from a group comes back with the next sign-in at the issuer, if the group still gives it.
   * @param mayLeaveNone whether the account may be left without an admin
   * @returns why that is refused; null if it was done
   */
  async remove(account: number, user: string, mayLeaveNone = false): Promise<Refusal | null> {
    return this.#change(account, user, mayLeaveNone ? null : 'viewer', async (db, sources) => {
      if (sources.has('group')) await endIssuerSessions(db, user)
      await endMembership(db, account, user)
      return null
    })
  }

  /**
   * Ends memberships that come from a group which the issuer has not confirmed for long: of somebody who only uses a passkey or a key,
   * nobody would otherwise notice that the group was lost.
   * @param before milliseconds since 1970
   * @returns whether there may be more
   */
  async endUnconfirmed(before: number): Promise<boolean> {
    const found = await this.#db
      .selectFrom('memberships')
      .select(['account', 'user_id'])
      .where('confirmed_at', '<', before)
      .limit(UNCONFIRMED_BATCH)
      .execute()
    for (const { account, user_id: user } of found)
      await this.#db.transaction().execute(async (db) => {
        await this.#lockAccount(db, account)
        await lockUser(db, user)
        const stale = db
          .selectFrom('memberships')
          .select('account')
          .where('account', '=', account)
          .where('user_id', '=', user)
          .where('confirmed_at', '<', before)
        if ((await stale.executeTakeFirst()) !== undefined) await endMembership(db, account, user, 'group')
      })
    return found.length === UNCONFIRMED_BATCH
  }

  /** Takes all accounts from a user, who is deleted with the last of them. */
  async delete(user: string): Promise<void> {
    // Somebody may become a member of another account meanwhile.
    while (!(await this.#endMemberships(user)));
  }

  /** @returns whether the user was deleted, or there was none */
  async #endMemberships(user: string): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const memberships = await db
        .selectFrom('memberships')
        .select('account')
        .distinct()
        .where('user_id', '=', user)
        .orderBy('account')
        .execute()
      // All accounts before the user.
      for (const { account } of memberships) await this.#lockAccount(db, account)
      for (const { account } of memberships) await endMembership(db, account, user)
      if (await lockUser(db, user)) await deleteWithoutMembership(db, user)
      return (await db.selectFrom('users').select('id').where('id', '=', user).execute()).length === 0
    })
  }

  /**
   * Changes what a member may do, one change of an account after the other, so that two admins cannot remove each other.
   * @param after the role afterwards, if the account must keep an admin
   */
  async #change(
    account: number,
    user: string,
    after: Role | null,
    change: (db: Transaction<Schema>, sources: ReadonlyMap<string, Role>) => Promise<Refusal | null>,
  ): Promise<Refusal | null> {
    return this.#db.transaction().execute(async (db) => {
      await this.#lockAccount(db, account)
      if (!(await lockUser(db, user))) return 'unknown'
      const rows = await db
        .selectFrom('memberships')
        .select(['user_id', 'source', 'role'])
        .where('account', '=', account)
        .where((eb) => eb.or([eb('user_id', '=', user), eb('role', '=', 'admin')]))
        .execute()
      const own = rows.filter(({ user_id }) => user_id === user)
      if (own.length === 0) return 'unknown'
      const isAdmin = own.some(({ role }) => role === 'admin')
      const others = rows.some(({ user_id, role }) => user_id !== user && role === 'admin')
      if (after !== null && after !== 'admin' && isAdmin && !others) return 'last admin'
      return change(db, new Map(own.map(({ source, role }) => [source, role])))
    })
  }

  async #lockAccount(db: Db, account: number): Promise<void> {
    await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', account)
      .$if(this.#locksRows, (query) => query.forNoKeyUpdate())
      .execute()
  }

  /** How users can sign in, by their ids: the number of passkeys, and the issuers. Those who can only with a link are absent. */
  async waysToSignIn(): Promise<Map<string, { passkeys: number; issuers: string[] }>> {
    const passkeys = await this.#db
      .selectFrom('passkeys')
      .select((eb) => ['user_id', eb.fn.countAll<number | string>().as('count')])
      .groupBy('user_id')
      .execute()
    const ways = new Map(passkeys.map(({ user_id, count }) => [user_id, waysOf(Number(count))]))
    const identities = await this.#db
      .selectFrom('issuer_identities')
      .select(['user_id', 'issuer'])
      .distinct()
      .orderBy('issuer')
      .execute()
    for (const { user_id, issuer } of identities) {
      const own = ways.get(user_id) ?? waysOf(0)
      ways.set(user_id, { ...own, issuers: [...own.issuers, issuer] })
    }
    return ways
  }

  /** The issuers that know a user. */
  async issuersOf(user: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('issuer_identities')
      .select('issuer')
      .distinct()
      .where('user_id', '=', user)
      .orderBy('issuer')
      .execute()
    return rows.map(({ issuer }) => issuer)
  }

  /**
   * Gives a user exactly the roles that the groups at an issuer give; those from invitations stay. Accounts are created where they
   * are missing. A person who is not a user yet becomes one by the first role.
   * @param session the console session that is checked, with whose end the outcome of the check is void; null for a sign-in
   * @returns the user; null for a person who has no role, and is not a user then, and for a session that has ended
   */
  async applyGrants(
    profile: IssuerProfile,
    grants: readonly Grant[],
    session: string | null = null,
  ): Promise<string | null> {
    return this.#db.transaction().execute(async (db) => {
      const roles = new Map<number, Role>()
      // In one order, since each that is created is locked.
      for (const { account, role } of grants.toSorted((a, b) => (a.account < b.account ? -1 : 1))) {
        const id = await this.#accountNamed(db, account)
        if (id !== null) roles.set(id, highestRole([role, roles.get(id) ?? role]) ?? role)
      }
      const known = await userKnownAs(db, profile)
      if (known === null && (roles.size === 0 || session !== null)) return null
      if (session !== null && !((await lockUser(db, known ?? '')) && (await isSession(db, session))))
        return null
      const user = await lockKnownUser(db, profile)
      for (const [account, role] of roles) await putMembership(db, account, user, 'group', role)
      const given = await db
        .selectFrom('memberships')
        .select('account')
        .where('user_id', '=', user)
        .where('source', '=', 'group')
        .execute()
      for (const { account } of given)
        if (!roles.has(account)) await endMembership(db, account, user, 'group')
      const left = await db.selectFrom('users').select('id').where('id', '=', user).execute()
      return left.length === 0 ? null : user
    })
  }

  /** The id of an account, which is created; null while one of that name is being deleted. */
  async #accountNamed(db: Db, name: string): Promise<number | null> {
    const named = db.selectFrom('accounts').select(['id', 'deleted_at']).where('name', '=', name)
    let found = await named.executeTakeFirst()
    if (found === undefined) {
      await db
        .insertInto('accounts')
        .values({ name, created_at: Date.now(), last_ordinal: 0, last_created_at: 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      found = await named.executeTakeFirst()
    }
    return found === undefined || found.deleted_at !== null ? null : found.id
  }
}

/** Whether a console session that began at an issuer goes on. */
async function isSession(db: Db, session: string): Promise<boolean> {
  const found = await db
    .selectFrom('issuer_sessions')
    .select('session_id')
    .where('session_id', '=', session)
    .execute()
  return found.length > 0
}

/** Ends the console sessions by which the issuer would give a role back without a sign-in. */
async function endIssuerSessions(db: Db, user: string): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('user_id', '=', user)
    .where('id', 'in', (eb) => eb.selectFrom('issuer_sessions').select('session_id'))
    .execute()
}

const waysOf = (passkeys: number): { passkeys: number; issuers: string[] } => ({ passkeys, issuers: [] })

async function userKnownAs(db: Db, { issuer, subject }: IssuerProfile): Promise<string | null> {
  const known = await db
    .selectFrom('issuer_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return known?.user_id ?? null
}

/** Locks the user whom an issuer knows, who is added if it is nobody yet. @returns the id */
export async function lockKnownUser(db: Db, profile: IssuerProfile): Promise<string> {
  for (;;) {
    const known = await userKnownAs(db, profile)
    if (known !== null && (await lockUser(db, known))) return known
    const user = await addUser(db, profile)
    const { issuer, subject } = profile
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('issuer_identities')
      .values({ issuer, subject, user_id: user })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows > 0n) return user
    // Another sign-in of the same person was first.
    await db.deleteFrom('users').where('id', '=', user).execute()
  }
}

/** Adds a user. @returns the id */
export async function addUser(db: Db, { name, email }: Pick<User, 'name' | 'email'>): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({ id, name, email, created_at: Date.now(), last_seen_at: null })
    .execute()
  return id
}
