import { type Expression, sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Evaluates an expression that refers to no table. */
export async function valueOf<Value>(db: Db, expression: Expression<Value>): Promise<Value> {
  const { rows } = await sql`select ${expression} as value`.execute(db)
  return (rows as { value: Value }[])[0]!.value
}
