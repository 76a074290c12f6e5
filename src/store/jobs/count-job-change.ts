import { type ExpressionBuilder, type RawBuilder, sql, type Transaction } from 'kysely'
import type { SettingName } from '../../contract/settings.ts'
import type { Given } from '../given.ts'
import type { Schema } from '../schema.ts'

/** A change of an account's jobs, which has locked the account. */
export interface JobChange {
  readonly account: number
  /** Which of the account's changes it is. */
  readonly number: number
  /** Name of the account. */
  readonly name: string
  /** What the account has set as its webhooks, as JSON; null for none. */
  readonly webhooks: string | null
}

/**
 * Counts a change of an account's jobs. Every transaction that changes jobs does this before it touches a job or a
 * counter: the changes of one account then run one after the other and cannot deadlock.
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

/** The number of the change that a transaction has counted. Its account is that of the row of `jobs`, unless it is given. */
export const currentChange = (account: Given<number> = sql.ref<number>('jobs.account')): RawBuilder<number> =>
  sql<number>`(select job_changes from accounts where accounts.id = ${account})`

/** The columns of a change. */
export const changeColumns = (eb: ExpressionBuilder<Schema, 'accounts'>, account: number) =>
  [eb.ref('job_changes').as('number'), 'name', settingOf(eb, account, 'webhooks').as('webhooks')] as const

/** A document of the account, as JSON; null where it has set none. */
export const settingOf = (eb: ExpressionBuilder<Schema, 'accounts'>, account: number, name: SettingName) =>
  eb.selectFrom('account_settings').select('value').where('account', '=', account).where('name', '=', name)
