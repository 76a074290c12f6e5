import type { DeliveryLog, DeliveryStore, LiveDeliveryStore } from '../jobs/delivery-store.ts'
import type { FileStore, JobStore } from '../jobs/job-store.ts'
import type { LiveStore } from '../jobs/live-store.ts'
import type { WorkStore } from '../jobs/work-store.ts'
import type { Dialect } from './databases/dialect.ts'
import { migrate } from './migrations/index.ts'
import { SqlAccountStore } from './accounts/sql-account-store.ts'
import { SqlDeliveryStore } from './deliveries/sql-delivery-queue.ts'
import { SqlFileStore } from './jobs/sql-file-store.ts'
import { SqlJobStore } from './jobs/sql-job-store.ts'
import { SqlLiveStore } from './jobs/sql-live-store.ts'
import { SqlWorkStore } from './jobs/sql-work-store.ts'

/** Everything that is kept, on one database. */
export interface Store {
  readonly accounts: SqlAccountStore
  readonly files: FileStore
  readonly jobs: JobStore
  readonly work: WorkStore
  readonly live: LiveStore
  readonly deliveries: DeliveryStore & DeliveryLog & LiveDeliveryStore
  close(): Promise<void>
}

/** Opens the store on a database, which is brought to the newest schema. */
export async function openStore(dialect: Dialect): Promise<Store> {
  const { db } = dialect
  try {
    await migrate(dialect)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    accounts: new SqlAccountStore(db),
    files: new SqlFileStore(db),
    jobs: new SqlJobStore(dialect),
    work: new SqlWorkStore(dialect),
    live: new SqlLiveStore(dialect),
    deliveries: new SqlDeliveryStore(dialect),
    close: async () => db.destroy(),
  }
}
