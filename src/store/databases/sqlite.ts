import { Kysely, type Logger, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import type { Dialect, WordIndex } from './dialect.ts'
import { NodeSqliteDatabase } from './node-sqlite.ts'
import type { Schema } from '../schema.ts'

/** Ordinals of an account in the ids of the full-text table; 2^21 accounts fit beside them in a double. */
const ORDINALS = 2 ** 32

/**
 * FTS5 without a copy of the text. A row's id is its account and ordinal, so that one account's newest matches are one
 * run of the index from its end. `searchWords` has cut the text into words already: the tokenizer only must not cut
 * again, so marks belong to words too, and it drops none.
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

/** Bytes of a text that is read as characters also when it is only passed on. */
const SHORT_TEXT = 4096

/** Kysely's own adapter says that SQLite cannot change tables in a transaction; it can, and so a migration is whole. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * A SQLite database in a file, which is created if there is none.
 * @param log called with every statement that is executed
 */
export function sqlite(file: string, log?: Logger): Dialect {
  const dialect = new TransactionalDialect({ database: new NodeSqliteDatabase(file) })
  return {
    db: new Kysely<Schema>({ dialect, ...(log && { log }) }),
    ddl: { counted: sql`integer`, clustered: sql`without rowid` },
    words,
    // Bytes, not characters: a page of 20 results of 20 KB takes half the time, a quarter when they are not ASCII. Of a
    // short text that is not so: each Buffer has to be allocated, and found again by the garbage collector.
    rawText: (column) =>
      sql`case when octet_length(${column}) < ${sql.lit(SHORT_TEXT)} then ${column} else cast(${column} as blob) end`,
    // Whoever has the folder has the database in it.
    lock: async () => async () => {},
    locksRows: false,
  }
}
