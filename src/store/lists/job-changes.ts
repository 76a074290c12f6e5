/**
 * Reads the changes of jobs, for mirrors. docs/lists.md explains them.
 *
 * Each job has the number of its last change, so that it moves to the end of an index whenever it changes. A deleted job leaves a row with
 * the number of its deletion. The transactions that change an account's jobs run one after the other (`countJobChange`), so that whoever
 * sees a change also sees all changes with lower numbers.
 */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type ChangeCursor, isPlaceOf } from '../../contract/change-cursor.ts'
import type { JobField } from '../../contract/common.ts'
import { JOB_FIELDS, type JobRecord, jobsText } from '../../jobs/job-text.ts'
import { statusOf } from '../../jobs/bucket.ts'
import type { ChangedIds, ChangePage } from '../../jobs/job.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Db } from '../schema.ts'
import { MAX_WHOLE_RESULT } from './held-result.ts'
import { groups, largeJob } from './job-chunks.ts'
import { MAX_WHOLE_BYTES, MAX_WHOLE_PAGE, snapshot } from './job-pages.ts'
import { jobSizes, readRecords, type SizedJob } from './job-records.ts'
import { END } from './scope.ts'

/** A changed job. */
interface ChangedJob extends Pick<ChangeCursor, 'change' | 'ordinal'> {
  readonly id: string
  /** Null if it was deleted. */
  readonly bucket: number | null
}

/** Number of jobs of a long page whose sizes are read at a time. */
const BATCH = 64

/**
 * The jobs that have changed after a cursor, in their current state. A page that is sent whole comes from one snapshot. On a longer page, a
 * job that changes while the page is sent may already show that change, and will follow again.
 * @param after null for the beginning; `now` for a page without jobs whose `next` is the newest change
 * @returns null if the cursor belongs to another account, or to the history before a backup was restored
 */
export async function changes(
  dialect: Dialect,
  account: number,
  after: ChangeCursor | 'now' | null,
  limit: number,
  fields: readonly JobField[] = JOB_FIELDS,
): Promise<ChangePage | null> {
  const now = await newestPlace(dialect.db, account)
  // Most requests find nothing new. They need no transaction.
  if (after === 'now' || (after !== null && isDeepStrictEqual(after, now)))
    return { next: now, more: false, items: Buffer.alloc(0) }
  const shown = fields.includes('id') ? fields : (['id', ...fields] as const)
  return snapshot(dialect, async (view) => {
    const newest = await newestPlace(view.db, account)
    const from = after ?? { ...newest, change: 0, ordinal: 0, firstUntil: newest.change }
    if (!isPlaceOf(newest, from)) return null
    const { page, next } = await changedJobs(view.db, account, from, newest, limit)
    const more = next !== newest
    const whole = page.length <= MAX_WHOLE_PAGE ? await wholeText(view, account, page, shown) : null
    const reader = { ...dialect, db: dialect.reader }
    return { next, more, items: whole ?? textChunks(reader, account, page, shown) }
  })
}

/** The ids of the jobs that have changed after a cursor. */
export async function changedIds(
  dialect: Dialect,
  account: number,
  after: ChangeCursor,
  limit: number,
): Promise<ChangedIds | null> {
  return snapshot(dialect, async ({ db }) => {
    const newest = await newestPlace(db, account)
    if (!isPlaceOf(newest, after)) return null
    const { page, next } = await changedJobs(db, account, after, newest, limit)
    const jobs = page.map(({ bucket, ...job }) => ({
      ...job,
      status: bucket === null ? null : statusOf(bucket),
    }))
    return { jobs, next, more: next !== newest }
  })
}

/** The cursor after the newest change. */
export async function newestPlace(db: Db, account: number): Promise<ChangeCursor> {
  const { history, ...place } = await db
    .selectFrom('accounts')
    .innerJoin('installation', (join) => join.onTrue())
    .select(['history', 'job_changes as change', 'last_ordinal as ordinal'])
    .where('accounts.id', '=', account)
    .executeTakeFirstOrThrow()
  // Differs between accounts, so that a cursor is invalid in other accounts.
  return { history: hash('sha256', `${history} ${account}`).slice(0, 12), ...place, firstUntil: null }
}

