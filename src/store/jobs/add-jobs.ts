/** Adds new jobs with everything that belongs to them. */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import type { JobRetention } from '../../contract/retention.ts'
import type { AccountVocabulary } from '../../contract/settings.ts'
import { bucketOf } from '../../jobs/bucket.ts'
import type { CreatedJob, NewJob } from '../../jobs/job.ts'
import { fileOnTheWire, type StoredFile, UnknownFileError } from '../../jobs/stored-file.ts'
import { LimitError } from '../../jobs/limits.ts'
import { PausedError } from '../../jobs/paused.ts'
import { paramsWithVocabulary } from '../../jobs/vocabulary.ts'
import { addAccepted, checkRoom } from '../accounts/account-usage.ts'
import { limitsFrom } from '../accounts/limits.ts'
import type { Dialect, RowColumns } from '../databases/dialect.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import { changeCounts, countBuckets } from '../lists/counters.ts'
import { addLeaves } from '../lists/leaves.ts'
import { END } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { changeColumns, settingOf } from './count-job-change.ts'
import { fileColumns, type FileRow, storedFile } from './file-store.ts'
import { keepAnswer } from './idempotency-store.ts'

const NEW_JOB = {
  id: 'text',
  account: 'bigint',
  ordinal: 'bigint',
  bucket: 'bigint',
  created_at: 'bigint',
  custom_metadata: 'text',
  request_params: 'text',
  file_id: 'text',
  file: 'text',
  audio_days: 'bigint',
  transcript_days: 'bigint',
  change: 'bigint',
} as const
/** The days of a retention that never ends; null stands for the retention of the account. */
const FOREVER = -1

const NEW_WORK = {
  account: 'bigint',
  ordinal: 'bigint',
  job_id: 'text',
  has_file: 'bigint',
  trace: 'text',
} as const

/**
 * Adds jobs to an account with status queued, in the given order.
 * @param defaults limits of accounts without limits of their own
 * @throws {LimitError} if they exceed a limit of the account
 * @throws {PausedError} if one of them is live and the account is paused
 */
export async function addJobs(
  dialect: Dialect,
  defaults: Limits,
  db: Transaction<Schema>,
  account: number,
  jobs: readonly NewJob[],
): Promise<CreatedJob[]> {
  const places = await nextPlaces(db, account, jobs.length)
  const { last_ordinal, last_created_at: createdAt, number: change, limits } = places
  if (places.paused_at !== null && jobs.some(({ kind }) => kind === 'live')) throw new PausedError()
  const words = places.vocabulary === null ? [] : (JSON.parse(places.vocabulary) as AccountVocabulary).words
  const added = jobs.map((job, i) => ({
    job,
    id: randomUUID(),
    account,
    ordinal: last_ordinal - jobs.length + i + 1,
    bucket: bucketOf(job.kind, 'queued'),
  }))
  // Early, because it fails if the job has already been created.
  for (const { job, id } of added) await keepAnswer(db, job.request, { id, createdAt })
  const files = await useFiles(dialect, db, account, jobs)
  await checkLimits(db, account, limitsFrom(defaults, limits), jobs, files)
  await insertRows(
    dialect,
    db,
    'jobs',
    NEW_JOB,
    added.map(({ job, ...key }) => ({
      ...key,
      change,
      created_at: createdAt,
      custom_metadata: job.customMetadata === null ? null : JSON.stringify(job.customMetadata),
      request_params: JSON.stringify(paramsWithVocabulary(job, words)),
      file_id: job.fileId,
      file: job.fileId === null ? null : shownFile(files.get(job.fileId)!),
      ...daysOf(job.requestParams),
    })),
  )
  await changeCounts(
    db,
    added.map(({ ordinal, bucket }) => ({ account, ordinal, bucket, by: 1 as const, at: createdAt })),
  )
  await addLeaves(
    dialect,
    db,
    added.map(({ job, ...key }) => ({ ...key, customMetadata: job.customMetadata })),
  )
  await insertRows(
    dialect,
    db,
    'work',
    NEW_WORK,
    added.flatMap(({ job, id, ordinal }) =>
      job.kind === 'pre-recorded'
        ? [{ account, ordinal, job_id: id, has_file: job.fileId === null ? 0 : 1, trace: job.trace ?? null }]
        : [],
    ),
  )
  const created = added.filter(({ job }) => job.kind === 'pre-recorded')
  await reportEvents(
    dialect,
    db,
    { account, ...places },
    created.map(({ id }) => ({ event: 'transcription.created', payload: { id } })),
  )
  return added.map(({ id }) => ({ id, createdAt }))
}

