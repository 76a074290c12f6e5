/** What a check of the database is: redundant rows are computed again from the others, and compared. */
import type { Transaction } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'

/** Faults of a check that are reported for an account. A repair is not limited to them. */
export const MAX_FAULTS = 100

/** A check of the rows of one account. */
export interface AccountCheck {
  /** Of findings: the table that is checked, or its subject. */
  readonly name: string
  /** What is wrong, each in a sentence without a full stop; a few more than MAX_FAULTS at most. `db` is one snapshot. */
  readonly faults: (parts: AccountParts<Db>) => Promise<string[]>
  /**
   * Restores what follows from other rows, in a transaction that has locked the account. Null where nothing is left that it
   * follows from.
   */
  readonly repair: ((parts: AccountParts<Transaction<Schema>>) => Promise<void>) | null
  /** What the operator does, or what the repair does, as an imperative. */
  readonly remedy: string
}

interface AccountParts<Database> {
  readonly db: Database
  readonly account: number
  readonly dialect: Dialect
}

/** What a check found. */
export interface Finding {
  /** The table or the subject. */
  readonly check: string
  /** Name of the account; null for what concerns all of them, or none. */
  readonly account: string | null
  readonly fault: string
  readonly remedy: string
  /** Whether --repair can mend it without loss. */
  readonly isRepairable: boolean
  readonly isRepaired: boolean
}

/** Runs a function on one snapshot of the database, which writers neither wait for nor change. */
export async function snapshot<Value>(
  { db }: Dialect,
  read: (db: Transaction<Schema>) => Promise<Value>,
): Promise<Value> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
