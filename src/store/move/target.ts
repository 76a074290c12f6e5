/** Fills the target of a move: first the rows, without indexes, which are then created at once. */
import { sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import { waiting } from '../jobs/waiting-work.ts'
import type { Db } from '../schema.ts'
import type { Key, Row } from '../page-of-rows.ts'
import { among, COUNTED, type Table } from './tables.ts'

/** Whether a database has no tables, or no account. */
export async function isEmpty(dialect: Dialect): Promise<boolean> {
  const tables = await dialect.db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'accounts')) return tables.length === 0
  return (await dialect.db.selectFrom('accounts').select('id').limit(1).execute()).length === 0
}

/** @param isChecked false to skip rows that conflict with others: both have been noted as changed, and will be copied again */
export async function insertRows(
  { locksRows }: Dialect,
  db: Db,
  { name, columns, bytes }: Table,
  rows: readonly Row[],
  isChecked: boolean,
): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const into = sql`insert into ${sql.table(name)} (${names})`
  const unless = isChecked ? sql`` : sql`on conflict do nothing`
  if (locksRows) {
    const given = bytes.length === 0 ? rows : rows.map((row) => withHex(row, bytes))
    await sql`${into} select ${names} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(given)}::json)
      ${unless}`.execute(db)
  } else
    for (const row of rows) {
      const values = sql.join(columns.map((column) => sql.val(row[column])))
      await sql`${into} values (${values}) ${unless}`.execute(db)
    }
}

function withHex(row: Row, columns: readonly string[]): Row {
  const hex = columns.map((column) => {
    const value = row[column] as Uint8Array | null
    return [column, value && `\\x${Buffer.from(value).toString('hex')}`]
  })
  return { ...row, ...(Object.fromEntries(hex) as Row) }
}

export async function deleteRows(db: Db, { name, key }: Table, keys: readonly Key[]): Promise<void> {
  await sql`delete from ${sql.table(name)} where ${among(key, keys)}`.execute(db)
}

/**
 * Drops the indexes that are not needed while the tables are filled, and on PostgreSQL the foreign keys.
 * @returns the statements that create them again
 */
export async function takeIndexes(db: Db, { locksRows }: Dialect, tables: readonly Table[]) {
  const { rows } = await (
    locksRows
      ? sql<{ drops: string; makes: string }>`
        select format('drop index %I', c.relname) as drops, pg_get_indexdef(i.indexrelid) as makes
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        where not i.indisunique and t.relname in (${sql.join([...tables.map(({ name }) => name), 'job_words'])})
          and t.relnamespace = current_schema()::regnamespace
        union all
        select format('alter table %I drop constraint %I', t.relname, o.conname),
          format('alter table %I add constraint %I %s', t.relname, o.conname, pg_get_constraintdef(o.oid))
        from pg_constraint o join pg_class t on t.oid = o.conrelid
        where o.contype = 'f' and t.relnamespace = current_schema()::regnamespace`
      : sql<{ drops: string; makes: string }>`
        select 'drop index ' || name as drops, sql as makes from sqlite_schema
        where type = 'index' and sql is not null and sql not like 'create unique%'`
  ).execute(db)
  for (const { drops } of rows) await sql.raw(drops).execute(db)
  return rows.map(({ makes }) => makes)
}

/** Whether a statement creates a foreign key. Foreign keys are created last, once all rows have been moved. */
export const isReference = (statement: string): boolean => statement.startsWith('alter table')

/** Makes the target continue the numbering of the source, even if rows with the highest numbers were deleted. */
export async function countOn(db: Db, { locksRows }: Dialect, from: Dialect): Promise<void> {
  // The id of an account is never reused.
  const last = from.locksRows
    ? sql<{
        last: number
      }>`select case when is_called then last_value else last_value - 1 end as last from accounts_id_seq`
    : sql<{ last: number }>`select coalesce(max(seq), 0) as last from sqlite_sequence where name = 'accounts'`
  const accounts = (await last.execute(from.db)).rows[0]?.last ?? 0
  if (!locksRows) {
    await sql`delete from sqlite_sequence where name = 'accounts'`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values ('accounts', ${accounts})`.execute(db)
    return
  }
  for (const [table, column] of Object.entries(COUNTED)) {
    const least = table === 'accounts' ? accounts : 0
    await sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, ${sql.lit(column)}), greatest(${least}::bigint, max(${sql.ref(column)}), 1),
      greatest(${least}::bigint, max(${sql.ref(column)})) > 0) from ${sql.table(table)}`.execute(db)
  }
}

/** Releases what belonged to processes that used the source. */
export async function release(db: Db, { now }: Dialect): Promise<void> {
  await db.updateTable('work').set(waiting(now)).where('owner', 'is not', null).execute()
  await db
    .updateTable('deliveries')
    .set({ next_at: now, lease: null })
    .where('lease', 'is not', null)
    .execute()
  await db
    .updateTable('live_sessions')
    .set({ owner: null, asked: null })
    .where('owner', 'is not', null)
    .execute()
}
