import type { AccountStore } from './account-store.ts'
import type { DeletionStore } from './deletion-store.ts'
import type { DeliveryLog } from './delivery-log.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import type { FileStore, JobStore } from './job-store.ts'
import type { LimitStore } from './limit-store.ts'
import type { LiveLogStore, LiveLogStoreParts } from './live-log-store.ts'
import type { LiveStore } from './live-store.ts'
import type { NodeStore } from './node-store.ts'
import type { RetentionStore } from './retention-store.ts'
import type { SessionStore } from './session-store.ts'
import type { TranscriptStore } from './transcript-store.ts'
import type { UploadStore } from './upload-store.ts'
import type { Wake } from './wake.ts'
import type { WorkStore } from './work-store.ts'

/** Everything the service persists, in one database. */
export interface Store {
  readonly accounts: AccountStore
  readonly limits: LimitStore
  readonly sessions: SessionStore
  readonly files: FileStore
  readonly uploads: UploadStore
  readonly idempotency: IdempotencyStore
  readonly jobs: JobStore
  readonly deletions: DeletionStore
  readonly retention: RetentionStore
  readonly transcripts: TranscriptStore
  readonly work: WorkStore
  readonly nodes: NodeStore
  readonly live: LiveStore
  /** Keeps the logs of live sessions for all nodes; null where no other process uses the database. */
  readonly openLiveLog: ((parts: LiveLogStoreParts) => LiveLogStore) | null
  readonly deliveries: DeliveryQueue
  readonly deliveryLog: DeliveryLog
  readonly wake: Wake
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean
  /**
   * Reads from the database.
   * @throws when it does not answer
   */
  check(): Promise<void>
  /** Gives some of the space of what was deleted back to the file system. @returns whether there is more */
  reclaim(): Promise<boolean>
  close(): Promise<void>
}
