/** Reads a table whose rows may be large, page by page. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

interface PagedTable {
  readonly name: string
  /** Columns that define the order of rows. */
  readonly key: readonly string[]
  /** Columns whose values may be large. */
  readonly long: readonly string[]
}

export type Row = Readonly<Record<string, unknown>>
/** Values of the key columns. */
export type Key = readonly (string | number)[]

/** Maximum number of rows and of bytes of a page. A larger row is a page by itself. */
export const PAGE_ROWS = 1_000
const PAGE_BYTES = 250_000

/** The number of rows in the page after a key; 0 if there are none. */
export async function rowsOfPage(db: Db, table: PagedTable, last: Key | null): Promise<number> {
  const sizes = table.long.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  // A separate query, because SQLite would also load all texts. The caller then limits the page by this number of rows and not by its
  // last key: PostgreSQL does not end an index scan at a key of two columns, and would read the rest of the account.
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
