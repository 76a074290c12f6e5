import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type Driver, Kysely, type Logger, type RawBuilder, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { searchWords } from '../../contract/search-words.ts'
import type { Dialect, WordIndex } from './dialect.ts'
import { LocalWake } from './local-wake.ts'
import { NodeSqliteDatabase, sqliteFault } from './node-sqlite.ts'
import { sqliteReader } from './sqlite-reader.ts'
import type { Bound, Given } from '../given.ts'
import type { Db, Schema } from '../schema.ts'
import { withStoreErrors } from './store-errors.ts'

/** The number of ordinals per account in the row ids of the full-text table. With it, the ids of 2^21 accounts fit in a double. */
const ORDINALS = 2 ** 32

/**
 * FTS5 without a copy of the text, so that a deletion has to supply the words again. A row id combines account and ordinal, so that the
 * newest matches of an account are one range of the index, read from its end. `searchWords` has already split the text. The tokenizer must
 * not split it further, so it treats marks as part of words and removes none.
 *
 * `secure-delete` removes the words of a deleted job from the index at once: 18 ms of CPU time for 1,500 words among 10,000 jobs. Without
 * it, a deletion takes 0.4 ms, and 0.04 ms with `contentless_delete`, but the words remain until the whole index is merged: 95 ms at 10,000
 * jobs, which grows with the size of the index instead of the deletion.
 */
const words: WordIndex = {
  create: async (db) => {
    await sql`
      create virtual table job_words using fts5(
        words, content = '', detail = none,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
      )`.execute(db)
    await sql`insert into job_words (job_words, rank) values ('secure-delete', 1)`.execute(db)
  },
  add: async (db, account, ordinal, list) => {
    await sql`insert into job_words (rowid, words) values (${rowId(account, ordinal)}, ${list.join(' ')})`.execute(
      db,
    )
  },
  addAll: async (db, jobs) => {
    for (const { account, ordinal, words: list } of jobs) await words.add(db, account, ordinal, list)
  },
  remove: async (db, account, jobs) => {
    for (const { ordinal, words: known } of jobs) {
      const list = known ?? (await recognisedWords(db, account, ordinal))
      if (list === null) continue
      await sql`insert into job_words (job_words, rowid, words)
        values ('delete', ${rowId(account, ordinal)}, ${list.join(' ')})`.execute(db)
    }
  },
  clear: async (db) => {
    await sql`insert into job_words (job_words) values ('delete-all')`.execute(db)
  },
  async *entries(db) {
    await sql`create virtual table if not exists temp.job_word_entries using fts5vocab(main, job_words, instance)`.execute(
      db,
    )
    // One row per word: streaming a row for each word of each job takes five times as long.
    const entries = db
      .selectFrom(sql<{ term: string; doc: number }>`temp.job_word_entries`.as('entry'))
      .select(['term', sql<string>`json_group_array(doc)`.as('docs')])
      .groupBy('term')
    for await (const { term, docs } of entries.stream()) {
      const ids = JSON.parse(docs) as number[]
      yield {
        words: [term],
        jobs: ids.map((id) => ({ account: Math.floor(id / ORDINALS), ordinal: id % ORDINALS })),
      }
    }
  },
  valueOf: (list) => list.map((word) => `"${word}"`).join(' AND '),
  find: (account, list, from, before) => ({
    table: sql`job_words`,
    where: sql`job_words match ${list}
      and job_words.rowid >= ${rowOf(account, from)}
      and job_words.rowid < ${rowOf(account, sql`min(${before}, ${sql.lit(ORDINALS)})`)}`,
    ordinal: sql`(job_words.rowid - ${rowOf(account, sql.lit(0))})`,
    orderBy: sql`job_words.rowid desc`,
  }),
}

/** The words of a result; null if there is none. */
async function recognisedWords(db: Db, account: number, ordinal: number): Promise<string[] | null> {
  const { rows } = await sql<{ transcript: string | null }>`
    select result ->> '$.transcription.full_transcript' as transcript from job_results
    where account = ${account} and ordinal = ${ordinal}`.execute(db)
  const [found] = rows
  return found === undefined ? null : searchWords(found.transcript ?? '')
}

const rowId = (account: number, ordinal: number): number => account * ORDINALS + ordinal
const rowOf = (account: Given<number>, ordinal: Bound): RawBuilder<number> =>
  sql`(${account} * ${sql.lit(ORDINALS)} + ${ordinal})`

/** Shorter texts, in bytes, are read as strings even if they are only sent on. */
const MAX_SHORT_TEXT = 4096

