/**
 * The list engine: which jobs stand on a page, and their texts.
 *
 * Ids first, then rows: every query that orders, filters or skips reads nothing but an index of ordinals, and the texts
 * of the few jobs that are shown are fetched by ordinal (selecting text beside an OFFSET costs 15 s at 900,000 on
 * PostgreSQL, ids first 78 ms). Ordinals follow the order of creation, so a range of dates is a range of ordinals.
 */
import { type AliasableExpression, sql } from 'kysely'
import { ALL_BUCKETS } from '../jobs/bucket.ts'
import type { JobFilter, JobPage, JobWindow } from '../jobs/job-store.ts'
import { jobText } from '../jobs/job-text.ts'
import { metadataLeaves, type Leaf } from '../jobs/metadata-leaves.ts'
import { END, rank, select } from './ordinal-counts.ts'
import type { Db } from './schema.ts'

/** Jobs read from the store at a time: bounds memory and the time the event loop is held (20 KB results: 0.5 ms). */
const CHUNK = 32
/** Up to here the matches of a metadata filter are counted; above, their number is not told. */
const COUNTED_MATCHES = 100_000
/** Up to here it is counted how many jobs have a leaf, to begin with the rarest. */
const COUNTED_LEAVES = 1_000

/** A filter worked out for one account: ordinals in [from, before), in these buckets, with all these leaves. */
interface Scope {
  readonly account: number
  readonly from: number
  readonly before: number
  readonly buckets: readonly number[]
  readonly leaves: readonly Leaf[]
}

/** The matching jobs by ordinal, newest first. */
interface OrdinalList {
  /** How many there are; null when they are too many to count. */
  total(): Promise<number | null>
  /** The bound that remains below `before` once `count` jobs are passed over; null when no job lies below it. */
  skip(before: number, count: number): Promise<number | null>
  /** The first `limit` jobs in [from, before). */
  ordinals(from: number, before: number, limit: number): Promise<number[]>
}

/** The jobs of one page, newest first. */
export async function page(
  db: Db,
  account: number,
  filter: JobFilter,
  { offset, limit, cursor }: JobWindow,
): Promise<JobPage> {
  const scope = await scopeOf(db, account, filter)
  const list = scope.leaves.length === 0 ? countedList(db, scope) : await metadataList(db, scope)
  const total = await list.total()

  const before = cursor === null ? await list.skip(scope.before, offset) : Math.min(scope.before, cursor)
  if (before === null) return { total, next: null, items: [] }

  if (limit <= CHUNK) {
    const found = await list.ordinals(scope.from, before, limit + 1)
    const shown = found.slice(0, limit)
    const next = found.length > limit ? (shown.at(-1) ?? null) : null
    return { total, next, items: await texts(db, account, shown) }
  }
  const end = await list.skip(before, limit)
  return { total, next: end, items: inChunks(db, account, list, end ?? scope.from, before) }
}

async function scopeOf(db: Db, account: number, filter: JobFilter): Promise<Scope> {
  const { createdFrom, createdBefore, buckets, customMetadata } = filter
  return {
    account,
    from: createdFrom === null ? 0 : await firstSince(db, account, createdFrom),
    before: createdBefore === null ? END : await firstSince(db, account, createdBefore),
    buckets,
    leaves: customMetadata === null ? [] : metadataLeaves(customMetadata),
  }
}

/** The ordinal of the first job created at `time` or later, or END. */
async function firstSince(db: Db, account: number, time: number): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select('ordinal')
    .where('account', '=', account)
    .where('created_at', '>=', time)
    .orderBy('created_at')
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst()
  return row?.ordinal ?? END
}

/** Without metadata: counters know how many jobs there are and where the nth is. */
function countedList(db: Db, scope: Scope): OrdinalList {
  const { account, buckets, from, before } = scope
  const rankOf = async (bound: number) => (bound === 0 ? 0 : rank(db, account, buckets, bound))
  return {
    total: async () => Math.max(0, (await rankOf(before)) - (await rankOf(from))),
    skip: async (bound, count) => {
      if (count === 0) return bound
      const index = (await rankOf(bound)) - 1 - count
      if (index < (await rankOf(from))) return null
      const ordinal = await select(db, account, buckets, index)
      return ordinal === null ? null : ordinal + 1
    },
    ordinals: async (lowest, bound, limit) =>
      run(inBuckets(db, { ...scope, from: lowest, before: bound }, limit)),
  }
}

/** With metadata: whatever holds the fewest jobs, a leaf or the buckets, leads, and the rest is looked up. */
async function metadataList(db: Db, scope: Scope): Promise<OrdinalList> {
  let lead: Leaf | null = null
  let fewest =
    scope.buckets.length < ALL_BUCKETS.length ? await rank(db, scope.account, scope.buckets, END) : END
  for (const leaf of scope.leaves) {
    const jobs = await jobsWithLeaf(db, scope.account, leaf)
    if (jobs < fewest) [lead, fewest] = [leaf, jobs]
  }
  const query = (range: Scope, limit: number, offset = 0): OrdinalQuery =>
    lead === null ? inBuckets(db, range, limit, offset) : withLeaf(db, range, lead, limit, offset)

  return {
    total: async () => {
      const { jobs } = await db
        .selectFrom(query(scope, COUNTED_MATCHES + 1).as('matches'))
        .select((eb) => eb.fn.countAll<number>().as('jobs'))
        .executeTakeFirstOrThrow()
      return jobs > COUNTED_MATCHES ? null : jobs
    },
    skip: async (bound, count) => {
      if (count === 0) return bound
      const [ordinal] = await run(query({ ...scope, before: bound }, 1, count))
      return ordinal === undefined ? null : ordinal + 1
    },
    ordinals: async (from, before, limit) => run(query({ ...scope, from, before }, limit)),
  }
}

