/**
 * Databases as the code of an earlier version left them.
 *
 * In SQL and in words spelled out, never by way of today's code: that may write something else tomorrow. Whoever adds a
 * migration adds here what its code writes; `migrations.test.ts` fails where the version before the newest is missing.
 */
import { hash, randomUUID } from 'node:crypto'
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
  ['008-erased-words', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['009-unused-files', [writeJobs, writeLeaves, writeSearch, writeSessions, writeFiles]],
  ['010-nodes', [writeJobs, writeLeaves, writeSearch, writeSessions, writeFiles]],
  ['011-uploads', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['012-account-keys', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['013-live-logs', [writeJobs, writeLeaves, writeSearch, writeSessions, writeDeliveries]],
  ['014-account-in-keys', [writeJobs, writeLeaves, writeSearch, writeSessions, writeAudio]],
  ['015-live-vacuum', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['016-revisions', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['017-admin', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['019-console-sessions', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['020-derived-files', [writeJobs, writeLeaves, writeSearch, writeSessions]],
  ['021-idempotency', [writeJobs, writeLeaves, writeSearch, writeSessions, writeKeys]],
  ['022-traces', [writeJobs, writeLeaves, writeSearch, writeSessions, writeKeys]],
  ['023-retention', [writeJobs, writeLeaves, writeSearch, writeSessions, writeKeys]],
  ['024-limits', [writeJobs, writeLeaves, writeSearch, writeSessions, writeKeys]],
  ['025-keys', [writeJobs, writeLeaves, writeSearch, writeSessions, writeTags]],
  ['026-transcripts', [writeJobs, writeLeaves, writeSearch, writeSessions, writeTags, writeStored]],
])
export const OLD_VERSIONS: readonly string[] = [...WRITERS.keys()]
/** Those whose code wrote something else than that of the version before. */
export const OLD_VERSIONS_OF_DATA = OLD_VERSIONS.filter((version, i) => {
  const written = (of: string | undefined) =>
    WRITERS.get(of ?? '')
      ?.map(({ name }) => name)
      .join()
  return written(version) !== written(OLD_VERSIONS[i - 1])
})

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

/** Every tenth job has tags. */
async function writeTags(db: Db): Promise<void> {
  const details = '{"title":null,"tags":["tenth","one, two"],"speaker_names":{},"revision":0}'
  await sql`update jobs set details = ${details} where ordinal % 10 = 0`.execute(db)
}

/** Results count as stored. */
async function writeStored(db: Db): Promise<void> {
  await sql`
    insert into account_usage (account, what, day, amount)
    select account, 'storage', 0, sum(octet_length(result)) from job_results group by account`.execute(db)
}

async function writeJobs(db: Db, jobs: readonly OldJob[]): Promise<void> {
  await sql`insert into accounts (name, created_at, last_ordinal, last_created_at)
    values ('default', ${CREATED_AT}, ${CREATED}, ${CREATED_AT + CREATED})`.execute(db)
  const present = jobs.filter(({ isDeleted }) => !isDeleted)
  await insert(
    db,
    sql`jobs
      (id, account, ordinal, bucket, created_at, completed_at, error_code, custom_metadata, request_params)`,
    present.map(({ id, ordinal, status, plan }) => [
      id,
      ACCOUNT,
      ordinal,
      bucketOf('pre-recorded', status),
      CREATED_AT + ordinal,
      status === 'queued' ? null : CREATED_AT + ordinal + 5,
      status === 'error' ? 422 : null,
      `{"plan":"${plan}","order":{"id":${ordinal}}}`,
      '{}',
    ]),
  )
  for (const [level, size] of [
    [1, 256],
    [2, 65_536],
    [3, 16_777_216],
  ] as const) {
    const block = sql`ordinal / ${sql.lit(size)}`
    await sql`insert into job_counts (account, level, bucket, block, jobs)
      select account, ${sql.lit(level)}, bucket, ${block}, count(*) from jobs
      group by account, bucket, ${block}`.execute(db)
  }
  const results = present.flatMap(({ ordinal, said }) =>
    said === null ? [] : [[ACCOUNT, ordinal, `{"transcription":{"full_transcript":"${said.join(' ')}."}}`]],
  )
  await insert(db, sql`job_results (account, ordinal, result)`, results)
  const queued = present.filter(({ status }) => status === 'queued')
  await insert(
    db,
    sql`work (account, ordinal, job_id)`,
    queued.map(({ ordinal, id }) => [ACCOUNT, ordinal, id]),
  )
}

/** @param into a table and its columns */
async function insert(
  db: Db,
  into: RawBuilder<unknown>,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  await sql`insert into ${into} values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`.execute(db)
}

async function writeMetadata(db: Db, jobs: readonly OldJob[]): Promise<void> {
  await insert(
    db,
    sql`job_metadata (account, path, value, ordinal)`,
    numbered(jobs).taken.map(({ path, value, ordinal }) => [ACCOUNT, path, value, ordinal]),
  )
}

async function writeNumbers(db: Db, jobs: readonly OldJob[]): Promise<void> {
  const { taken, gaps } = numbered(jobs)
  for (const { path, value, ordinal, number } of taken) {
    await sql`update job_metadata set number = ${number} where account = ${ACCOUNT} and path = ${path}
      and value = ${value} and ordinal = ${ordinal}`.execute(db)
  }
  await insert(
    db,
    sql`job_metadata_gaps (account, path, value, number)`,
    gaps.map(({ path, value, number }) => [ACCOUNT, path, value, number]),
  )
}

/** All jobs are of files, which is kind 0. */
async function writeLeaves(db: Db, jobs: readonly OldJob[]): Promise<void> {
  const { taken, gaps } = numbered(jobs)
  await insert(
    db,
    sql`job_leaves (account, path, value, kind, ordinal, number)`,
    taken.map(({ path, value, ordinal, number }) => [ACCOUNT, path, value, 0, ordinal, number]),
  )
  await insert(
    db,
    sql`job_leaf_gaps (account, path, value, kind, number)`,
    gaps.map(({ path, value, number }) => [ACCOUNT, path, value, 0, number]),
  )
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
  const said = jobs.flatMap((job) =>
    job.said === null || job.isDeleted
      ? []
      : [{ ordinal: job.ordinal, words: job.said.map((word) => word.toLowerCase()) }],
  )
  await (isPostgres
    ? insert(
        db,
        sql`job_words (account, ordinal, words)`,
        said.map(({ ordinal, words }) => [ACCOUNT, ordinal, words]),
      )
    : insert(
        db,
        sql`job_words (rowid, words)`,
        said.map(({ ordinal, words }) => [ACCOUNT * 2 ** 32 + ordinal, words.join(' ')]),
      ))
}

/** Files of this version: one that is used, and one whose bytes were to be deleted when the service was killed. */
export const OLD_FILES = { used: randomUUID(), removed: randomUUID() } as const

async function writeFiles(db: Db): Promise<void> {
  for (const [id, jobs, removed] of [
    [OLD_FILES.used, 1, 0],
    [OLD_FILES.removed, 0, 1],
  ] as const) {
    await sql`insert into files
      (id, account, filename, extension, size, audio_duration, number_of_channels, created_at, jobs, removed)
      values (${id}, ${ACCOUNT}, 'a.wav', 'wav', 44, 1, 1, ${CREATED_AT}, ${jobs}, ${removed})`.execute(db)
  }
}

/** The audio of the jobs that are done. */
export const OLD_AUDIO = { seconds: 1.5, day: CREATED_AT / 86_400_000 } as const

async function writeAudio(db: Db, jobs: readonly OldJob[]): Promise<void> {
  const uses = jobs.filter(({ status, isDeleted }) => status === 'done' && !isDeleted).length
  await sql`insert into files
    (id, account, filename, extension, size, audio_duration, number_of_channels, created_at, jobs)
    values ('audio', ${ACCOUNT}, 'a.wav', 'wav', 44, ${OLD_AUDIO.seconds}, 1, ${CREATED_AT}, ${uses})`.execute(
    db,
  )
  await sql`update jobs set file_id = 'audio' where bucket = ${bucketOf('pre-recorded', 'done')}`.execute(db)
}

/** Callbacks of the oldest jobs: each failed, and was then delivered. */
export const OLD_DELIVERIES = 3

async function writeDeliveries(db: Db, jobs: readonly OldJob[]): Promise<void> {
  await sql`insert into receivers (account, origin) values (${ACCOUNT}, 'https://example.com')`.execute(db)
  for (const { id } of jobs.slice(0, OLD_DELIVERIES)) {
    await sql`insert into deliveries
      (id, account, job_id, receiver, event, url, method, is_ordered, state, created_at, began_at, attempts, tries)
      values (${`${id}_end`}, ${ACCOUNT}, ${id}, 1, 'transcription.success', 'https://example.com/', 'POST', 0, 'delivered',
        ${CREATED_AT}, ${CREATED_AT}, 2, 2)`.execute(db)
    for (const [number, status] of [
      [1, 503],
      [2, 200],
    ] as const)
      await sql`insert into delivery_attempts (delivery, number, at, duration, status)
        values (${`${id}_end`}, ${number}, ${CREATED_AT}, 5, ${status})`.execute(db)
  }
}

/** A session that ended, of a job that was deleted since: jobs here are of files. */
/** Keys, by their names, with SHA-256 of the key as its hash. */
export const OLD_KEYS = { admin: 'an admin key', standard: 'a standard key' } as const

/** Of the account, in plain text. */
export const OLD_SECRETS = ['whsec_current', 'whsec_previous'] as const

async function writeKeys(db: Db): Promise<void> {
  const [current, previous] = OLD_SECRETS
  await sql`update accounts set callback_secret = ${current}, previous_callback_secret = ${previous},
    previous_callback_secret_until = ${Date.UTC(2100)}`.execute(db)
  for (const [name, key] of Object.entries(OLD_KEYS))
    await sql`insert into keys (id, account, name, hash, created_at, is_admin)
      values (${randomUUID()}, ${ACCOUNT}, ${name}, ${hash('sha256', key)}, ${CREATED_AT}, ${name === 'admin' ? 1 : 0})`.execute(
      db,
    )
}

async function writeSessions(db: Db): Promise<void> {
  await sql`insert into live_sessions (token_hash, job_id, account, ended)
    values (${'0'.repeat(64)}, ${randomUUID()}, ${ACCOUNT}, 1)`.execute(db)
}
