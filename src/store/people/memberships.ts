/** Changes memberships within other transactions. */
import type { Transaction } from 'kysely'
import { highestRole, type Role } from '../../contract/roles.ts'
import { removeShares } from '../jobs/remove-shares.ts'
import type { Db, Schema } from '../schema.ts'
import { deleteUser, lockUser } from './stored-users.ts'

/** Where a role comes from. */
export type MembershipSource = 'invitation' | 'group'

/**
 * The role of a user in an account; null for none.
 * @param source null for the highest role from any source
 */
export async function roleFrom(
  db: Db,
  account: number,
  user: string,
  source: MembershipSource | null = null,
): Promise<Role | null> {
  const rows = await db
    .selectFrom('memberships')
    .select('role')
    .where('account', '=', account)
    .where('user_id', '=', user)
    .$if(source !== null, (query) => query.where('source', '=', source))
    .execute()
  return highestRole(rows.map(({ role }) => role))
}

/** Locks an account until the transaction ends, so that transactions that change its memberships run one after the other. */
export async function lockAccount(db: Db, account: number, locksRows: boolean): Promise<void> {
  await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .$if(locksRows, (query) => query.forNoKeyUpdate())
    .execute()
}

/** Gives a user a role in an account, replacing one from the same source. The caller has locked the user. */
export async function putMembership(
  db: Db,
  account: number,
  user: string,
  source: MembershipSource,
  role: Role,
): Promise<void> {
  const now = Date.now()
  await db
    .insertInto('memberships')
    .values({
      ...{ account, user_id: user, source, role, created_at: now },
      confirmed_at: source === 'group' ? now : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['account', 'user_id', 'source']).doUpdateSet((eb) => ({
        role: eb.ref('excluded.role'),
        confirmed_at: eb.ref('excluded.confirmed_at'),
      })),
    )
    .execute()
}

/**
 * Removes a role from a user. With the last role in an account, the user's keys, console sessions, shares and invitations there end. With
 * the last role in any account, the user is deleted.
 * @param source null for all roles in the account
 */
export async function endMembership(
  db: Transaction<Schema>,
  account: number,
  user: string,
  source: MembershipSource | null = null,
): Promise<void> {
  await lockUser(db, user)
  await db
    .deleteFrom('memberships')
    .where('account', '=', account)
    .where('user_id', '=', user)
    .$if(source !== null, (query) => query.where('source', '=', source))
    .execute()
  if ((await roleFrom(db, account, user)) !== null) return
  await db
    .updateTable('keys')
    .set({ revoked_at: Date.now() })
    .where('account', '=', account)
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('console_sessions').where('account', '=', account).where('user_id', '=', user).execute()
  await db.deleteFrom('invitations').where('account', '=', account).where('user_id', '=', user).execute()
  await removeShares(db, account, (eb) => eb('user_id', '=', user))
  await deleteWithoutMembership(db, user)
}

/** Deletes a user who has no membership left. The caller has locked the user. */
export async function deleteWithoutMembership(db: Db, user: string): Promise<void> {
  const left = await db
    .selectFrom('memberships')
    .select('account')
    .where('user_id', '=', user)
    .limit(1)
    .execute()
  if (left.length === 0) await deleteUser(db, user)
}
