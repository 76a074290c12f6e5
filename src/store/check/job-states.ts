/** Checks that other tables agree with the status of each job, and checks the order of jobs. */
import { sql } from 'kysely'
import { bucketsOf } from '../../jobs/bucket.ts'
import { endJob } from '../jobs/job-status.ts'
import { detailsOf } from '../jobs/stored-details.ts'
import { type AccountCheck, MAX_FAULTS } from './check.ts'
import { allJobs, namesOf } from './owned-rows.ts'

/** Number of jobs whose revisions are read per statement. */
const BATCH = 500

const unfinished = (kind: 'pre-recorded' | 'live') =>
  sql`jobs.bucket in (${sql.join(bucketsOf([kind], ['queued', 'processing']).map((bucket) => sql.lit(bucket)))})`

const isDone = sql`jobs.bucket in (${sql.join(bucketsOf(null, ['done']).map((bucket) => sql.lit(bucket)))})`

/** Condition on a row of `work`: it belongs to a retranscription, whose audio may have expired. */
const isAgain = sql`exists (select 1 from retranscriptions
  where account = work.account and ordinal = work.ordinal and state = 'waiting')`

/** Condition on rows of `work` and `jobs`: the entry does not match the state of the job. */
const isWrong = sql`not ${isAgain} and (
  not ${unfinished('pre-recorded')} or has_file <> case when file_id is null then 0 else 1 end)`

/** The queue contains exactly the unfinished jobs of files, and the jobs that are being retranscribed. */
export const work: AccountCheck = {
  name: 'work',
  remedy: 'queue the unfinished jobs, and no others',
  faults: async ({ db, account }) => {
    const lost = await namesOf(
      db,
      sql`select id as name from jobs where account = ${account} and ${unfinished('pre-recorded')}
        and not exists (select 1 from work where work.job_id = jobs.id)`,
    )
    const wrong = await namesOf(
      db,
      sql`select job_id as name from work join jobs on jobs.id = job_id where work.account = ${account} and ${isWrong}`,
    )
    return [
      ...lost.map((id) => `unfinished job ${id} is not in the queue`),
      ...wrong.map((id) => `the entry of job ${id} in the queue does not match its state`),
    ]
  },
  repair: async ({ db, account }) => {
    await sql`delete from work where account = ${account} and exists (
      select 1 from jobs where jobs.id = work.job_id and ${isWrong})`.execute(db)
    await sql`insert into work (account, ordinal, job_id, has_file)
      select account, ordinal, id, case when file_id is null then 0 else 1 end from jobs
      where account = ${account} and ${unfinished('pre-recorded')}
        and not exists (select 1 from work where work.job_id = jobs.id)
      order by ordinal`.execute(db)
  },
}

/** Condition on a retranscription: it is neither in the queue nor finished nor failed. */
const isLost = sql`(state = 'ready' and transcription is null or state = 'waiting' and not exists (
  select 1 from work where work.account = retranscriptions.account and work.ordinal = retranscriptions.ordinal))`

/** A waiting retranscription is in the queue, and a finished one has a transcript. */
export const retranscriptions: AccountCheck = {
  name: 'retranscriptions',
  remedy: 'end it as failed',
  faults: async ({ db, account }) => {
    const lost = await namesOf(
      db,
      sql`select id as name from retranscriptions
        join jobs on jobs.account = retranscriptions.account and jobs.ordinal = retranscriptions.ordinal
        where retranscriptions.account = ${account} and ${isLost}`,
    )
    return lost.map((id) => `the retranscription of job ${id} is not in the queue and has no transcript`)
  },
  repair: async ({ db, account }) => {
    await sql`update retranscriptions set state = 'failed', error = 'the work was lost', completed_at = created_at
      where account = ${account} and ${isLost}`.execute(db)
  },
}

