/** Checks of counters: jobs by block of ordinals, jobs and audio by day, jobs per file, and stored bytes. */
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../contract/usage.ts'
import { bucketsOf } from '../../jobs/bucket.ts'
import { BLOCK_BITS, DAYS, LEVELS } from '../lists/counters.ts'
import type { Db } from '../schema.ts'
import { addStored } from '../accounts/account-usage.ts'
import { revisionBytes } from '../jobs/stored-revisions.ts'
import { type AccountCheck, MAX_FAULTS } from './check.ts'
import { allJobs } from './owned-rows.ts'

interface Count {
  readonly place: string
  readonly stored: number
  readonly found: number
}

/**
 * The places where stored and recomputed counts differ.
 * @param counts a query for `place` (text), `stored` and `found`; several rows for a place are added up
 */
export async function differences(
  db: Db,
  counts: RawBuilder<unknown>,
  isFault: '<>' | '<',
): Promise<readonly Count[]> {
  const { rows } = await sql<Count>`
    select place, sum(stored) as stored, sum(found) as found from (${counts}) as counted
    group by place having sum(stored) ${sql.raw(isFault)} sum(found)
    order by place limit ${sql.lit(MAX_FAULTS + 1)}`.execute(db)
  return rows
}

export const faultText = ({ place, stored, found }: Count) =>
  `${place}: ${stored} is stored, ${found} is right`

const text = (number: RawBuilder<unknown>) => sql`cast(${number} as text)`

/** The counters of jobs by block of ordinals, recomputed from the jobs. */
const blocks = (account: number) => sql`
  ${sql.join(
    LEVELS.map(
      (level) => sql`
    select ${sql.lit(level)} as level, bucket, ordinal / ${sql.lit(2 ** BLOCK_BITS[level - 1]!)} as block, count(*) as jobs
    from jobs where account = ${account} group by 2, 3`,
    ),
    sql` union all `,
  )}`

export const blockCounters: AccountCheck = {
  name: 'job_counts',
  remedy: 'count the jobs again',
  faults: async ({ db, account }) => {
    const place = sql`'level ' || ${text(sql`level`)} || ', bucket ' || ${text(sql`bucket`)} || ', block ' || ${text(sql`block`)}`
    const counts = sql`
      select ${place} as place, jobs as stored, 0 as found from job_counts
      where account = ${account} and level <> ${sql.lit(DAYS)}
      union all select ${place}, 0, jobs from (${blocks(account)}) as recounted`
    return (await differences(db, counts, '<>')).map(faultText)
  },
  repair: async ({ db, account }) => {
    await db.deleteFrom('job_counts').where('account', '=', account).where('level', '<>', DAYS).execute()
    await sql`insert into job_counts (account, level, bucket, block, jobs)
      select ${sql.lit(account)}, level, bucket, block, jobs from (${blocks(account)}) as recounted`.execute(
      db,
    )
  },
}

/** The existing jobs by day. The stored counters include deleted jobs, so they may be higher. */
const days = (account: number) => {
  const created = sql`bucket / 4 * 4`
  const ended = bucketsOf(null, ['done', 'error'])
  return sql`
    select ${created} as bucket, created_at / ${sql.lit(DAY_MS)} as day, count(*) as jobs
    from jobs where account = ${account} group by 1, 2
    union all
    select bucket, coalesce(completed_at, created_at) / ${sql.lit(DAY_MS)}, count(*)
    from jobs where account = ${account} and bucket in (${sql.join(ended.map((bucket) => sql.lit(bucket)))}) group by 1, 2`
}

/** The audio of existing jobs by day. Rounded down, because the databases round halves differently. */
const audio = (account: number) => sql`
  select coalesce(completed_at, jobs.created_at) / ${sql.lit(DAY_MS)} as day,
    cast(sum(floor(audio_duration * 1000)) as bigint) as audio_ms
  from jobs join files on files.id = file_id
  where jobs.account = ${account}
    and bucket in (${sql.join(bucketsOf(null, ['done']).map((bucket) => sql.lit(bucket)))})
  group by 1`

