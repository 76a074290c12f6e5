import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** The keys of tables that grow, by their names in PostgreSQL. Look-ups without the account use the same index. */
const KEYS = [
  ['jobs', 'jobs_pkey', 'primary key (id, account)'],
  ['files', 'files_pkey', 'primary key (id, account)'],
  ['work', 'work_pkey', 'primary key (position, account)'],
  ['work', 'work_job_id_key', 'unique (job_id, account)'],
  ['live_sessions', 'live_sessions_pkey', 'primary key (token_hash, account)'],
  ['live_sessions', 'live_sessions_job_id_key', 'unique (job_id, account)'],
  ['receivers', 'receivers_pkey', 'primary key (id, account)'],
  ['deliveries', 'deliveries_pkey', 'primary key (position, account)'],
  ['deliveries', 'deliveries_id_key', 'unique (id, account)'],
] as const

/**
 * The account in the keys of all tables that grow with the jobs, so that they can be partitioned or distributed by it. SQLite
 * has neither, and keeps its keys, except those of attempts, which had no account. Places in the queues get 64 bits.
 */
export async function accountInKeys(db: Kysely<Schema>, { ddl, locksRows }: Dialect): Promise<void> {
  const { schema } = db
  await schema
    .createTable('attempts_of_accounts')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('delivery', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('duration', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('delivery_attempts_pkey', ['delivery', 'number', 'account'])
    .modifyEnd(ddl.clustered)
    .execute()
  await sql`
    insert into attempts_of_accounts (account, delivery, number, at, duration, status, answer, error)
    select account, delivery, number, at, duration, status, answer, error
    from delivery_attempts join deliveries on deliveries.id = delivery`.execute(db)
  await schema.dropTable('delivery_attempts').execute()
  await schema.alterTable('attempts_of_accounts').renameTo('delivery_attempts').execute()

  if (!locksRows) return
  for (const [table, name, key] of KEYS)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)},
      add constraint ${sql.ref(name)} ${sql.raw(key)}`.execute(db)
  for (const table of ['work', 'deliveries'] as const)
    await sql`alter table ${sql.table(table)} alter position type bigint`.execute(db)
}
