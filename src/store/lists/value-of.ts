import { type Expression, sql } from 'kysely'
import type { Db } from '../schema.ts'

/** The value of an expression that needs no row. */
export async function valueOf<Value>(db: Db, expression: Expression<Value>): Promise<Value> {
  const { rows } = await sql`select ${expression} as value`.execute(db)
  return (rows as { value: Value }[])[0]!.value
}
