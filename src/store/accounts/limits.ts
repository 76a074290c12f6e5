/** The limits of accounts: their own, with defaults for the rest. */
import type { Limits } from '../../contract/account-limits.ts'
import type { Db } from '../schema.ts'

/** @param stored the column of the account's row; null if the account has no limits of its own */
export const ownLimits = (stored: string | null): Partial<Limits> =>
  stored === null ? {} : (JSON.parse(stored) as Partial<Limits>)

/** @param stored the column of the account's row; null if the account has no limits of its own */
export const limitsFrom = (defaults: Limits, stored: string | null): Limits =>
  stored === null ? defaults : { ...defaults, ...ownLimits(stored) }

export async function limitsOf(db: Db, defaults: Limits, account: number): Promise<Limits> {
  const { limits } = await db
    .selectFrom('accounts')
    .select('limits')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return limitsFrom(defaults, limits)
}
