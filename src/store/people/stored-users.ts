/** Changes users within other transactions. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../schema.ts'

/** A person's profile at an issuer. */
export interface IssuerProfile {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string | null
}

/**
 * Locks a user until the transaction ends, so that transactions which change the user or what belongs to the user run one after the other.
 * A transaction that also locks an account must lock it first, to prevent deadlocks.
 * @returns whether the user exists
 */
export async function lockUser(db: Db, user: string): Promise<boolean> {
  // An update locks the row on both databases.
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((eb) => ({ last_seen_at: eb.ref('last_seen_at') }))
    .where('id', '=', user)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The user with an identity at an issuer; null if there is none yet. */
export async function userKnownAs(db: Db, { issuer, subject }: IssuerProfile): Promise<string | null> {
  const known = await db
    .selectFrom('issuer_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return known?.user_id ?? null
}

/** Locks the user with an identity at an issuer. Adds the user if there is none yet. @returns the id */
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
    // Another sign-in of the same person was faster.
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

/** Deletes a user who has no membership, along with the passkeys, even one that is being added. */
export async function deleteUser(db: Db, user: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('user_id', '=', user).execute()
  await db.deleteFrom('issuer_identities').where('user_id', '=', user).execute()
  await db.deleteFrom('users').where('id', '=', user).execute()
}
