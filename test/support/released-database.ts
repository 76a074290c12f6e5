/**
 * Databases as the code of each schema left them, in SQL and literal values: never created by current code, which may
 * change. Whoever adds a migration adds the schema before it, with the data its code wrote;
 * `migrations.test.ts` fails if one is missing.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { migrate } from '../../src/store/migrations/index.ts'
import type { Db } from '../../src/store/schema.ts'
import { type StorePlace, withDialect } from './store-place.ts'

/** More than a migration handles at a time. */
const CREATED = 250
const DAY = 20_240
const CREATED_AT = DAY * 86_400_000

export interface ReleasedJob {
  readonly id: string
  readonly ordinal: number
  readonly status: 'done' | 'error' | 'queued'
  readonly plan: 'free' | 'pro'
  /** Its transcript; null unless it is done. */
  readonly said: string | null
}

/** Other contents of the databases, in the account `default`. */
export const KEPT = {
  keys: { admin: 'an admin key', standard: 'a standard key' },
  callbackSecrets: ['whsec_current', 'whsec_previous'],
  usage: { day: DAY, jobs: CREATED, failed: 62, audioMs: 123_000 },
  /** A revision of the oldest job. */
  revision: { full_transcript: 'Guten Abend.', languages: ['de'], utterances: [] },
  /** Statuses of the attempts to report the oldest job. */
  attempts: [503, 200],
} as const

type Write = (db: Db, jobs: readonly ReleasedJob[], isPostgres: boolean) => Promise<void>

/** By the last migration of each schema. */
const WRITERS: Readonly<Record<string, Write>> = { '001-baseline': writeBaseline }
export const SCHEMAS: readonly string[] = Object.keys(WRITERS)

/** Creates a database in an empty place. @returns its jobs, newest first */
export async function makeReleasedDatabase(place: StorePlace, schema: string): Promise<ReleasedJob[]> {
  const jobs = releasedJobs()
  await withDialect(place, async (dialect) => {
    await migrate(dialect, schema)
    const write = async (db: Db) => WRITERS[schema]?.(db, jobs, place.databaseUrl !== null)
    await dialect.db.transaction().execute(write)
  })
  return jobs.toReversed()
}

/** Every fiftieth job was deleted, including the newest. */
function releasedJobs(): ReleasedJob[] {
  const ordinals = Array.from({ length: CREATED }, (_, i) => i + 1).filter((ordinal) => ordinal % 50 !== 0)
  return ordinals.map((ordinal) => {
    const status = (['done', 'done', 'error', 'queued'] as const)[ordinal % 4] ?? 'done'
    return {
      id: randomUUID(),
      ordinal,
      status,
      plan: ordinal % 3 === 0 ? 'pro' : 'free',
      said: status === 'done' ? (ordinal % 5 === 0 ? 'Die Rechnung ist überfällig' : 'Guten Tag') : null,
    }
  })
}

