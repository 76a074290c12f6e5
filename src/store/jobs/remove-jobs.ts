/** Deletes jobs with everything that belongs to them. */
import { type RawBuilder, type Selectable, sql, type SqlBool, type Transaction } from 'kysely'
import { parseExactly } from '../../contract/exact-json.ts'
import { addStored } from '../accounts/account-usage.ts'
import type { Dialect } from '../databases/dialect.ts'
import { removeDeliveries } from '../deliveries/remove-deliveries.ts'
import { changeCounts } from '../lists/counters.ts'
import { removeLeaves } from '../lists/leaves.ts'
import { changeTags } from '../lists/tags.ts'
import type { Schema } from '../schema.ts'
import { currentChange } from './count-job-change.ts'
import { removeDerived } from './derived-files.ts'
import { removeShares } from './remove-shares.ts'
import { removeBytes } from './upload-store.ts'
import { detailsOf, tagsOf } from './stored-details.ts'
import { transcriptBytes, wordsAt } from './stored-revisions.ts'
import { removeRetranscriptions } from './stored-retranscriptions.ts'
import { countMeasured, removeMeasured } from './word-errors.ts'

type Db = Transaction<Schema>

/** The columns of a job that are needed to delete it. */
export const removedColumns = [
  'id',
  'ordinal',
  'bucket',
  'custom_metadata',
  'file_id',
  'details',
  'preview',
] as const

export type RemovedJob = Pick<Selectable<Schema['jobs']>, (typeof removedColumns)[number]>

/** The table that holds a job. */
export type JobTable = 'jobs' | 'trash'

export const JOB_TABLES = ['jobs', 'trash'] as const satisfies readonly JobTable[]

/** Condition that the ordinal of a job is one of these. */
export const isAmong = (dialect: Dialect, ordinals: readonly number[]): RawBuilder<SqlBool> =>
  sql`ordinal in ${dialect.ordinals(ordinals)}`

/** The result of a deletion. */
export interface Removed {
  /** The files whose bytes the caller must delete. */
  readonly files: readonly string[]
  /** Size of the files and the transcripts. */
  readonly bytes: number
}

/** Deletes finished jobs of an account, after `countJobChange`. */
export async function removeJobs(
  dialect: Dialect,
  db: Db,
  account: number,
  jobs: readonly RemovedJob[],
): Promise<Removed> {
  await unlist(dialect, db, account, jobs)
  return eraseJobs(dialect, db, account, jobs, 'jobs')
}

/**
 * Removes finished jobs from the counters and from the indexes of words and tags. Also deletes what a restored job does not get back: its
 * callbacks and its retranscription. Records the deletion for mirrors.
 */
export async function unlist(
  dialect: Dialect,
  db: Db,
  account: number,
  jobs: readonly RemovedJob[],
): Promise<void> {
  if (jobs.length === 0) return
  const indexed = []
  for (const { ordinal, details } of jobs)
    indexed.push({ ordinal, words: await wordsAt(db, { account, ordinal }, detailsOf(details).revision) })
  const isListed = isAmong(
    dialect,
    jobs.map(({ ordinal }) => ordinal),
  )
  await removeRetranscriptions(db, account, isListed)
  await dialect.words.remove(db, account, indexed)
  await changeCounts(
    db,
    jobs.map(({ ordinal, bucket }) => ({ account, ordinal, bucket, by: -1 as const })),
  )
  await countMeasured(db, account, isListed, -1)
  await removeDeliveries(dialect, db, account, jobs)
  await db
    .insertInto('deleted_jobs')
    .columns(['account', 'change', 'ordinal', 'id'])
    .expression((eb) =>
      eb
        .selectFrom('jobs')
        .select(['account', currentChange(account).as('change'), 'ordinal', 'id'])
        .where('account', '=', account)
        .where(isListed),
    )
    .execute()
  await changeTags(
    dialect,
    db,
    account,
    jobs.map((job) => ({ ...job, before: tagsOf(job), after: [] })),
  )
}

/** Deletes unlisted jobs with everything that belongs to them. */
export async function eraseJobs(
  dialect: Dialect,
  db: Db,
  account: number,
  jobs: readonly RemovedJob[],
  from: JobTable,
): Promise<Removed> {
  if (jobs.length === 0) return { files: [], bytes: 0 }
  const ids = jobs.map(({ id }) => id)
  await removeShares(db, account, (eb) => eb('job_id', 'in', ids))
  const isRemoved = isAmong(
    dialect,
    jobs.map(({ ordinal }) => ordinal),
  )
  const bytes = await transcriptBytes(db, account, isRemoved)
  for (const table of ['job_revisions', 'job_voices', 'job_results', from] as const)
    await db.deleteFrom(table).where('account', '=', account).where(isRemoved).execute()
  await removeMeasured(db, account, isRemoved)
  await removeLeaves(dialect, db, account, withMetadata(jobs), from)
  const released = await releaseFiles(
    dialect,
    db,
    account,
    jobs.flatMap(({ file_id: id }) => id ?? []),
  )
  if (bytes > 0) await addStored(db, account, -bytes)
  return { ...released, bytes: released.bytes + bytes }
}

/** The jobs that have metadata, with their metadata parsed. */
export function withMetadata(jobs: readonly RemovedJob[]) {
  return jobs.flatMap(({ custom_metadata: text, ...job }) =>
    text === null ? [] : [{ ...job, customMetadata: parseExactly(text) as object }],
  )
}

/** Subtracts a use for each time that a file is listed, and deletes the rows of files that no job uses any more. */
export async function releaseFiles(
  { rows: given }: Dialect,
  db: Db,
  account: number,
  files: readonly string[],
): Promise<Removed> {
  if (files.length === 0) return { files: [], bytes: 0 }
  const released = [...Map.groupBy(files, (id) => id)].map(([file, { length: times }]) => ({ file, times }))
  const { rows } = await sql<{ id: string; jobs: number; size: number }>`
    update files set jobs = jobs - times from ${given({ file: 'text', times: 'bigint' }, released)}
    where id = file and account = ${account} returning id, jobs, size`.execute(db)
  const unused = rows.filter(({ jobs }) => jobs === 0)
  if (unused.length === 0) return { files: [], bytes: 0 }
  const ids = unused.map(({ id }) => id)
  await db.deleteFrom('files').where('account', '=', account).where('id', 'in', ids).execute()
  const bytes = unused.reduce((sum, { size }) => sum + size, 0)
  await addStored(db, account, -bytes)
  const removed = [...ids, ...(await removeDerived(db, account, ids))]
  await removeBytes(db, removed)
  return { files: removed, bytes }
}
