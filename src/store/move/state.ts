/** The state of a move to another database, in one row of each of the two databases. */
import { DatabaseError } from '../migrations/index.ts'
import type { Db, Schema } from '../schema.ts'

export type MoveState = Schema['moves']['state']

export interface MoveRow {
  /** The same in both databases. */
  readonly id: string
  readonly state: MoveState
  /** Address of the other database, without a password. */
  readonly other: string
}

export async function moveIn(db: Db): Promise<MoveRow | null> {
  return (await db.selectFrom('moves').select(['id', 'state', 'other']).executeTakeFirst()) ?? null
}

/**
 * Refuses to open a database that has only a part of another one's data, or whose data are being moved or were moved.
 * @throws {DatabaseError} which tells the operator what to do
 */
export async function refuseMoved(db: Db): Promise<void> {
  const move = await moveIn(db)
  const stay = 'or "scriptorium move --undo" to stay here'
  if (move?.state === 'receiving')
    throw new DatabaseError(
      `the database has only a part of ${move.other}: run "scriptorium move" again where that one is configured, or empty this one`,
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
