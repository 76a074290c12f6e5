import type { Generated, Kysely, Transaction } from 'kysely'
import type { Role } from '../contract/roles.ts'
import type { SettingName } from '../contract/settings.ts'
import type { NodeState } from '../contract/system.ts'
import type { BulkKind } from '../jobs/bulk-request.ts'
import type { Correction, WordErrors } from '../jobs/transcript.ts'

/**
 * The tables, as Kysely sees them. Times are milliseconds since 1970, JSON is stored as the text that is sent, and a
 * job is identified by (account, ordinal), its place in its account's order of creation. All tables are in this file, so that they
 * are compared with the databases at a glance, and by test/schema.test.ts.
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

/** One row, once the database belongs to a secret key. */
interface InstallationTable {
  id: number
  secret_fingerprint: string
  /** A random id of the changes counted here: that of a restored backup is a new one, so that no cursor of theirs leads into it. */
  history: string
}

/** One row, while the data are moved to another database or from another one, and after that. */
interface MovesTable {
  /** The same in both. */
  id: string
  /**
   * Of the source: `copying`; `closing`, when processes leave their work; `read-only` and, in the end, `moved`. Of the target:
   * `receiving`, then `received`.
   */
  state: 'copying' | 'closing' | 'read-only' | 'moved' | 'receiving' | 'received'
  /** Where the other one is, without a password. */
  other: string
  /** What a target has, as JSON, see move/move.ts; null for a source, and in the end. */
  progress: string | null
  /** Statements that make the indexes of a target, as JSON; null for a source, and in the end. */
  later: string | null
}

interface AccountsTable {
  id: Generated<number>
  name: string
  created_at: number
  /** Ordinal of the newest job; 0 before the first. */
  last_ordinal: number
  /** Creation time of the newest job: no later job of the account may be older. */
  last_created_at: number
  /**
   * Counts the changes of the account's jobs: while it is the same, so is every list of them. Its transactions are committed in the
   * order of this number.
   */
  job_changes: Generated<number>
  /** Signs callbacks; null before the first one. Encrypted (`Sealer`). */
  callback_secret: string | null
  /** The one before, which also signs for a while after a rotation. */
  previous_callback_secret: string | null
  previous_callback_secret_until: number | null
  /** When a job of the account was last claimed, at each stage: accounts take turns. */
  last_fetch: Generated<number>
  last_transcription: Generated<number>
  /** Jobs of the accounts with the highest are claimed first. */
  priority: Generated<number>
  /** Since when none of its jobs is claimed; null unless it is paused. */
  paused_at: number | null
  /** Those of its limits that are not the defaults, as JSON: numbers by name, null for no limit. */
  limits: string | null
  /** When its deletion was requested; null otherwise. */
  deleted_at: number | null
  /** What was moved to the trash by then is to be deleted for good: its owner has emptied the trash. */
  trash_emptied_at: Generated<number>
}

interface KeysTable {
  id: string
  account: number
  /** Whose key it is: it has no scope that the user has not. Null for a key of the account. */
  user_id: string | null
  name: string
  /** HMAC by the secret key (`Sealer`), hex; the id of a key that was replaced. The key itself is not stored. */
  hash: string
  created_at: number
  revoked_at: number | null
  /** With spaces between them. */
  scopes: string
  /** Null for never. */
  expires_at: number | null
  /** To the minute. */
  last_used_at: number | null
}

/** People. Every user is a member of an account: with the last membership, the user is deleted. */
interface UsersTable {
  id: string
  name: string
  /** Null if it is not known. Nobody is recognised by it. */
  email: string | null
  created_at: number
  /** To ten minutes; null before the first time. */
  last_seen_at: number | null
}

/** Users as OpenID Connect issuers know them. */
interface IssuerIdentitiesTable {
  issuer: string
  /** Its id of the user. */
  subject: string
  user_id: string
}

interface PasskeysTable {
  /** base64url. */
  credential_id: string
  user_id: string
  /** Origin of the pages where it counts: of the one where it was added. */
  origin: string
  name: string
  /** COSE. */
  public_key: Uint8Array
  /** Counts the uses, of authenticators that do. */
  counter: number
  /** As the browser gave them, separated by commas. */
  transports: string
  created_at: number
  last_used_at: number | null
}

/** What a user may do in an account: the highest of the roles. */
interface MembershipsTable {
  account: number
  user_id: string
  /** Where the role comes from: those of groups follow the groups of the issuer. */
  source: 'invitation' | 'group'
  role: Role
  created_at: number
  /** When the issuer last said that the group gives it; null for an invitation. */
  confirmed_at: number | null
}

