/** The parts of a check of the database, which recomputes redundant rows from the others and compares them. */
import type { Transaction } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Db, Schema } from '../schema.ts'

/** Maximum number of faults reported per check and account. Repairs have no such limit. */
export const MAX_FAULTS = 100

/** A check of the rows of one account. */
export interface AccountCheck {
  /** Name of the checked table, or the subject of the check. */
  readonly name: string
  /** The faults, each a sentence without a full stop. May return a few more than `MAX_FAULTS`. `db` is a snapshot. */
  readonly faults: (parts: AccountParts<Db>) => Promise<string[]>
  /**
   * Recomputes the faulty rows from others, in a transaction that has locked the account. Null if the data cannot be derived from other
   * rows.
   */
  readonly repair: ((parts: AccountParts<Transaction<Schema>>) => Promise<void>) | null
  /** What the repair does or the operator has to do, in the imperative. */
  readonly remedy: string
}

interface AccountParts<Database> {
  readonly db: Database
  readonly account: number
  readonly dialect: Dialect
}

/** A fault that a check has found. */
export interface Finding {
  /** Name of the table or subject. */
  readonly check: string
  /** Name of the account; null if the fault concerns all accounts, or none. */
  readonly account: string | null
  readonly fault: string
  readonly remedy: string
  /** Whether `--repair` can repair it without loss. */
  readonly isRepairable: boolean
  readonly isRepaired: boolean
}

/** Runs a function on a snapshot of the database. Writers do not wait for it. */
export async function snapshot<Value>(
  { db }: Dialect,
  read: (db: Transaction<Schema>) => Promise<Value>,
): Promise<Value> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
