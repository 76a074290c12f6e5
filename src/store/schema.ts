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

/** The database, or a transaction on it. */
export type Db = Kysely<Schema> | Transaction<Schema>
