/**
 * Records the changes in a database while it is copied: triggers note the keys of all changed rows, and reject changes once the database is
 * read-only. The triggers exist from the beginning of a move until it is undone.
 */
import { MOVED } from '../databases/store-errors.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Key } from '../page-of-rows.ts'
import type { Db } from '../schema.ts'
import { type MoveRow, type MoveState, moveIn } from './state.ts'
import { FOUND_ROWS, movedTables, type Table } from './tables.ts'

/** The name under which changes of a job's indexed words are noted, because no table of both databases contains them. */
export const WORDS = 'job_words'

const EVENTS = ['insert', 'update', 'delete'] as const

/** Begins to note changes, or continues. @param to address of the target, for messages to the operator */
export async function beginMove(dialect: Dialect, to: string): Promise<MoveRow> {
  const { db, locksRows } = dialect
  const found = await moveIn(db)
  const isSource = found !== null && found.state !== 'receiving' && found.state !== 'received'
  const row: MoveRow = isSource ? { ...found, other: to } : { id: randomUUID(), state: 'copying', other: to }
  if (!isSource) await db.deleteFrom('moves').execute()
  await db
    .insertInto('moves')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ other: to }))
    .execute()
  await sql
    .raw(
      `create table if not exists move_changes (
        mark ${locksRows ? 'bigint not null default pg_current_xact_id()::text::bigint' : 'integer primary key autoincrement'},
        changed text not null, key text not null)`,
    )
    .execute(db)
  await sql`create index if not exists move_changes_key on move_changes (changed, key)`.execute(db)
  // One table per transaction, because a transaction with locks on several tables could deadlock. Each waits for the transactions that
  // have already changed the table.
  for (const table of await movedTables(dialect))
    await db.transaction().execute(async (trx) => {
      for (const statement of (locksRows ? postgresTriggers : sqliteTriggers)(table))
        await sql.raw(statement).execute(trx)
    })
  return row
}

/** Removes everything that `beginMove` has created. */
export async function forgetMove(dialect: Dialect): Promise<void> {
  const { db, locksRows } = dialect
  for (const { name } of await movedTables(dialect))
    for (const statement of locksRows
      ? [`drop trigger if exists move_changed on ${name}`, `drop function if exists move_changed_${name}`]
      : EVENTS.map((event) => `drop trigger if exists move_${event}_${name}`))
      await sql.raw(statement).execute(db)
  await sql`drop table if exists move_changes`.execute(db)
  await db.deleteFrom('moves').execute()
}

export async function setState(db: Db, state: MoveState): Promise<void> {
  await db.updateTable('moves').set({ state }).execute()
}

/** Rejects all further changes. Resolves when earlier changes have been committed. */
export async function freeze({ db, locksRows }: Dialect): Promise<void> {
  await setState(db, 'read-only')
  // A transaction that has noted a change holds a lock on the notes until its commit. One that notes a change later sees the new state.
  if (locksRows)
    await db.transaction().execute(async (trx) => sql`lock table move_changes in exclusive mode`.execute(trx))
}

/** A mark that identifies a snapshot: `trim` deletes the notes of changes that the snapshot certainly contains. */
export async function markOf({ locksRows }: Dialect, snapshot: Db): Promise<number> {
  const { rows } = await sql<{ mark: number }>`
    select ${locksRows ? sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1` : sql`(select coalesce(max(mark), 0) from move_changes)`}
      as mark`.execute(snapshot)
  return rows[0]?.mark ?? 0
}

export async function trim({ db }: Dialect, mark: number): Promise<void> {
  await sql`delete from move_changes where mark <= ${mark}`.execute(db)
}

/** The noted keys of a table, in batches. */
export async function* changedKeys(snapshot: Db, changed: string): AsyncGenerator<readonly Key[]> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ key: string }>`
      select distinct key from move_changes where changed = ${changed} and key > ${last}
      order by key limit ${sql.lit(FOUND_ROWS)}`.execute(snapshot)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map(({ key }) => JSON.parse(key) as Key)
    last = end.key
  }
}

const quoted = MOVED.replaceAll("'", "''")
const REFUSED = `(select state from moves) in ('read-only', 'moved')`

/** The notes to make for a row of a table: names, and columns of the keys. */
function notes({ name, key, hasWords }: Table): [changed: string, columns: readonly string[]][] {
  return [[name, key], ...(hasWords ? [[WORDS, ['account', 'ordinal']] as [string, string[]]] : [])]
}

function sqliteTriggers(table: Table): string[] {
  const key = (row: string, columns: readonly string[]) =>
    `json_array(${columns.map((column) => `${row}.${column}`).join()})`
  const note = (event: string) =>
    notes(table).map(([changed, columns]) => {
      const keys = { insert: ['new'], update: ['old', 'new'], delete: ['old'] }[event]!
      const selects = keys.map((row) => `select '${changed}', ${key(row, columns)}`)
      return `insert into move_changes (changed, key) ${selects.join(' union ')};`
    })
  return EVENTS.map(
    (event) => `create trigger if not exists move_${event}_${table.name} after ${event} on ${table.name} begin
      ${note(event).join(' ')}
      select raise(abort, '${quoted}') where ${REFUSED};
    end`,
  )
}

/** The triggers note a change before they check the state, see `freeze`. */
function postgresTriggers(table: Table): string[] {
  const { name } = table
  const key = (row: string, columns: readonly string[]) =>
    `json_build_array(${columns.map((column) => `${row}.${column}`).join()})::text`
  const note = (row: string) =>
    notes(table)
      .map(
        ([changed, columns]) =>
          `insert into move_changes (changed, key) values ('${changed}', ${key(row, columns)});`,
      )
      .join(' ')
  const isMoved = table.key.map((column) => `old.${column} <> new.${column}`).join(' or ')
  return [
    `create or replace function move_changed_${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${note('new')} else ${note('old')} end if;
      if tg_op = 'UPDATE' then if ${isMoved} then ${note('new')} end if; end if;
      if ${REFUSED} then raise exception using errcode = '25006', message = '${quoted}'; end if;
      return null;
    end $$`,
    `create or replace trigger move_changed after insert or update or delete on ${name}
      for each row execute function move_changed_${name}()`,
  ]
}
