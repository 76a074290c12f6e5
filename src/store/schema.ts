import type { Generated, Kysely, Transaction } from 'kysely'

/**
 * The tables, as Kysely sees them. Times are milliseconds since 1970, JSON is kept as the text that goes out, and
 * a job is known inside by (account, ordinal): its place in its account's order of creation.
 */
export interface Schema {
  accounts: AccountsTable
  keys: KeysTable
  files: FilesTable
  jobs: JobsTable
  job_results: JobResultsTable
  job_leaves: JobLeavesTable
  job_leaf_gaps: JobLeafGapsTable
  job_counts: JobCountsTable
  work: WorkTable
  live_sessions: LiveSessionsTable
  receivers: ReceiversTable
  deliveries: DeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
}

interface AccountsTable {
  id: Generated<number>
  name: string
  created_at: number
  /** Ordinal of the newest job; 0 before the first. */
  last_ordinal: number
  /** Creation time of the newest job: no later job of the account may be older. */
  last_created_at: number
  /** Counts the changes of the account's jobs: while it stands, every list of them stands. */
  revision: Generated<number>
  /** What callbacks are signed with; null until the first one is. In the clear: a signature needs the secret itself. */
  callback_secret: string | null
  /** The one before, which is signed with too for a while after a change. */
  previous_callback_secret: string | null
  previous_callback_secret_until: number | null
}

interface KeysTable {
  id: string
  account: number
  name: string
  /** SHA-256 of the key, hex. The key itself is kept nowhere. */
  hash: string
  created_at: number
  revoked_at: number | null
}

interface FilesTable {
  id: string
  account: number
  filename: string
  extension: string
  /** Where the caller's URL pointed; null for an upload. */
  source: string | null
  size: number
  audio_duration: number
  number_of_channels: number
  created_at: number
  /** How many jobs use this file; its bytes go with the last of them. */
  jobs: number
  /** 1 once the row is only a note that the bytes are still to be deleted. */
  removed: number
}

interface JobsTable {
  id: string
  account: number
  ordinal: number
  /** Kind and status in one small number, see jobs/bucket.ts. */
  bucket: number
  created_at: number
  completed_at: number | null
  error_code: number | null
  /** One sentence on why the job failed; kept for callbacks and operators, not part of the job on the wire. */
  error_message: string | null
  custom_metadata: string | null
  post_session_metadata: string
  file_id: string | null
  file: string | null
  request_params: string
}

interface JobResultsTable {
  account: number
  ordinal: number
  result: string
}

/** The leaves of custom_metadata. */
interface JobLeavesTable {
  account: number
  path: string
  value: string
  /** The job's, as a number: see jobs/bucket.ts. */
  kind: number
  ordinal: number
  /** Place among the jobs of this kind with this leaf, in their order of creation. */
  number: number
}

/** Numbers of job_leaves whose jobs were deleted. */
interface JobLeafGapsTable {
  account: number
  path: string
  value: string
  kind: number
  number: number
}

interface JobCountsTable {
  account: number
  level: number
  bucket: number
  block: number
  jobs: number
}

interface WorkTable {
  /** Order of arrival. */
  position: Generated<number>
  account: number
  ordinal: number
  job_id: string
  /** How often the job was begun. */
  attempts: number
}

interface LiveSessionsTable {
  /** SHA-256 of the token in the session's URL, hex. The token itself is kept nowhere. */
  token_hash: string
  /** The job may have been deleted since. */
  job_id: string
  account: number
  /** 1 once the job is done or error. */
  ended: number
}

/** Whom an account sends callbacks to, by the origin of the URL. */
interface ReceiversTable {
  id: Generated<number>
  account: number
  origin: string
  /** Tries that failed since the last success. */
  failures: number
  failing_since: number | null
  /** While it is paused: when one try is made again. */
  paused_until: number | null
}

interface DeliveriesTable {
  /** Order of creation. */
  position: Generated<number>
  /** The `webhook-id`. Made from what it tells, so that nothing is told twice under two ids. */
  id: string
  account: number
  job_id: string
  receiver: number
  event: string
  url: string
  method: 'POST' | 'PUT'
  /** Message of a live session, as JSON; null where the job itself is what is told. */
  payload: string | null
  /** 1 when it waits until every earlier one of its job is delivered or given up. */
  is_ordered: number
  state: 'waiting' | 'delivered' | 'failed'
  created_at: number
  /** When the series of tries began that it is in: at its creation, or when it was last asked to be sent again. */
  began_at: number
  /** Tries in all, and in this series. */
  attempts: Generated<number>
  tries: Generated<number>
  /** When it is tried next; null when it is not, or has to wait for an earlier one. */
  next_at: number | null
  /** Who is trying it; `next_at` then is when that counts as given up. */
  lease: string | null
}

interface DeliveryAttemptsTable {
  /** Id of the delivery. */
  delivery: string
  number: number
  at: number
  /** Milliseconds. */
  duration: number
  /** Of the HTTP answer; null when there was none. */
  status: number | null
  /** The beginning of its body. */
  answer: string | null
  /** Why there was no answer. */
  error: string | null
}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema> | Transaction<Schema>
