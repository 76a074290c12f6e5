import type { Generated, Kysely, Transaction } from 'kysely'
import type { Role } from '../contract/roles.ts'
import type { SettingName } from '../contract/settings.ts'
import type { NodeState } from '../contract/system.ts'
import type { BulkKind } from '../jobs/bulk-request.ts'
import type { Correction, WordErrors } from '../jobs/transcript.ts'

/**
 * The tables, as types for Kysely. Times are milliseconds since 1970, JSON is stored as the text that is sent, and jobs are identified by
 * (account, ordinal), where the ordinal is the job's place in its account's order of creation. All tables are in this file, so that it
 * is easy to compare with the databases; test/schema.test.ts does so.
 */
export interface Schema {
  installation: InstallationTable
  moves: MovesTable
  accounts: AccountsTable
  keys: KeysTable
  users: UsersTable
  issuer_identities: IssuerIdentitiesTable
  passkeys: PasskeysTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  console_sessions: ConsoleSessionsTable
  issuer_sessions: IssuerSessionsTable
  sign_in_challenges: SignInChallengesTable
  shares: SharesTable
  account_settings: AccountSettingsTable
  audit_entries: AuditEntriesTable
  daily_audio: DailyAudioTable
  account_usage: AccountUsageTable
  files: FilesTable
  derived_files: DerivedFilesTable
  uploads: UploadsTable
  idempotency_keys: IdempotencyKeysTable
  jobs: JobsTable
  deleted_jobs: DeletedJobsTable
  trash: TrashTable
  job_results: JobResultsTable
  job_revisions: JobRevisionsTable
  job_word_errors: JobWordErrorsTable
  word_error_counts: WordErrorCountsTable
  job_corrections: JobCorrectionsTable
  correction_counts: CorrectionCountsTable
  job_voices: JobVoicesTable
  retranscriptions: RetranscriptionsTable
  job_leaves: JobLeavesTable
  job_leaf_gaps: JobLeafGapsTable
  tag_counts: TagCountsTable
  job_counts: JobCountsTable
  bulk_requests: BulkRequestsTable
  retention: RetentionTable
  work: WorkTable
  recognised_texts: RecognisedTextsTable
  nodes: NodesTable
  live_sessions: LiveSessionsTable
  live_audio: LiveLogTable
  live_lines: LiveLogTable
  live_segments: LiveSegmentsTable
  endpoints: EndpointsTable
  deliveries: DeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
}

/** A single row, once the database is bound to a secret key. */
interface InstallationTable {
  id: number
  secret_fingerprint: string
  /** Random id of the history that change cursors refer to. A restored backup gets a new one, which makes earlier cursors invalid. */
  history: string
}

/** A single row, during and after a move of the data to or from another database. */
interface MovesTable {
  /** The same in both databases. */
  id: string
  /**
   * The source is `copying`, then `closing`, while processes give up their work, then `read-only` and finally `moved`. The target is
   * `receiving`, then `received`.
   */
  state: 'copying' | 'closing' | 'read-only' | 'moved' | 'receiving' | 'received'
  /** Address of the other database, without a password. */
  other: string
  /** What the target has received, as JSON, see move/move.ts; null for a source and after the move. */
  progress: string | null
  /** Statements that create the target's indexes, as JSON; null for a source and after the move. */
  later: string | null
}

interface AccountsTable {
  id: Generated<number>
  name: string
  created_at: number
  /** Ordinal of the newest job; 0 before the first one. */
  last_ordinal: number
  /** Creation time of the newest job. Later jobs get no earlier time. */
  last_created_at: number
  /**
   * Counts the changes of the account's jobs: while it stays the same, so does every list of them. The transactions commit in the order
   * of this number.
   */
  job_changes: Generated<number>
  /** Signs callbacks; null before the first one. Encrypted (`Sealer`). */
  callback_secret: string | null
  /** The previous secret, which also signs for a while after a rotation. */
  previous_callback_secret: string | null
  previous_callback_secret_until: number | null
  /** When a job of the account was last claimed, at each stage: accounts take turns. */
  last_fetch: Generated<number>
  last_transcription: Generated<number>
  /** Jobs of accounts with a higher priority are claimed first. */
  priority: Generated<number>
  /** When the account was paused; null unless it is. None of its jobs is claimed while it is paused. */
  paused_at: number | null
  /** The limits that differ from the defaults, as JSON: numbers by name, null for no limit. */
  limits: string | null
  /** When its deletion was requested; null otherwise. */
  deleted_at: number | null
  /** When the owner last emptied the trash: jobs that were moved to it before are being deleted for good. */
  trash_emptied_at: Generated<number>
}

