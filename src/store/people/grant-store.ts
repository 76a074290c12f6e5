import type { Kysely } from 'kysely'
import { highestRole, type Role } from '../../contract/roles.ts'
import { addAccount } from '../accounts/account-store.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'
import { endMembership, lockAccount, putMembership } from './memberships.ts'
import { type IssuerProfile, lockKnownUser, lockUser, userKnownAs } from './stored-users.ts'

/** A role in an account that a group at the issuer gives. */
export interface Grant {
  /** Name of the account. */
  readonly account: string
  readonly role: Role
}

/** Number of unconfirmed memberships ended at a time. */
const UNCONFIRMED_BATCH = 100

/** Memberships that come from groups at an issuer. */
export class GrantStore {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean

  constructor({ db, locksRows }: Dialect) {
    this.#db = db
    this.#locksRows = locksRows
  }

  /**
   * Sets a user's roles from groups to exactly the given grants; roles from invitations stay. Creates missing accounts. A person who is not
   * a user yet becomes one with the first role.
   * @param session the console session that is being checked, whose end makes the check void; null for a sign-in
   * @returns the user; null if the person has no role left, and so is no user, or if the session has ended
   */
  async apply(
    profile: IssuerProfile,
    grants: readonly Grant[],
    session: string | null = null,
  ): Promise<string | null> {
    return this.#db.transaction().execute(async (db) => {
      const roles = new Map<number, Role>()
      // Ordered, because each created account is locked.
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

  /** The id of an account, which is created if it does not exist; null if the account with this name is being deleted. */
  async #accountNamed(db: Db, name: string): Promise<number | null> {
    const named = db.selectFrom('accounts').select(['id', 'deleted_at']).where('name', '=', name)
    let found = await named.executeTakeFirst()
    if (found === undefined) {
      await addAccount(db, name)
      found = await named.executeTakeFirst()
    }
    return found === undefined || found.deleted_at !== null ? null : found.id
  }

  /**
   * Ends memberships from groups that the issuer has not confirmed since a time. Otherwise, a user who only uses a passkey or a key would
   * keep a role after losing its group.
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
        await lockAccount(db, account, this.#locksRows)
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
}

/** Whether a console session that began at an issuer still exists. */
async function isSession(db: Db, session: string): Promise<boolean> {
  const found = await db
    .selectFrom('issuer_sessions')
    .select('session_id')
    .where('session_id', '=', session)
    .execute()
  return found.length > 0
}
