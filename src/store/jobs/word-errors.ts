/**
 * What corrected transcripts show about the recognition: rows for each job, which stay while the job is in the trash, and counters over
 * the jobs that are not. They change in the transactions that change jobs, after `countJobChange`.
 */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Measured } from '../../jobs/transcript.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'

/** Stands for any recognised text in `correction_counts`. */
export const ANY = ''

/** Replaces the rows of a job that is not in the trash, and updates the counters. */
export async function setMeasured(
  { rows: given }: Dialect,
  db: Db,
  { account, ordinal }: { readonly account: number; readonly ordinal: number },
  { errors, corrections }: Measured,
): Promise<void> {
  const isOfJobs = sql<SqlBool>`ordinal = ${ordinal}`
  await countMeasured(db, account, isOfJobs, -1)
  await removeMeasured(db, account, isOfJobs)
  if (errors.length > 0)
    await db
      .insertInto('job_word_errors')
      .values(errors.map((one) => ({ account, ordinal, ...one })))
      .execute()
  const rows = corrections.map((one) => ({ account, ordinal, ...one }))
  const columns = { account: 'bigint', ordinal: 'bigint', heard: 'text', typed: 'text' } as const
  if (rows.length > 0)
    await sql`insert into job_corrections (account, ordinal, heard, typed)
      select account, ordinal, heard, typed from ${given(columns, rows)}`.execute(db)
  await countMeasured(db, account, isOfJobs, 1)
}

export async function removeMeasured(db: Db, account: number, isOfJobs: RawBuilder<SqlBool>): Promise<void> {
  for (const table of ['job_word_errors', 'job_corrections'] as const)
    await db.deleteFrom(table).where('account', '=', account).where(isOfJobs).execute()
}

/** Adds the rows of jobs of an account to the counters, or subtracts them. */
export async function countMeasured(
  db: Db,
  account: number,
  isOfJobs: RawBuilder<SqlBool>,
  by: 1 | -1,
): Promise<void> {
  const sign = sql.lit(by)
  // Without a `where`, SQLite parses `on conflict` as a join condition.
  await sql`
    insert into word_error_counts (account, model, language, transcripts, words, wrong)
    select account, model, language, ${sign} * transcripts, ${sign} * words, ${sign} * wrong
    from (${wordErrorCounts(sql`account = ${account} and ${isOfJobs}`)}) as counted where true
    on conflict (account, model, language) do update set
      transcripts = word_error_counts.transcripts + excluded.transcripts,
      words = word_error_counts.words + excluded.words,
      wrong = word_error_counts.wrong + excluded.wrong`.execute(db)
  await sql`
    insert into correction_counts (account, typed, heard, jobs)
    select account, typed, heard, ${sign} * jobs
    from (${correctionCounts(sql`account = ${account} and ${isOfJobs}`)}) as counted where true
    on conflict (account, typed, heard) do update set
      jobs = correction_counts.jobs + excluded.jobs`.execute(db)
  if (by === 1) return
  await sql`delete from word_error_counts where account = ${account} and transcripts = 0`.execute(db)
  await sql`
    delete from correction_counts where account = ${account} and jobs = 0 and (typed, heard) in (
      select typed, heard from job_corrections where account = ${account} and ${isOfJobs}
      union all
      select typed, ${sql.lit(ANY)} from job_corrections where account = ${account} and ${isOfJobs})`.execute(
    db,
  )
}

/** Query for the counters of some jobs. */
export const wordErrorCounts = (isCounted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select account, model, language, count(*) as transcripts,
    cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors where ${isCounted} group by account, model, language`

/** Query for the counters of some jobs. Without `materialized`, SQLite reads all jobs in the order of an index instead of sorting. */
export const correctionCounts = (isCounted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with own as materialized (select account, typed, heard, ordinal from job_corrections where ${isCounted})
  select account, typed, heard, count(*) as jobs from own group by account, typed, heard
  union all
  select account, typed, ${sql.lit(ANY)}, count(distinct ordinal) from own group by account, typed`
