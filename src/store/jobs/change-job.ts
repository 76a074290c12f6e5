import type { Selectable, Transaction } from 'kysely'
import type { Db, Schema } from '../schema.ts'
import type { Dialect } from '../databases/dialect.ts'
import { countJobChange, type JobChange } from './count-job-change.ts'

/** Whether an account has a job that is not in the trash. */
export async function hasJob(db: Db, account: number, id: string): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst()
  return job !== undefined
}

/**
 * Changes a job in a transaction, after `countJobChange`.
 * @param columns the columns of the job to pass to `carryOut`
 * @returns undefined if the account has no such job
 */
export async function changeJob<Column extends keyof Schema['jobs'], Changed>(
  { db: database }: Dialect,
  { account, id }: { readonly account: number; readonly id: string },
  columns: readonly Column[],
  carryOut: (
    db: Transaction<Schema>,
    job: Pick<Selectable<Schema['jobs']>, Column>,
    change: JobChange,
  ) => Promise<Changed>,
): Promise<Changed | undefined> {
  // Checked before the transaction, which would count a change even for an unknown job.
  if (!(await hasJob(database, account, id))) return undefined
  return database.transaction().execute(async (db) => {
    const change = await countJobChange(db, account)
    const job = await db
      .selectFrom('jobs')
      .select(columns as readonly (keyof Schema['jobs'])[])
      .$castTo<Pick<Selectable<Schema['jobs']>, Column>>()
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return job && carryOut(db, job, change)
  })
}
