/** The tables created by the migrations match schema.ts: columns, types and nullability. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Selectable, sql } from 'kysely'
import type { Db, Schema } from '../src/store/schema.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { dialectOf } from './support/store-place.ts'

/** How a column has to be described, given its type in schema.ts. */
type Column<Value> =
  `${[NonNullable<Value>] extends [number] ? 'number' : [NonNullable<Value>] extends [Uint8Array] ? 'bytes' : 'text'}${null extends Value ? ' or null' : ''}`
type Tables = {
  readonly [Name in keyof Schema]: {
    readonly [Key in keyof Selectable<Schema[Name]>]: Column<Selectable<Schema[Name]>[Key]>
  }
}

const JOB = {
  id: 'text',
  account: 'number',
  ordinal: 'number',
  bucket: 'number',
  created_at: 'number',
  completed_at: 'number or null',
  error_code: 'number or null',
  error_message: 'text or null',
  custom_metadata: 'text or null',
  post_session_metadata: 'text',
  file_id: 'text or null',
  file: 'text or null',
  details: 'text or null',
  preview: 'text or null',
  request_params: 'text',
  audio_days: 'number or null',
  transcript_days: 'number or null',
  change: 'number',
} as const

/** The type check fails if this differs from schema.ts, column by column; the tests fail if it differs from the database. */
const TABLES: Tables = {
  installation: { id: 'number', secret_fingerprint: 'text', history: 'text' },
  moves: {
    id: 'text',
    state: 'text',
    other: 'text',
    progress: 'text or null',
    later: 'text or null',
  },
  accounts: {
    id: 'number',
    name: 'text',
    created_at: 'number',
    last_ordinal: 'number',
    last_created_at: 'number',
    job_changes: 'number',
    callback_secret: 'text or null',
    previous_callback_secret: 'text or null',
    previous_callback_secret_until: 'number or null',
    last_fetch: 'number',
    last_transcription: 'number',
    priority: 'number',
    paused_at: 'number or null',
    limits: 'text or null',
    deleted_at: 'number or null',
    trash_emptied_at: 'number',
  },
  keys: {
    id: 'text',
    account: 'number',
    user_id: 'text or null',
    name: 'text',
    hash: 'text',
    created_at: 'number',
    revoked_at: 'number or null',
    scopes: 'text',
    expires_at: 'number or null',
    last_used_at: 'number or null',
  },
  users: {
    id: 'text',
    name: 'text',
    email: 'text or null',
    created_at: 'number',
    last_seen_at: 'number or null',
  },
  issuer_identities: { issuer: 'text', subject: 'text', user_id: 'text' },
  passkeys: {
    credential_id: 'text',
    user_id: 'text',
    origin: 'text',
    name: 'text',
    public_key: 'bytes',
    counter: 'number',
    transports: 'text',
    created_at: 'number',
    last_used_at: 'number or null',
  },
  memberships: {
    account: 'number',
    user_id: 'text',
    source: 'text',
    role: 'text',
    created_at: 'number',
    confirmed_at: 'number or null',
  },
  invitations: {
    id: 'text',
    account: 'number',
    role: 'text',
    email: 'text or null',
    token_hash: 'text',
    created_by: 'text',
    user_id: 'text or null',
    created_at: 'number',
    expires_at: 'number',
  },
  console_sessions: {
    id: 'text',
    token_hash: 'text',
    account: 'number',
    key_id: 'text or null',
    user_id: 'text or null',
    browser: 'text',
    created_at: 'number',
    last_used_at: 'number',
    expires_at: 'number',
  },
  issuer_sessions: {
    session_id: 'text',
    account: 'number',
    issuer: 'text',
    subject: 'text',
    sid: 'text or null',
    refresh_token: 'text or null',
    id_token: 'text',
    checked_at: 'number',
    claimed_until: 'number',
  },
  sign_in_challenges: { hash: 'text', purpose: 'text', data: 'text', expires_at: 'number' },
  shares: {
    id: 'text',
    account: 'number',
    job_id: 'text',
    token_hash: 'text',
    range_from: 'number or null',
    range_to: 'number or null',
    audio: 'number',
    download: 'number',
    redacted: 'number',
    created_by: 'text',
    user_id: 'text or null',
    created_at: 'number',
    expires_at: 'number or null',
    opened_count: 'number',
    last_opened_at: 'number or null',
  },
  idempotency_keys: {
    account: 'number',
    operation: 'text',
    key_hash: 'text',
    fingerprint: 'text or null',
    answer: 'text or null',
    owner: 'text or null',
    created_at: 'number',
  },
  account_usage: { account: 'number', what: 'text', day: 'number', amount: 'number' },
  account_settings: { account: 'number', name: 'text', value: 'text or null', revision: 'number' },
  audit_entries: {
    id: 'text',
    account: 'number',
    at: 'number',
    operation: 'text',
    who: 'text or null',
    who_id: 'text or null',
    key_id: 'text or null',
    details: 'text',
    address: 'text or null',
    request_id: 'text or null',
  },
  daily_audio: { account: 'number', day: 'number', audio_ms: 'number' },
  files: {
    id: 'text',
    account: 'number',
    filename: 'text',
    extension: 'text',
    source: 'text or null',
    size: 'number',
    audio_duration: 'number',
    number_of_channels: 'number',
    created_at: 'number',
    jobs: 'number',
  },
  derived_files: { account: 'number', source: 'text', kind: 'text', file: 'text' },
  uploads: {
    file: 'text',
    owner: 'text or null',
    created_at: 'number',
  },
  jobs: JOB,
  deleted_jobs: { account: 'number', change: 'number', ordinal: 'number', id: 'text' },
  trash: { ...JOB, trashed_at: 'number' },
  job_results: {
    account: 'number',
    ordinal: 'number',
    result: 'text',
    transcription_at: 'number',
    transcription_bytes: 'number',
  },
  job_revisions: {
    account: 'number',
    ordinal: 'number',
    revision: 'number',
    base: 'number',
    bytes: 'number',
    splice: 'bytes or null',
    transcription: 'bytes or null',
    words: 'text or null',
    changes: 'number',
    created_at: 'number',
    made_by: 'text',
    recognised: 'bytes or null',
  },
  retranscriptions: {
    account: 'number',
    ordinal: 'number',
    state: 'text',
    params: 'text',
    accepted: 'number',
    requested_by: 'text',
    created_at: 'number',
    completed_at: 'number or null',
    error: 'text or null',
    transcription: 'bytes or null',
  },
  job_word_errors: {
    account: 'number',
    ordinal: 'number',
    language: 'text',
    model: 'text',
    words: 'number',
    wrong: 'number',
  },
  word_error_counts: {
    account: 'number',
    model: 'text',
    language: 'text',
    transcripts: 'number',
    words: 'number',
    wrong: 'number',
  },
  job_corrections: { account: 'number', ordinal: 'number', heard: 'text', typed: 'text' },
  correction_counts: { account: 'number', typed: 'text', heard: 'text', jobs: 'number' },
  job_voices: { account: 'number', ordinal: 'number', voices: 'bytes' },
  job_leaves: {
    account: 'number',
    path: 'text',
    value: 'text',
    kind: 'number',
    ordinal: 'number',
    number: 'number',
  },
  job_leaf_gaps: { account: 'number', path: 'text', value: 'text', kind: 'number', number: 'number' },
  tag_counts: { account: 'number', tag: 'text', kind: 'number', jobs: 'number' },
  job_counts: { account: 'number', level: 'number', bucket: 'number', block: 'number', jobs: 'number' },
  retention: { account: 'number', audio_days: 'number or null', transcript_days: 'number or null' },
  bulk_requests: {
    account: 'number',
    id: 'text',
    kind: 'text',
    options: 'text',
    state: 'text',
    filter: 'text or null',
    position: 'number',
    matched: 'number or null',
    handled: 'number',
    requested_by: 'text',
    created_at: 'number',
    ended_by: 'number',
    advanced_at: 'number',
    completed_at: 'number or null',
  },
  work: {
    position: 'number',
    account: 'number',
    ordinal: 'number',
    job_id: 'text',
    attempts: 'number',
    has_file: 'number',
    priority: 'number',
    epoch: 'number',
    owner: 'text or null',
    lease_until: 'number or null',
    progress: 'text or null',
    trace: 'text or null',
    waiting_since: 'number or null',
    requeued_at: 'number or null',
  },
  recognised_texts: { job_id: 'text', account: 'number', attempt: 'text', position: 'number', text: 'text' },
  nodes: {
    id: 'text',
    roles: 'text',
    version: 'text',
    host: 'text',
    pid: 'number',
    models: 'text',
    state: 'text',
    followed: 'text',
    lease_until: 'number',
    beat_at: 'number',
    health: 'text or null',
    dead: 'number',
    started_at: 'number',
  },
  live_sessions: {
    token_hash: 'text',
    job_id: 'text',
    account: 'number',
    ended: 'number',
    key_id: 'text or null',
    user_id: 'text or null',
    owner: 'text or null',
    asked: 'text or null',
    counted_ms: 'number',
    trace: 'text or null',
  },
  live_audio: { job_id: 'text', position: 'number', bytes: 'bytes' },
  live_lines: { job_id: 'text', position: 'number', bytes: 'bytes' },
  live_segments: { job_id: 'text', position: 'number', size: 'number', file: 'text' },
  endpoints: {
    id: 'number',
    account: 'number',
    origin: 'text',
    failures: 'number',
    failing_since: 'number or null',
    paused_until: 'number or null',
  },
  deliveries: {
    position: 'number',
    id: 'text',
    account: 'number',
    job_id: 'text',
    endpoint: 'number',
    event: 'text',
    url: 'text',
    method: 'text',
    payload: 'text or null',
    webhook: 'text or null',
    is_ordered: 'number',
    state: 'text',
    created_at: 'number',
    began_at: 'number',
    attempts: 'number',
    tries: 'number',
    next_at: 'number or null',
    lease: 'text or null',
    trace: 'text or null',
  },
  delivery_attempts: {
    account: 'number',
    delivery: 'text',
    number: 'number',
    at: 'number',
    duration: 'number',
    status: 'number or null',
    answer: 'text or null',
    error: 'text or null',
  },
}