/** Links that make a member of whoever opens them; a row is deleted when that happens. */
interface InvitationsTable {
  id: string
  account: number
  role: Role
  /** Whom it is for: a label. */
  email: string | null
  /** SHA-256 of the token in the link, hex. */
  token_hash: string
  /** `Who`, as JSON. */
  created_by: string
  /** The user who created it: it is valid while they are admin. Null for a key or the command line. */
  user_id: string | null
  created_at: number
  expires_at: number
}

/** A key or a user, signed in to the console. */
interface ConsoleSessionsTable {
  id: string
  /** SHA-256 of the token in the cookie, hex. The token itself is not stored. */
  token_hash: string
  /** The account in use. */
  account: number
  /** The key that signed in; null for a user. */
  key_id: string | null
  /** The user who signed in; null for a key. */
  user_id: string | null
  /** Browser and system. */
  browser: string
  created_at: number
  /** To ten minutes. */
  last_used_at: number
  expires_at: number
}

/** What connects a console session with that at an OpenID Connect issuer. */
interface IssuerSessionsTable {
  /** Id of the console session, and the account in use there. */
  session_id: string
  account: number
  issuer: string
  subject: string
  /** The issuer's id of its session; null if it has none. */
  sid: string | null
  /** Encrypted (`Sealer`); null if the issuer gives none. */
  refresh_token: string | null
  /** Encrypted: names the session when the user signs out. */
  id_token: string
  /** When the issuer last said which groups the user has. */
  checked_at: number
  /** Until when one node asks it alone. */
  claimed_until: Generated<number>
}

/** What a sign-in that has begun needs to end, once. */
interface SignInChallengesTable {
  /** SHA-256 of a random token, hex. */
  hash: string
  purpose: 'issuer' | 'passkey' | 'new-passkey'
  /** As JSON. */
  data: string
  expires_at: number
}

/** Links by which somebody outside sees a transcript. */
interface SharesTable {
  id: string
  account: number
  job_id: string
  /** SHA-256 of the token in the link, hex. */
  token_hash: string
  /** Seconds. */
  range_from: number | null
  range_to: number | null
  /** 1 if so. */
  audio: number
  download: number
  redacted: number
  /** `Who`, as JSON. */
  created_by: string
  /** The user who created it, with whose membership it ends; null for a key. */
  user_id: string | null
  created_at: number
  expires_at: number | null
  opened_count: Generated<number>
  last_opened_at: number | null
}

/** What accounts have set for those who work in them. */
interface AccountSettingsTable {
  account: number
  name: SettingName
  /** As JSON; null once the account has returned to what is set initially. */
  value: string | null
  /** Counts the changes, from 1. */
  revision: number
}

/** Who changed what. */
interface AuditEntriesTable {
  id: string
  /** 0 for what concerns no account, or several. */
  account: number
  at: number
  operation: string
  /** `Who`, as JSON; null for what the service did by itself. */
  who: string | null
  /** Id of the user or the key; `operator` for the command line. */
  who_id: string | null
  /** Of the key that was used. */
  key_id: string | null
  /** `AuditDetails`, as JSON. */
  details: string
  address: string | null
  request_id: string | null
}

/** How much audio was transcribed on a day. */
interface DailyAudioTable {
  account: number
  /** UTC, in days since 1970. */
  day: number
  /** Of the jobs that were done on that day. */
  audio_ms: number
}

/** What accounts use of what is limited. */
interface AccountUsageTable {
  account: number
  /** `storage`: bytes of received audio, results, voices and revisions. `audio`: milliseconds of audio that were accepted on the day. */
  what: 'storage' | 'audio'
  /** UTC, in days since 1970; 0 for what is not counted by day. */
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
  /** How many jobs use the file; its bytes are deleted with the last of them. */
  jobs: number
}

/** What was made of files, deleted with them. */
interface DerivedFilesTable {
  account: number
  /** Id of the file it was made of. */
  source: string
  kind: 'playback' | 'peaks' | `clip ${string}`
  /** Its own id. */
  file: string
}

/** Files whose bytes exist, at least in part, and whose row does not, see jobs/upload-store.ts. */
interface UploadsTable {
  file: string
  /** Id of the node that is receiving the file; null if its bytes have to be deleted. */
  owner: string | null
  created_at: number
}

/** Requests with an idempotency key, and the answers to them, see jobs/idempotency-store.ts. */
interface IdempotencyKeysTable {
  account: number
  /** Path of the operation. */
  operation: string
  /** SHA-256 of the key with its account and operation, hex. The key itself is not stored. */
  key_hash: string
  /** SHA-256 of the request, hex; null while it is in progress. */
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
  /** Kind and status in one small number, see jobs/bucket.ts. */
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
  /** What the owner noted, and the newest revision; null before the first change. */
  details: string | null
  request_params: string
  /** Of its transcript, as JSON; null where there is none. */
  preview: Generated<string | null>
  /** Days of its own retention: null for that of its account, -1 for ever. */
  audio_days: number | null
  transcript_days: number | null
  /** `accounts.job_changes` of the transaction that last changed what the job shows, see lists/job-changes.ts. */
  change: number
}

