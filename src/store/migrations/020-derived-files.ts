import type { Kysely } from 'kysely'
import type { Ddl } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** What was made of files, to be played and drawn. */
export async function derivedFiles({ schema }: Kysely<Schema>, { clustered }: Ddl): Promise<void> {
  await schema
    .createTable('derived_files')
    .addColumn('account', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('derived_files_key', ['account', 'source', 'kind'])
    .modifyEnd(clustered)
    .execute()
  await schema.createIndex('derived_files_file').on('derived_files').column('file').execute()
}