/** Pages returned to the file system at a time, which takes 2 to 5 ms. */
const RECLAIMED_PAGES = 256
/** Free pages to keep for later writes: 4 MB. */
const KEPT_PAGES = 1024

async function freePages(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db)
  return rows[0]?.freelist_count ?? 0
}

/** Milliseconds that a checkpoint waits for readers. If it gives up, a later checkpoint empties the log. */
const CHECKPOINT_MS = 5_000
const CHECKPOINT_POLL_MS = 50

/** Writes the log into the database file and truncates it once no reader needs it. Other statements can run meanwhile. */
async function checkpoint(db: Kysely<Schema>): Promise<void> {
  for (const end = Date.now() + CHECKPOINT_MS; ;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy !== 1 || Date.now() >= end) return
    await delay(CHECKPOINT_POLL_MS)
  }
}

/** Kysely's adapter claims that SQLite cannot change tables in a transaction. It can, which makes migrations atomic. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ServiceDialect extends SqliteDialect {
  readonly #reader: Kysely<Schema>

  /** @param reader closed with the main connection */
  constructor(file: string, reader: Kysely<Schema>, options: { readonly readOnly?: boolean }) {
    super({ database: new NodeSqliteDatabase(file, options) })
    this.#reader = reader
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  override createDriver(): Driver {
    const driver = withStoreErrors(super.createDriver(), sqliteFault)
    const destroy = driver.destroy.bind(driver)
    driver.destroy = async (options) => {
      await this.#reader.destroy()
      await destroy(options)
    }
    return driver
  }
}

/**
 * A SQLite database in a file, which is created if it does not exist.
 * @param log called with every executed statement
 * @param options.readOnly the file must exist, and only temporary tables are created
 */
export function sqlite(file: string, log?: Logger, options: { readonly readOnly?: boolean } = {}): Dialect {
  const reader = sqliteReader(file, log)
  const db = new Kysely<Schema>({ dialect: new ServiceDialect(file, reader, options), ...(log && { log }) })
  return {
    db,
    leases: db,
    reader,
    ddl: { counted: () => sql`integer`, bytes: sql`blob`, clustered: sql`without rowid` },
    words,
    // As bytes, a page of 20 results of 20 KB takes half the time, and a quarter if they are not ASCII. Short texts are faster as strings,
    // because every Buffer has to be allocated and collected.
    rawText: (column) =>
      sql`case when octet_length(${column}) < ${sql.lit(MAX_SHORT_TEXT)} then ${column} else cast(${column} as blob) end`,
    carriesTexts: false,
    ordinals: (ordinals) => sql`(select value as ordinal from json_each(${JSON.stringify(ordinals)}))`,
    rows: (columns, rows) => {
      const values = Object.keys(columns).map((name) => `value ->> '${name}' as ${name}`)
      return sql`(select ${sql.raw(values.join())} from json_each(${JSON.stringify(rows)})) as given`
    },
    unplanned: (value) => value,
    writesJson: true,
    // `secure_delete` has overwritten the deleted pages with zeros, but the log still contains them.
    eraseDeleted: async () => checkpoint(db),
    reclaim: async () => {
      const free = await freePages(db)
      if (free <= KEPT_PAGES) return false
      await sql`pragma incremental_vacuum(${sql.lit(Math.min(RECLAIMED_PAGES, free - KEPT_PAGES))})`.execute(
        db,
      )
      const left = await freePages(db)
      // The vacuum does nothing if the database was created without this mode.
      const isMore = left < free && left > KEPT_PAGES
      // Only a checkpoint shortens the file.
      if (!isMore) await checkpoint(db)
      return isMore
    },
    wake: new LocalWake(),
    locksRows: false,
    now: sql`cast(unixepoch('subsec') * 1000 as integer)`,
    damages: async () => damagesIn(file),
    isBlocking: true,
    version: () => undefined,
  }
}

/**
 * Reports damage to the tables, their indexes, and the index of words. It uses a new connection, because FTS5 (3.53) reports false damage
 * if another process has written to the index of words since the connection first read it.
 */
function damagesIn(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const lines = database.prepare('pragma integrity_check').all()
    const orphans = database.prepare('pragma foreign_key_check').all()
    return [
      ...lines.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok'),
      ...orphans.map(
        (row) => `a row of ${String(row['table'])} refers to a missing row of ${String(row['parent'])}`,
      ),
    ]
  } finally {
    database.close()
  }
}
