import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Schema } from '../schema.ts'
import * as jobs from './001-jobs.ts'

/** Every migration there ever was, by number. One that has been released is never changed. */
const MIGRATIONS: Record<string, Migration> = { '001-jobs': jobs }

/** Brings the database to the newest schema. Throws, with the database unchanged by the failed step, when it cannot. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(`the database could not be migrated${failed === undefined ? '' : ` to ${failed}`}`, {
    cause: error,
  })
}