/** The names of column types. */
const KINDS = [
  [/^(?:bigint|integer|double precision)$/i, 'number'],
  [/^(?:blob|bytea)$/i, 'bytes'],
] as const

/** Kysely's own tables, and the word index, whose tables differ between databases (databases/). */
const NOT_IN_SCHEMA = /^(?:kysely_|job_words|sqlite_)/

onEachStore('the migrated database', (fresh) => {
  test('has the tables and columns that schema.ts describes, and no others', async (t) => {
    const database = await fresh()
    t.after(async () => database.drop())
    const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl: database.url })
    const store = await openTestStore(dialect)
    t.after(async () => store.close())
    const rows = await (database.url === null ? sqliteColumns(dialect.db) : postgresColumns(dialect.db))
    const described = rows
      .filter((row) => !NOT_IN_SCHEMA.test(row.table_name))
      .map(({ table_name, name, type, nullable }) => {
        const kind = KINDS.find(([types]) => types.test(type))?.[1] ?? type.toLowerCase()
        return { table_name, name, column: nullable ? `${kind} or null` : kind }
      })
    const tables = Object.entries(Object.groupBy(described, (row) => row.table_name)).map(
      ([name, columns]) => [
        name,
        Object.fromEntries((columns ?? []).map((column) => [column.name, column.column])),
      ],
    )
    assert.deepEqual(Object.fromEntries(tables), TABLES)
  })
})

onEachStore('a table with an account', (fresh) => {
  test('can be partitioned by it on PostgreSQL: every key contains the account', async (t) => {
    const database = await fresh()
    t.after(async () => database.drop())
    if (database.url === null) return t.skip('SQLite has no partitions')
    const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl: database.url })
    const store = await openTestStore(dialect)
    t.after(async () => store.close())
    const columns = await postgresColumns(dialect.db)
    const tables = columns.filter(({ name }) => name === 'account').map(({ table_name }) => table_name)
    assert.ok(tables.includes('delivery_attempts'))
    for (const table of tables.filter((name) => name !== 'keys'))
      await sql`create table ${sql.table(`divided_${table}`)} (like ${sql.table(table)} including indexes)
        partition by hash (account)`.execute(dialect.db)
  })
})

interface ColumnRow {
  readonly table_name: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean | 0 | 1
}

/** SQLite allows null in a primary key unless told otherwise; the store never stores one. */
async function sqliteColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select tables.name as table_name, columns.name, columns.type,
      columns."notnull" = 0 and columns.pk = 0 as nullable
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table'`.execute(db)
  return rows
}

async function postgresColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select table_name, column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = current_schema()`.execute(db)
  return rows
}
