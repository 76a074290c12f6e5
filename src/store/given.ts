import type { Expression } from 'kysely'

/** A value, or an expression for it: a statement that is compiled once is given its values later. */
export type Given<Value> = Value | Expression<Value>

/** An ordinal, or an expression for it. */
export type Bound = number | Expression<number | null>
