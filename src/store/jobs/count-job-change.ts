import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Given } from '../given.ts'
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

/** The number of the change that a transaction has counted. Its account is that of the row of `jobs`, unless it is given. */
export const currentChange = (account: Given<number> = sql.ref<number>('jobs.account')): RawBuilder<number> =>
  sql<number>`(select job_changes from accounts where accounts.id = ${account})`
