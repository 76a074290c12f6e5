import type { Limits } from '../contract/account-limits.ts'
import { NO_LIMITS } from '../jobs/limits.ts'
import type { Wake } from '../jobs/wake.ts'
import type { Dialect } from './databases/dialect.ts'
import { migrate } from './migrations/index.ts'
import { moveIn, type MoveState, refuseMoved } from './move/state.ts'
import { LastUses } from './accounts/last-uses.ts'
import { claimDatabase } from './accounts/sealed-database.ts'
import { Sealer } from './accounts/sealer.ts'
import { AccountDeletionStore } from './accounts/account-deletion-store.ts'
import { AccountStore } from './accounts/account-store.ts'
import { Callers } from './accounts/callers.ts'
import { AuditStore } from './accounts/audit-store.ts'
import { KeyStore } from './accounts/key-store.ts'
import { SettingsStore } from './accounts/settings-store.ts'
import { ChallengeStore } from './people/challenge-store.ts'
import { ConsoleSessionStore } from './people/console-session-store.ts'
import { IssuerSessionStore } from './people/issuer-session-store.ts'
import { GrantStore } from './people/grant-store.ts'
import { InvitationStore } from './people/invitation-store.ts'
import { MemberStore } from './people/member-store.ts'
import { PasskeyStore } from './people/passkey-store.ts'
import { UserStore } from './people/user-store.ts'
import { BulkRequestStore } from './bulk/bulk-request-store.ts'
import { DeliveryLog } from './deliveries/delivery-log.ts'
import { DeliveryQueue } from './deliveries/delivery-queue.ts'
import { WebhookStore } from './deliveries/webhook-store.ts'
import { FailedJobStore } from './jobs/failed-job-store.ts'
import { FileStore } from './jobs/file-store.ts'
import { IdempotencyStore } from './jobs/idempotency-store.ts'
import { JobStore } from './jobs/job-store.ts'
import { LiveStore } from './jobs/live-store.ts'
import { LiveLogStore, type LiveLogStoreParts } from './live/live-log-store.ts'
import { NodeStore } from './nodes/node-store.ts'
import { RetranscriptionStore } from './jobs/retranscription-store.ts'
import { QualityStore } from './jobs/quality-store.ts'
import { QueueStore } from './jobs/queue-store.ts'
import { RetentionStore } from './jobs/retention-store.ts'
import { RecognisedTextStore } from './jobs/recognised-text-store.ts'
import { ShareStore } from './jobs/share-store.ts'
import { TrashStore } from './jobs/trash-store.ts'
import { TranscriptStore } from './jobs/transcript-store.ts'
import { UploadStore } from './jobs/upload-store.ts'
import { WorkStore } from './jobs/work-store.ts'

/** The stores of a database, by topic. */
export interface Store {
  readonly accounts: AccountStore
  readonly keys: KeyStore
  readonly callers: Callers
  readonly accountDeletions: AccountDeletionStore
  readonly settings: SettingsStore
  readonly audit: AuditStore
  readonly users: UserStore
  readonly members: MemberStore
  readonly grants: GrantStore
  readonly invitations: InvitationStore
  readonly passkeys: PasskeyStore
  readonly challenges: ChallengeStore
  readonly consoleSessions: ConsoleSessionStore
  readonly issuerSessions: IssuerSessionStore
  readonly files: FileStore
  readonly uploads: UploadStore
  readonly idempotency: IdempotencyStore
  readonly jobs: JobStore
  readonly failedJobs: FailedJobStore
  readonly bulkRequests: BulkRequestStore
  readonly retention: RetentionStore
  readonly trash: TrashStore
  readonly transcripts: TranscriptStore
  readonly retranscriptions: RetranscriptionStore
  readonly quality: QualityStore
  readonly shares: ShareStore
  readonly work: WorkStore
  readonly queue: QueueStore
  readonly texts: RecognisedTextStore
  readonly nodes: NodeStore
  readonly live: LiveStore
  /** Stores the logs of live sessions for all nodes; null if no other process can use the database. */
  readonly openLiveLog: ((parts: LiveLogStoreParts) => LiveLogStore) | null
  readonly deliveries: DeliveryQueue
  readonly deliveryLog: DeliveryLog
  readonly webhooks: WebhookStore
  readonly wake: Wake
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean
  /**
   * Checks that the database can be read.
   * @throws if it does not answer
   */
  check(): Promise<void>
  /** The state of a move to or from another database; null if there is none. */
  moveState(): Promise<MoveState | null>
  /** Returns some of the space of deleted data to the file system. @returns whether there is more */
  reclaim(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Migrates a database to the newest schema and opens its stores.
 * @param secretKey protects keys and callback secrets in the database; must always be the same for a database
 * @param limits defaults for accounts without limits of their own
 * @throws {DatabaseError} if the database cannot be migrated, was moved, or is bound to another secret key
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
    await refuseMoved(db)
    await claimDatabase(dialect, sealer)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const lastUses = new LastUses(dialect)
  return {
    accounts: new AccountStore(dialect, sealer, limits),
    keys: new KeyStore(dialect, sealer, lastUses),
    callers: new Callers(dialect, sealer, lastUses, limits),
    accountDeletions: new AccountDeletionStore(dialect),
    settings: new SettingsStore(dialect),
    audit: new AuditStore(dialect),
    users: new UserStore(dialect),
    members: new MemberStore(dialect),
    grants: new GrantStore(dialect),
    invitations: new InvitationStore(dialect),
    passkeys: new PasskeyStore(dialect),
    challenges: new ChallengeStore(dialect),
    consoleSessions: new ConsoleSessionStore(dialect, lastUses, limits),
    issuerSessions: new IssuerSessionStore(dialect, sealer),
    files: new FileStore(dialect, limits),
    uploads: new UploadStore(db),
    idempotency: new IdempotencyStore(db),
    jobs: new JobStore(dialect, limits),
    failedJobs: new FailedJobStore(dialect, limits),
    bulkRequests: new BulkRequestStore(dialect),
    retention: new RetentionStore(dialect),
    trash: new TrashStore(dialect),
    transcripts: new TranscriptStore(dialect, limits),
    retranscriptions: new RetranscriptionStore(dialect),
    quality: new QualityStore(dialect),
    shares: new ShareStore(dialect),
    work: new WorkStore(dialect, limits),
    queue: new QueueStore(dialect),
    texts: new RecognisedTextStore(dialect),
    nodes: new NodeStore(dialect),
    isShared: dialect.locksRows,
    live: new LiveStore(dialect, limits),
    openLiveLog: dialect.locksRows ? (parts) => new LiveLogStore(db, parts) : null,
    deliveries: new DeliveryQueue(dialect, sealer),
    deliveryLog: new DeliveryLog(dialect),
    webhooks: new WebhookStore(dialect),
    check: async () => void (await db.selectFrom('accounts').select('id').limit(1).execute()),
    moveState: async () => (await moveIn(db))?.state ?? null,
    reclaim: dialect.reclaim,
    wake: dialect.wake,
    close: async () => {
      await lastUses.write().catch(() => {})
      await dialect.wake.close()
      await db.destroy()
    },
  }
}
