import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** The schema of the first release. schema.ts describes the columns. */
export async function baseline(db: Kysely<Schema>, { ddl, words, locksRows }: Dialect): Promise<void> {
  const { counted, bytes, clustered } = ddl
  // PostgreSQL can partition and distribute a table only by columns that are in all of its keys. Look-ups without the account use the
  // same index. SQLite does neither, and assigns `position` only if that is the whole key.
  const andAccount = locksRows ? sql`, account` : sql``
  // Otherwise, SQLite reuses the highest id once its row is deleted.
  const once = locksRows ? sql`` : sql` autoincrement`
  const job = sql`
    id text,
    account integer not null references accounts (id),
    ordinal bigint not null,
    bucket integer not null,
    created_at bigint not null,
    completed_at bigint,
    error_code integer,
    error_message text,
    custom_metadata text,
    post_session_metadata text not null default '{}',
    file_id text,
    file text,
    request_params text not null,
    details text,
    preview text,
    audio_days bigint,
    transcript_days bigint,
    change bigint not null`
  const statements = [
    sql`create table installation (
      id integer not null primary key,
      secret_fingerprint text not null,
      history text not null
    )`,

    sql`create table moves (
      id text primary key,
      state text not null,
      other text not null,
      progress text,
      later text
    )`,

    sql`create table accounts (
      id ${counted('integer')} primary key${once},
      name text not null unique,
      created_at bigint not null,
      last_ordinal bigint not null default 0,
      last_created_at bigint not null default 0,
      job_changes bigint not null default 0,
      callback_secret text,
      previous_callback_secret text,
      previous_callback_secret_until bigint,
      last_fetch bigint not null default 0,
      last_transcription bigint not null default 0,
      priority integer not null default 0,
      paused_at bigint,
      limits text,
      deleted_at bigint,
      trash_emptied_at bigint not null default 0
    )`,
    sql`create index accounts_deleted on accounts (deleted_at) where deleted_at is not null`,
    sql`create index accounts_prioritised on accounts (id) where priority <> 0`,

    sql`create table keys (
      id text primary key,
      account integer not null references accounts (id),
      user_id text,
      name text not null,
      hash text not null unique,
      created_at bigint not null,
      revoked_at bigint,
      scopes text not null,
      expires_at bigint,
      last_used_at bigint
    )`,

    sql`create table users (
      id text primary key,
      name text not null,
      email text,
      created_at bigint not null,
      last_seen_at bigint
    )`,

    sql`create table issuer_identities (
      issuer text not null,
      subject text not null,
      user_id text not null references users (id),
      constraint issuer_identities_key primary key (issuer, subject)
    ) ${clustered}`,
    sql`create index issuer_identities_user on issuer_identities (user_id)`,

    sql`create table passkeys (
      credential_id text primary key,
      user_id text not null references users (id) on delete cascade,
      origin text not null,
      name text not null,
      public_key ${bytes} not null,
      counter bigint not null,
      transports text not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    sql`create index passkeys_user on passkeys (user_id)`,

    sql`create table memberships (
      account integer not null references accounts (id),
      user_id text not null references users (id),
      source text not null,
      role text not null,
      created_at bigint not null,
      confirmed_at bigint,
      constraint memberships_key primary key (account, user_id, source)
    ) ${clustered}`,
    sql`create index memberships_user on memberships (user_id)`,
    sql`create index memberships_confirmed on memberships (confirmed_at) where confirmed_at is not null`,

    sql`create table invitations (
      id text,
      account integer not null references accounts (id),
      role text not null,
      email text,
      token_hash text not null,
      created_by text not null,
      user_id text,
      created_at bigint not null,
      expires_at bigint not null,
      primary key (id${andAccount}),
      constraint invitations_token_key unique (token_hash${andAccount})
    )`,
    sql`create index invitations_account on invitations (account, created_at)`,

    sql`create table console_sessions (
      id text not null,
      token_hash text not null,
      account integer not null references accounts (id),
      key_id text,
      user_id text references users (id),
      browser text not null,
      created_at bigint not null,
      last_used_at bigint not null,
      expires_at bigint not null,
      primary key (id, account),
      constraint console_sessions_token_key unique (token_hash${andAccount})
    )`,
    sql`create index console_sessions_expiry on console_sessions (expires_at)`,
    sql`create index console_sessions_key on console_sessions (key_id, last_used_at) where key_id is not null`,
    sql`create index console_sessions_user on console_sessions (user_id, last_used_at) where user_id is not null`,

    sql`create table issuer_sessions (
      session_id text not null,
      account integer not null,
      issuer text not null,
      subject text not null,
      sid text,
      refresh_token text,
      id_token text not null,
      checked_at bigint not null,
      claimed_until bigint not null default 0,
      constraint issuer_sessions_key primary key (session_id, account),
      foreign key (session_id, account) references console_sessions (id, account)
        on delete cascade on update cascade
    )`,
    sql`create index issuer_sessions_subject on issuer_sessions (issuer, subject)`,
    sql`create index issuer_sessions_sid on issuer_sessions (issuer, sid) where sid is not null`,

    sql`create table sign_in_challenges (
      hash text primary key,
      purpose text not null,
      data text not null,
      expires_at bigint not null
    ) ${clustered}`,
    sql`create index sign_in_challenges_expiry on sign_in_challenges (expires_at)`,

    sql`create table shares (
      id text not null,
      account integer not null references accounts (id),
      job_id text not null,
      token_hash text not null,
      range_from double precision,
      range_to double precision,
      audio integer not null,
      download integer not null,
      redacted integer not null,
      created_by text not null,
      user_id text,
      created_at bigint not null,
      expires_at bigint,
      opened_count bigint not null default 0,
      last_opened_at bigint,
      primary key (id${andAccount}),
      constraint shares_token_key unique (token_hash${andAccount})
    )`,
    sql`create index shares_job on shares (account, job_id, created_at)`,
    sql`create index shares_expiry on shares (expires_at) where expires_at is not null`,
    sql`create index shares_user on shares (account, user_id) where user_id is not null`,

    sql`create table audit_entries (
      id text,
      account integer not null,
      at bigint not null,
      operation text not null,
      who text,
      who_id text,
      key_id text,
      details text not null,
      address text,
      request_id text,
      primary key (id${andAccount})
    )`,
    sql`create index audit_entries_by_time on audit_entries (at, id)`,
    sql`create index audit_entries_by_account on audit_entries (account, at, id)`,
    sql`create index audit_entries_by_operation on audit_entries (account, operation, at, id)`,
    sql`create index audit_entries_by_who on audit_entries (account, who_id, at, id)`,

    sql`create table daily_audio (
      account integer not null,
      day integer not null,
      audio_ms bigint not null,
      constraint daily_audio_key primary key (account, day)
    ) ${clustered}`,

    sql`create table account_usage (
      account integer not null,
      what text not null,
      day integer not null,
      amount bigint not null,
      constraint account_usage_key primary key (account, what, day)
    ) ${clustered}`,

    sql`create table files (
      id text,
      account integer not null references accounts (id),
      filename text not null,
      extension text not null,
      source text,
      size bigint not null,
      audio_duration double precision not null,
      number_of_channels integer not null,
      created_at bigint not null,
      jobs integer not null default 0,
      primary key (id${andAccount})
    )`,
    sql`create index files_unused on files (created_at) where jobs = 0`,
    // Shows at once that no rows are left, when an account is deleted.
    sql`create index files_account on files (account)`,

    sql`create table derived_files (
      account integer not null,
      source text not null,
      kind text not null,
      file text not null,
      constraint derived_files_key primary key (account, source, kind)
    ) ${clustered}`,
    sql`create index derived_files_file on derived_files (file)`,

    sql`create table uploads (
      file text primary key,
      owner text,
      created_at bigint not null
    )`,

    sql`create index uploads_owned on uploads (owner) where owner is not null`,

    sql`create table idempotency_keys (
      account integer not null,
      operation text not null,
      key_hash text not null,
      fingerprint text,
      answer text,
      owner text,
      created_at bigint not null,
      primary key (account, operation, key_hash)
    ) ${clustered}`,
    sql`create index idempotency_keys_age on idempotency_keys (created_at)`,

    sql`create table jobs (${job}, primary key (id${andAccount}))`,
    sql`create unique index jobs_by_ordinal on jobs (account, ordinal)`,
    sql`create index jobs_by_bucket on jobs (account, bucket, ordinal)`,
    sql`create index jobs_by_date on jobs (account, created_at, ordinal)`,
    sql`create index jobs_by_change on jobs (account, change, ordinal)`,
    ...byRetention('jobs'),
    // Contains only jobs that failed through a fault of the service.
    sql`create index jobs_faults on jobs (account, ordinal) where error_code >= 500`,

    sql`create table deleted_jobs (
      account integer not null,
      change bigint not null,
      ordinal bigint not null,
      id text not null,
      constraint deleted_jobs_key primary key (account, change, ordinal)
    ) ${clustered}`,

    sql`create table trash (${job}, trashed_at bigint not null, primary key (id${andAccount}))`,
    sql`create unique index trash_by_ordinal on trash (account, ordinal)`,
    sql`create index trash_by_deletion on trash (account, trashed_at, ordinal)`,
    sql`create index trash_by_age on trash (trashed_at)`,
    ...byRetention('trash'),

    // Separate from the jobs: otherwise, pages without results and changes of status would read and write them too.
    sql`create table job_results (
      account integer not null,
      ordinal bigint not null,
      result text not null,
      transcription_at bigint not null default 0,
      transcription_bytes bigint not null default 0,
      constraint job_results_key primary key (account, ordinal)
    )`,

    sql`create table job_revisions (
      account integer not null,
      ordinal bigint not null,
      revision integer not null,
      base integer not null,
      bytes bigint not null,
      changes integer not null,
      created_at bigint not null,
      made_by text not null,
      splice ${bytes},
      transcription ${bytes},
      words text,
      recognised ${bytes},
      constraint job_revisions_key primary key (account, ordinal, revision)
    )`,

    sql`create table job_word_errors (
      account integer not null,
      ordinal bigint not null,
      language text not null,
      model text not null,
      words bigint not null,
      wrong bigint not null,
      constraint job_word_errors_key primary key (account, ordinal, language)
    ) ${clustered}`,

    sql`create table word_error_counts (
      account integer not null,
      model text not null,
      language text not null,
      transcripts bigint not null,
      words bigint not null,
      wrong bigint not null,
      constraint word_error_counts_key primary key (account, model, language)
    ) ${clustered}`,

    sql`create table job_corrections (
      account integer not null,
      ordinal bigint not null,
      heard text not null,
      typed text not null,
      constraint job_corrections_key primary key (account, ordinal, typed, heard)
    ) ${clustered}`,
    sql`create index job_corrections_typed on job_corrections (account, typed, ordinal)`,

    sql`create table correction_counts (
      account integer not null,
      typed text not null,
      heard text not null,
      jobs bigint not null,
      constraint correction_counts_key primary key (account, typed, heard)
    ) ${clustered}`,
    sql`create index correction_counts_frequent on correction_counts (account, jobs) where heard = ''`,

    // Separate from the results, because they are read only when speakers are told apart again.
    sql`create table job_voices (
      account integer not null,
      ordinal bigint not null,
      voices ${bytes} not null,
      constraint job_voices_key primary key (account, ordinal)
    )`,

    sql`create table retranscriptions (
      account integer not null,
      ordinal bigint not null,
      state text not null,
      params text not null,
      accepted integer not null,
      requested_by text not null,
      created_at bigint not null,
      completed_at bigint,
      error text,
      transcription ${bytes},
      constraint retranscriptions_key primary key (account, ordinal)
    )`,
    sql`create index retranscriptions_waiting on retranscriptions (account) where state = 'waiting'`,
    sql`create index retranscriptions_accepted on retranscriptions (completed_at)
      where state = 'ready' and accepted = 1`,

    sql`create table job_leaves (
      account integer not null,
      path text not null,
      value text not null,
      kind integer not null,
      ordinal bigint not null,
      number bigint not null,
      constraint job_leaves_key primary key (account, path, value, kind, ordinal)
    ) ${clustered}`,

    sql`create table job_leaf_gaps (
      account integer not null,
      path text not null,
      value text not null,
      kind integer not null,
      number bigint not null,
      constraint job_leaf_gaps_key primary key (account, path, value, kind, number)
    ) ${clustered}`,

    sql`create table tag_counts (
      account integer not null,
      tag text not null,
      kind integer not null,
      jobs bigint not null,
      constraint tag_counts_key primary key (account, tag, kind)
    ) ${clustered}`,

    sql`create table job_counts (
      account integer not null,
      level integer not null,
      bucket integer not null,
      block bigint not null,
      jobs bigint not null,
      constraint job_counts_key primary key (account, level, bucket, block)
    ) ${clustered}`,

    sql`create table retention (
      account integer primary key,
      audio_days bigint,
      transcript_days bigint
    )`,

    sql`create table account_settings (
      account integer not null references accounts (id),
      name text not null,
      value text,
      revision bigint not null,
      primary key (account, name)
    )`,

    sql`create table bulk_requests (
      account integer not null,
      id text not null,
      kind text not null,
      options text not null,
      state text not null,
      filter text,
      position bigint not null,
      matched bigint,
      handled bigint not null default 0,
      requested_by text not null,
      created_at bigint not null,
      ended_by bigint not null,
      advanced_at bigint not null,
      completed_at bigint,
      primary key (account, id)
    )`,
    sql`create index bulk_requests_by_age on bulk_requests (account, kind, created_at)`,
    sql`create index bulk_requests_running on bulk_requests (advanced_at) where state = 'running'`,

    sql`create table work (
      position ${counted('bigint')},
      account integer not null,
      ordinal bigint not null,
      job_id text not null,
      attempts integer not null default 0,
      has_file integer not null default 0,
      priority integer not null default 0,
      epoch bigint not null default 0,
      owner text,
      lease_until bigint,
      progress text,
      trace text,
      waiting_since bigint,
      requeued_at bigint,
      primary key (position${andAccount}),
      constraint work_job_id_key unique (job_id${andAccount})
    )`,
    sql`create index work_waiting on work (has_file, account, priority desc, position) where owner is null`,
    // Contains only jobs in progress. Without the lease, so that extending it changes no index.
    sql`create index work_running on work (has_file, account, owner) where owner is not null`,

    sql`create table recognised_texts (
      job_id text not null,
      account integer not null,
      attempt text not null,
      position integer not null,
      text text not null,
      primary key (job_id, attempt, position, account),
      foreign key (job_id${andAccount}) references work (job_id${andAccount}) on delete cascade
    )`,

    sql`create table nodes (
      id text primary key,
      roles text not null,
      version text not null,
      host text not null,
      pid integer not null,
      models text not null,
      state text not null default 'running',
      followed text not null default 'running',
      lease_until bigint not null,
      beat_at bigint not null,
      health text,
      dead integer not null default 0,
      started_at bigint not null
    )`,

    sql`create table live_sessions (
      token_hash text not null,
      job_id text not null,
      account integer not null,
      ended integer not null default 0,
      key_id text,
      user_id text,
      owner text,
      asked text,
      trace text,
      counted_ms bigint not null default 0,
      primary key (token_hash${andAccount}),
      constraint live_sessions_job_id_key unique (job_id${andAccount})
    ) ${clustered}`,
    sql`create index live_sessions_open on live_sessions (account) where ended = 0`,
    sql`create index live_sessions_account on live_sessions (account)`,
    sql`create index live_sessions_owned on live_sessions (owner) where owner is not null`,

    sql`create table live_audio (
      job_id text not null,
      position bigint not null,
      bytes ${bytes} not null,
      constraint live_audio_key primary key (job_id, position)
    ) ${clustered}`,

    sql`create table live_lines (
      job_id text not null,
      position bigint not null,
      bytes ${bytes} not null,
      constraint live_lines_key primary key (job_id, position)
    ) ${clustered}`,

    sql`create table live_segments (
      job_id text not null,
      position bigint not null,
      size bigint not null,
      file text not null unique,
      constraint live_segments_key primary key (job_id, position)
    ) ${clustered}`,

    sql`create table endpoints (
      id ${counted('integer')},
      account integer not null references accounts (id),
      origin text not null,
      failures integer not null default 0,
      failing_since bigint,
      paused_until bigint,
      primary key (id${andAccount}),
      constraint endpoints_by_origin unique (account, origin)
    )`,

    sql`create table deliveries (
      position ${counted('bigint')},
      id text not null,
      account integer not null,
      job_id text not null,
      endpoint integer not null,
      event text not null,
      url text not null,
      method text not null,
      payload text,
      webhook text,
      is_ordered integer not null,
      state text not null,
      created_at bigint not null,
      began_at bigint not null,
      attempts integer not null default 0,
      tries integer not null default 0,
      next_at bigint,
      lease text,
      trace text,
      primary key (position${andAccount}),
      constraint deliveries_id_key unique (id${andAccount})
    )`,
    sql`create index deliveries_due on deliveries (endpoint, next_at, position) where next_at is not null`,
    sql`create index deliveries_by_job on deliveries (job_id, position)`,
    sql`create index deliveries_by_account on deliveries (account, state, position)`,
    // Finds the first waiting message of a session with ten thousand.
    sql`create index deliveries_waiting on deliveries (job_id, position) where state = 'waiting'`,
    // Counts deliveries in progress to an endpoint, whose limit holds across all processes.
    sql`create index deliveries_leased on deliveries (endpoint, next_at) where lease is not null`,
    sql`create index deliveries_of_webhooks on deliveries (account, webhook) where webhook is not null`,
    sql`create index deliveries_of_webhooks_by_age on deliveries (created_at) where webhook is not null`,

    sql`create table delivery_attempts (
      account integer not null,
      delivery text not null,
      number integer not null,
      at bigint not null,
      duration integer not null,
      status integer,
      answer text,
      error text,
      primary key (delivery, number, account)
    ) ${clustered}`,
  ]
  if (locksRows)
    statements.push(
      // Audio hardly compresses, so it is stored in the row uncompressed. A vacuum of the server with cost delays took so long that the
      // vacuums of the service were skipped, and the table of 500 sessions grew beyond a gigabyte.
      sql`alter table live_audio alter bytes set storage main,
        set (toast_tuple_target = 8160, autovacuum_vacuum_cost_delay = 0)`,
      // They are compressed already, or hardly compress.
      sql`alter table job_revisions alter splice set storage external, alter transcription set storage external,
        alter recognised set storage external`,
      sql`alter table job_voices alter voices set storage external`,
      sql`alter table retranscriptions alter transcription set storage external`,
    )
  for (const statement of statements) await statement.execute(db)
  await words.create(db)
}

/** Indexes for finding jobs whose retention has ended. */
function byRetention(table: 'jobs' | 'trash') {
  const index = (name: string, columns: string, condition: string) => sql`
    create index ${sql.ref(`${table}_by_${name}`)} on ${sql.table(table)} ${sql.raw(columns)}
      where ${sql.raw(condition)} and completed_at is not null`
  return [
    index('end_audio_days', '(account, completed_at)', 'audio_days is null and file_id is not null'),
    index(
      'own_audio_days',
      '((completed_at + audio_days * 86400000))',
      'audio_days >= 0 and file_id is not null',
    ),
    index('end_transcript_days', '(account, completed_at)', 'transcript_days is null'),
    index('own_transcript_days', '((completed_at + transcript_days * 86400000))', 'transcript_days >= 0'),
  ]
}
