/** Moves everything in a database to another one. The service keeps running, except during the last step. */
import { sql, type Transaction } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import { appliedMigrations, migrate, newestSchema } from '../migrations/index.ts'
import { type Key, keyOf } from '../page-of-rows.ts'
import type { Db, Schema } from '../schema.ts'
import { snapshot } from '../check/check.ts'
import { checkStore } from '../check/check-store.ts'
import { beginMove, changedKeys, forgetMove, freeze, markOf, setState, trim, WORDS } from './change-log.ts'
import { indexAmong, indexJobs, type JobResult, removeAmong } from './moved-words.ts'
import { MoveError } from './move-error.ts'
import { type MoveRow, moveIn } from './state.ts'
import { movedTables, pagesAfter, readAmong, type Table } from './tables.ts'
import { countOn, deleteRows, insertRows, isEmpty, isReference, release, takeIndexes } from './target.ts'
import { differences, differentCounts } from './verify.ts'

export interface MoveParts {
  /** Only read, on snapshots. */
  readonly source: Dialect
  /** The source, for writing notes of changes. */
  readonly notes: Dialect
  /** Must be empty, or have a part of the source. */
  readonly target: Dialect
  /** Addresses of source and target, for messages to the operator. */
  readonly from: string
  readonly to: string
  /** @param table the table that is being copied */
  readonly onProgress?: (table: string, rows: number, total: number) => void
}

/** What the target has received, stored as JSON in its row of `moves`. */
interface Progress {
  /** Key of the last row, by table; null for a complete table. */
  readonly last: Record<string, Key | null>
  readonly rows: number
}

/** The columns with ids of files, by table. */
const FILE_IDS: Readonly<Record<string, string>> = {
  files: 'id',
  derived_files: 'file',
  live_segments: 'file',
}

/** The steps of a move, in their order. A second run completes a step that was interrupted; no step is done twice. */
export class Move {
  readonly #parts: MoveParts
  readonly #tables: readonly Table[]

  private constructor(parts: MoveParts, tables: readonly Table[]) {
    this.#parts = parts
    this.#tables = tables
  }

  /**
   * Begins a move, or continues one.
   * @throws {MoveError} if the target contains anything other than a part of this source
   */
  static async begin(parts: MoveParts): Promise<{ move: Move; isComplete: boolean }> {
    const { notes, target, from, to } = parts
    await newestSchema(notes)
    const own = await moveIn(notes.db)
    if (own?.state === 'receiving')
      throw new MoveError(`${from} has only a part of ${own.other}: it cannot be moved`)
    const there = (await appliedMigrations(target)).length === 0 ? null : await moveIn(target.db)
    const isSame = there !== null && own !== null && there.id === own.id
    if (!isSame && !(await isEmpty(target)))
      throw new MoveError(
        `${to} is not empty${there?.state === 'receiving' ? `: it has a part of ${there.other}` : ''}: name an empty database`,
      )
    if (own?.state === 'moved' && !isSame)
      throw new MoveError(
        `${from} was moved to ${own.other}: "scriptorium move --undo" makes it usable again`,
      )
    await migrate(target)
    // Rows arrive in any order. `refer` checks the foreign keys in the end.
    if (!target.locksRows) await sql`pragma foreign_keys = off`.execute(target.db)
    const isComplete = isSame && there.state === 'received'
    const row = isComplete ? own : await beginMove(notes, to)
    const tables = await movedTables(target)
    const move = new Move(parts, tables)
    if (!isSame) await move.#prepare(row)
    // Undoes the state of an interrupted run, which may have been `closing` or `read-only`.
    if (!isComplete) await setState(notes.db, 'copying')
    return { move, isComplete }
  }