/** A query for ordinals, to be run or counted. */
interface OrdinalQuery extends AliasableExpression<{ ordinal: number }> {
  execute(): Promise<{ ordinal: number }[]>
}

async function run(query: OrdinalQuery): Promise<number[]> {
  return (await query.execute()).map((row) => row.ordinal)
}

/** The scope's jobs, led by the jobs' own indexes: one run of an index for each bucket, merged. */
function inBuckets(db: Db, scope: Scope, limit: number, offset = 0): OrdinalQuery {
  const { account, from, before, buckets, leaves } = scope
  const newest = (bucket: number | null) => {
    let query = db
      .selectFrom('jobs')
      .select('jobs.ordinal')
      .where('jobs.account', '=', account)
      .where('jobs.ordinal', '>=', from)
      .where('jobs.ordinal', '<', before)
      .orderBy('jobs.ordinal', 'desc')
      .limit(limit + offset)
    if (bucket !== null) query = query.where('jobs.bucket', '=', bucket)
    for (const leaf of leaves)
      query = query.where((eb) => eb.exists(leafOf(db, account, leaf, 'jobs.ordinal')))
    return query
  }
  const [first, ...rest] = buckets.length === ALL_BUCKETS.length ? [null] : buckets
  // SQLite takes no ORDER BY or LIMIT in the arms of a union, only in a query around each.
  const arm = (bucket: number | null) => db.selectFrom(newest(bucket).as('run')).select('run.ordinal')
  let merged = arm(first ?? null)
  for (const bucket of rest) merged = merged.unionAll(arm(bucket))
  return db
    .selectFrom(merged.as('merged'))
    .select('merged.ordinal')
    .orderBy('merged.ordinal', 'desc')
    .limit(limit)
    .offset(offset)
}

/** The scope's jobs, led by the index of one of its leaves. */
function withLeaf(db: Db, scope: Scope, lead: Leaf, limit: number, offset: number): OrdinalQuery {
  const { account, from, before, buckets, leaves } = scope
  let query = db
    .selectFrom('job_metadata as lead')
    .select('lead.ordinal')
    .where('lead.account', '=', account)
    .where('lead.path', '=', lead.path)
    .where('lead.value', '=', lead.value)
    .where('lead.ordinal', '>=', from)
    .where('lead.ordinal', '<', before)
    .orderBy('lead.ordinal', 'desc')
    .limit(limit)
    .offset(offset)
  for (const leaf of leaves) {
    if (leaf !== lead) query = query.where((eb) => eb.exists(leafOf(db, account, leaf, 'lead.ordinal')))
  }
  if (buckets.length < ALL_BUCKETS.length) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('jobs')
          .select('jobs.ordinal')
          .where('jobs.account', '=', account)
          .where('jobs.bucket', 'in', buckets)
          .whereRef('jobs.ordinal', '=', 'lead.ordinal'),
      ),
    )
  }
  return query
}

/** The metadata row that says that the job of an outer query has a leaf. */
function leafOf(db: Db, account: number, leaf: Leaf, outerOrdinal: string) {
  return db
    .selectFrom('job_metadata as other')
    .select('other.ordinal')
    .where('other.account', '=', account)
    .where('other.path', '=', leaf.path)
    .where('other.value', '=', leaf.value)
    .where('other.ordinal', '=', sql.ref<number>(outerOrdinal))
}

/** How many jobs have a leaf, counted up to COUNTED_LEAVES. */
async function jobsWithLeaf(db: Db, account: number, leaf: Leaf): Promise<number> {
  const some = db
    .selectFrom('job_metadata')
    .select('ordinal')
    .where('account', '=', account)
    .where('path', '=', leaf.path)
    .where('value', '=', leaf.value)
    .limit(COUNTED_LEAVES)
  const { jobs } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('jobs'))
    .executeTakeFirstOrThrow()
  return jobs
}

/** The texts of the list's jobs in [from, before), a chunk at a time. */
async function* inChunks(
  db: Db,
  account: number,
  list: OrdinalList,
  from: number,
  before: number,
): AsyncGenerator<string> {
  for (let bound = before; ;) {
    const ordinals = await list.ordinals(from, bound, CHUNK)
    yield* await texts(db, account, ordinals)
    const last = ordinals.at(-1)
    if (last === undefined || ordinals.length < CHUNK) return
    bound = last
  }
}

/** The texts of these jobs, newest first. One that was deleted meanwhile is left out. */
async function texts(db: Db, account: number, ordinals: readonly number[]): Promise<string[]> {
  if (ordinals.length === 0) return []
  const rows = await jobRecords(db)
    .where('jobs.account', '=', account)
    .where('jobs.ordinal', 'in', ordinals)
    .orderBy('jobs.ordinal', 'desc')
    .execute()
  return rows.map(jobText)
}

/** Everything that a job shows. */
export function jobRecords(db: Db) {
  return db
    .selectFrom('jobs')
    .leftJoin('job_results', (join) =>
      join
        .onRef('job_results.account', '=', 'jobs.account')
        .onRef('job_results.ordinal', '=', 'jobs.ordinal'),
    )
    .select([
      'jobs.id',
      'jobs.bucket',
      'jobs.created_at',
      'jobs.completed_at',
      'jobs.error_code',
      'jobs.custom_metadata',
      'jobs.post_session_metadata',
      'jobs.file',
      'jobs.request_params',
      'job_results.result',
    ])
}