/** Secrets are sealed with the secret key of all tests, and revisions compressed by Zstandard. */
async function writeBaseline(db: Db, jobs: readonly ReleasedJob[], isPostgres: boolean): Promise<void> {
  const { usage, attempts } = KEPT
  const oldest = jobs[0]!.id
  const splice = Buffer.from('KLUv/SAiEQEAeyJhdCI6MCwicmVtb3ZlZCI6MCwiaW5zZXJ0ZWQiOltdfQ==', 'base64')
  const transcription = Buffer.from(
    'KLUv/SBFKQIAeyJmdWxsX3RyYW5zY3JpcHQiOiJHdXRlbiBBYmVuZC4iLCJsYW5ndWFnZXMiOlsiZGUiXSwidXR0ZXJhbmNlcyI6W119',
    'base64',
  )
  const rows = jobs.map(({ id, ordinal, status, plan }) => {
    // All jobs are of files.
    const bucket = { queued: 0, done: 2, error: 3 }[status]
    const endedAt = status === 'queued' ? null : CREATED_AT + ordinal + 5
    const tags = ordinal % 10 === 0 ? '["tenth","one, two"]' : '[]'
    return sql`(${id}, 1, ${ordinal}, ${bucket}, ${CREATED_AT + ordinal}, ${endedAt},
      ${status === 'error' ? 422 : null}, ${`{"plan":"${plan}","order":{"id":${ordinal}}}`}, '{}',
      ${status === 'done' ? 'audio' : null},
      ${`{"title":null,"tags":${tags},"speaker_names":{},"revision":${ordinal === 1 ? 1 : 0},"changed_by":null}`}, ${3 * ordinal})`
  })
  const results = jobs.flatMap(({ ordinal, said }) => {
    const text = `{"full_transcript":"${said}."}`
    const place = [sql`${'{"transcription":'.length}`, sql`${Buffer.byteLength(text)}`]
    return said === null ? [] : sql`(1, ${ordinal}, ${`{"transcription":${text}}`}, ${sql.join(place)})`
  })
  const words = jobs.flatMap(({ ordinal, said }) => {
    if (said === null) return []
    const list = ordinal === 1 ? 'guten abend' : said.toLowerCase()
    return isPostgres ? sql`(1, ${ordinal}, ${list.split(' ')})` : sql`(${2 ** 32 + ordinal}, ${list})`
  })
  const plan = sql`case when ordinal % 3 = 0 then 'pro' else 'free' end`

  for (const statement of [
    sql`insert into installation (id, secret_fingerprint, history)
      values (1, 'e4782a2d492a3c83749c08fd81d2015a7a84b70725c5e493fcc96e6599582497', ${randomUUID()})`,
    sql`insert into accounts (name, created_at, last_ordinal, last_created_at, job_changes, callback_secret,
        previous_callback_secret, previous_callback_secret_until)
      values ('default', ${CREATED_AT}, ${CREATED}, ${CREATED_AT + CREATED}, ${3 * CREATED},
        'toMCjzhEt3yGsNJnMuzVzjEQ7apMiPXI6ouP2GEejWw+VVIn6k50/rQ=',
        'AGmhYIbPIUlpA0hLTRqlgNKM5AFLMEnH6XimeB6hvHeMlfiD7Wm7G5Uj', ${Date.UTC(2100)})`,
    sql`insert into keys (id, account, name, hash, created_at, scopes) values
      (${randomUUID()}, 1, 'admin', '20415e28a713deae1598acb34c435fbcb13050e1048b1aaf8579ba1d6e9d75ba', ${CREATED_AT},
        'read write live admin'),
      (${randomUUID()}, 1, 'standard', 'eb871d5305c4edabc1f4115607c6726dc2b1fb380e63d6efceebba6fc82e367a', ${CREATED_AT},
        'read write live')`,
    sql`insert into jobs (id, account, ordinal, bucket, created_at, completed_at, error_code, custom_metadata,
      request_params, file_id, details, change) values ${sql.join(rows)}`,
    sql`insert into files (id, account, filename, extension, size, audio_duration, number_of_channels, created_at, jobs)
      select 'audio', 1, 'a.wav', 'wav', 44, 1, 1, ${CREATED_AT}, count(*) from jobs where bucket = 2`,
    sql`insert into work (account, ordinal, job_id) select account, ordinal, id from jobs where bucket = 0`,
    sql`insert into job_results (account, ordinal, result, transcription_at, transcription_bytes)
      values ${sql.join(results)}`,
    sql`insert into job_revisions (account, ordinal, revision, base, bytes, splice, transcription, words, changes, created_at, made_by)
      values (1, 1, 1, 0, 34, ${splice}, ${transcription}, 'guten abend', 1, ${CREATED_AT},
        '{"kind":"operator","id":null,"name":"command line"}')`,
    sql`insert into job_words (${sql.raw(isPostgres ? 'account, ordinal, words' : 'rowid, words')}) values ${sql.join(words)}`,
    // The counters of lists, of blocks and of days.
    ...[256, 65_536, 16_777_216].map((size, i) => {
      const block = sql`ordinal / ${sql.lit(size)}`
      return sql`insert into job_counts (account, level, bucket, block, jobs)
        select 1, ${sql.lit(i + 1)}, bucket, ${block}, count(*) from jobs group by bucket, ${block}`
    }),
    sql`insert into job_counts (account, level, bucket, block, jobs)
      values (1, 4, 0, ${usage.day}, ${usage.jobs}), (1, 4, 3, ${usage.day}, ${usage.failed})`,
    sql`insert into daily_audio (account, day, audio_ms) values (1, ${usage.day}, ${usage.audioMs})`,
    sql`insert into account_usage (account, what, day, amount)
      select 1, 'storage', 0, cast(sum(size) as bigint) from (
        select size from files union all select octet_length(result) from job_results
        union all select octet_length(splice) + octet_length(transcription) + octet_length(words) from job_revisions
      ) as sizes`,
    // A leaf numbers its jobs in order. Deleted ones, except for the newest, left gaps.
    sql`insert into job_leaves (account, path, value, kind, ordinal, number)
      select 1, '["plan"]', ${plan}, 0, ordinal, case when ordinal % 3 = 0 then ordinal / 3 else ordinal - ordinal / 3 end
      from jobs`,
    sql`insert into job_leaf_gaps (account, path, value, kind, number) values
      (1, '["plan"]', 'free', 0, 34), (1, '["plan"]', 'free', 0, 67), (1, '["plan"]', 'pro', 0, 50),
      (1, '["plan"]', 'free', 0, 134)`,
    sql`insert into job_leaves (account, path, value, kind, ordinal, number)
      select 1, '["order","id"]', cast(ordinal as text), 0, ordinal, 1 from jobs`,
    sql`insert into job_leaves (account, path, value, kind, ordinal, number)
      select 1, 'tag', tag, 0, ordinal, 0 from jobs, (select 'tenth' as tag union all select 'one, two') as tags
      where ordinal % 10 = 0`,
    sql`insert into tag_counts (account, tag, kind, jobs)
      select 1, value, 0, count(*) from job_leaves where path = 'tag' group by value`,
    sql`insert into endpoints (account, origin) values (1, 'https://example.com')`,
    sql`insert into deliveries
        (id, account, job_id, endpoint, event, url, method, is_ordered, state, created_at, began_at, attempts, tries)
      values (${`${oldest}_end`}, 1, ${oldest}, 1, 'transcription.success', 'https://example.com/', 'POST', 0, 'delivered',
        ${CREATED_AT}, ${CREATED_AT}, 2, 2)`,
    sql`insert into delivery_attempts (account, delivery, number, at, duration, status) values
      (1, ${`${oldest}_end`}, 1, ${CREATED_AT}, 5, ${attempts[0]}), (1, ${`${oldest}_end`}, 2, ${CREATED_AT}, 5, ${attempts[1]})`,
    // A session that ended, of a job that was deleted since.
    sql`insert into live_sessions (token_hash, job_id, account, ended)
      values (${'0'.repeat(64)}, ${randomUUID()}, 1, 1)`,
  ])
    await statement.execute(db)
}
