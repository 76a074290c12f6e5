import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import type { Schema } from '../schema.ts'
import { removeClips } from './derived-files.ts'
import { removeBytes } from './upload-store.ts'

/**
 * Deletes shares of an account with their clips. Call it before their jobs are deleted.
 * @returns the number of deleted shares
 */
export async function removeShares(
  db: Transaction<Schema>,
  account: number,
  which: (eb: ExpressionBuilder<Schema, 'shares'>) => Expression<SqlBool>,
): Promise<number> {
  const removed = await db
    .deleteFrom('shares')
    .where('account', '=', account)
    .where(which)
    .returning(['id', 'job_id'])
    .execute()
  if (removed.length > 0) await removeBytes(db, await removeClips(db, account, removed))
  return removed.length
}
