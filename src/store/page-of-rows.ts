/** Reading a table whose rows may be large, page by page. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

interface PagedTable {
  readonly name: string
  /** Columns by which rows are in order. */
  readonly key: readonly string[]
  /** Columns that may be long. */
  readonly long: readonly string[]
}

export type Row = Readonly<Record<string, unknown>>
/** Values of the key columns. */
export type Key = readonly (string | number)[]

/** Rows of a page, and about how many bytes. A large row is a page by itself. */
export const PAGE_ROWS = 1_000
const PAGE_BYTES = 500_000

/** The key of the last row of the page after a key; null when there is none. */
export async function endOfPage(db: Db, table: PagedTable, last: Key | null): Promise<Key | null> {
  const sizes = table.long.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  // Apart from the rows: SQLite would carry all texts along.
  const { rows } = await sql<Row & { page_size: number }>`
    select ${refs(table.key)}, ${sql.join(sizes, sql` + `)} as page_size from ${sql.table(table.name)}
    where ${after(table.key, last)} order by ${refs(table.key)} limit ${sql.lit(PAGE_ROWS)}`.execute(db)
  let bytes = 0
  const over = rows.findIndex((row) => (bytes += row.page_size) > PAGE_BYTES)
  const end = over < 0 ? rows.at(-1) : rows[Math.max(0, over - 1)]
  return end === undefined ? null : keyOf(table, end)
}

/** Condition on rows: their key comes after one, if there is one, and up to another. */
export const within = (columns: readonly string[], last: Key | null, end: Key): RawBuilder<boolean> =>
  sql`${after(columns, last)} and (${refs(columns)}) <= (${values(end)})`

export const after = (columns: readonly string[], last: Key | null): RawBuilder<boolean> =>
  last === null ? sql`true` : sql`(${refs(columns)}) > (${values(last)})`

export const refs = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

const values = (key: Key) => sql.join(key.map((value) => sql.val(value)))

export const keyOf = ({ key }: Pick<PagedTable, 'key'>, row: Row): Key =>
  key.map((column) => row[column] as string | number)
