/** Users, in the transactions that change them. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../schema.ts'

/** What an issuer says of a person. */
export interface IssuerProfile {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string | null
}

/**
 * Locks a user until the transaction ends: what a user is and has changes in one transaction after the other. A transaction that locks
 * an account too does that first, so that no two wait for each other.
 * @returns whether there is such a user
 */
export async function lockUser(db: Db, user: string): Promise<boolean> {
  // An update locks the row in either database.
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({ last_seen_at: eb.ref('last_seen_at') }))
    .where('id', '=', user)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The user whom an issuer knows; null for nobody yet. */
export async function userKnownAs(db: Db, { issuer, subject }: IssuerProfile): Promise<string | null> {
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
export async function addUser(
  db: Db,
  { name, email }: Pick<IssuerProfile, 'name' | 'email'>,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({ id, name, email, created_at: Date.now(), last_seen_at: null })
    .execute()
  return id
}

/** Deletes a user without a membership; with it go the passkeys, also one that is being added. */
export async function deleteUser(db: Db, user: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('user_id', '=', user).execute()
  await db.deleteFrom('issuer_identities').where('user_id', '=', user).execute()
  await db.deleteFrom('users').where('id', '=', user).execute()
}
