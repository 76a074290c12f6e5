/** Checks the order of changes, which mirrors follow. */
import { sql } from 'kysely'
import { currentChange } from '../jobs/count-job-change.ts'
import type { AccountCheck } from './check.ts'
import { named } from './owned-rows.ts'

/** No change has a higher number than the account has counted. */
export const countedChanges: AccountCheck = {
  name: 'accounts.job_changes',
  remedy: 'raise it to the number of the last change',
  faults: async ({ db, account }) => {
    const { rows } = await sql<{ fault: number }>`
      select 1 as fault from accounts where id = ${account} and job_changes < ${newest(account)}`.execute(db)
    return rows.map(() => 'a job has changed later than the last change that was counted')
  },
  repair: async ({ db, account }) => {
    await sql`update accounts set job_changes = ${newest(account)} where id = ${account} and job_changes < ${newest(account)}`.execute(
      db,
    )
  },
}

// As coalesce(max(…)), PostgreSQL would not read the index from its end.
const newest = (account: number) => sql`(select coalesce(max(change), 0) from (
  select max(change) as change from jobs where account = ${account}
  union all select max(change) from deleted_jobs where account = ${account}) as changes)`

/** A job is told to be deleted exactly if it is not there; one in the trash is found there by its number. */
export const deletedJobs: AccountCheck = {
  name: 'deleted_jobs',
  remedy: 'tell mirrors that the job is there, or that it is not',
  faults: async ({ db, account }) => {
    const there = await named(db, sql`select jobs.id as name from ${alsoDeleted(account)}`)
    const untold = await named(db, sql`select id as name from trash where ${isUntold(account)}`)
    return [
      ...there.map((id) => `job ${id} is there, and mirrors are told that it was deleted`),
      ...untold.map((id) => `job ${id} is in the trash, and mirrors are not told that it was deleted`),
    ]
  },
  repair: async ({ db, account }) => {
    await sql`update jobs set change = ${currentChange(account)}
      where account = ${account} and id in (select jobs.id from ${alsoDeleted(account)})`.execute(db)
    await sql`delete from deleted_jobs where account = ${account}
      and exists (select 1 from jobs where jobs.id = deleted_jobs.id and jobs.account = ${account})`.execute(
      db,
    )
    await sql`update trash set change = ${currentChange(account)} where ${isUntold(account)}`.execute(db)
    await sql`insert into deleted_jobs (account, change, ordinal, id)
      select account, change, ordinal, id from trash where ${isUntold(account)}`.execute(db)
  },
}

const alsoDeleted = (account: number) =>
  sql`deleted_jobs join jobs on jobs.id = deleted_jobs.id and jobs.account = ${account} where deleted_jobs.account = ${account}`

const isUntold = (account: number) => sql`trash.account = ${account} and not exists (
  select 1 from deleted_jobs as told
  where told.account = ${account} and told.change = trash.change and told.ordinal = trash.ordinal)`
