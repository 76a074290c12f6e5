import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Who is signed in to the console. */
export async function consoleSessions({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('console_sessions')
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('account', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('console_sessions_pkey', ['token_hash', 'account'])
    .execute()
  await schema.createIndex('console_sessions_expiry').on('console_sessions').column('expires_at').execute()
  await schema
    .createIndex('console_sessions_key')
    .on('console_sessions')
    .columns(['key_id', 'expires_at'])
    .execute()
}
