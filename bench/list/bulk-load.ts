/** Fast inserts into a database that nothing else uses, and whose loss in a crash does not matter. */
import { totalmem } from 'node:os'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Pool } from 'pg'

/** The tables with the most rows. */
const TABLES = ['jobs', 'job_results', 'job_leaves'] as const

export type Row = Record<string, SQLInputValue>
type Batch = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>

export interface BulkLoad {
  insert(batch: Batch): Promise<void>
  /** Restores constraints and settings. */
  finish(): Promise<void>
}

/**
 * Loads SQLite in one transaction without a journal. Indexes are kept: jobs are inserted in order, so every index except
 * the one on ids grows in a few places, and ends up as the service itself would have left it.
 */
export function loadSqlite(file: string): BulkLoad {
  const db = new DatabaseSync(file)
  // In defensive mode, SQLite does not turn its journal off.
  db.enableDefensive(false)
  const cacheKib = Math.floor(Math.min(2 ** 31, totalmem() / 4) / 1024)
  db.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    pragma locking_mode = exclusive;
    pragma cache_size = -${cacheKib};
    begin;
  `)
  const inserters = new Map<string, (row: Row) => void>()
  const inserter = (table: string, columns: string[]) => {
    const places = columns.map(() => '?').join(', ')
    const statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    return (row: Row) => void statement.run(...Object.values(row))
  }
  return {
    insert: async (batch) => {
      for (const table of TABLES) {
        for (const row of batch[table]) {
          let insert = inserters.get(table)
          if (insert === undefined) inserters.set(table, (insert = inserter(table, Object.keys(row))))
          insert(row)
        }
      }
    },
    finish: async () => {
      db.exec('commit; pragma journal_mode = wal')
      db.close()
    },
  }
}

/**
 * Loads PostgreSQL with rows as JSON, 2,000 jobs at a time, into all tables in parallel. Constraints and indexes are
 * dropped, and created again at the end, because ids in random order would write every page of their index many times.
 */
export async function loadPostgres(url: string): Promise<BulkLoad> {
  const pool = new Pool({
    connectionString: url,
    max: TABLES.length,
    options: '-c synchronous_commit=off -c maintenance_work_mem=1GB',
  })
  const run = async (statement: string) => pool.query<{ drop: string; make: string }>(statement)
  const names = TABLES.map((table) => `'${table}'`).join(', ')
  // Primary keys first, then references and the other indexes.
  const { rows: constraints } = await run(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid::regclass::text in (${names}) and contype in ('p', 'f')
    order by contype = 'f'`)
  const { rows: indexes } = await run(`
    select format('drop index %I', indexname) as drop, indexdef as make
    from pg_indexes where tablename in (${names}) and schemaname = current_schema()
      and indexname not in (select conname from pg_constraint)`)
  const dropped = [...constraints, ...indexes]
  for (const { drop } of dropped) await run(drop)

  const insert = async (table: string, rows: readonly Row[]) => {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    if (columns === '') return
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  let before: Promise<unknown> = Promise.resolve()
  return {
    insert: async (batch) => {
      await before
      before = Promise.all(TABLES.map(async (table) => insert(table, batch[table])))
    },
    finish: async () => {
      await before
      for (const { make } of dropped) await run(make)
      await run('vacuum analyze')
      await pool.end()
    },
  }
}
