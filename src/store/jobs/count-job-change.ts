import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Counts a change of an account's jobs. Every transaction that changes jobs does this before it touches a job or a
 * counter: the changes of one account then run one after the other and cannot deadlock.
 */
export async function countJobChange(db: Transaction<Schema>, account: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((eb) => ({ job_changes: eb('job_changes', '+', 1) }))
    .where('id', '=', account)
    .execute()
}
