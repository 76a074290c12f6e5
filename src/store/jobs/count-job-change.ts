import { type ExpressionBuilder, type RawBuilder, sql, type Transaction } from 'kysely'
import type { SettingName } from '../../contract/settings.ts'
import type { Given } from '../given.ts'
import type { Schema } from '../schema.ts'

/** A change of an account's jobs by a transaction that has locked the account. */
export interface JobChange {
  readonly account: number
  /** The new value of `job_changes`. */
  readonly number: number
  /** Name of the account. */
  readonly name: string
  /** The account's webhooks, as JSON; null for none. */
  readonly webhooks: string | null
}

/**
 * Counts a change of an account's jobs. Every transaction that changes jobs calls this before it touches a job or a counter, so that the
 * changes of an account run one after the other and cannot deadlock.
 */
export async function countJobChange(db: Transaction<Schema>, account: number): Promise<JobChange> {
  const row = await db
    .updateTable('accounts')
    .set((eb) => ({ job_changes: eb('job_changes', '+', 1) }))
    .where('id', '=', account)
    .returning((eb) => [...changeColumns(eb, account)])
    .executeTakeFirst()
  return { account, number: 0, name: '', webhooks: null, ...row }
}

/** The number of the change that the transaction has counted. @param account by default, that of the current row of `jobs` */
export const currentChange = (account: Given<number> = sql.ref<number>('jobs.account')): RawBuilder<number> =>
  sql<number>`(select job_changes from accounts where accounts.id = ${account})`

/** The columns of a `JobChange`. */
export const changeColumns = (eb: ExpressionBuilder<Schema, 'accounts'>, account: number) =>
  [eb.ref('job_changes').as('number'), 'name', settingOf(eb, account, 'webhooks').as('webhooks')] as const

/** A setting of the account, as JSON; null if it was never set. */
export const settingOf = (eb: ExpressionBuilder<Schema, 'accounts'>, account: number, name: SettingName) =>
  eb.selectFrom('account_settings').select('value').where('account', '=', account).where('name', '=', name)
