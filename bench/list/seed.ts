/** Fills an empty database as the service would have, about twenty times as fast. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { kindNumberOf } from '../../src/jobs/bucket.ts'
import { fileOnTheWire } from '../../src/jobs/stored-file.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import { database } from '../../src/store/configured-database.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Db } from '../../src/store/schema.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { type BulkLoad, loadPostgres, loadSqlite, type Row } from './bulk-load.ts'
import { checkSeed } from './check-seed.ts'
import { OTHER_ACCOUNTS, type SeedJob, seedJobs } from './dataset.ts'
import { random } from './random.ts'
import { Tally } from './tally.ts'

export interface Place {
  readonly dataDir: string
  /** Null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null
}

/** Incremented whenever the seeded data changes; a database kept from before is then rejected. */
const VERSION = 4
/** Up to this number of jobs, the seeded counters are checked against the rows. */
const MAX_CHECKED_JOBS = 100_000
const BATCH = 2_000

/**
 * Seeds the database unless it already has these jobs.
 * @returns the time taken, or null if it was already seeded, and the size of the database
 * @throws if the database has other contents
 */
export async function seed(
  place: Place,
  jobs: number,
): Promise<{ seconds: number | null; megabytes: number }> {
  await (await openTestStore(database(place))).close()
  const kept = await withDialect(place, seededJobs)
  if (kept !== null && kept !== jobs)
    throw new Error(`the database has ${kept} jobs instead of ${jobs}: use another one`)
  let seconds = null
  if (kept === null) {
    const began = performance.now()
    await fill(place, jobs)
    seconds = Math.round((performance.now() - began) / 1000)
    if (jobs <= MAX_CHECKED_JOBS) await withDialect(place, async ({ db }) => checkSeed(db))
  }
  return { seconds, megabytes: await withDialect(place, async (dialect) => megabytes(dialect, place)) }
}

async function withDialect<Value>(place: Place, use: (dialect: Dialect) => Promise<Value>): Promise<Value> {
  const dialect = database(place)
  try {
    return await use(dialect)
  } finally {
    await dialect.db.destroy()
  }
}

/** Number of jobs seeded earlier; null for an empty database. */
async function seededJobs({ db }: Dialect): Promise<number | null> {
  await sql`create table if not exists bench_seed (version integer not null, jobs bigint not null)`.execute(
    db,
  )
  const { rows } = await sql<{ version: number; jobs: number }>`select * from bench_seed`.execute(db)
  const [row] = rows
  if (row?.version === VERSION) return row.jobs
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  if (account !== undefined) throw new Error('the database is not empty: use another one')
  return null
}

async function fill(place: Place, jobs: number): Promise<void> {
  const accounts = await withDialect(place, addAccounts)
  const tallies = accounts.map(() => new Tally())
  const words: WordsOfJob[] = []

  const load = await bulkLoad(place)
  let batch = emptyBatch()
  let seeded = 0
  for (const job of seedJobs(jobs)) {
    const account = accounts[job.owner]!
    batch.jobs.push(jobRow(job, account))
    if (job.result !== null) {
      batch.job_results.push({ account: account.id, ordinal: job.ordinal, result: job.result.json })
      if (job.isNewest) words.push({ ordinal: job.ordinal, words: job.result.words })
    }
    const kind = kindNumberOf(job.bucket)
    for (const leaf of job.leaves) {
      batch.job_leaves.push({ account: account.id, ordinal: job.ordinal, kind, ...leaf })
    }
    tallies[job.owner]!.add(job)
    if (batch.jobs.length === BATCH) {
      await load.insert(batch)
      batch = emptyBatch()
      seeded += BATCH
      if (seeded % 200_000 === 0) process.stderr.write(`\r${seeded} jobs`)
    }
  }
  await load.insert(batch)
  process.stderr.write('\rall jobs; now counters and indexes\n')
  await load.finish()

  await withDialect(place, async ({ db, words: index }) =>
    db.transaction().execute(async (trx) => {
      for (const job of words) await index.add(trx, accounts[0]!.id, job.ordinal, job.words)
      for (const [owner, account] of accounts.entries()) await count(trx, account, tallies[owner]!)
      await sql`insert into bench_seed values (${VERSION}, ${jobs})`.execute(trx)
    }),
  )
}

interface WordsOfJob {
  readonly ordinal: number
  readonly words: readonly string[]
}

/** Writes the counters of an account's jobs. */
async function count(db: Db, { id: account, file }: Account, tally: Tally): Promise<void> {
  const rows = [...tally.rows()].map((row) => ({ account, ...row }))
  for (let i = 0; i < rows.length; i += 1_000) {
    await db
      .insertInto('job_counts')
      .values(rows.slice(i, i + 1_000))
      .execute()
  }
  const { jobs, jobsWithFile, createdAt } = tally
  await db
    .updateTable('accounts')
    .set({ last_ordinal: jobs, last_created_at: createdAt, job_changes: 3 * jobs })
    .where('id', '=', account)
    .execute()
  await db.updateTable('files').set({ jobs: jobsWithFile }).where('id', '=', file.id).execute()
}

interface Account {
  readonly id: number
  /** The file that all of the account's jobs transcribe. */
  readonly file: { id: string; text: string }
}

async function addAccounts({ db }: Dialect): Promise<Account[]> {
  const rng = random(1)
  const accounts: Account[] = []
  for (let owner = 0; owner <= OTHER_ACCOUNTS; owner++) {
    const { id } = await db
      .insertInto('accounts')
      .values({
        name: owner === 0 ? DEFAULT_ACCOUNT : `other-${owner}`,
        created_at: 0,
        last_ordinal: 0,
        last_created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const file = {
      id: rng.uuid(),
      filename: 'call.mp3',
      extension: 'mp3',
      source: null,
      size: 480_000,
      duration: 60.5,
      channels: 1,
    }
    const { duration, channels, ...columns } = file
    await db
      .insertInto('files')
      .values({
        ...columns,
        account: id,
        audio_duration: duration,
        number_of_channels: channels,
        created_at: 0,
        jobs: 0,
      })
      .execute()
    accounts.push({ id, file: { id: file.id, text: JSON.stringify(fileOnTheWire(file)) } })
  }
  return accounts
}

function jobRow(job: SeedJob, { id: account, file }: Account): Row {
  const isLive = job.kind === 'live'
  const failed = job.status === 'error'
  return {
    id: job.id,
    account,
    ordinal: job.ordinal,
    bucket: job.bucket,
    created_at: job.createdAt,
    completed_at: job.completedAt,
    error_code: failed ? 422 : null,
    error_message: failed ? 'The audio has no sound that could be recognised.' : null,
    custom_metadata: job.metadata,
    post_session_metadata: '{}',
    file_id: isLive ? null : file.id,
    file: isLive ? null : file.text,
    request_params: job.requestParams,
    // As if each job had ended before the next one was created.
    change: 3 * job.ordinal,
  }
}

function emptyBatch() {
  return { jobs: [] as Row[], job_results: [] as Row[], job_leaves: [] as Row[] }
}

const sqliteFile = ({ dataDir }: Place): string => join(dataDir, 'scriptorium.sqlite')

async function bulkLoad(place: Place): Promise<BulkLoad> {
  return place.databaseUrl === null ? loadSqlite(sqliteFile(place)) : loadPostgres(place.databaseUrl)
}

async function megabytes({ db }: Dialect, place: Place): Promise<number> {
  if (place.databaseUrl === null) return Math.round(statSync(sqliteFile(place)).size / 1e6)
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    db,
  )
  return Math.round((rows[0]?.size ?? 0) / 1e6)
}