/** What is left of jobs that were deleted, as long as their account exists: mirrors are told of them. */
interface DeletedJobsTable {
  account: number
  /** `accounts.job_changes` of the transaction that deleted it. */
  change: number
  ordinal: number
  id: string
}

/**
 * Jobs that were deleted and may be restored, see jobs/trash-store.ts. Their rows are here and not in `jobs`, so that nothing else finds
 * them; their results, revisions, shares and files stay where they are. `change` is that of their row in `deleted_jobs`.
 */
interface TrashTable extends JobsTable {
  trashed_at: number
}

interface JobResultsTable {
  account: number
  ordinal: number
  result: string
  /** The bytes of the result before its transcription, and those of that; 0 where it has none. */
  transcription_at: Generated<number>
  transcription_bytes: Generated<number>
}

/** The changes of transcripts, see jobs/transcript-store.ts. */
interface JobRevisionsTable {
  account: number
  ordinal: number
  /** Counted from 1. */
  revision: number
  /** The revision that reading it begins with: the last one that was stored as a whole; 0 for the result. */
  base: number
  /** Size of the changes since the base, as JSON. */
  bytes: number
  /** The change, see jobs/splice.ts, compressed; null for a revision that is stored as a whole for good. */
  splice: Uint8Array | null
  /** The whole transcription, compressed; null unless the revision is the newest or a base. */
  transcription: Uint8Array | null
  /** Those by which lists find it, with spaces between them; null unless it is the newest. */
  words: string | null
  /** Number of utterances changed. */
  changes: number
  created_at: number
  /** `Who`, as JSON. */
  made_by: string
  /** The transcription that was recognised for it, compressed; null unless its audio was transcribed again. */
  recognised: Uint8Array | null
}

/** What a correction says about the recognition, see jobs/word-errors.ts; of jobs in the trash, too. */
interface JobWordErrorsTable extends WordErrors {
  account: number
  ordinal: number
}

/** Sums of these rows, without those of jobs in the trash. */
interface WordErrorCountsTable extends WordErrors {
  account: number
  transcripts: number
}

/** What was typed in the place of what was recognised; of jobs in the trash, too. */
interface JobCorrectionsTable extends Correction {
  account: number
  ordinal: number
}

/** How many jobs that are not in the trash have such a row. */
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

/** Jobs whose audio is transcribed again, until that is accepted or discarded, see jobs/retranscription-store.ts. */
interface RetranscriptionsTable {
  account: number
  ordinal: number
  /** While it is `waiting`, its job is in the table of work. */
  state: 'waiting' | 'ready' | 'failed'
  /** The params of the request, as JSON. */
  params: string
  /** 1 if it becomes a revision as soon as it is ready. */
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
  /** Number of the job's kind, see jobs/bucket.ts; `inTrash` of it for a job in the trash. */
  kind: number
  ordinal: number
  /** Counts the jobs of this kind with this leaf, in their order of creation and with those in the trash; 0 for a tag. */
  number: number
}

/** How many jobs of a kind have a tag; no row for none. */
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

/** How long the jobs of an account are kept; without a row, as configured. */
interface RetentionTable {
  account: number
  /** From the end of a job; null for ever. */
  audio_days: number | null
  transcript_days: number | null
}

/** What is done to all jobs that match a filter, see bulk/bulk-request-store.ts. */
interface BulkRequestsTable {
  account: number
  id: string
  /** What is done to them. */
  kind: BulkKind
  /** How, as JSON: `BulkOptions` of the kind. */
  options: string
  state: 'running' | 'done' | 'failed'
  /** Which jobs, as JSON; null once it has ended. */
  filter: string | null
  /** In the window of ordinals that it goes through, jobs with this ordinal or a higher one have been handled, or are left as they are. */
  position: number
  /** How many jobs matched when it began; null for too many to count. */
  matched: number | null
  /** How many of them it has handled. */
  handled: Generated<number>
  /** `Who`, as JSON. */
  requested_by: string
  created_at: number
  /** Jobs that ended later are left as they are. */
  ended_by: number
  /** When jobs were last handled: the requests take turns. */
  advanced_at: number
  completed_at: number | null
}