  /** Copies all rows in their current state, in the order of their keys. */
  async copy(): Promise<void> {
    const { source, target, onProgress = () => {} } = this.#parts
    let progress = await this.#progress()
    const total = await this.#total()
    const write = async (name: string, end: Key | null, rows: number, add: (trx: Db) => Promise<void>) => {
      progress = { last: { ...progress.last, [name]: end }, rows: progress.rows + rows }
      await this.#write({ progress: JSON.stringify(progress) }, add)
      onProgress(name, progress.rows, total)
    }
    for (const table of this.#tables) {
      const { name } = table
      const last = progress.last[name]
      if (last === null) continue
      await whileNext(pagesAfter(source.db, table, last ?? null), async (rows) =>
        write(name, keyOf(table, rows.at(-1)!), rows.length, async (trx) => {
          const inserted = insertRows(target, trx, table, rows, false)
          // The words are split while the database inserts the rows.
          const indexed =
            name === 'job_results' ? indexJobs(target, trx, rows as unknown as readonly JobResult[]) : null
          await Promise.all([inserted, indexed])
        }),
      )
      await write(name, null, 0, async () => {})
    }
  }

  /**
   * Brings the target up to a snapshot of the source, in one transaction. It first deletes all changed rows, so that inserted rows do not
   * conflict with them.
   * @param compare finds differences between the target and the snapshot
   * @returns the ids of files that may be new in the target
   * @throws {MoveError} if the databases differ
   */
  async catchUp(compare?: typeof differences): Promise<string[]> {
    const { source, notes, target } = this.#parts
    const files: string[] = []
    const found = await snapshot(source, async (from) => {
      const mark = await markOf(source, from)
      await target.db.transaction().execute(async (trx) => {
        for await (const keys of changedKeys(from, WORDS)) await removeAmong(target, trx, keys)
        for (const table of this.#tables)
          for await (const keys of changedKeys(from, table.name)) await deleteRows(trx, table, keys)
        for (const table of this.#tables)
          for await (const keys of changedKeys(from, table.name)) {
            const rows = await readAmong(from, table, keys)
            await insertRows(target, trx, table, rows, true)
            const id = FILE_IDS[table.name]
            if (id !== undefined) files.push(...rows.map((row) => String(row[id])))
          }
        for await (const keys of changedKeys(from, WORDS)) await indexAmong(target, trx, keys)
      })
      await trim(notes, mark)
      return (await compare?.(this.#tables, from, target.db)) ?? []
    })
    await this.#refuse(found)
    return files
  }

  /** The last `catchUp`, after the source was frozen. */
  async catchUpFrozen(): Promise<string[]> {
    return this.catchUp(differentCounts)
  }

  /**
   * Creates the indexes of the target, meanwhile checks its consistency as `scriptorium check` does, and then compares it with a snapshot of
   * the source.
   * @throws {MoveError} if they differ, or if the target has faults that the source does not have
   */
  async verify(): Promise<void> {
    const { source, target } = this.#parts
    // The server has no statistics yet about the large tables that are read next.
    if (target.locksRows) await sql`analyze`.execute(target.db)
    const [faults] = await Promise.all([faultsOf(target), this.#make((statement) => !isReference(statement))])
    if (faults.length > 0) {
      const known = new Set(await faultsOf(source))
      await this.#refuse(faults.filter((fault) => !known.has(fault)))
    }
    await this.catchUp(differences)
  }

  /** Asks all processes of the service to give up their work. */
  async close(): Promise<void> {
    await setState(this.#parts.notes.db, 'closing')
  }

  /** Number of jobs, deliveries and live sessions that the service has not given up yet. */
  async inProgress(): Promise<number> {
    const { db } = this.#parts.notes
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from work where owner is not null)
        + (select count(*) from live_sessions where owner is not null)
        + (select count(*) from deliveries where lease is not null) as count`.execute(db)
    return rows[0]?.count ?? 0
  }

  /** Makes the source read-only. */
  async freeze(): Promise<void> {
    await freeze(this.#parts.notes)
  }

  /**
   * Creates the foreign keys of the target, or checks them on SQLite.
   * @throws {MoveError} if a row refers to one that does not exist
   */
  async refer(): Promise<void> {
    const { target } = this.#parts
    await this.#make(() => true)
    if (target.locksRows) return
    const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(target.db)
    await this.#refuse(
      rows.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    )
  }

  /** Makes the target usable and the source unusable, which stays read-only. */
  async finish(): Promise<void> {
    const { source, notes, target } = this.#parts
    await target.db.transaction().execute(async (trx) => {
      await release(trx, target)
      await countOn(trx, target, source)
      await trx.updateTable('moves').set({ state: 'received', progress: null, later: null }).execute()
    })
    await setState(notes.db, 'moved')
  }

  /** Marks the source as moved after a run that was interrupted in `finish`, when the target was already complete. */
  async confirm(): Promise<void> {
    await setState(this.#parts.notes.db, 'moved')
  }

  /** Makes the source writable again. What the target has received is kept for another run. */
  async reopen(): Promise<void> {
    await setState(this.#parts.notes.db, 'copying')
  }

  async #prepare({ id }: MoveRow): Promise<void> {
    const { target, from } = this.#parts
    await target.db.transaction().execute(async (trx) => {
      const later = JSON.stringify(await takeIndexes(trx, target, this.#tables))
      const progress = JSON.stringify({ last: {}, rows: 0 } satisfies Progress)
      await trx.deleteFrom('moves').execute()
      // The target may have a row if it was opened before. It gets that of the source, with whose history change cursors stay valid.
      await trx.deleteFrom('installation').execute()
      await trx.insertInto('moves').values({ id, state: 'receiving', other: from, progress, later }).execute()
    })
  }

  /** Ends the move if differences were found: the source is as before, and the target is unusable. */
  async #refuse(found: readonly string[]): Promise<void> {
    if (found.length === 0) return
    const { notes, to } = this.#parts
    await forgetMove(notes)
    throw new MoveError(
      `${to} differs from what was moved there, and nothing has changed here:\n${found.join('\n')}`,
    )
  }

  async #progress(): Promise<Progress> {
    const { progress } = await this.#parts.target.db
      .selectFrom('moves')
      .select('progress')
      .executeTakeFirstOrThrow()
    return JSON.parse(progress ?? '{"last":{},"rows":0}') as Progress
  }

  async #total(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select ${sql.join(
      this.#tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`),
      sql` + `,
    )} as count`.execute(this.#parts.source.db)
    return rows[0]?.count ?? 0
  }

  /** Writes to the target, and records the progress in the same transaction. */
  async #write(
    changed: Partial<Schema['moves']>,
    write: (trx: Transaction<Schema>) => Promise<void>,
  ): Promise<void> {
    const { target } = this.#parts
    await target.db.transaction().execute(async (trx) => {
      // If the server crashes, lost transactions are repeated. The last transaction of the move waits until everything is on disk.
      if (target.locksRows) await sql`set local synchronous_commit = off`.execute(trx)
      await write(trx)
      await trx.updateTable('moves').set(changed).execute()
    })
  }

  /** Executes the remaining statements that create indexes and foreign keys. @param isNow selects those to execute */
  async #make(isNow: (statement: string) => boolean): Promise<void> {
    const { db } = this.#parts.target
    const { later } = await db.selectFrom('moves').select('later').executeTakeFirstOrThrow()
    let left = JSON.parse(later ?? '[]') as string[]
    for (const statement of left.filter(isNow)) {
      left = left.filter((other) => other !== statement)
      await this.#write(
        { later: JSON.stringify(left) },
        async (trx) => void (await sql.raw(statement).execute(trx)),
      )
    }
  }
}

/** Uses each value while the next one is being produced. */
async function whileNext<Value>(
  values: AsyncIterable<Value>,
  use: (value: Value) => Promise<void>,
): Promise<void> {
  let using = Promise.resolve()
  for await (const value of values) {
    await using
    using = use(value)
    // Rejections are handled by the `await` above or below.
    using.catch(() => {})
  }
  await using
}

/** Restores the source of a move to its state before the move. @throws {MoveError} if the database is not the source of a move */
export async function undoMove(dialect: Dialect): Promise<MoveRow> {
  await newestSchema(dialect)
  const row = await moveIn(dialect.db)
  if (row === null || row.state === 'receiving' || row.state === 'received')
    throw new MoveError('there is no move from this database to undo')
  await forgetMove(dialect)
  return row
}

/** The findings of `scriptorium check` for the database, without the audio. */
async function faultsOf(dialect: Dialect): Promise<string[]> {
  const found = await Array.fromAsync(checkStore({ dialect, files: null, repair: null }))
  return found.map(({ check, account, fault }) => `${check} of ${account ?? 'all accounts'}: ${fault}`)
}
