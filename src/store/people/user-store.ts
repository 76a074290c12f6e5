import type { Kysely } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { deleteWithoutMembership, endMembership, lockAccount } from './memberships.ts'
import { lockUser } from './stored-users.ts'

/** Times are milliseconds since 1970. */
export interface User {
  readonly id: string
  readonly name: string
  /** Null if unknown. */
  readonly email: string | null
  readonly lastSeenAt: number | null
}

/** Users and their ways to sign in. */
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

  /** The users with this id or e-mail address. An issuer may report the same address for several users. */
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

  /** Ends all memberships of a user, who is deleted with the last of them. */
  async delete(user: string): Promise<void> {
    // The user may become a member of another account meanwhile.
    while (!(await this.#endMemberships(user)));
  }

  /** @returns whether the user no longer exists */
  async #endMemberships(user: string): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const memberships = await db
        .selectFrom('memberships')
        .select('account')
        .distinct()
        .where('user_id', '=', user)
        .orderBy('account')
        .execute()
      // Locks all accounts before the user.
      for (const { account } of memberships) await lockAccount(db, account, this.#locksRows)
      for (const { account } of memberships) await endMembership(db, account, user)
      if (await lockUser(db, user)) await deleteWithoutMembership(db, user)
      return (await db.selectFrom('users').select('id').where('id', '=', user).execute()).length === 0
    })
  }

  /** How users can sign in, by user id: the number of passkeys, and the issuers. Omits users who have neither. */
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

  /** The issuers at which a user has an identity. */
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
}

const waysOf = (passkeys: number): { passkeys: number; issuers: string[] } => ({ passkeys, issuers: [] })
