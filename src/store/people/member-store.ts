import type { Kysely, Transaction } from 'kysely'
import { highestRole, type Role } from '../../contract/roles.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'
import { endMembership, lockAccount, putMembership } from './memberships.ts'
import { lockUser } from './stored-users.ts'
import type { User } from './user-store.ts'

/** A user in an account. */
export interface MemberInfo extends User {
  readonly account: string
  /** The user's highest role in the account. */
  readonly role: Role
  /** The role from a group; null if there is none. */
  readonly groupRole: Role | null
  readonly joinedAt: number
}

/** Why a membership was not changed. */
export type Refusal = 'unknown' | 'last admin' | 'from group'

/** The members of accounts. */
export class MemberStore {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean

  constructor({ db, locksRows }: Dialect) {
    this.#db = db
    this.#locksRows = locksRows
  }

  /** The members of an account, or of all accounts if it is null, in the order of their names. */
  async list(account: number | null): Promise<MemberInfo[]> {
    return this.#find({ account })
  }

  /** The memberships of a user, in the order of the account names. */
  async ofUser(user: string): Promise<MemberInfo[]> {
    return this.#find({ user })
  }

  async #find({
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
    // A user with a role from both sources has two rows.
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
   * Changes the role of a member.
   * @param mayLeaveNone whether the account may be left without an admin
   * @returns null, or why it was refused
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
   * Removes a member. A role from a group returns with the next sign-in at the issuer if the group still gives it.
   * @param mayLeaveNone whether the account may be left without an admin
   * @returns null, or why it was refused
   */
  async remove(account: number, user: string, mayLeaveNone = false): Promise<Refusal | null> {
    return this.#change(account, user, mayLeaveNone ? null : 'viewer', async (db, sources) => {
      if (sources.has('group')) await endIssuerSessions(db, user)
      await endMembership(db, account, user)
      return null
    })
  }

  /**
   * Changes a membership. Changes in an account run one after the other, so that two admins cannot remove each other.
   * @param after the role after the change, if the account must keep an admin; null otherwise
   */
  async #change(
    account: number,
    user: string,
    after: Role | null,
    change: (db: Transaction<Schema>, sources: ReadonlyMap<string, Role>) => Promise<Refusal | null>,
  ): Promise<Refusal | null> {
    return this.#db.transaction().execute(async (db) => {
      await lockAccount(db, account, this.#locksRows)
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
}

/** Ends the console sessions whose checks at the issuer would restore a role without a sign-in. */
async function endIssuerSessions(db: Db, user: string): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('user_id', '=', user)
    .where('id', 'in', (eb) => eb.selectFrom('issuer_sessions').select('session_id'))
    .execute()
}