interface KeysTable {
  id: string
  account: number
  /** The user who owns the key, whose scopes limit those of the key; null for a key of the account. */
  user_id: string | null
  name: string
  /** HMAC with the secret key (`Sealer`), in hex; the id of the row for a key that was replaced. The key itself is not stored. */
  hash: string
  created_at: number
  revoked_at: number | null
  /** Separated by spaces. */
  scopes: string
  /** Null if it never expires. */
  expires_at: number | null
  /** With a precision of one minute. */
  last_used_at: number | null
}

/** People. Every user is a member of at least one account, and is deleted with the last membership. */
interface UsersTable {
  id: string
  name: string
  /** Null if unknown. It does not identify the user. */
  email: string | null
  created_at: number
  /** With a precision of ten minutes; null before the first time. */
  last_seen_at: number | null
}

/** The identities of users at OpenID Connect issuers. */
interface IssuerIdentitiesTable {
  issuer: string
  /** The issuer's id of the user. */
  subject: string
  user_id: string
}

interface PasskeysTable {
  /** In base64url. */
  credential_id: string
  user_id: string
  /** Origin of the page where it was added; it is valid there only. */
  origin: string
  name: string
  /** In COSE format. */
  public_key: Uint8Array
  /** Signature counter of the authenticator; 0 if it has none. */
  counter: number
  /** As reported by the browser, separated by commas. */
  transports: string
  created_at: number
  last_used_at: number | null
}

/** The roles of users in accounts. If a user has several in an account, the highest applies. */
interface MembershipsTable {
  account: number
  user_id: string
  /** Where the role comes from. Roles from groups follow the groups at the issuer. */
  source: 'invitation' | 'group'
  role: Role
  created_at: number
  /** When the issuer last confirmed the group; null for an invitation. */
  confirmed_at: number | null
}

/** Links that make whoever accepts them a member. A row is deleted when its link is accepted. */
interface InvitationsTable {
  id: string
  account: number
  role: Role
  /** The person it is for. Only a label. */
  email: string | null
  /** SHA-256 of the token in the link, in hex. */
  token_hash: string
  /** `Who`, as JSON. */
  created_by: string
  /** The user who created it, who must still be an admin when it is accepted; null for a key or the command line. */
  user_id: string | null
  created_at: number
  expires_at: number
}

/** Keys and users that are signed in to the console. */
interface ConsoleSessionsTable {
  id: string
  /** SHA-256 of the token in the cookie, in hex. The token itself is not stored. */
  token_hash: string
  /** The account in use. */
  account: number
  /** The key that signed in; null for a user. */
  key_id: string | null
  /** The user who signed in; null for a key. */
  user_id: string | null
  /** Browser and operating system. */
  browser: string
  created_at: number
  /** With a precision of ten minutes. */
  last_used_at: number
  expires_at: number
}

/** Connects console sessions with the sessions at OpenID Connect issuers. */
interface IssuerSessionsTable {
  /** Id of the console session, and the account in use there. */
  session_id: string
  account: number
  issuer: string
  subject: string
  /** The issuer's id of its session; null if it has none. */
  sid: string | null
  /** Encrypted (`Sealer`); null if the issuer issues none. */
  refresh_token: string | null
  /** Encrypted. Identifies the session to the issuer when the user signs out. */
  id_token: string
  /** When the issuer last confirmed the user's groups. */
  checked_at: number
  /** Until when a node has claimed the next check. */
  claimed_until: Generated<number>
}

/** State of sign-ins in progress. Each row can be used once. */
interface SignInChallengesTable {
  /** SHA-256 of a random token, in hex. */
  hash: string
  purpose: 'issuer' | 'passkey' | 'new-passkey'
  /** As JSON. */
  data: string
  expires_at: number
}

/** Links that give people outside the account access to a transcript. */
interface SharesTable {
  id: string
  account: number
  job_id: string
  /** SHA-256 of the token in the link, in hex. */
  token_hash: string
  /** Seconds. */
  range_from: number | null
  range_to: number | null
  /** 1 for yes, 0 for no, like the next two. */
  audio: number
  download: number
  redacted: number
  /** `Who`, as JSON. */
  created_by: string
  /** The user who created it. The share ends with their membership. Null for a key. */
  user_id: string | null
  created_at: number
  expires_at: number | null
  opened_count: Generated<number>
  last_opened_at: number | null
}

