/** Moves jobs to the trash and back. */
import { sql, type Transaction } from 'kysely'
import { searchWords } from '../../contract/search-words.ts'
import { statusOf } from '../../jobs/bucket.ts'
import { fullTranscript } from '../../jobs/transcript.ts'
import type { Dialect } from '../databases/dialect.ts'
import { changeCounts } from '../lists/counters.ts'
import { moveLeaves } from '../lists/leaves.ts'
import { changeTags } from '../lists/tags.ts'
import type { Schema } from '../schema.ts'
import { currentChange } from './count-job-change.ts'
import { isAmong, type RemovedJob, unlist, withMetadata } from './remove-jobs.ts'
import { detailsOf, tagsOf } from './stored-details.ts'
import { wordsAt } from './stored-revisions.ts'
import { countMeasured } from './word-errors.ts'

type Db = Transaction<Schema>

/** All columns of a job except `change`. */
const COLUMNS = sql.join(
  Object.keys({
    id: true,
    account: true,
    ordinal: true,
    bucket: true,
    created_at: true,
    completed_at: true,
    error_code: true,
    error_message: true,
    custom_metadata: true,
    post_session_metadata: true,
    file_id: true,
    file: true,
    details: true,
    preview: true,
    request_params: true,
    audio_days: true,
    transcript_days: true,
  } satisfies Record<Exclude<keyof Schema['jobs'], 'change'>, true>).map((column) => sql.ref(column)),
)

/** Moves finished jobs of an account to the trash, after `countJobChange`. */
export async function trashJobs(
  dialect: Dialect,
  db: Db,
  account: number,
  jobs: readonly RemovedJob[],
): Promise<void> {
  if (jobs.length === 0) return
  await unlist(dialect, db, account, jobs)
  await moveLeaves(dialect, db, account, withMetadata(jobs), 'trash')
  const { trash_emptied_at } = await db
    .selectFrom('accounts')
    .select('trash_emptied_at')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  // Later than the last time that the trash was emptied, even if the clock was set back.
  const trashedAt = Math.max(Date.now(), trash_emptied_at + 1)
  const isMoved = isAmong(
    dialect,
    jobs.map(({ ordinal }) => ordinal),
  )
  await sql`
    insert into trash (${COLUMNS}, change, trashed_at)
    select ${COLUMNS}, ${currentChange()}, cast(${trashedAt} as bigint) from jobs where account = ${account} and ${isMoved}`.execute(
    db,
  )
  await db.deleteFrom('jobs').where('account', '=', account).where(isMoved).execute()
}

/** Moves a job of an account back from the trash, after `countJobChange`. */
export async function restoreJob(dialect: Dialect, db: Db, account: number, job: RemovedJob): Promise<void> {
  const { id, ordinal, bucket } = job
  const { revision } = detailsOf(job.details)
  await sql`
    insert into jobs (${COLUMNS}, change)
    select ${COLUMNS}, ${currentChange(account)} from trash where account = ${account} and id = ${id}`.execute(
    db,
  )
  const { change } = await db
    .deleteFrom('trash')
    .where('account', '=', account)
    .where('id', '=', id)
    .returning('change')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('deleted_jobs')
    .where('account', '=', account)
    .where('change', '=', change)
    .where('ordinal', '=', ordinal)
    .execute()
  await moveLeaves(dialect, db, account, withMetadata([job]), 'jobs')
  await changeTags(dialect, db, account, [{ ordinal, bucket, before: [], after: tagsOf(job) }])
  await changeCounts(db, [{ account, ordinal, bucket, by: 1 }])
  if (statusOf(bucket) !== 'done') return
  await countMeasured(db, account, isAmong(dialect, [ordinal]), 1)
  const words =
    (await wordsAt(db, { account, ordinal }, revision)) ?? (await recognisedWords(db, account, ordinal))
  await dialect.words.add(db, account, ordinal, words)
}

async function recognisedWords(db: Db, account: number, ordinal: number): Promise<string[]> {
  const { result } = await db
    .selectFrom('job_results')
    .select('result')
    .where('account', '=', account)
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow()
  return searchWords(fullTranscript(result))
}
