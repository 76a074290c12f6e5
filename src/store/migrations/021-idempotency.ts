import type { Kysely } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** The answers to requests with an idempotency key. */
export async function idempotency({ schema }: Kysely<Schema>, { clustered }: Ddl): Promise<void> {
  await schema
    .createTable('idempotency_keys')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text')
    .addColumn('answer', 'text')
    .addColumn('owner', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['account', 'operation', 'key_hash'])
    .modifyEnd(clustered)
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
}