/** Settings of accounts, which apply to all their members. */
interface AccountSettingsTable {
  account: number
  name: SettingName
  /** As JSON; null if it was reset to the initial value. */
  value: string | null
  /** Number of changes so far. */
  revision: number
}

/** The audit: who changed what. */
interface AuditEntriesTable {
  id: string
  /** 0 for changes that concern no account, or several. */
  account: number
  at: number
  operation: string
  /** `Who`, as JSON; null for actions of the service itself. */
  who: string | null
  /** Id of the user or the key; `operator` for the command line. */
  who_id: string | null
  /** Id of the key that was used. */
  key_id: string | null
  /** `AuditDetails`, as JSON. */
  details: string
  address: string | null
  request_id: string | null
}

/** How much audio was transcribed per day. */
interface DailyAudioTable {
  account: number
  /** UTC, in days since 1970. */
  day: number
  /** Milliseconds of audio of the jobs that were done on that day. */
  audio_ms: number
}

/** Usage of limited resources. */
interface AccountUsageTable {
  account: number
  /** `storage`: bytes of received audio, results, voices and revisions. `audio`: milliseconds of audio accepted on the day. */
  what: 'storage' | 'audio'
  /** UTC, in days since 1970; 0 for `storage`, which is not counted by day. */
  day: number
  amount: number
}

interface FilesTable {
  id: string
  account: number
  filename: string
  extension: string
  /** The URL it was fetched from; null for an upload. */
  source: string | null
  size: number
  audio_duration: number
  number_of_channels: number
  created_at: number
  /** Number of jobs that use the file. Its bytes are deleted with the last of them. */
  jobs: number
}

/** Files derived from other files, with which they are deleted. */
interface DerivedFilesTable {
  account: number
  /** Id of the original file. */
  source: string
  kind: 'playback' | 'peaks' | `clip ${string}`
  /** Id of the derived file. */
  file: string
}

/** Files whose bytes exist at least in part, but that have no row in `files`, see jobs/upload-store.ts. */
interface UploadsTable {
  file: string
  /** Id of the node that is receiving the file; null if its bytes have to be deleted. */
  owner: string | null
  created_at: number
}

/** Requests with an idempotency key and their answers, see jobs/idempotency-store.ts. */
interface IdempotencyKeysTable {
  account: number
  /** Path of the operation. */
  operation: string
  /** SHA-256 of the key with its account and operation, in hex. The key itself is not stored. */
  key_hash: string
  /** SHA-256 of the request, in hex; null while it is in progress. */
  fingerprint: string | null
  /** Encrypted with the key; null while the request is in progress. */
  answer: string | null
  /** Id of the node that works on the request; null once there is an answer. */
  owner: string | null
  created_at: number
}

interface JobsTable {
  id: string
  account: number
  ordinal: number
  /** Kind and status as one number, see jobs/bucket.ts. */
  bucket: number
  created_at: number
  completed_at: number | null
  error_code: number | null
  /** Why the job failed, in one sentence for its owner. */
  error_message: string | null
  custom_metadata: string | null
  post_session_metadata: string
  file_id: string | null
  file: string | null
  /** Title, tags and speaker names from the owner, and the newest revision, as JSON; null before the first change. */
  details: string | null
  request_params: string
  /** Preview of the transcript, as JSON; null without a transcript. */
  preview: Generated<string | null>
  /** The job's own retention in days; null for that of its account, -1 for ever. */
  audio_days: number | null
  transcript_days: number | null
  /** `accounts.job_changes` of the transaction that last changed what the job shows, see lists/job-changes.ts. */
  change: number
}

/** Deleted jobs, kept as long as their account exists to report the deletions to mirrors. */
interface DeletedJobsTable {
  account: number
  /** `accounts.job_changes` of the transaction that deleted it. */
  change: number
  ordinal: number
  id: string
}

/**
 * Deleted jobs that can be restored, see jobs/trash-store.ts. Their rows have moved here from `jobs`, so that nothing else finds them.
 * Their results, revisions, shares and files stay in place. `change` is that of their row in `deleted_jobs`.
 */
interface TrashTable extends JobsTable {
  trashed_at: number
}

interface JobResultsTable {
  account: number
  ordinal: number
  result: string
  /** Offset and size of the transcription in the result, in bytes; 0 if there is none. */
  transcription_at: Generated<number>
  transcription_bytes: Generated<number>
}

