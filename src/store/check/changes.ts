/** Checks the changes that mirrors follow. */
import { sql } from 'kysely'
import { currentChange } from '../jobs/count-job-change.ts'
import type { AccountCheck } from './check.ts'
import { namesOf } from './owned-rows.ts'

/** No change has a higher number than the account's counter. */
export const countedChanges: AccountCheck = {
  name: 'accounts.job_changes',
  remedy: 'raise it to the number of the last change',
  faults: async ({ db, account }) => {
    const { rows } = await sql<{ fault: number }>`
      select 1 as fault from accounts where id = ${account} and job_changes < ${newest(account)}`.execute(db)
    return rows.map(() => 'it is lower than the number of the last change of a job')
  },
  repair: async ({ db, account }) => {
    await sql`update accounts set job_changes = ${newest(account)} where id = ${account} and job_changes < ${newest(account)}`.execute(
      db,
    )
  },
}

// With coalesce(max(…)) in the inner queries, PostgreSQL would not read the index from its end.
const newest = (account: number) => sql`(select coalesce(max(change), 0) from (
  select max(change) as change from jobs where account = ${account}
  union all select max(change) from deleted_jobs where account = ${account}) as changes)`

/** `deleted_jobs` has no row for a job that exists, and a row with the same `change` for each job in the trash. */
export const deletedJobs: AccountCheck = {
  name: 'deleted_jobs',
  remedy: 'report to mirrors whether the job exists',
  faults: async ({ db, account }) => {
    const existing = await namesOf(db, sql`select jobs.id as name from ${alsoDeleted(account)}`)
    const unreported = await namesOf(db, sql`select id as name from trash where ${isUnreported(account)}`)
    return [
      ...existing.map((id) => `job ${id} exists, but is reported to mirrors as deleted`),
      ...unreported.map((id) => `job ${id} is in the trash, but is not reported to mirrors as deleted`),
    ]
  },
  repair: async ({ db, account }) => {
    await sql`update jobs set change = ${currentChange(account)}
      where account = ${account} and id in (select jobs.id from ${alsoDeleted(account)})`.execute(db)
    await sql`delete from deleted_jobs where account = ${account}
      and exists (select 1 from jobs where jobs.id = deleted_jobs.id and jobs.account = ${account})`.execute(
      db,
    )
    await sql`update trash set change = ${currentChange(account)} where ${isUnreported(account)}`.execute(db)
    await sql`insert into deleted_jobs (account, change, ordinal, id)
      select account, change, ordinal, id from trash where ${isUnreported(account)}`.execute(db)
  },
}

const alsoDeleted = (account: number) =>
  sql`deleted_jobs join jobs on jobs.id = deleted_jobs.id and jobs.account = ${account} where deleted_jobs.account = ${account}`

const isUnreported = (account: number) => sql`trash.account = ${account} and not exists (
  select 1 from deleted_jobs as reported
  where reported.account = ${account} and reported.change = trash.change and reported.ordinal = trash.ordinal)`
