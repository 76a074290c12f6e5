import type { AccountStore } from '../jobs/account-store.ts'
import type { DeliveryLog } from '../jobs/delivery-log.ts'
import type { DeliveryQueue } from '../jobs/delivery-queue.ts'
import type { FileStore, JobStore } from '../jobs/job-store.ts'
import type { LiveStore } from '../jobs/live-store.ts'
import type { WorkStore } from '../jobs/work-store.ts'
import type { Dialect } from './databases/dialect.ts'
import { migrate } from './migrations/index.ts'
import { SqlAccountStore } from './accounts/sql-account-store.ts'
import { SqlDeliveryLog } from './deliveries/sql-delivery-log.ts'
import { SqlDeliveryQueue } from './deliveries/sql-delivery-queue.ts'
import { SqlFileStore } from './jobs/sql-file-store.ts'
import { SqlJobStore } from './jobs/sql-job-store.ts'
import { SqlLiveStore } from './jobs/sql-live-store.ts'
import { SqlWorkStore } from './jobs/sql-work-store.ts'

/** Everything the service persists, in one database. */
export interface Store {
  readonly accounts: AccountStore
  readonly files: FileStore
  readonly jobs: JobStore
  readonly work: WorkStore
  readonly live: LiveStore
  readonly deliveries: DeliveryQueue
  readonly deliveryLog: DeliveryLog
  close(): Promise<void>
}

/** Opens the store in a database, after migrating it to the newest schema. */
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
    deliveries: new SqlDeliveryQueue(dialect),
    deliveryLog: new SqlDeliveryLog(dialect),
    close: async () => db.destroy(),
  }
}
