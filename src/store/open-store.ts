import type { Limits } from '../contract/account-limits.ts'
import { NO_LIMITS } from '../jobs/limits.ts'
import type { Store } from '../jobs/store.ts'
import type { Dialect } from './databases/dialect.ts'
import { migrate } from './migrations/index.ts'
import { LastUses } from './accounts/last-uses.ts'
import { claimDatabase } from './accounts/sealed-database.ts'
import { Sealer } from './accounts/sealer.ts'
import { SqlAccountStore } from './accounts/sql-account-store.ts'
import { SqlLimitStore } from './accounts/sql-limit-store.ts'
import { SqlSessionStore } from './accounts/sql-session-store.ts'
import { SqlDeliveryLog } from './deliveries/sql-delivery-log.ts'
import { SqlDeliveryQueue } from './deliveries/sql-delivery-queue.ts'
import { SqlDeletionStore } from './jobs/sql-deletion-store.ts'
import { SqlFileStore } from './jobs/sql-file-store.ts'
import { SqlIdempotencyStore } from './jobs/sql-idempotency-store.ts'
import { SqlJobStore } from './jobs/sql-job-store.ts'
import { SqlLiveStore } from './jobs/sql-live-store.ts'
import { PostgresLiveLog } from './live/postgres-live-log.ts'
import { SqlNodeStore } from './nodes/sql-node-store.ts'
import { SqlRetentionStore } from './jobs/sql-retention-store.ts'
import { SqlTranscriptStore } from './jobs/sql-transcript-store.ts'
import { SqlUploadStore } from './jobs/sql-upload-store.ts'
import { SqlWorkStore } from './jobs/sql-work-store.ts'

/**
 * Opens the store in a database, after migrating it to the newest schema.
 * @param secretKey protects keys and callback secrets in it; always the same for a database
 * @param limits of accounts without limits of their own
 * @throws {DatabaseError} when the database cannot be migrated, or belongs to another secret key
 */
export async function openStore(
  dialect: Dialect,
  secretKey: string,
  limits: Limits = NO_LIMITS,
): Promise<Store> {
  const { db } = dialect
  const sealer = new Sealer(secretKey)
  try {
    await migrate(dialect)
    await claimDatabase(dialect, sealer)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const lastUses = new LastUses(dialect)
  return {
    accounts: new SqlAccountStore(dialect, sealer, lastUses, limits),
    limits: new SqlLimitStore(dialect, limits),
    sessions: new SqlSessionStore(dialect, lastUses, limits),
    files: new SqlFileStore(dialect, limits),
    uploads: new SqlUploadStore(db),
    idempotency: new SqlIdempotencyStore(db),
    jobs: new SqlJobStore(dialect, limits),
    deletions: new SqlDeletionStore(dialect),
    retention: new SqlRetentionStore(dialect),
    transcripts: new SqlTranscriptStore(dialect, limits),
    work: new SqlWorkStore(dialect, limits),
    nodes: new SqlNodeStore(dialect),
    isShared: dialect.locksRows,
    live: new SqlLiveStore(dialect, limits),
    openLiveLog: dialect.locksRows ? (parts) => new PostgresLiveLog(db, parts) : null,
    deliveries: new SqlDeliveryQueue(dialect, sealer),
    deliveryLog: new SqlDeliveryLog(dialect),
    check: async () => void (await db.selectFrom('accounts').select('id').limit(1).execute()),
    reclaim: dialect.reclaim,
    wake: dialect.wake,
    close: async () => {
      await lastUses.write().catch(() => {})
      await dialect.wake.close()
      await db.destroy()
    },
  }
}
