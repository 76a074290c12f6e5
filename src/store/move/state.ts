/** How far a move to another database is: one row in each of the two, from its beginning on. */
import { DatabaseError } from '../migrations/index.ts'
import type { Db, Schema } from '../schema.ts'

export type MoveState = Schema['moves']['state']

export interface MoveRow {
  /** The same in both databases. */
  readonly id: string
  readonly state: MoveState
  /** Where the other database is, without a password. */
  readonly other: string
}

export async function moveIn(db: Db): Promise<MoveRow | null> {
  return (await db.selectFrom('moves').select(['id', 'state', 'other']).executeTakeFirst()) ?? null
}

/**
 * Refuses a database that has another one's data in part, or whose data are now elsewhere.
 * @throws {DatabaseError} which says what to do
 */
export async function refuseMoved(db: Db): Promise<void> {
  const move = await moveIn(db)
  const stay = 'or "scriptorium move --undo" to stay here'
  if (move?.state === 'receiving')
    throw new DatabaseError(
      `the database has a part of ${move.other} only: run "scriptorium move" again where that is configured, or empty this one`,
    )
  if (move?.state === 'closing' || move?.state === 'read-only')
    throw new DatabaseError(
      `the database is being moved to ${move.other}: run "scriptorium move" again to complete that, ${stay}`,
    )
  if (move?.state === 'moved')
    throw new DatabaseError(
      `the database was moved to ${move.other}: configure that one, ${stay}, without what was written there`,
    )
}