/** The revisions of transcripts, see jobs/transcript-store.ts. */
interface JobRevisionsTable {
  account: number
  ordinal: number
  /** Numbered from 1. */
  revision: number
  /** The revision to start from when reading this one: the last one stored whole; 0 for the result. */
  base: number
  /** Bytes of the splices since the base, before compression. */
  bytes: number
  /** The change as a splice, compressed; null for a base. */
  splice: Uint8Array | null
  /** The whole transcription, compressed; null unless the revision is the newest or a base. */
  transcription: Uint8Array | null
  /** The indexed words, separated by spaces; null unless the revision is the newest. */
  words: string | null
  /** Number of changed utterances. */
  changes: number
  created_at: number
  /** `Who`, as JSON. */
  made_by: string
  /** For a retranscription: the transcription as recognised, compressed; null otherwise. */
  recognised: Uint8Array | null
}

/** What corrections show about the recognition, see jobs/word-errors.ts; also for jobs in the trash. */
interface JobWordErrorsTable extends WordErrors {
  account: number
  ordinal: number
}

/** Sums of `job_word_errors`, without jobs in the trash. */
interface WordErrorCountsTable extends WordErrors {
  account: number
  transcripts: number
}

/** Recognised words and their corrections; also for jobs in the trash. */
interface JobCorrectionsTable extends Correction {
  account: number
  ordinal: number
}

/** The number of jobs per row of `job_corrections`, without jobs in the trash. */
interface CorrectionCountsTable extends Correction {
  account: number
  jobs: number
}

interface JobVoicesTable {
  account: number
  ordinal: number
  /** See speech/speakers/kept-voices.ts. */
  voices: Uint8Array
}

/** Retranscriptions of jobs, until they are accepted or discarded, see jobs/retranscription-store.ts. */
interface RetranscriptionsTable {
  account: number
  ordinal: number
  /** `waiting` while the job is in the table of work. */
  state: 'waiting' | 'ready' | 'failed'
  /** The params of the request, as JSON. */
  params: string
  /** 1 if it is to become a revision as soon as it is ready. */
  accepted: number
  /** `Who`, as JSON. */
  requested_by: string
  created_at: number
  completed_at: number | null
  error: string | null
  /** The new transcription, compressed; null unless it is ready. */
  transcription: Uint8Array | null
}

/** The leaves of custom_metadata, and tags. */
interface JobLeavesTable {
  account: number
  path: string
  value: string
  /** Number of the job's kind, see jobs/bucket.ts; `inTrash` of that for a job in the trash. */
  kind: number
  ordinal: number
  /** Numbers the jobs of this kind with this leaf in the order of their creation, including those in the trash; 0 for a tag. */
  number: number
}

/** The number of jobs of a kind with a tag. A tag without jobs has no row. */
interface TagCountsTable {
  account: number
  tag: string
  kind: number
  jobs: number
}

/** The numbers in job_leaves of jobs that were deleted or are in the trash. */
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

/** The retention of accounts. An account without a row has the configured one. */
interface RetentionTable {
  account: number
  /** Days after the end of a job; null for ever. */
  audio_days: number | null
  transcript_days: number | null
}

/** Actions on all jobs that match a filter, see bulk/bulk-request-store.ts. */
interface BulkRequestsTable {
  account: number
  id: string
  /** The action. */
  kind: BulkKind
  /** Its `BulkOptions`, as JSON. */
  options: string
  state: 'running' | 'done' | 'failed'
  /** Selects the jobs, as JSON; null once the request has ended. */
  filter: string | null
  /** In the current window of ordinals, jobs with this ordinal or a higher one have been handled or skipped. */
  position: number
  /** Number of jobs that matched at the beginning; null if there were too many to count. */
  matched: number | null
  /** Number of jobs handled so far. */
  handled: Generated<number>
  /** `Who`, as JSON. */
  requested_by: string
  created_at: number
  /** Jobs that ended later are skipped. */
  ended_by: number
  /** When jobs were last handled. Requests take turns by this time. */
  advanced_at: number
  completed_at: number | null
}

/** The queue of work: jobs that have not ended, and jobs that are being retranscribed. */
interface WorkTable {
  /** Order of arrival. */
  position: Generated<number>
  account: number
  ordinal: number
  job_id: string
  /** How many times the job was claimed at its current stage. */
  attempts: number
  /** 0 if the audio has to be fetched; 1 if it is there; 2 for a retranscription that waits until there is no other work. */
  has_file: number
  /** Among the account's jobs, those with a higher priority are claimed first. */
  priority: Generated<number>
  /** When the failed job was queued again; null if it never was. */
  requeued_at: number | null
  /** Incremented by each claim. Writes under an earlier claim are refused. */
  epoch: Generated<number>
  /** The node that works on the job; null while it waits. */
  owner: string | null
  /** When the job is released unless its owner extends the lease. */
  lease_until: number | null
  /** The owner's `Progress`, as JSON. */
  progress: string | null
  /** See `TraceContext`. */
  trace: string | null
  /** When its last claim ended; null before the first claim, and without a trace. */
  waiting_since: number | null
}