/** Exactly the unfinished live jobs have an open session. */
export const liveSessions: AccountCheck = {
  name: 'live_sessions',
  remedy: 'close the session, or end the job in error',
  faults: async ({ db, account }) => {
    const lost = await namesOf(
      db,
      sql`select id as name from jobs where account = ${account} and ${unfinished('live')}
        and not exists (select 1 from live_sessions where job_id = jobs.id and ended = 0)`,
    )
    const left = await namesOf(
      db,
      sql`select job_id as name from live_sessions where account = ${account} and ended = 0
        and not exists (select 1 from jobs where jobs.id = job_id and ${unfinished('live')})`,
    )
    return [
      ...lost.map((id) => `unfinished job ${id} has no open session`),
      ...left.map((id) => `the session of job ${id} is open, but the job is not`),
    ]
  },
  repair: async ({ db, account, dialect }) => {
    await sql`update live_sessions set ended = 1, owner = null, asked = null
      where account = ${account} and ended = 0
        and not exists (select 1 from jobs where jobs.id = job_id and ${unfinished('live')})`.execute(db)
    const lost = await db
      .selectFrom('jobs')
      .select(['id', 'account', 'ordinal', 'bucket', 'created_at'])
      .where('account', '=', account)
      .where('bucket', 'in', bucketsOf(['live'], ['queued', 'processing']))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('live_sessions')
              .select('job_id')
              .whereRef('job_id', '=', 'jobs.id')
              .where('ended', '=', 0),
          ),
        ),
      )
      .execute()
    for (const job of lost)
      await endJob(db, dialect, job, { status: 'error', code: 500, message: 'the session was lost' }, 0)
  },
}

/** Exactly the jobs that are done have a result. */
export const results: AccountCheck = {
  name: 'jobs',
  remedy: 'restore the database from a backup, or delete the job',
  faults: async ({ db, account }) => {
    const result = sql`exists (
      select 1 from job_results where job_results.account = ${account} and job_results.ordinal = jobs.ordinal)`
    const names = await namesOf(
      db,
      sql`select id as name from ${allJobs(account)}
        where (${isDone} and not ${result}) or (not ${isDone} and ${result})`,
    )
    return names.map((id) => `job ${id} is done without a result, or has one and is not done`)
  },
  repair: null,
}

/** A job with revisions. */
interface Revised {
  readonly ordinal: number
  readonly id: string
  readonly details: string | null
  readonly newest: number
  readonly stored: number
}

/** `details` has the number of the newest revision, and all earlier revisions exist. */
export const revisions: AccountCheck = {
  name: 'job_revisions',
  remedy: 'restore the database from a backup, or delete the job',
  faults: async ({ db, account }) => {
    const faults: string[] = []
    for (let last = 0; faults.length <= MAX_FAULTS;) {
      const { rows } = await sql<Revised>`
        select jobs.ordinal, max(id) as id, max(details) as details, max(revision) as newest, count(*) as stored
        from ${allJobs(account)} join job_revisions
          on job_revisions.account = jobs.account and job_revisions.ordinal = jobs.ordinal
        where jobs.ordinal > ${last}
        group by jobs.ordinal order by jobs.ordinal limit ${sql.lit(BATCH)}`.execute(db)
      for (const { id, details, newest, stored } of rows)
        if (detailsOf(details).revision !== newest || stored !== newest)
          faults.push(`job ${id} lacks revisions of its transcript`)
      const end = rows.at(-1)
      if (end === undefined) break
      last = end.ordinal
    }
    return faults
  },
  repair: null,
}

/** No job has a higher ordinal or a later creation time than the row of the account says. */
export const order: AccountCheck = {
  name: 'accounts',
  remedy: 'raise last_ordinal and last_created_at to those of the newest job',
  faults: async ({ db, account }) => {
    const { rows } = await sql<{ fault: number }>`
      select 1 as fault from accounts where accounts.id = ${account} and exists (
        select 1 from ${allJobs(account)} where ordinal > last_ordinal or jobs.created_at > last_created_at)`.execute(
      db,
    )
    return rows.map(() => 'last_ordinal or last_created_at is lower than that of the newest job')
  },
  repair: async ({ db, account }) => {
    await sql`update accounts set
        last_ordinal = (select max(value) from (
          select last_ordinal as value union all select max(ordinal) from ${allJobs(account)}) as places),
        last_created_at = (select max(value) from (
          select last_created_at as value union all select max(created_at) from ${allJobs(account)}) as times)
      where id = ${account}`.execute(db)
  },
}

/** No job was created before a job with a lower ordinal. Lists rely on this order. */
export const creationTimes: AccountCheck = {
  name: 'jobs.created_at',
  remedy: 'restore the database from a backup; lists by date omit these jobs',
  faults: async ({ db, account }) => {
    const names = await namesOf(
      db,
      sql`select id as name from (
        select id, created_at, lag(created_at) over (order by ordinal) as before from ${allJobs(account)}) as placed
      where created_at < before`,
    )
    return names.map((id) => `job ${id} was created before a job with a lower ordinal`)
  },
  repair: null,
}
