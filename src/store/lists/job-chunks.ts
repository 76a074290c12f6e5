/**
 * Jobs as a stream of text, for pages that are too large to be held in memory for each client: nothing is read before it
 * is asked for, and at most a chunk is held.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { JobField } from '../../contract/common.ts'
import { aroundResult, jobsText } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'
import { jobRecords, jobSizes, readRecords, type SizedJob } from './job-records.ts'
import { ordinalList } from './ordinal-list.ts'
import type { Scope } from './scope.ts'

/** Bytes of a chunk, unless one job has more. Larger chunks are faster (256 KB by a tenth) but hold memory for longer. */
const CHUNK_BYTES = 160 * 1024
/** Jobs whose sizes are read at once. */
const SIZED_JOBS = 512
/** A result that is larger is read and sent in slices of at least this many bytes … */
const MIN_SLICE_BYTES = 512 * 1024
/** … and in at most so many: for each slice, the database reads the whole result. */
const MAX_SLICES = 16
/** Slices read at a time, by all lists. */
const sliceReads = pLimit(1)

/** The jobs of a scope, newest first, in chunks that are each as of one moment. */
export async function* jobChunks(
  dialect: Dialect,
  scope: Scope,
  fields: readonly JobField[],
): AsyncGenerator<Buffer> {
  const { account, from } = scope
  const view = { ...dialect, db: dialect.reader }
  const list = await ordinalList(view, scope)
  let prefix = ''
  let sized: SizedJob[] = []
  for (let bound = scope.before; ; bound = sized.at(-1)?.ordinal ?? from) {
    sized = await jobSizes(view, account, await list.query(from, bound, SIZED_JOBS), fields)
    for (const [newest, ...others] of groups(sized)) {
      if (newest.resultBytes > MIN_SLICE_BYTES) {
        for await (const slice of slices(view, account, newest, fields, prefix)) {
          yield slice
          prefix = ','
        }
        continue
      }
      const oldest = others.at(-1) ?? newest
      const query = await list.query(oldest.ordinal, newest.ordinal + 1, 1 + others.length)
      const text = jobsText(await readRecords(view, account, query, fields), fields, prefix)
      // Let other requests run, however fast the reader is.
      await setImmediate()
      if (text.length === 0) continue
      yield text
      prefix = ','
    }
    if (sized.length < SIZED_JOBS) return
  }
}

/** Divides jobs into groups of at most CHUNK_BYTES. A larger job is a group of its own. */
function groups(jobs: readonly SizedJob[]): [SizedJob, ...SizedJob[]][] {
  const all: [SizedJob, ...SizedJob[]][] = []
  let size = Infinity
  for (const job of jobs) {
    size += job.bytes
    if (size <= CHUNK_BYTES) all.at(-1)?.push(job)
    else {
      all.push([job])
      size = job.bytes
    }
  }
  return all
}

/** The text of a job with a large result. */
async function* slices(
  dialect: Dialect,
  account: number,
  { ordinal, resultBytes }: SizedJob,
  fields: readonly JobField[],
  prefix: string,
): AsyncGenerator<Buffer> {
  const { db, textSlice } = dialect
  const others = fields.filter((field) => field !== 'result')
  const job = await jobRecords(dialect, others)
    .select('jobs.ordinal')
    .where('jobs.account', '=', account)
    .where('jobs.ordinal', '=', ordinal)
    .executeTakeFirst()
  if (job === undefined) return
  const { before, after } = aroundResult(job, fields, prefix)
  yield before
  const size = Math.max(MIN_SLICE_BYTES, Math.ceil(resultBytes / MAX_SLICES))
  for (let offset = 0; offset < resultBytes; offset += size) {
    const query = db
      .selectFrom('job_results')
      .select(textSlice(sql.ref('result'), offset, size).as('slice'))
      .where('account', '=', account)
      .where('ordinal', '=', ordinal)
    const row = await sliceReads(async () => {
      await setImmediate()
      return query.executeTakeFirst()
    })
    // Its beginning has been sent: only an aborted response can say that the rest is missing.
    if (!row?.slice) throw new Error('the job was deleted while it was being sent')
    yield Buffer.from(row.slice.buffer, row.slice.byteOffset, row.slice.byteLength)
  }
  yield after
}