/** The text recognised so far of jobs in progress, for readers on other nodes. Deleted with the work. */
interface RecognisedTextsTable {
  job_id: string
  account: number
  /** Id of the attempt. Only the last attempt has rows. */
  attempt: string
  /** Offset of this piece in the text, in UTF-16 code units. */
  position: number
  text: string
}

/** The running processes of the service, and dead ones that still own something. */
interface NodesTable {
  /** A random UUID, generated at each start. */
  id: string
  /** Separated by commas. */
  roles: string
  version: string
  host: string
  pid: number
  /** The pulled models and their digests, as JSON. */
  models: string
  /** The state that operators have requested: running, paused or draining. */
  state: Generated<NodeState>
  /** The state that the node adopted at its last beat. */
  followed: Generated<NodeState>
  lease_until: number
  beat_at: number
  /** Reported with its last beat, as JSON; null before its second beat. */
  health: string | null
  /** 1 once it was declared dead. A dead node never writes again. */
  dead: Generated<number>
  started_at: number
}

interface LiveSessionsTable {
  /** SHA-256 of the token in the session's URL, in hex. The token itself is not stored. */
  token_hash: string
  /** The job may have been deleted. */
  job_id: string
  account: number
  /** 1 once the job has ended. */
  ended: number
  /** The key that created it; null if no key was used. */
  key_id: string | null
  /** The user who created it, directly or with a key. */
  user_id: string | null
  /** The node that has it open; null if none has. */
  owner: string | null
  /** A request from another node to the owner. */
  asked: 'release' | 'cancel' | null
  /** Milliseconds of audio that have been counted as accepted. */
  counted_ms: Generated<number>
  /** See `TraceContext`. */
  trace: string | null
}

/** The audio or the journal of open sessions. */
interface LiveLogTable {
  job_id: string
  /** Position of the first byte. */
  position: number
  bytes: Uint8Array
}

/** Audio of open sessions that was moved to the storage of audio files. */
interface LiveSegmentsTable {
  job_id: string
  position: number
  /** Bytes. */
  size: number
  /** Id of the file in that storage. */
  file: string
}

/** Callback endpoints: all callback URLs of an account that share an origin. */
interface EndpointsTable {
  id: Generated<number>
  account: number
  origin: string
  /** Failed attempts since the last success. */
  failures: number
  failing_since: number | null
  /** When a paused endpoint is tried again with a single attempt; null if it is not paused. */
  paused_until: number | null
}

interface DeliveriesTable {
  /** Order of creation. */
  position: Generated<number>
  /** The `webhook-id`. Derived from the reported event, so that no event is reported under two ids. */
  id: string
  account: number
  job_id: string
  endpoint: number
  event: string
  url: string
  method: 'POST' | 'PUT'
  /** The message of a live session, or the whole body of a webhook, as JSON; null for the callback at the end of a pre-recorded job. */
  payload: string | null
  /** Key of the account's webhook (report-events.ts), whose deliveries outlive their jobs; null for a callback of the job. */
  webhook: string | null
  /** 1 if it waits until all earlier deliveries of its job have ended. */
  is_ordered: number
  state: 'waiting' | 'delivered' | 'failed'
  created_at: number
  /** When the current series of attempts began: at creation, or when a redelivery was last requested. */
  began_at: number
  /** Total number of attempts. */
  attempts: Generated<number>
  /** Number of attempts in the current series. */
  tries: Generated<number>
  /** When the next attempt is due; null if none is, or while an earlier delivery is pending. */
  next_at: number | null
  /** The node with an attempt in progress; `next_at` is then the end of its lease. Null otherwise. */
  lease: string | null
  /** The `TraceContext` of its job. */
  trace: string | null
}

interface DeliveryAttemptsTable {
  account: number
  /** Id of the delivery. */
  delivery: string
  number: number
  at: number
  /** Milliseconds. */
  duration: number
  /** HTTP status of the response; null without a response. */
  status: number | null
  /** The beginning of the response body. */
  answer: string | null
  /** Why there was no response. */
  error: string | null
}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema> | Transaction<Schema>