/** The retention columns of a job. */
function daysOf({ retention = {} }: { retention?: JobRetention }) {
  const column = (days: number | null | undefined) => (days === undefined ? null : (days ?? FOREVER))
  return { audio_days: column(retention.audio_days), transcript_days: column(retention.transcript_days) }
}

/** Inserts any number of rows with the same statement: with a statement for each number, none would stay prepared. */
async function insertRows(
  { rows: given }: Dialect,
  db: Transaction<Schema>,
  table: keyof Schema,
  columns: RowColumns,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  const names = sql.raw(Object.keys(columns).join())
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given(columns, rows)}`.execute(
    db,
  )
}

/**
 * Reserves ordinals and returns the last of them, with a creation time that is never before that of the account's newest job, even if the
 * clock was set back. Also returns the account's limits, its vocabulary and its webhooks, each as JSON.
 */
async function nextPlaces(db: Transaction<Schema>, account: number, count: number) {
  const now = Date.now()
  return db
    .updateTable('accounts')
    .set((eb) => ({
      last_ordinal: eb('last_ordinal', '+', count),
      job_changes: eb('job_changes', '+', 1),
      last_created_at: eb
        .case()
        .when('last_created_at', '>', now)
        .then(eb.ref('last_created_at'))
        // Kysely writes a bare number as a literal, which would make every statement a different one.
        .else(eb.val(now))
        .end(),
    }))
    .where('id', '=', account)
    .returning((eb) => [
      'last_ordinal',
      'last_created_at',
      'limits',
      'paused_at',
      settingOf(eb, account, 'vocabulary').as('vocabulary'),
      ...changeColumns(eb, account),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts the new uses of files and returns the files. */
async function useFiles(
  { rows: given }: Dialect,
  db: Transaction<Schema>,
  account: number,
  jobs: readonly NewJob[],
): Promise<Map<string, StoredFile>> {
  const uses = Map.groupBy(
    jobs.flatMap(({ fileId }) => fileId ?? []),
    (id) => id,
  )
  if (uses.size === 0) return new Map()
  const counted = [...uses].map(([file, { length: times }]) => ({ file, times }))
  const { rows } = await sql<FileRow>`
    update files set jobs = jobs + times from ${given({ file: 'text', times: 'bigint' }, counted)}
    where id = file and account = ${account}
    returning ${sql.join(fileColumns.map((column) => sql.ref(column)))}`.execute(db)
  const files = new Map(rows.map((row) => [row.id, storedFile(row)]))
  const unknown = [...uses.keys()].find((id) => !files.has(id))
  if (unknown !== undefined) throw new UnknownFileError(`no file ${unknown}`)
  return files
}

const shownFile = (file: StoredFile): string => JSON.stringify(fileOnTheWire(file))

/**
 * Checks the limits for new jobs, and counts their audio if its length is known. The caller has locked the account, so that the counts
 * stay valid.
 * @param files the files of the jobs, by id
 */
async function checkLimits(
  db: Transaction<Schema>,
  account: number,
  limits: Limits,
  jobs: readonly NewJob[],
  files: ReadonlyMap<string, StoredFile>,
): Promise<void> {
  await checkOpen(db, account, limits, jobs.filter(({ kind }) => kind === 'pre-recorded').length)
  const known = jobs.flatMap(({ fileId }) => files.get(fileId ?? '') ?? [])
  if (known.length < jobs.length) await checkRoom(db, account, limits)
  const seconds = known.reduce((sum, { duration }) => sum + duration, 0)
  if (known.length > 0) await addAccepted(db, account, Math.round(seconds * 1000), limits)
}

/**
 * Checks that an account may have this many more unfinished jobs of files. The caller has locked the account.
 * @throws {LimitError}
 */
export async function checkOpen(
  db: Transaction<Schema>,
  account: number,
  { open_jobs: limit }: Limits,
  added: number,
): Promise<void> {
  if (limit !== null && added > 0 && (await countOpen(db, account)) + added > limit)
    throw new LimitError('open_jobs', limit)
}

async function countOpen(db: Transaction<Schema>, account: number): Promise<number> {
  const buckets = [bucketOf('pre-recorded', 'queued'), bucketOf('pre-recorded', 'processing')]
  const open = countBuckets(db, { account, buckets, from: 0, before: END })
  const { rows } = await sql<{ open: number | string }>`select ${open} as open`.execute(db)
  return Number(rows[0]?.open ?? 0)
}
