/** The tables to move, and how their rows are read and found. */
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import { after, type Key, keyOf, PAGE_ROWS, refs, type Row, rowsOfPage } from '../page-of-rows.ts'
import type { Db, Schema } from '../schema.ts'

/** Tables that are not moved: they describe the processes that use this database, and moves themselves. */
type Stays = 'nodes' | 'moves'
type Moved = Exclude<keyof Schema, Stays>

/** Columns that identify a row. Rows are read in their order; both databases have an index that begins with them. */
const KEYS: { readonly [Name in Moved]: readonly (keyof Schema[Name] & string)[] } = {
  installation: ['id'],
  accounts: ['id'],
  keys: ['id'],
  users: ['id'],
  issuer_identities: ['issuer', 'subject'],
  passkeys: ['credential_id'],
  memberships: ['account', 'user_id', 'source'],
  invitations: ['id'],
  console_sessions: ['id'],
  issuer_sessions: ['session_id', 'account'],
  sign_in_challenges: ['hash'],
  shares: ['id'],
  account_settings: ['account', 'name'],
  audit_entries: ['id'],
  daily_audio: ['account', 'day'],
  account_usage: ['account', 'what', 'day'],
  files: ['id'],
  derived_files: ['account', 'source', 'kind'],
  uploads: ['file'],
  idempotency_keys: ['account', 'operation', 'key_hash'],
  jobs: ['account', 'ordinal'],
  deleted_jobs: ['account', 'change', 'ordinal'],
  trash: ['account', 'ordinal'],
  job_revisions: ['account', 'ordinal', 'revision'],
  // After the other tables that the words of a job are derived from, because the words are indexed along with this one.
  job_results: ['account', 'ordinal'],
  job_word_errors: ['account', 'ordinal', 'language'],
  word_error_counts: ['account', 'model', 'language'],
  job_corrections: ['account', 'ordinal', 'typed', 'heard'],
  correction_counts: ['account', 'typed', 'heard'],
  job_voices: ['account', 'ordinal'],
  retranscriptions: ['account', 'ordinal'],
  job_leaves: ['account', 'path', 'value', 'kind', 'ordinal'],
  job_leaf_gaps: ['account', 'path', 'value', 'kind', 'number'],
  tag_counts: ['account', 'tag', 'kind'],
  job_counts: ['account', 'level', 'bucket', 'block'],
  bulk_requests: ['account', 'id'],
  retention: ['account'],
  work: ['position'],
  recognised_texts: ['job_id', 'attempt', 'position'],
  live_sessions: ['token_hash'],
  live_audio: ['job_id', 'position'],
  live_lines: ['job_id', 'position'],
  live_segments: ['job_id', 'position'],
  endpoints: ['id'],
  deliveries: ['position'],
  delivery_attempts: ['delivery', 'number', 'account'],
}

/** The tables from which the indexed words of a job are derived. */
const OF_WORDS: readonly string[] = ['jobs', 'trash', 'job_results', 'job_revisions'] satisfies Moved[]

/** The columns with numbers that the database assigns. */
export const COUNTED = { accounts: 'id', work: 'position', endpoints: 'id', deliveries: 'position' } as const

export interface Table {
  readonly name: Moved
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Columns of bytes. */
  readonly bytes: readonly string[]
  /** Columns whose values may be large. */
  readonly long: readonly string[]
  readonly numbers: readonly string[]
  readonly hasWords: boolean
}

/** The tables to move, with the columns of a migrated database. */
export async function movedTables({ db }: Dialect): Promise<readonly Table[]> {
  const found = new Map((await db.introspection.getTables()).map((table) => [table.name, table]))
  return Object.entries(KEYS).map(([name, key]) => {
    const columns = found.get(name)?.columns ?? []
    const of = (isOfType: RegExp) =>
      columns.filter(({ dataType }) => isOfType.test(dataType)).map((column) => column.name)
    return {
      name: name as Moved,
      key,
      columns: columns.map((column) => column.name),
      bytes: of(/^(bytea|blob)$/i),
      long: of(/^(text|bytea|blob)$/i).filter((column) => !(key as readonly string[]).includes(column)),
      numbers: of(/^(integer|bigint|int4|int8)$/i),
      hasWords: OF_WORDS.includes(name),
    }
  })
}

/** Number of keys per query. */
export const FOUND_ROWS = 500

/** Condition that the key of a row is one of `keys`. */
export function among(columns: readonly string[], keys: readonly Key[]): RawBuilder<unknown> {
  const typed = (key: Key) =>
    sql`(${sql.join(key.map((value) => sql`cast(${value} as ${sql.raw(typeof value === 'number' ? 'bigint' : 'text')})`))})`
  return sql`(${refs(columns)}) in (values ${sql.join(keys.map(typed))})`
}

/** The rows of a table after a key, in pages, in the order of their keys. */
export async function* pagesAfter(db: Db, table: Table, last: Key | null): AsyncGenerator<readonly Row[]> {
  for (let before = last; ;) {
    const rows = await pageAfter(db, table, before)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    before = keyOf(table, end)
  }
}

/** The next page; empty at the end. */
async function pageAfter(db: Db, table: Table, last: Key | null): Promise<readonly Row[]> {
  const count = table.long.length === 0 ? PAGE_ROWS : await rowsOfPage(db, table, last)
  return count === 0 ? [] : select(db, table, after(table.key, last), count)
}

/** The rows with these keys, in any order. */
export async function readAmong(db: Db, table: Table, keys: readonly Key[]): Promise<readonly Row[]> {
  return select(db, table, among(table.key, keys))
}

async function select(
  db: Db,
  { name, columns, key }: Table,
  where: RawBuilder<unknown>,
  limit?: number,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select ${refs(columns)} from ${sql.table(name)} where ${where}
    order by ${refs(key)} ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows
}