export const usage: AccountCheck = {
  name: 'usage',
  remedy: 'raise it to what the jobs that were not deleted have used',
  faults: async ({ db, account }) => {
    const jobs = sql`'jobs of bucket ' || ${text(sql`bucket`)} || ' on day '`
    const seconds = sql`'milliseconds of audio on day ' || ${text(sql`day`)}`
    const counts = sql`
      select ${jobs} || ${text(sql`block`)} as place, jobs as stored, 0 as found from job_counts
      where account = ${account} and level = ${sql.lit(DAYS)}
      union all select ${jobs} || ${text(sql`day`)}, 0, jobs from (${days(account)}) as by_day
      union all select ${seconds}, audio_ms, 0 from daily_audio where account = ${account}
      union all select ${seconds}, 0, audio_ms from (${audio(account)}) as by_day`
    return (await differences(db, counts, '<')).map(faultText)
  },
  repair: async ({ db, account }) => {
    const raised = (table: string, column: string) => {
      const [stored, found] = [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)]
      return sql`${sql.ref(column)} = case when ${stored} < ${found} then ${found} else ${stored} end`
    }
    // Without a `where`, SQLite parses `on conflict` as a join condition.
    await sql`insert into job_counts (account, level, bucket, block, jobs)
      select ${sql.lit(account)}, ${sql.lit(DAYS)}, bucket, day, jobs from (${days(account)}) as by_day where true
      on conflict (account, level, bucket, block) do update set ${raised('job_counts', 'jobs')}`.execute(db)
    await sql`insert into daily_audio (account, day, audio_ms)
      select ${sql.lit(account)}, day, audio_ms from (${audio(account)}) as by_day where true
      on conflict (account, day) do update set ${raised('daily_audio', 'audio_ms')}`.execute(db)
  },
}

const uses = (account: number) => sql`
  select file_id as id, count(*) as jobs from ${allJobs(account)}
  where file_id is not null group by file_id`

export const fileUses: AccountCheck = {
  name: 'files.jobs',
  remedy: 'count the jobs of the files again',
  faults: async ({ db, account }) => {
    const counts = sql`
      select id as place, jobs as stored, 0 as found from files where account = ${account}
      union all
      select uses.id, 0, uses.jobs from (${uses(account)}) as uses
      where exists (select 1 from files where files.id = uses.id and files.account = ${account})`
    return (await differences(db, counts, '<>')).map(faultText)
  },
  repair: async ({ db, account }) => {
    await sql`update files set jobs = coalesce(uses.jobs, 0)
      from (select files.id, uses.jobs from files left join (${uses(account)}) as uses on uses.id = files.id
        where files.account = ${account}) as uses
      where files.id = uses.id and files.jobs <> coalesce(uses.jobs, 0)`.execute(db)
  },
}

/** The bytes of audio, results, voices, retranscriptions and revisions. */
const stored = (account: number) => sql`
  select 'bytes' as place, sum(bytes) as bytes from (
    select size as bytes from files where account = ${account}
    union all select octet_length(result) from job_results where account = ${account}
    union all select octet_length(voices) from job_voices where account = ${account}
    union all select octet_length(transcription) from retranscriptions where account = ${account}
    union all select ${revisionBytes} from job_revisions where account = ${account}) as sizes`

/** The stored bytes of an account: the only counter of a limit that can be recomputed from other rows. */
export const storedBytes: AccountCheck = {
  name: 'account_usage',
  remedy: 'count the stored bytes again',
  faults: async ({ db, account }) => {
    const counts = sql`
      select 'bytes' as place, amount as stored, 0 as found from account_usage
      where account = ${account} and what = 'storage'
      union all select place, 0, coalesce(bytes, 0) from (${stored(account)}) as recounted`
    return (await differences(db, counts, '<>')).map(faultText)
  },
  repair: async ({ db, account }) => {
    // Locks the counter, so that transactions which add files from now on count them afterwards.
    await addStored(db, account, 0)
    await sql`update account_usage set amount = (select cast(coalesce(bytes, 0) as bigint) from (${stored(account)}) as recounted)
      where account = ${account} and what = 'storage'`.execute(db)
  },
}
