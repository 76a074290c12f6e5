import type { Kysely, RawBuilder } from 'kysely'
import type { Wake } from '../../jobs/wake.ts'
import type { JsonText } from '../../jobs/job-text.ts'
import type { Bound, Given } from '../given.ts'
import type { Db, Schema } from '../schema.ts'

/** The differences between the databases. All other queries are the same for both. */
export interface Dialect {
  readonly db: Kysely<Schema>
  /** For slow queries that need no transaction. They do not delay the queries of `db`. */
  readonly reader: Kysely<Schema>
  /** For extending leases, so that this waits for no other statement of the process. */
  readonly leases: Kysely<Schema>
  readonly ddl: Ddl
  readonly words: WordIndex
  /** A text column, in the form that is cheapest to send on as it is. */
  readonly rawText: (column: RawBuilder<string | null>) => RawBuilder<JsonText | null>
  /** Whether an intermediate result contains references to large texts instead of the texts. */
  readonly carriesTexts: boolean
  /** A query for given numbers. It has a single parameter, so that the statement is the same for any number of them. */
  readonly ordinals: (ordinals: readonly number[]) => RawBuilder<{ ordinal: number }>
  /** The same for given rows of several columns, in their order: a table `given` to select from. */
  readonly rows: (columns: RowColumns, rows: readonly object[]) => RawBuilder<unknown>
  /** A value that the plan of a statement must not depend on, so that PostgreSQL plans the statement once and not for each execution. */
  readonly unplanned: <Value>(value: RawBuilder<Value>, type: 'bigint' | 'text') => RawBuilder<Value>
  /**
   * Whether the database assembles the JSON of several jobs (lists/job-json.ts). This is faster than reading rows if a thread of this
   * process reads the database. On PostgreSQL, it takes more time than it saves, and every text becomes a string here, which only full
   * garbage collections free.
   */
  readonly writesJson: boolean
  readonly wake: Wake & { close(): Promise<void> }
  /** Overwrites deleted data that could still be read in the database's files. */
  readonly eraseDeleted: () => Promise<void>
  /** Returns some of the space of deleted data to the file system. @returns whether there is more */
  readonly reclaim: () => Promise<boolean>
  /** Whether several processes may use the database, so that rows must be locked and locked rows can be skipped. */
  readonly locksRows: boolean
  /** The clock of the database, in milliseconds since 1970. Used because the clocks of machines differ. */
  readonly now: RawBuilder<number>
  /** The damage that the database's own check reports, one line each; empty if it has no such check. */
  readonly damages: () => Promise<string[]>
  /** Whether a statement blocks the event loop. */
  readonly isBlocking: boolean
  /**
   * Identifies the state of the data, for caching: while it stays the same, this process has written nothing, and a write of another
   * process is noticed within a second. Undefined if nothing may be cached.
   */
  readonly version: () => string | undefined
}

/** The columns of given rows, and their types. */
export type RowColumns = Readonly<Record<string, 'bigint' | 'text'>>

/** Differences in data definition. */
interface Ddl {
  /** Type of an integer key that the database assigns. */
  readonly counted: (type: 'integer' | 'bigint') => RawBuilder<unknown>
  /** Type of a column of bytes. */
  readonly bytes: RawBuilder<unknown>
  /** Ends the definition of a table that is only read by its primary key, and so can be stored in its order. */
  readonly clustered: RawBuilder<unknown>
}

/** The index of the words of transcripts. */
export interface WordIndex {
  create(db: Kysely<Schema>): Promise<void>
  /** Adds the words of a job that is not in the index. */
  add(db: Db, account: number, ordinal: number, words: readonly string[]): Promise<void>
  /** Adds the words of several jobs. */
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
   * @param jobs the jobs and their words; null for the words of the result, which must still be stored
   */
  remove(db: Db, account: number, jobs: readonly IndexedJob[]): Promise<void>
  /** Removes all words. */
  clear(db: Db): Promise<void>
  /** Every word of every job, in any order. */
  entries(db: Db): AsyncIterable<WordEntries>
  /** The words as a single parameter of a statement. */
  valueOf(words: readonly string[]): WordsValue
  /** The parts of a query for the account's jobs in [from, before) that have all of the words. */
  find(account: Given<number>, words: Given<WordsValue>, from: Bound, before: Bound): WordMatches
}

/** Words in the form that a database expects. */
export type WordsValue = string | readonly string[]

interface IndexedJob {
  readonly ordinal: number
  readonly words: readonly string[] | null
}

/** Words, and jobs that have all of them. */
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
