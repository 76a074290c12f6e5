import { type Kysely, sql } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Callbacks: deliveries, their attempts, the health of endpoints, and the secrets that sign them. */
export async function deliveries(db: Kysely<Schema>, { counted, clustered }: Ddl): Promise<void> {
  const { schema } = db
  for (const column of ['callback_secret', 'previous_callback_secret'] as const) {
    await schema.alterTable('accounts').addColumn(column, 'text').execute()
  }
  await schema.alterTable('accounts').addColumn('previous_callback_secret_until', 'bigint').execute()

  await schema
    .createTable('receivers')
    .addColumn('id', counted, (c) => c.primaryKey())
    .addColumn('account', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('paused_until', 'bigint')
    .addUniqueConstraint('receivers_by_origin', ['account', 'origin'])
    .execute()

  await schema
    .createTable('deliveries')
    .addColumn('position', counted, (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('receiver', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('payload', 'text')
    .addColumn('is_ordered', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint')
    .addColumn('lease', 'text')
    .execute()
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['receiver', 'next_at', 'position'])
    .where(sql.ref('next_at'), 'is not', sql.lit(null))
    .execute()
  await schema.createIndex('deliveries_by_job').on('deliveries').columns(['job_id', 'position']).execute()
  // Finds the first waiting message of a session with ten thousand.
  await schema
    .createIndex('deliveries_waiting')
    .on('deliveries')
    .columns(['job_id', 'position'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()

  await schema
    .createTable('delivery_attempts')
    .addColumn('delivery', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('duration', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('delivery_attempts_key', ['delivery', 'number'])
    .modifyEnd(clustered)
    .execute()
}
