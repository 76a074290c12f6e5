/**
 * Databases as the code of an earlier version left them.
 *
 * In SQL and in words spelled out, never by way of today's code: that may write something else tomorrow. Whoever adds a
 * migration adds here what its code writes; `migrations.test.ts` fails where the version before the newest is missing.
 */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { JobStatus } from '../../src/contract/common.ts'
import { bucketOf } from '../../src/jobs/bucket.ts'
import { migrate } from '../../src/store/migrations/index.ts'
import type { Db } from '../../src/store/schema.ts'
import { type StorePlace, withDialect } from './store-place.ts'

/** More than what a migration takes up at a time. */
const CREATED = 250
const CREATED_AT = Date.UTC(2025, 5, 1)
const ACCOUNT = 1

export interface OldJob {
  readonly id: string
  readonly ordinal: number
  readonly status: JobStatus
  readonly plan: 'free' | 'pro'
  /** Its words; null unless it is done. */
  readonly said: readonly string[] | null
  readonly isDeleted: boolean
}

/** All jobs there ever were, oldest first: every fiftieth was deleted, the newest is one of these. */
function oldJobs(): OldJob[] {
  return Array.from({ length: CREATED }, (_, i) => {
    const ordinal = i + 1
    const status = (['done', 'done', 'error', 'queued'] as const)[ordinal % 4] ?? 'done'
    const said = ordinal % 5 === 0 ? ['Die', 'Rechnung', 'ist', 'überfällig'] : ['Guten', 'Tag']
    return {
      id: randomUUID(),
      ordinal,
      status,
      plan: ordinal % 3 === 0 ? 'pro' : 'free',
      said: status === 'done' ? said : null,
      isDeleted: ordinal % 50 === 0,
    }
  })
}

type Write = (db: Db, jobs: readonly OldJob[], isPostgres: boolean) => Promise<void>