/**
 * The jobs that have changed after a cursor, in the order of their last change, and the cursor after them: `newest` if there are no more.
 * Reads at most `limit` + 1 entries of each of the two indexes.
 */
async function changedJobs(
  db: Db,
  account: number,
  from: ChangeCursor,
  newest: ChangeCursor,
  limit: number,
): Promise<{ page: ChangedJob[]; next: ChangeCursor }> {
  const { change, ordinal, firstUntil } = from
  const deletedAfter = firstUntil === null || firstUntil <= change ? [change, ordinal] : [firstUntil, END]
  const { rows } = await sql<ChangedJob>`
    select change, ordinal, id, bucket from (
      select * from (
        select change, ordinal, id, bucket from jobs
        where account = ${account} and (change, ordinal) > (${change}, ${ordinal})
        order by change, ordinal limit ${limit + 1}) as changed
      union all
      select * from (
        select change, ordinal, id, cast(null as integer) as bucket from deleted_jobs
        where account = ${account} and (change, ordinal) > (${sql.join(deletedAfter)})
        order by change, ordinal limit ${limit + 1}) as gone
    ) as either
    order by change, ordinal limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { page, next: hasMore ? { ...from, change: last.change, ordinal: last.ordinal } : newest }
}

const ordinalsOf = (page: readonly ChangedJob[]) =>
  page.flatMap(({ ordinal, bucket }) => (bucket === null ? [] : ordinal))

/** The text of a page that is sent whole; null if its jobs are too large. */
async function wholeText(
  view: Dialect,
  account: number,
  page: readonly ChangedJob[],
  fields: readonly JobField[],
): Promise<Buffer | null> {
  const ordinals = ordinalsOf(page)
  if (ordinals.length === 0) return textOf(page, [], fields, '')
  const sizes = await jobSizes(view, account, ordinals, fields)
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_WHOLE_BYTES) return null
  return textOf(page, await readRecords(view, account, ordinals, fields), fields, '')
}

/** The text of a long page, read on demand. Leaves out jobs that were deleted meanwhile, whose deletion will follow as a change. */
async function* textChunks(
  reader: Dialect,
  account: number,
  page: readonly ChangedJob[],
  fields: readonly JobField[],
): AsyncGenerator<Buffer> {
  let prefix = ''
  for (let i = 0; i < page.length; i += BATCH) {
    const batch = page.slice(i, i + BATCH)
    const sizes = await jobSizes(reader, account, ordinalsOf(batch), fields)
    const sizeOf = new Map(sizes.map((job) => [job.ordinal, job]))
    const none: Omit<SizedJob, 'ordinal'> = { bytes: 0, resultBytes: 0 }
    for (const group of groups(batch.map((job) => ({ ...none, ...sizeOf.get(job.ordinal), ...job })))) {
      const [first] = group
      const isLarge = first.bucket !== null && first.resultBytes > MAX_WHOLE_RESULT
      const pieces = isLarge
        ? largeJob(reader, account, first, fields, prefix)
        : [textOf(group, await readRecords(reader, account, ordinalsOf(group), fields), fields, prefix)]
      for await (const piece of pieces) {
        if (piece.length === 0) continue
        yield piece
        prefix = ','
      }
      // Lets other requests run, however fast the client reads.
      await setImmediate()
    }
  }
}

/** @param records the jobs that were not deleted, in any order */
function textOf(
  page: readonly ChangedJob[],
  records: readonly (JobRecord & { readonly ordinal: number })[],
  fields: readonly JobField[],
  prefix: string,
): Buffer {
  const recordOf = new Map(records.map((record) => [record.ordinal, record]))
  const parts: Buffer[] = []
  for (const { ordinal, id, bucket } of page) {
    const separator = parts.length === 0 ? prefix : ','
    const record = recordOf.get(ordinal)
    if (bucket === null) parts.push(Buffer.from(`${separator}{"id":"${id}","deleted":true}`))
    else if (record !== undefined) parts.push(jobsText([record], fields, separator))
  }
  return Buffer.concat(parts)
}
