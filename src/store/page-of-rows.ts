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
const PAGE_BYTES = 250_000

/** How many rows the page after a key has; 0 when there are none. */
export async function rowsOfPage(db: Db, table: PagedTable, last: Key | null): Promise<number> {
  const sizes = table.long.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  // Apart from the rows: SQLite would carry all texts along. The page is then read up to this number of rows, not up to a key:
  // PostgreSQL does not end a scan of an index at a key of two columns, and read the rest of the account.
  const { rows } = await sql<{ page_size: number }>`
    select ${sql.join(sizes, sql` + `)} as page_size from ${sql.table(table.name)}
    where ${after(table.key, last)} order by ${refs(table.key)} limit ${sql.lit(PAGE_ROWS)}`.execute(db)
  let bytes = 0
  const over = rows.findIndex((row) => (bytes += row.page_size) > PAGE_BYTES)
  return over < 0 ? rows.length : Math.max(1, over)
}

export const after = (columns: readonly string[], last: Key | null): RawBuilder<boolean> =>
  last === null ? sql`true` : sql`(${refs(columns)}) > (${values(last)})`

export const refs = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

const values = (key: Key) => sql.join(key.map((value) => sql.val(value)))

export const keyOf = ({ key }: Pick<PagedTable, 'key'>, row: Row): Key =>
  key.map((column) => row[column] as string | number)
