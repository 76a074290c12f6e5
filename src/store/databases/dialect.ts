import type { Kysely, RawBuilder } from 'kysely'
import type { Piece } from '../../jobs/job-text.ts'
import type { Db, Schema } from '../schema.ts'

/** What truly differs between the databases. Everything else is one query for all of them. */
export interface Dialect {
  readonly db: Kysely<Schema>
  readonly ddl: Ddl
  readonly words: WordIndex
  /** A column of text, read in the way that is the cheapest to pass on. */
  readonly rawText: (column: RawBuilder<string | null>) => RawBuilder<Piece | null>
  /**
   * Makes this the only process that works on the jobs of the database, until the returned function is called or the
   * process ends.
   * @throws {InUseError} at once, when another process does
   */
  readonly lock: () => Promise<() => Promise<void>>
  /** Whether several processes look for work in this database, and rows locked by one are passed over by the others. */
  readonly locksRows: boolean
}

/** Words in which the data definition languages differ. */
export interface Ddl {
  /** Type of an integer primary key that the database counts up. */
  readonly counted: RawBuilder<unknown>
  /** Ends the definition of a table that is read by its primary key alone, and may be stored in its order. */
  readonly clustered: RawBuilder<unknown>
}

/** Which words the transcripts have. */
export interface WordIndex {
  create(db: Kysely<Schema>): Promise<void>
  /** Notes the words of a job, which has none yet. */
  add(db: Db, account: number, ordinal: number, words: readonly string[]): Promise<void>
  remove(db: Db, account: number, ordinal: number): Promise<void>
  /** The parts of a query for the account's jobs with ordinals in [from, before) that have all of some words. */
  find(account: number, words: readonly string[], from: number, before: number): WordMatches
}

interface WordMatches {
  readonly table: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly ordinal: RawBuilder<number>
  /** Newest first. */
  readonly orderBy: RawBuilder<unknown>
}
