/**
 * Jobs as a stream of text, for pages that are too large to hold in memory for each client: chunks are read on demand, and at most one is
 * in memory.
 */
import { setImmediate } from 'node:timers/promises'
import type { JobField } from '../../contract/common.ts'
import { aroundResult, type JobRecord, jobsText } from '../../jobs/job-text.ts'
import type { Dialect } from '../databases/dialect.ts'
import { heldResult, MAX_WHOLE_RESULT } from './held-result.ts'
import { jobsJson } from './job-json.ts'
import { jobRecords, jobSizes, readRecords, type SizedJob } from './job-records.ts'
import type { PageJobs } from './page-jobs.ts'

/** Maximum size of a chunk in bytes, unless a single job is larger. Larger chunks are faster (256 KB by a tenth) but use more memory. */
const CHUNK_BYTES = 160 * 1024

/** The jobs of a page in chunks, newest first. Leaves out jobs that were deleted meanwhile. */
export async function* jobChunks(
  reader: Dialect,
  account: number,
  { ordinals, unfinished }: PageJobs,
  fields: readonly JobField[],
): AsyncGenerator<Buffer> {
  let prefix = ''
  for await (const batch of ordinals) {
    const sizes = await jobSizes(reader, account, batch, fields)
    const sized = sizes.map((job) => (unfinished.has(job.ordinal) ? withoutResult(job) : job))
    for (const group of groups(sized)) {
      const [newest] = group
      if (newest.resultBytes > MAX_WHOLE_RESULT) {
        for await (const piece of largeJob(reader, account, newest, fields, prefix)) {
          yield piece
          prefix = ','
        }
        continue
      }
      const text = await textOf(reader, account, group, fields, { unfinished, prefix })
      // Lets other requests run, however fast the client reads.
      await setImmediate()
      if (text === null) continue
      yield text
      prefix = ','
    }
  }
}

/** The text of jobs; null if none of them exists any more. */
async function textOf(
  reader: Dialect,
  account: number,
  jobs: readonly SizedJob[],
  fields: readonly JobField[],
  { unfinished, prefix }: { unfinished: PageJobs['unfinished']; prefix: string },
): Promise<Buffer | null> {
  const ordinals = jobs.map(({ ordinal }) => ordinal)
  if (reader.writesJson && !ordinals.some((ordinal) => unfinished.has(ordinal)))
    return jobsJson(reader, account, ordinals, fields, prefix)
  const records = await readRecords(reader, account, ordinals, fields)
  const shown = records.map((job) => unended(job, unfinished.get(job.ordinal)))
  return shown.length === 0 ? null : jobsText(shown, fields, prefix)
}

const withoutResult = (job: SizedJob): SizedJob => ({
  ...job,
  bytes: job.bytes - job.resultBytes,
  resultBytes: 0,
})

/** A job as it was when it was unfinished, in `bucket`; unchanged if `bucket` is undefined. */
function unended(job: JobRecord, bucket: number | undefined): JobRecord {
  return bucket === undefined
    ? job
    : { ...job, bucket, completed_at: null, error_code: null, error_message: null, result: null }
}

/** Divides jobs into groups of at most `CHUNK_BYTES`. A larger job is a group by itself. */
export function groups<Sized extends { readonly bytes: number }>(
  jobs: readonly Sized[],
): [Sized, ...Sized[]][] {
  const all: [Sized, ...Sized[]][] = []
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

/** The text of a job with a large result, in pieces. */
export async function* largeJob(
  dialect: Dialect,
  account: number,
  { ordinal, resultBytes }: SizedJob,
  fields: readonly JobField[],
  prefix: string,
): AsyncGenerator<Buffer> {
  const others = fields.filter((field) => field !== 'result')
  const job = await jobRecords(dialect, others)
    .select('jobs.ordinal')
    .where('jobs.account', '=', account)
    .where('jobs.ordinal', '=', ordinal)
    .executeTakeFirst()
  if (job === undefined) return
  const { before, after } = aroundResult(job, fields, prefix)
  yield before
  for (const part of await heldResult(dialect, { account, ordinal }, [[0, resultBytes]])) yield* part
  yield after
}
