import type { Kysely, RawBuilder } from 'kysely'
import type { Wake } from '../../jobs/wake.ts'
import type { JsonText } from '../../jobs/job-text.ts'
import type { Bound, Given } from '../given.ts'
import type { Db, Schema } from '../schema.ts'

/** What differs between the databases. Every other query is the same for all of them. */
export interface Dialect {
  readonly db: Kysely<Schema>
  /** For queries that take long and need no transaction: they do not delay those of `db`. */
  readonly reader: Kysely<Schema>
  /** For extending leases, which waits for no other statement of this process. */
  readonly leases: Kysely<Schema>
  readonly ddl: Ddl
  readonly words: WordIndex
  /** A text column, in the form that is cheapest to send on unread. */
  readonly rawText: (column: RawBuilder<string | null>) => RawBuilder<JsonText | null>
  /** Whether an intermediate result has references to its large texts, and not the texts. */
  readonly carriesTexts: boolean
  /** A query for numbers that are given: one parameter, so that the statement is the same for any number of them. */
  readonly ordinals: (ordinals: readonly number[]) => RawBuilder<{ ordinal: number }>
  /** The same for rows of several columns, in their order: a table to select from. */
  readonly rows: (columns: RowColumns, rows: readonly object[]) => RawBuilder<unknown>
  /**
   * A value of a statement whose plan does not depend on it: PostgreSQL then plans the statement once, and not anew for the
   * values of each execution.
   */
  readonly unplanned: <Value>(value: RawBuilder<Value>, type: 'bigint' | 'text') => RawBuilder<Value>
  /**
   * Whether it puts the JSON of many jobs together (lists/job-json.ts). That takes less time than their rows where the database is
   * read in a thread of this process. PostgreSQL takes more time for it than is saved, and each text becomes a string here, which
   * only full collections free.
   */
  readonly writesJson: boolean
  readonly wake: Wake & { close(): Promise<void> }
  /** Overwrites in the database's files what was deleted and could still be read there. */
  readonly eraseDeleted: () => Promise<void>
  /** Gives some of the space of what was deleted back to the file system. @returns whether there is more */
  readonly reclaim: () => Promise<boolean>
  /** Whether several processes may use the database: rows are locked, and locked rows are skipped. */
  readonly locksRows: boolean
  /** The database's clock, in milliseconds since 1970: the clocks of several machines differ. */
  readonly now: RawBuilder<number>
  /** What the database itself finds damaged, a line each; empty where it has no such check. */
  readonly damages: () => Promise<string[]>
  /** Whether the event loop stands still while a statement runs. */
  readonly isBlocking: boolean
  /**
   * While it is the same, nothing that was read has changed: this process wrote nothing, and other processes nothing more
   * than a second ago. Undefined when that is not known.
   */
  readonly version: () => string | undefined
}

/** The columns of rows that are given, and their types. */
export type RowColumns = Readonly<Record<string, 'bigint' | 'text'>>

/** Differences of the data definition language. */
interface Ddl {
  /** Type of an integer key that the database assigns. */
  readonly counted: (type: 'integer' | 'bigint') => RawBuilder<unknown>
  /** Type of a column of bytes. */
  readonly bytes: RawBuilder<unknown>
  /** Ends the definition of a table that is read by its primary key only, and may be stored in its order. */
  readonly clustered: RawBuilder<unknown>
}

/** The index of the words of transcripts. */
export interface WordIndex {
  create(db: Kysely<Schema>): Promise<void>
  /** Adds the words of a job that has none yet. */
  add(db: Db, account: number, ordinal: number, words: readonly string[]): Promise<void>
  /** The same for several jobs. */
  addAll(
    db: Db,
    jobs: readonly {
      readonly account: number
      readonly ordinal: number
      readonly words: readonly string[]
    }[],
  ): Promise<void>
  /**
   * Removes the words of jobs.
   * @param jobs with their words; null for those of the result, which is still stored
   */
  remove(db: Db, account: number, jobs: readonly IndexedJob[]): Promise<void>
  /** Removes all words. */
  clear(db: Db): Promise<void>
  /** Every word of every job, in any order. */
  entries(db: Db): AsyncIterable<WordEntries>
  /** Words as a single value of a statement. */
  valueOf(words: readonly string[]): WordsValue
  /** The parts of a query for the account's jobs in [from, before) that have all the words. */
  find(account: Given<number>, words: Given<WordsValue>, from: Bound, before: Bound): WordMatches
}

/** Words as each database takes them. */
export type WordsValue = string | readonly string[]

interface IndexedJob {
  readonly ordinal: number
  readonly words: readonly string[] | null
}

/** Words that each of some jobs has. */
export interface WordEntries {
  readonly words: readonly string[]
  readonly jobs: readonly { readonly account: number; readonly ordinal: number }[]
}

interface WordMatches {
  readonly table: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly ordinal: RawBuilder<number>
  /** Newest first. */
  readonly orderBy: RawBuilder<unknown>
}
