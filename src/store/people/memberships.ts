/** Memberships, in the transactions that change them. */
import type { Transaction } from 'kysely'
import { highestRole, type Role } from '../../contract/roles.ts'
import { removeShares } from '../jobs/remove-shares.ts'
import type { Db, Schema } from '../schema.ts'

/** Where a role comes from. */
export type MembershipSource = 'invitation' | 'group'

/** The role of a user in an account; null for somebody who is not a member. */
export async function roleOf(db: Db, account: number, user: string): Promise<Role | null> {
  const rows = await db
    .selectFrom('memberships')
    .select('role')
    .where('account', '=', account)
    .where('user_id', '=', user)
    .execute()
  return highestRole(rows.map(({ role }) => role))
}

/** Gives a user a role in an account, in place of one from the same source. */
export async function putMembership(
  db: Db,
  account: number,
  user: string,
  source: MembershipSource,
  role: Role,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ account, user_id: user, source, role, created_at: Date.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'user_id', 'source'])
        .doUpdateSet((eb) => ({ role: eb.ref('excluded.role') })),
    )
    .execute()
}

/**
 * Takes a role from a user. With the last one in an account go the user's keys, console sessions and shares there, and with the
 * last one in any account the user.
 * @param source null for all roles in the account
 */
export async function endMembership(
  db: Transaction<Schema>,
  account: number,
  user: string,
  source: MembershipSource | null = null,
): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('account', '=', account)
    .where('user_id', '=', user)
    .$if(source !== null, (query) => query.where('source', '=', source))
    .execute()
  if ((await roleOf(db, account, user)) !== null) return
  await db
    .updateTable('keys')
    .set({ revoked_at: Date.now() })
    .where('account', '=', account)
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('console_sessions').where('account', '=', account).where('user_id', '=', user).execute()
  await removeShares(db, account, (eb) => eb('user_id', '=', user))
  const left = await db
    .selectFrom('memberships')
    .select('account')
    .where('user_id', '=', user)
    .limit(1)
    .execute()
  if (left.length === 0) await deleteUser(db, user)
}

/** Deletes a user without a membership; with it go the passkeys, also one that is being added. */
export async function deleteUser(db: Db, user: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('user_id', '=', user).execute()
  await db.deleteFrom('issuer_identities').where('user_id', '=', user).execute()
  await db.deleteFrom('users').where('id', '=', user).execute()
}
