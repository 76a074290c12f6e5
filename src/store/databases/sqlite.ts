import { type Driver, Kysely, type Logger, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import type { Dialect, WordIndex } from './dialect.ts'
import { NodeSqliteDatabase, sqliteFault } from './node-sqlite.ts'
import type { Schema } from '../schema.ts'
import { withStoreErrors } from './store-errors.ts'

/** Ordinals of an account in the row ids of the full-text table; 2^21 accounts fit beside them in a double. */
const ORDINALS = 2 ** 32

/**
 * FTS5 without a copy of the text. A row's id combines account and ordinal, so that an account's newest matches are one
 * range of the index, read from its end. `searchWords` has split the text already; the tokenizer must not split it
 * further, so it counts marks as part of words and removes none.
 */
const words: WordIndex = {
  create: async (db) => {
    await sql`
      create virtual table job_words using fts5(
        words, content = '', contentless_delete = 1, detail = none,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
      )`.execute(db)
  },
  add: async (db, account, ordinal, list) => {
    await sql`insert into job_words (rowid, words) values (${rowId(account, ordinal)}, ${list.join(' ')})`.execute(
      db,
    )
  },
  remove: async (db, account, ordinal) => {
    await sql`delete from job_words where rowid = ${rowId(account, ordinal)}`.execute(db)
  },
  find: (account, list, from, before) => ({
    table: sql`job_words`,
    where: sql`job_words match ${list.map((word) => `"${word}"`).join(' AND ')}
      and job_words.rowid >= ${rowId(account, from)} and job_words.rowid < ${rowId(account, Math.min(before, ORDINALS))}`,
    ordinal: sql`(job_words.rowid - ${rowId(account, 0)})`,
    orderBy: sql`job_words.rowid desc`,
  }),
}

const rowId = (account: number, ordinal: number): number => account * ORDINALS + ordinal

/** Bytes below which a text is read as a string even when it is sent on unread. */
const MAX_SHORT_TEXT = 4096

/** Kysely's adapter says that SQLite cannot change tables in a transaction. It can, which makes migrations atomic. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ServiceDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  override createDriver(): Driver {
    return withStoreErrors(super.createDriver(), sqliteFault)
  }
}

/**
 * A SQLite database in a file, which is created if there is none.
 * @param log called with every statement that is executed
 */
export function sqlite(file: string, log?: Logger): Dialect {
  const dialect = new ServiceDialect({ database: new NodeSqliteDatabase(file) })
  return {
    db: new Kysely<Schema>({ dialect, ...(log && { log }) }),
    ddl: { counted: sql`integer`, clustered: sql`without rowid` },
    words,
    // As bytes: a page of 20 results of 20 KB takes half the time, a quarter when they are not ASCII. Short texts are
    // faster as strings, because every Buffer has to be allocated and collected.
    rawText: (column) =>
      sql`case when octet_length(${column}) < ${sql.lit(MAX_SHORT_TEXT)} then ${column} else cast(${column} as blob) end`,
    textSlice: (column, offset, bytes) => sql`substr(cast(${column} as blob), ${offset + 1}, ${bytes})`,
    // The lock of the data folder covers the database in it.
    lock: async () => async () => {},
    locksRows: false,
  }
}
