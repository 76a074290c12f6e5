import type { Expression } from 'kysely'

/** A value, or an expression for it in a prepared statement, which gets its values later. */
export type Given<Value> = Value | Expression<Value>

/** An ordinal, or an expression for it. */
export type Bound = number | Expression<number | null>