/** The jobs that have not ended, and those that are done and are transcribed again. */
interface WorkTable {
  /** Order of arrival. */
  position: Generated<number>
  account: number
  ordinal: number
  job_id: string
  /** How many times the job was claimed at its current stage. */
  attempts: number
  /** 0 when the audio of the job is still to be fetched, 1 when it is there; 2 to be transcribed again when nothing else is. */
  has_file: number
  /** Of the account's jobs, those with the highest are claimed first. */
  priority: Generated<number>
  /** When the job was queued again after it had failed, in milliseconds since 1970; null if it never was. */
  requeued_at: number | null
  /** Grows with each claim of the job. A write about an earlier claim is refused. */
  epoch: Generated<number>
  /** The node that works on it; null while it waits. */
  owner: string | null
  /** When the job is released unless its owner extends the lease. */
  lease_until: number | null
  /** How far its owner is, as JSON. */
  progress: string | null
  /** See `TraceContext`. */
  trace: string | null
  /** When its last claim ended; null before the first, and without a trace. */
  waiting_since: number | null
}

/** What is recognised of jobs in progress, for other nodes than theirs; deleted with their work. */
interface RecognisedTextsTable {
  job_id: string
  account: number
  /** Id of the attempt to recognise the job: the last one alone has rows. */
  attempt: string
  /** The length of the text before it, in UTF-16 code units. */
  position: number
  text: string
}

/** The processes of the service that run, or ran and still own something. */
interface NodesTable {
  /** A random UUID, made at each start. */
  id: string
  /** Separated by commas. */
  roles: string
  version: string
  host: string
  pid: number
  /** The pulled models and their digests, as JSON. */
  models: string
  /** What operators have told it to do: running, paused or draining. */
  state: Generated<NodeState>
  /** The state as its last beat found it. */
  followed: Generated<NodeState>
  lease_until: number
  beat_at: number
  /** What it reported with its last beat, as JSON; null before its second. */
  health: string | null
  /** 1 once its lease has expired. A dead node never writes again. */
  dead: Generated<number>
  started_at: number
}

interface LiveSessionsTable {
  /** SHA-256 of the token in the session's URL, hex. The token itself is not stored. */
  token_hash: string
  /** The job may have been deleted since. */
  job_id: string
  account: number
  /** 1 once the job is done or error. */
  ended: number
  /** The key that created it; null for a token without a key. */
  key_id: string | null
  /** The user who created it, also by a key. */
  user_id: string | null
  /** The node that has it open; null while none has. */
  owner: string | null
  /** What another node asks the owner to do. */
  asked: 'release' | 'cancel' | null
  /** Milliseconds of its audio that are counted as accepted. */
  counted_ms: Generated<number>
  /** See `TraceContext`. */
  trace: string | null
}

/** What an open session recorded: its audio, or its journal. */
interface LiveLogTable {
  job_id: string
  /** Of the first byte. */
  position: number
  bytes: Uint8Array
}

/** Audio of open sessions that has moved to the storage of audio files. */
interface LiveSegmentsTable {
  job_id: string
  position: number
  /** Bytes. */
  size: number
  /** Its id there. */
  file: string
}

/** Callback endpoints: all callback URLs of an account with one origin. */
interface EndpointsTable {
  id: Generated<number>
  account: number
  origin: string
  /** Failed attempts since the last success. */
  failures: number
  failing_since: number | null
  /** While it is paused: when a single attempt is made again. */
  paused_until: number | null
}

interface DeliveriesTable {
  /** Order of creation. */
  position: Generated<number>
  /** The `webhook-id`. Derived from what is reported, so that nothing is reported under two ids. */
  id: string
  account: number
  job_id: string
  endpoint: number
  event: string
  url: string
  method: 'POST' | 'PUT'
  /** Message of a live session, or the whole body of a webhook, as JSON; null when the job itself is reported. */
  payload: string | null
  /** Key of the account's webhook (report-events.ts), whose deliveries outlive their jobs; null for a callback of the job. */
  webhook: string | null
  /** 1 when it waits until every earlier delivery of its job has been delivered or has failed. */
  is_ordered: number
  state: 'waiting' | 'delivered' | 'failed'
  created_at: number
  /** When the current series of attempts began: at creation, or when redelivery was last requested. */
  began_at: number
  /** Attempts in all, and (`tries`) in this series. */
  attempts: Generated<number>
  tries: Generated<number>
  /** When the next attempt is due; null when none is, or an earlier delivery comes first. */
  next_at: number | null
  /** Set while an attempt is in progress; `next_at` is then the end of the lease. */
  lease: string | null
  /** That of its job, see `TraceContext`. */
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
  /** HTTP status of the response; null when there was none. */
  status: number | null
  /** The beginning of the response body. */
  answer: string | null
  /** Why there was no response. */
  error: string | null
}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema> | Transaction<Schema>