/** For each version, by its last migration: what its code wrote. */
const WRITERS: ReadonlyMap<string, readonly Write[]> = new Map([
  ['001-jobs', [writeJobs, writeMetadata]],
  ['002-search', [writeJobs, writeMetadata, writeNumbers, writeSearch]],
  ['003-leaves', [writeJobs, writeLeaves, writeSearch]],
  ['004-live', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['005-deliveries', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['006-live-keys', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['007-work-turns', [writeJobs, writeLeaves, writeSearch, writeSessions]],
])
export const OLD_VERSIONS: readonly string[] = [...WRITERS.keys()]

/** Makes a database of a version in an empty place, and gives the jobs of its account `default`, newest first. */
export async function makeOldDatabase(place: StorePlace, version: string): Promise<OldJob[]> {
  const jobs = oldJobs()
  await withDialect(place, async (dialect) => {
    await migrate(dialect, version)
    await dialect.db.transaction().execute(async (db) => {
      for (const write of WRITERS.get(version) ?? []) await write(db, jobs, place.databaseUrl !== null)
    })
  })
  return jobs.filter(({ isDeleted }) => !isDeleted).toReversed()
}

const leavesOf = ({ plan, ordinal }: OldJob) => [
  { path: '["plan"]', value: plan },
  { path: '["order","id"]', value: `${ordinal}` },
]

async function writeJobs(db: Db, jobs: readonly OldJob[]): Promise<void> {
  await sql`insert into accounts (name, created_at, last_ordinal, last_created_at)
    values ('default', ${CREATED_AT}, ${CREATED}, ${CREATED_AT + CREATED})`.execute(db)
  for (const job of jobs) {
    if (job.isDeleted) continue
    const { id, ordinal, status, plan, said } = job
    const bucket = bucketOf('pre-recorded', status)
    const completedAt = status === 'queued' ? null : CREATED_AT + ordinal + 5
    await sql`insert into jobs
      (id, account, ordinal, bucket, created_at, completed_at, error_code, custom_metadata, request_params)
      values (${id}, ${ACCOUNT}, ${ordinal}, ${bucket}, ${CREATED_AT + ordinal}, ${completedAt},
        ${status === 'error' ? 422 : null}, ${`{"plan":"${plan}","order":{"id":${ordinal}}}`}, '{}')`.execute(
      db,
    )
    for (const [level, size] of [
      [1, 256],
      [2, 65_536],
      [3, 16_777_216],
    ] as const) {
      await sql`insert into job_counts (account, level, bucket, block, jobs)
        values (${ACCOUNT}, ${level}, ${bucket}, ${Math.floor(ordinal / size)}, 1)
        on conflict (account, level, bucket, block) do update set jobs = job_counts.jobs + 1`.execute(db)
    }
    if (said !== null) {
      const result = `{"transcription":{"full_transcript":"${said.join(' ')}."}}`
      await sql`insert into job_results (account, ordinal, result)
        values (${ACCOUNT}, ${ordinal}, ${result})`.execute(db)
    }
    if (status === 'queued') {
      await sql`insert into work (account, ordinal, job_id) values (${ACCOUNT}, ${ordinal}, ${id})`.execute(
        db,
      )
    }
  }
}

async function writeMetadata(db: Db, jobs: readonly OldJob[]): Promise<void> {
  for (const { path, value, ordinal } of numbered(jobs).taken) {
    await sql`insert into job_metadata (account, path, value, ordinal)
      values (${ACCOUNT}, ${path}, ${value}, ${ordinal})`.execute(db)
  }
}

async function writeNumbers(db: Db, jobs: readonly OldJob[]): Promise<void> {
  const { taken, gaps } = numbered(jobs)
  for (const { path, value, ordinal, number } of taken) {
    await sql`update job_metadata set number = ${number} where account = ${ACCOUNT} and path = ${path}
      and value = ${value} and ordinal = ${ordinal}`.execute(db)
  }
  for (const { path, value, number } of gaps) {
    await sql`insert into job_metadata_gaps (account, path, value, number)
      values (${ACCOUNT}, ${path}, ${value}, ${number})`.execute(db)
  }
}

/** All jobs are of files, which is kind 0. */
async function writeLeaves(db: Db, jobs: readonly OldJob[]): Promise<void> {
  const { taken, gaps } = numbered(jobs)
  for (const { path, value, ordinal, number } of taken) {
    await sql`insert into job_leaves (account, path, value, kind, ordinal, number)
      values (${ACCOUNT}, ${path}, ${value}, 0, ${ordinal}, ${number})`.execute(db)
  }
  for (const { path, value, number } of gaps) {
    await sql`insert into job_leaf_gaps (account, path, value, kind, number)
      values (${ACCOUNT}, ${path}, ${value}, 0, ${number})`.execute(db)
  }
}

/** The leaves of jobs with their numbers, and the numbers that deleted jobs left between those of the others. */
function numbered(jobs: readonly OldJob[]) {
  const ofLeaf = Map.groupBy(
    jobs.flatMap((job) => leavesOf(job).map((leaf) => ({ ...job, ...leaf }))),
    ({ path, value }) => `${path} ${value}`,
  )
  const all = [...ofLeaf.values()].flatMap((leaves) => {
    const oldest = leaves.findIndex(({ isDeleted }) => !isDeleted)
    const newest = leaves.findLastIndex(({ isDeleted }) => !isDeleted)
    return leaves.map((leaf, i) => ({ ...leaf, number: i + 1, isBetween: oldest < i && i < newest }))
  })
  return {
    taken: all.filter(({ isDeleted }) => !isDeleted),
    gaps: all.filter(({ isDeleted, isBetween }) => isDeleted && isBetween),
  }
}

/** Revisions, and the words of transcripts. */
async function writeSearch(db: Db, jobs: readonly OldJob[], isPostgres: boolean): Promise<void> {
  await sql`update accounts set revision = ${3 * CREATED} where id = ${ACCOUNT}`.execute(db)
  for (const { ordinal, said, isDeleted } of jobs) {
    if (said === null || isDeleted) continue
    const words = said.map((word) => word.toLowerCase())
    const insert: RawBuilder<unknown> = isPostgres
      ? sql`insert into job_words (account, ordinal, words) values (${ACCOUNT}, ${ordinal}, ${words})`
      : sql`insert into job_words (rowid, words) values (${ACCOUNT * 2 ** 32 + ordinal}, ${words.join(' ')})`
    await insert.execute(db)
  }
}

/** A session that ended, of a job that was deleted since: jobs here are of files. */
async function writeSessions(db: Db): Promise<void> {
  await sql`insert into live_sessions (token_hash, job_id, account, ended)
    values (${'0'.repeat(64)}, ${randomUUID()}, ${ACCOUNT}, 1)`.execute(db)
}
