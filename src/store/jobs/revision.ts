import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Counts a change of an account's jobs. Every transaction that changes jobs does this before it touches a job or a
 * counter: so the changes of one account come one after the other, and no two of them can wait for each other.
 */
export async function newRevision(db: Transaction<Schema>, account: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', account)
    .execute()
}
