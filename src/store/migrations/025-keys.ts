import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Scopes take the place of `is_admin`; keys can expire, and show when they were last used. The database belongs to a secret key,
 * with which `sealDatabase` protects keys and callback secrets.
 */
export async function keys(db: Kysely<Schema>): Promise<void> {
  const alter = (column: string) => db.schema.alterTable('keys').addColumn(column, 'bigint').execute()
  await db.schema
    .alterTable('keys')
    .addColumn('scopes', 'text', (c) => c.notNull().defaultTo('read write live'))
    .execute()
  await alter('expires_at')
  await alter('last_used_at')
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.notNull().primaryKey())
    .addColumn('secret_fingerprint', 'text', (c) => c.notNull())
    .execute()
  await db.updateTable('keys').set({ scopes: 'read write live admin' }).where('is_admin', '=', 1).execute()
}
