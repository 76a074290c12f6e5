/** New jobs, with everything that belongs to them. */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { bucketOf } from '../../jobs/bucket.ts'
import { type CreatedJob, type NewJob, UnknownFileError } from '../../jobs/job-store.ts'
import { fileOnTheWire } from '../../jobs/stored-file.ts'
import type { Dialect, RowColumns } from '../databases/dialect.ts'
import { changeCounts } from '../lists/counters.ts'
import { addLeaves } from '../lists/leaves.ts'
import type { Schema } from '../schema.ts'
import { fileColumns, type FileRow, storedFile } from './sql-file-store.ts'
import { keepAnswer } from './sql-idempotency-store.ts'

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
} as const
const NEW_WORK = { account: 'bigint', ordinal: 'bigint', job_id: 'text', has_file: 'bigint' } as const

/** Adds jobs of an account in status queued, in this order. */
export async function addJobs(
  dialect: Dialect,
  db: Transaction<Schema>,
  account: number,
  jobs: readonly NewJob[],
): Promise<CreatedJob[]> {
  const { last_ordinal, last_created_at: createdAt } = await nextPlaces(db, account, jobs.length)
  const added = jobs.map((job, i) => ({
    job,
    id: randomUUID(),
    account,
    ordinal: last_ordinal - jobs.length + i + 1,
    bucket: bucketOf(job.kind, 'queued'),
  }))
  // Early: it fails for a job that exists already.
  for (const { job, id } of added) await keepAnswer(db, job.request, { id, createdAt })
  const files = await useFiles(dialect, db, account, jobs)
  await insertRows(
    dialect,
    db,
    'jobs',
    NEW_JOB,
    added.map(({ job, ...key }) => ({
      ...key,
      created_at: createdAt,
      custom_metadata: job.customMetadata === null ? null : JSON.stringify(job.customMetadata),
      request_params: JSON.stringify(job.requestParams),
      file_id: job.fileId,
      file: job.fileId === null ? null : files.get(job.fileId),
    })),
  )
  await changeCounts(
    db,
    added.map(({ ordinal, bucket }) => ({ account, ordinal, bucket, by: 1 as const, at: createdAt })),
  )
  await addLeaves(
    dialect,
    db,
    added.map(({ job, ...key }) => ({ ...key, metadata: job.customMetadata })),
  )
  await insertRows(
    dialect,
    db,
    'work',
    NEW_WORK,
    added.flatMap(({ job, id, ordinal }) =>
      job.kind === 'pre-recorded'
        ? [{ account, ordinal, job_id: id, has_file: job.fileId === null ? 0 : 1 }]
        : [],
    ),
  )
  return added.map(({ id }) => ({ id, createdAt }))
}

/** Inserts any number of rows by the same statement: with a statement for each number, none would stay prepared. */
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

/** The last of the account's next ordinals, and a creation time not before that of its newest job, whatever the clock says. */
async function nextPlaces(db: Transaction<Schema>, account: number, count: number) {
  const now = Date.now()
  return db
    .updateTable('accounts')
    .set((eb) => ({
      last_ordinal: eb('last_ordinal', '+', count),
      revision: eb('revision', '+', 1),
      last_created_at: eb
        .case()
        .when('last_created_at', '>', now)
        .then(eb.ref('last_created_at'))
        // A bare number would become a literal, and every statement a different one.
        .else(eb.val(now))
        .end(),
    }))
    .where('id', '=', account)
    .returning(['last_ordinal', 'last_created_at'])
    .executeTakeFirstOrThrow()
}

/** Counts the jobs that use files, and returns these files as the jobs show them, as JSON. */
async function useFiles(
  { rows: given }: Dialect,
  db: Transaction<Schema>,
  account: number,
  jobs: readonly NewJob[],
): Promise<Map<string, string>> {
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
  const shown = new Map(rows.map((row) => [row.id, JSON.stringify(fileOnTheWire(storedFile(row)))]))
  const unknown = [...uses.keys()].find((id) => !shown.has(id))
  if (unknown !== undefined) throw new UnknownFileError(`no file ${unknown}`)
  return shown
}
