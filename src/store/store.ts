import { Kysely, SqliteDialect } from 'kysely'
import type { FileStore, JobStore } from '../jobs/job-store.ts'
import type { WorkStore } from '../jobs/work-store.ts'
import { migrate } from './migrations/index.ts'
import { NodeSqliteDatabase } from './node-sqlite.ts'
import type { Schema } from './schema.ts'
import { SqlAccountStore } from './sql-account-store.ts'
import { SqlFileStore } from './sql-file-store.ts'
import { SqlJobStore } from './sql-job-store.ts'
import { SqlWorkStore } from './sql-work-store.ts'

/** Everything that is kept, on one database. */
export interface Store {
  readonly accounts: SqlAccountStore
  readonly files: FileStore
  readonly jobs: JobStore
  readonly work: WorkStore
  close(): Promise<void>
}

/** Opens the SQLite database at `file`, which is made if there is none, and brings it to the newest schema. */
export async function openSqliteStore(file: string): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new NodeSqliteDatabase(file) }) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    accounts: new SqlAccountStore(db),
    files: new SqlFileStore(db),
    jobs: new SqlJobStore(db),
    work: new SqlWorkStore(db),
    close: async () => db.destroy(),
  }
}
