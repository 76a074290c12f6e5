import { type Kysely, sql } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** What accounts may use, and what they use of it. */
export async function limits(db: Kysely<Schema>, { clustered }: Ddl): Promise<void> {
  const { schema } = db
  await schema.alterTable('accounts').addColumn('limits', 'text').execute()
  await schema
    .alterTable('live_sessions')
    .addColumn('counted_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('account_usage')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('account_usage_key', ['account', 'what', 'day'])
    .modifyEnd(clustered)
    .execute()
  await sql`
    insert into account_usage (account, what, day, amount)
    select account, 'storage', 0, cast(sum(size) as bigint) from files group by account`.execute(db)
}
