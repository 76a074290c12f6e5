import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Locks the row of an account until the end of the transaction.
 * @returns false when another transaction has the lock, and it is not waited for
 */
export async function lockAccount(
  db: Transaction<Schema>,
  account: number,
  skipLocked: boolean,
): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .forUpdate()
    .$if(skipLocked, (query) => query.skipLocked())
    .executeTakeFirst()
  return row !== undefined
}
