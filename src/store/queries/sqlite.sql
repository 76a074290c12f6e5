-- accountDeletions.advance
select "id"
from "jobs"
where "account" = ? and "bucket" in (?, ?)
limit ?;
begin;
delete
from "work"
where "account" = ? and "job_id" in (?)
returning "job_id", "owner";
select "id"
from "accounts"
where "id" = ?;
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "account" = ? and "id" in (?);
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
commit;
delete
from "deliveries"
where "account" = ? and "id" in (select "id"
  from "deliveries"
  where "account" = ?
  limit ?)
returning "id";
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (?);
select "id"
from "jobs"
where "account" = ? and "bucket" not in (?, ?)
order by "ordinal"
limit ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
update files
set jobs = jobs - times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning id, jobs, size;
delete
from "files"
where "account" = ? and "id" in (?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = ? and "source" in (?)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?);
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = ?
limit ?;
select 1
from "jobs"
where account = ?
limit 1;
delete
from "files"
where "account" = ? and "id" in (select "id"
  from "files"
  where "account" = ?
  limit ?)
returning "id", "size";
delete
from "shares"
where account = ? and ("id", "account") in (select "id", "account"
  from "shares"
  where account = ?
  limit ?);
delete
from "invitations"
where account = ? and ("id") in (select "id"
  from "invitations"
  where account = ?
  limit ?);
delete
from "issuer_sessions"
where account = ? and ("session_id", "account") in (select "session_id", "account"
  from "issuer_sessions"
  where account = ?
  limit ?);
delete
from "console_sessions"
where account = ? and ("id", "account") in (select "id", "account"
  from "console_sessions"
  where account = ?
  limit ?);
delete
from "bulk_requests"
where account = ? and ("account", "id") in (select "account", "id"
  from "bulk_requests"
  where account = ?
  limit ?);
delete
from "retention"
where account = ? and ("account") in (select "account"
  from "retention"
  where account = ?
  limit ?);
delete
from "account_settings"
where account = ? and ("account", "name") in (select "account", "name"
  from "account_settings"
  where account = ?
  limit ?);
delete
from "audit_entries"
where account = ? and ("id") in (select "id"
  from "audit_entries"
  where account = ?
  limit ?);
delete
from "idempotency_keys"
where account = ? and ("account", "operation", "key_hash") in (select "account", "operation", "key_hash"
  from "idempotency_keys"
  where account = ?
  limit ?);
delete
from "deleted_jobs"
where account = ? and ("account", "change", "ordinal") in (select "account", "change", "ordinal"
  from "deleted_jobs"
  where account = ?
  limit ?);
delete
from "job_results"
where account = ? and ("account", "ordinal") in (select "account", "ordinal"
  from "job_results"
  where account = ?
  limit ?);
delete
from "job_revisions"
where account = ? and ("account", "ordinal", "revision") in (select "account", "ordinal", "revision"
  from "job_revisions"
  where account = ?
  limit ?);
delete
from "job_word_errors"
where account = ? and ("account", "ordinal", "language") in (select "account", "ordinal", "language"
  from "job_word_errors"
  where account = ?
  limit ?);
delete
from "word_error_counts"
where account = ? and ("account", "model", "language") in (select "account", "model", "language"
  from "word_error_counts"
  where account = ?
  limit ?);
delete
from "job_corrections"
where account = ? and ("account", "ordinal", "typed", "heard") in (select "account", "ordinal", "typed", "heard"
  from "job_corrections"
  where account = ?
  limit ?);
delete
from "correction_counts"
where account = ? and ("account", "typed", "heard") in (select "account", "typed", "heard"
  from "correction_counts"
  where account = ?
  limit ?);
delete
from "job_voices"
where account = ? and ("account", "ordinal") in (select "account", "ordinal"
  from "job_voices"
  where account = ?
  limit ?);
delete
from "retranscriptions"
where account = ? and ("account", "ordinal") in (select "account", "ordinal"
  from "retranscriptions"
  where account = ?
  limit ?);
delete
from "job_leaves"
where account = ? and ("account", "path", "value", "kind", "ordinal") in (select "account", "path", "value", "kind", "ordinal"
  from "job_leaves"
  where account = ?
  limit ?);
delete
from "job_leaf_gaps"
where account = ? and ("account", "path", "value", "kind", "number") in (select "account", "path", "value", "kind", "number"
  from "job_leaf_gaps"
  where account = ?
  limit ?);
delete
from "tag_counts"
where account = ? and ("account", "tag", "kind") in (select "account", "tag", "kind"
  from "tag_counts"
  where account = ?
  limit ?);
delete
from "job_counts"
where account = ? and ("account", "level", "bucket", "block") in (select "account", "level", "bucket", "block"
  from "job_counts"
  where account = ?
  limit ?);
delete
from "derived_files"
where account = ? and ("account", "source", "kind") in (select "account", "source", "kind"
  from "derived_files"
  where account = ?
  limit ?);
delete
from "daily_audio"
where account = ? and ("account", "day") in (select "account", "day"
  from "daily_audio"
  where account = ?
  limit ?);
delete
from "account_usage"
where account = ? and ("account", "what", "day") in (select "account", "what", "day"
  from "account_usage"
  where account = ?
  limit ?);
delete
from "live_sessions"
where account = ? and ("token_hash", "account") in (select "token_hash", "account"
  from "live_sessions"
  where account = ?
  limit ?);
delete
from "endpoints"
where account = ? and ("id", "account") in (select "id", "account"
  from "endpoints"
  where account = ?
  limit ?);
delete
from "keys"
where account = ? and ("id") in (select "id"
  from "keys"
  where account = ?
  limit ?);
select distinct "user_id"
from "memberships"
where "account" = ?
order by "user_id";
select 1
from "trash"
where account = ?
limit 1;
select 1
from "files"
where account = ?
limit 1;
select 1
from "shares"
where account = ?
limit 1;
select 1
from "invitations"
where account = ?
limit 1;
select 1
from "issuer_sessions"
where account = ?
limit 1;
select 1
from "console_sessions"
where account = ?
limit 1;
select 1
from "bulk_requests"
where account = ?
limit 1;
select 1
from "retention"
where account = ?
limit 1;
select 1
from "account_settings"
where account = ?
limit 1;
select 1
from "audit_entries"
where account = ?
limit 1;
select 1
from "idempotency_keys"
where account = ?
limit 1;
select 1
from "deleted_jobs"
where account = ?
limit 1;
select 1
from "job_results"
where account = ?
limit 1;
select 1
from "job_revisions"
where account = ?
limit 1;
select 1
from "job_word_errors"
where account = ?
limit 1;
select 1
from "word_error_counts"
where account = ?
limit 1;
select 1
from "job_corrections"
where account = ?
limit 1;
select 1
from "correction_counts"
where account = ?
limit 1;
select 1
from "job_voices"
where account = ?
limit 1;
select 1
from "retranscriptions"
where account = ?
limit 1;
select 1
from "job_leaves"
where account = ?
limit 1;
select 1
from "job_leaf_gaps"
where account = ?
limit 1;
select 1
from "tag_counts"
where account = ?
limit 1;
select 1
from "job_counts"
where account = ?
limit 1;
select 1
from "derived_files"
where account = ?
limit 1;
select 1
from "daily_audio"
where account = ?
limit 1;
select 1
from "account_usage"
where account = ?
limit 1;
select 1
from "live_sessions"
where account = ?
limit 1;
select 1
from "endpoints"
where account = ?
limit 1;
select 1
from "keys"
where account = ?
limit 1;
delete
from "accounts"
where "id" = ?;
pragma wal_checkpoint(truncate);

-- accountDeletions.begin
begin;
update "accounts"
set "deleted_at" = ?
where "id" = ? and "deleted_at" is null;
update "keys"
set "revoked_at" = ?
where "account" = ? and "revoked_at" is null;
select distinct "user_id"
from "memberships"
where "account" = ?
order by "user_id";
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
delete
from "memberships"
where "account" = ? and "user_id" = ?;
select "role"
from "memberships"
where "account" = ? and "user_id" = ?;
update "keys"
set "revoked_at" = ?
where "account" = ? and "user_id" = ? and "revoked_at" is null;
delete
from "console_sessions"
where "account" = ? and "user_id" = ?;
delete
from "invitations"
where "account" = ? and "user_id" = ?;
delete
from "shares"
where "account" = ? and "user_id" = ?
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = ?
limit ?;
delete
from "console_sessions"
where "user_id" = ?;
delete
from "issuer_identities"
where "user_id" = ?;
delete
from "users"
where "id" = ?;
delete
from "shares"
where "account" = ? and true
returning "id", "job_id";
delete
from "invitations"
where "account" = ?;
delete
from "console_sessions"
where "account" = ?;
delete
from "bulk_requests"
where "account" = ?;
commit;

-- accountDeletions.begun
select "id", "name"
from "accounts"
where "deleted_at" is not null
order by "deleted_at", "id";

-- accountDeletions.isOf
select "id", "name"
from "accounts"
where "deleted_at" is not null
order by "deleted_at", "id";

-- accounts.callbackSecrets
select "id", "callback_secret", "previous_callback_secret", "previous_callback_secret_until"
from "accounts"
where "id" in (?);
update "accounts"
set "callback_secret" = coalesce("callback_secret", ?)
where "id" = ?
returning "callback_secret";

-- accounts.change
begin;
select "limits"
from "accounts"
where "id" = ?;
update "accounts"
set "limits" = ?, "priority" = ?, "paused_at" = coalesce("paused_at", ?)
where "id" = ?;
commit;

-- accounts.count
select count(distinct "account") as "count"
from "keys"
where not (keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false));

-- accounts.create
insert into "accounts" ("name", "created_at", "last_ordinal", "last_created_at")
values (?, ?, ?, ?)
on conflict ("name") do nothing
returning "id";

-- accounts.ensure
insert into "accounts" ("name", "created_at", "last_ordinal", "last_created_at")
values (?, ?, ?, ?)
on conflict ("name") do nothing
returning "id";

-- accounts.find
select "id"
from "accounts"
where "name" = ? and "deleted_at" is null;

-- accounts.get
select "id", "name", "created_at", "limits", "priority", "paused_at", "deleted_at"
from "accounts"
where "id" = ?
order by "name";
select "account", "bucket", sum("jobs") as "jobs"
from "job_counts"
where "level" = 3 and "account" = ?
group by "account", "bucket";
select "account", sum("audio_ms") as "ms"
from "daily_audio"
where "account" = ?
group by "account";
select "account", count(*) as "open"
from "live_sessions"
where "ended" = ? and "account" = ?
group by "account";
select "account", "has_file", count(*) as "jobs"
from "work"
where "owner" is not null and "account" = ?
group by "account", "has_file";
select "account", count(distinct "user_id") as "users"
from "memberships"
where "account" = ?
group by "account";
select "account", "what", "amount"
from "account_usage"
where (("what" = ? and "day" = ?) or ("what" = ? and "day" = ?)) and "account" = ?;

-- accounts.jobChanges
select "id", "job_changes"
from "accounts"
where id in (select value as ordinal
  from json_each(?)) and "deleted_at" is null;

-- accounts.list
select "id", "name", "created_at", "limits", "priority", "paused_at", "deleted_at"
from "accounts"
order by "name";
select "account", "bucket", sum("jobs") as "jobs"
from "job_counts"
where "level" = 3
group by "account", "bucket";
select "account", sum("audio_ms") as "ms"
from "daily_audio"
group by "account";
select "account", count(*) as "open"
from "live_sessions"
where "ended" = ?
group by "account";
select "account", "has_file", count(*) as "jobs"
from "work"
where "owner" is not null
group by "account", "has_file";
select "account", count(distinct "user_id") as "users"
from "memberships"
group by "account";
select "account", "what", "amount"
from "account_usage"
where (("what" = ? and "day" = ?) or ("what" = ? and "day" = ?));

-- accounts.rotateCallbackSecret
update "accounts"
set "previous_callback_secret" = "callback_secret", "previous_callback_secret_until" = ?, "callback_secret" = ?
where "id" = ?;

-- accounts.usage
select "block" as "day", "bucket", "jobs"
from "job_counts"
where "account" = ? and "level" = 4 and "bucket" in (?, ?, ?, ?) and "block" >= ? and "block" <= ?;
select "day", "audio_ms"
from "daily_audio"
where "account" = ? and "day" >= ? and "day" <= ?;

-- audit.add
insert into audit_entries (id, account, at, operation, who, who_id, key_id, details, address, request_id) select id, account, (select cast(unixepoch('subsec') * 1000 as integer)) - age, operation, who, who_id, key_id, details, address, request_id
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'age' as age,value ->> 'operation' as operation,value ->> 'who' as who,value ->> 'who_id' as who_id,value ->> 'key_id' as key_id,value ->> 'details' as details,value ->> 'address' as address,value ->> 'request_id' as request_id
  from json_each(?)) as given
where account = 0 or exists (select 1
  from accounts
  where id = given.account )
on conflict do nothing;

-- audit.page
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where "account" = ?
    order by "at" desc, "id" desc
    limit ?) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit ?;

-- audit.page, of all accounts
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where 1 = 1
    order by "at" desc, "id" desc
    limit ?) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit ?;

-- audit.page, of operations
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where ("account" = ? and "operation" = ?)
    order by "at" desc, "id" desc
    limit ?) as "newest"
  union all select "id"
  from (select "id", "at"
    from "audit_entries"
    where ("account" = ? and "operation" = ?)
    order by "at" desc, "id" desc
    limit ?) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit ?;

-- audit.page, of somebody at some time
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where ("account" = ? and "who_id" = ?) and "at" >= ? and "at" < ? and ("at", "id") < (?, ?)
    order by "at" desc, "id" desc
    limit ?) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit ?;

-- audit.removeExpired
delete
from "audit_entries"
where "id" in (select "id"
  from "audit_entries"
  where "at" <= cast(unixepoch('subsec') * 1000 as integer) - ?
  order by "at"
  limit ?);

-- bulkRequests.advance
select *
from "bulk_requests"
where "state" = 'running' and ("kind" = 'delete' or ("kind" = 'retranscribe' and (select count(*) as "waiting"
      from "retranscriptions"
      where "retranscriptions"."account" = "bulk_requests"."account" and "retranscriptions"."state" = 'waiting') < ?))
order by "advanced_at"
limit ?;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 4, 5) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select "found"."ordinal"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and "lead"."ordinal" < ?
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and "lead"."ordinal" < ?
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "found"
order by "found"."ordinal" desc;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview", "account", "request_params"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?)) and "completed_at" <= ?;
update "bulk_requests"
set "position" = ?, "handled" = "handled" + ?, "advanced_at" = ?
where ("account" = ? and "id" = ? and "position" = ? and "state" = ?);
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- bulkRequests.advance, again
select *
from "bulk_requests"
where "state" = 'running' and ("kind" = 'delete' or ("kind" = 'retranscribe' and (select count(*) as "waiting"
      from "retranscriptions"
      where "retranscriptions"."account" = "bulk_requests"."account" and "retranscriptions"."state" = 'waiting') < ?))
order by "advanced_at"
limit ?;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 3) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2) and "level" = 3) as value;
select "found"."ordinal"
from (select "lead"."ordinal"
  from "job_leaves" as "lead"
  where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and "lead"."ordinal" < ?
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and jobs.bucket = 2 and "jobs"."ordinal" = "lead"."ordinal")
  order by "ordinal" desc
  limit ?) as "found"
order by "found"."ordinal" desc;
select "ordinal"
from "jobs"
where "account" = ? and "ordinal" >= ? and "ordinal" < ?
order by "ordinal"
limit 1;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview", "account", "request_params"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?)) and "completed_at" <= ?;
update "bulk_requests"
set "position" = ?, "handled" = "handled" + ?, "advanced_at" = ?
where ("account" = ? and "id" = ? and "position" = ? and "state" = ?);
select "value" as "json", "revision"
from "account_settings"
where "account" = ? and "name" = ?;
insert into "retranscriptions" ("account", "ordinal", "state", "params", "accepted", "requested_by", "created_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("account", "ordinal") do update
set "state" = ?, "params" = ?, "accepted" = ?, "requested_by" = ?, "created_at" = ?, "completed_at" = ?, "error" = ?
where "retranscriptions"."state" = ?;
insert into "work" ("account", "ordinal", "trace", "job_id", "attempts", "has_file", "priority", "epoch", "requeued_at")
values (?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer));
commit;
update "bulk_requests"
set "state" = ?, "filter" = ?, "completed_at" = ?
where ("account" = ? and "id" = ? and "position" = ? and "state" = ?);
delete
from "bulk_requests"
where "account" = ? and "completed_at" < ?;
pragma wal_checkpoint(truncate);

-- bulkRequests.advance, to the end, on a full disk
select *
from "bulk_requests"
where "state" = 'running' and "kind" = 'delete'
order by "advanced_at"
limit ?;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 4, 5) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select "found"."ordinal"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and "lead"."ordinal" < ?
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and "lead"."ordinal" < ?
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "found"
order by "found"."ordinal" desc;
select "ordinal"
from "jobs"
where "account" = ? and "ordinal" >= ? and "ordinal" < ?
order by "ordinal"
limit 1;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview", "account", "request_params"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?)) and "completed_at" <= ?;
update "bulk_requests"
set "position" = ?, "handled" = "handled" + ?, "advanced_at" = ?
where ("account" = ? and "id" = ? and "position" = ? and "state" = ?);
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;
update "bulk_requests"
set "state" = ?, "filter" = ?, "completed_at" = ?
where ("account" = ? and "id" = ? and "position" = ? and "state" = ?);
delete
from "bulk_requests"
where "account" = ? and "completed_at" < ?;
pragma wal_checkpoint(truncate);

-- bulkRequests.begin
begin;
select "last_created_at"
from "accounts"
where "id" = ?;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 4, 5) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "slice";
insert into "bulk_requests" ("account", "id", "kind", "options", "state", "filter", "position", "matched", "requested_by", "created_at", "ended_by", "advanced_at", "completed_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
returning "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at";
commit;

-- bulkRequests.begin, again
begin;
select "last_created_at"
from "accounts"
where "id" = ?;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 3) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2) and "level" = 3) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "lead"."ordinal"
  from "job_leaves" as "lead"
  where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and jobs.bucket = 2 and "jobs"."ordinal" = "lead"."ordinal")
  order by "ordinal" desc
  limit ?) as "slice";
insert into "bulk_requests" ("account", "id", "kind", "options", "state", "filter", "position", "matched", "requested_by", "created_at", "ended_by", "advanced_at", "completed_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
returning "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at";
commit;

-- bulkRequests.get
select "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at"
from "bulk_requests"
where "account" = ? and "id" = ? and "kind" = ?;

-- bulkRequests.newest
select "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at"
from "bulk_requests"
where "account" = ? and "kind" = ?
order by "created_at" desc, "id"
limit ?;

-- callers.authenticate
select "accounts"."id" as "account", "keys"."id" as "key", "keys"."name", "scopes", "expires_at", "accounts"."job_changes" as "jobChanges", "accounts"."limits", "keys"."user_id" as "user", "users"."name" as "userName", "memberships"."role"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
left join "users" on "users"."id" = "keys"."user_id"
left join "memberships" on "memberships"."user_id" = "keys"."user_id" and "memberships"."account" = "keys"."account"
where "keys"."hash" = ? and "keys"."revoked_at" is null and "accounts"."deleted_at" is null;

-- challenges.begin
delete
from "sign_in_challenges"
where "expires_at" <= ?;
select count(*) as "begun"
from "sign_in_challenges";
insert into "sign_in_challenges" ("hash", "purpose", "data", "expires_at")
values (?, ?, ?, ?);

-- challenges.take
delete
from "sign_in_challenges"
where "hash" = ? and "purpose" = ? and "expires_at" > ?
returning "data";

-- consoleSessions.begin
delete
from "console_sessions"
where "expires_at" <= ?;
begin;
update "keys"
set "last_used_at" = ?
where "id" = ?;
insert into "console_sessions" ("id", "token_hash", "account", "browser", "key_id", "user_id", "created_at", "last_used_at", "expires_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?);
delete
from "console_sessions"
where "id" in (select "id"
  from "console_sessions"
  where "key_id" = ?
  order by "last_used_at" desc
  limit ? offset ?);
commit;

-- consoleSessions.begin, of a user
delete
from "console_sessions"
where "expires_at" <= ?;
begin;
update "users"
set "last_seen_at" = ?
where "id" = ?;
insert into "console_sessions" ("id", "token_hash", "account", "browser", "key_id", "user_id", "created_at", "last_used_at", "expires_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?);
delete
from "console_sessions"
where "id" in (select "id"
  from "console_sessions"
  where "user_id" = ?
  order by "last_used_at" desc
  limit ? offset ?);
commit;

-- consoleSessions.devices
select "id", "browser", "created_at" as "signedInAt", "last_used_at" as "lastUsedAt"
from "console_sessions"
where "user_id" = ? and "expires_at" > ?
order by "last_used_at" desc, "id";

-- consoleSessions.end
delete
from "console_sessions"
where "token_hash" = ?;

-- consoleSessions.endDevice
delete
from "console_sessions"
where "user_id" = ? and "id" = ?;

-- consoleSessions.find
select "session"."id", "session"."account", "session"."key_id" as "key", "users"."id" as "user", "session"."last_used_at", "session"."expires_at", "accounts"."name" as "accountName", "accounts"."job_changes" as "jobChanges", "accounts"."limits", "keys"."name" as "keyName", "keys"."scopes", "users"."name" as "userName", "memberships"."role", "issuer_sessions"."session_id" as "issuerSession", "issuer_sessions"."refresh_token" as "refreshToken", "issuer_sessions"."checked_at" as "checkedAt"
from "console_sessions" as "session"
inner join "accounts" on "accounts"."id" = "session"."account"
left join "keys" on "keys"."id" = "session"."key_id"
left join "users" on "users"."id" = coalesce("session"."user_id", "keys"."user_id")
left join "memberships" on "memberships"."user_id" = "users"."id" and "memberships"."account" = "session"."account"
left join "issuer_sessions" on "issuer_sessions"."session_id" = "session"."id"
where "session"."token_hash" = ? and "session"."expires_at" > ? and "accounts"."deleted_at" is null and not (keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false));

-- consoleSessions.use
update "console_sessions"
set "account" = ?
where "id" = ?;

-- deliveries.bodyOf
select "job_id", "event", "payload", "webhook", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
left join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where ("webhook" is not null or "jobs"."id" is not null) and "deliveries"."id" = ? and "lease" = ? and "next_at" > cast(unixepoch('subsec') * 1000 as integer);

-- deliveries.claim
begin;
select "id", "paused_until"
from "endpoints"
where "id" in (?);
select "endpoint", count(*) as "count"
from "deliveries"
where "endpoint" in (?) and "lease" is not null and "next_at" > ?
group by "endpoint";
select id
from (select id
  from deliveries
  where endpoint = ? and next_at <= ?
  order by next_at, position
  limit ? ) as one;
update "deliveries"
set "lease" = ?, "next_at" = ?
where "id" in (?) and "next_at" <= ?
returning "id", "account", "job_id", "endpoint", "event", "is_ordered", "url", "method", "tries", "began_at", "trace";
commit;
select "id", "callback_secret", "previous_callback_secret", "previous_callback_secret_until"
from "accounts"
where "id" in (?);

-- deliveries.extend
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer) + ?
where "id" in (select "id"
  from "deliveries"
  where ("id" in (?) and "lease" in (?)));

-- deliveries.giveUp
begin;
update "deliveries"
set "state" = ?, "next_at" = ?
where "state" = 'waiting' and "endpoint" = ? and "began_at" < ? and "lease" is null
returning "job_id", "is_ordered";
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer)
where "position" = (select "position"
  from "deliveries"
  where "job_id" = ? and "is_ordered" = ? and "state" = 'waiting'
  order by "position"
  limit ?) and "next_at" is null;
commit;

-- deliveries.putBack
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer), "lease" = ?
where ("id" in (?) and "lease" in (?));

-- deliveries.record, gone
begin;
select *
from "endpoints"
where "id" in (?) and ("failures" > ? or "paused_until" is not null or "id" in (?));
update "deliveries"
set "state" = ?, "next_at" = ?, "lease" = ?, "attempts" = "attempts" + ?, "tries" = "tries" + ?
where ("id" in (?) and "lease" in (?))
returning "account", "attempts";
insert into "delivery_attempts" ("account", "delivery", "number", "at", "duration", "status", "answer", "error")
values (?, ?, ?, ?, ?, ?, ?, ?);
update "deliveries"
set "state" = ?, "next_at" = ?
where "job_id" = ? and "url" = ? and "state" = 'waiting' and "lease" is null;
update "endpoints"
set "failures" = ?, "failing_since" = ?, "paused_until" = ?
where "id" = ?;
commit;

-- deliveries.record, of a session
begin;
select *
from "endpoints"
where "id" in (?) and ("failures" > ? or "paused_until" is not null or "id" in (?));
update "deliveries"
set "state" = ?, "next_at" = ?, "lease" = ?, "attempts" = "attempts" + ?, "tries" = "tries" + ?
where ("id" in (?) and "lease" in (?))
returning "account", "attempts";
insert into "delivery_attempts" ("account", "delivery", "number", "at", "duration", "status", "answer", "error")
values (?, ?, ?, ?, ?, ?, ?, ?);
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer)
where "position" = (select "position"
  from "deliveries"
  where "job_id" = ? and "is_ordered" = ? and "state" = 'waiting'
  order by "position"
  limit ?) and "next_at" is null;
update "endpoints"
set "failures" = ?, "failing_since" = ?, "paused_until" = ?
where "id" = ?;
commit;

-- deliveries.record, to be sent again
begin;
select *
from "endpoints"
where "id" in (?) and ("failures" > ? or "paused_until" is not null or "id" in (?));
update "deliveries"
set "state" = ?, "next_at" = ?, "lease" = ?, "attempts" = "attempts" + ?, "tries" = "tries" + ?
where ("id" in (?) and "lease" in (?))
returning "account", "attempts";
insert into "delivery_attempts" ("account", "delivery", "number", "at", "duration", "status", "answer", "error")
values (?, ?, ?, ?, ?, ?, ?, ?);
update "endpoints"
set "failures" = ?, "failing_since" = ?, "paused_until" = ?
where "id" = ?;
commit;

-- deliveries.waitingEndpoints
with recursive waiting (endpoint) as (select min(endpoint)
  from deliveries
  where next_at is not null
  union all select (select min(endpoint)
    from deliveries
    where next_at is not null and endpoint > waiting.endpoint)
  from waiting
  where waiting.endpoint is not null ) select endpoints.*, cast(unixepoch('subsec') * 1000 as integer) as now, (select min(next_at)
  from deliveries
  where next_at is not null and deliveries.endpoint = endpoints.id ) as due_at
from waiting
join endpoints on endpoints.id = waiting.endpoint;

-- deliveryLog.bodyOf
select "job_id", "event", "payload", "webhook", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
left join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where ("webhook" is not null or "jobs"."id" is not null) and "deliveries"."id" = ? and "deliveries"."job_id" = ? and "deliveries"."account" = ?;

-- deliveryLog.bodyOf, of an end
select "job_id", "event", "payload", "webhook", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
left join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where ("webhook" is not null or "jobs"."id" is not null) and "deliveries"."id" = ? and "deliveries"."job_id" = ? and "deliveries"."account" = ?;
select "jobs"."id" as "job_id", "bucket", "completed_at", "result", "custom_metadata", "error_code", "error_message"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "jobs"."bucket" = ?
where "jobs"."id" = ? and "jobs"."account" = ? and "bucket" in (?, ?);

-- deliveryLog.ofAccount
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "position" in (select "position"
  from (select "position"
    from "deliveries"
    where ("account" = ? and "state" = ?)
    order by "position" desc
    limit ?) as "newest"
  union all select "position"
  from (select "position"
    from "deliveries"
    where ("account" = ? and "state" = ?)
    order by "position" desc
    limit ?) as "newest"
  union all select "position"
  from (select "position"
    from "deliveries"
    where ("account" = ? and "state" = ?)
    order by "position" desc
    limit ?) as "newest")
order by "position" desc
limit ?;
select *
from "delivery_attempts"
where "delivery" in (?, ?, ?, ?, ?)
order by "delivery", "number";

-- deliveryLog.ofAccount, after a delivery, in a state and of a job
select "id"
from "jobs"
where "id" = ? and "account" = ?;
select "position"
from "deliveries"
where "id" = ? and "account" = ?;
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "position" in (select "position"
  from (select "position"
    from "deliveries"
    where ("job_id" = ? and "state" = ?) and "position" < ?
    order by "position" desc
    limit ?) as "newest")
order by "position" desc
limit ?;

-- deliveryLog.ofJob
select "id"
from "jobs"
where "id" = ? and "account" = ?;
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "job_id" = ?
order by "position"
limit ?;
select *
from "delivery_attempts"
where "delivery" in (?)
order by "delivery", "number";

-- deliveryLog.ofJob, after a delivery and in a state
select "id"
from "jobs"
where "id" = ? and "account" = ?;
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "job_id" = ? and "state" = ? and "position" > (select "position"
  from "deliveries"
  where "id" = ?)
order by "position"
limit ?;

-- deliveryLog.one
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "job_id" = ? and "deliveries"."id" = ? and "deliveries"."account" = ?;
select *
from "delivery_attempts"
where "delivery" in (?)
order by "delivery", "number";

-- deliveryLog.redeliver
begin;
select "endpoint"
from "deliveries"
where "id" = ? and "job_id" = ? and "account" = ?;
update "deliveries"
set "state" = ?, "began_at" = cast(unixepoch('subsec') * 1000 as integer), "tries" = ?, "next_at" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ? and "lease" is null and ("state" <> ? or "next_at" is not null);
update "endpoints"
set "paused_until" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ? and "paused_until" > cast(unixepoch('subsec') * 1000 as integer);
commit;

-- failedJobs.faults
select "id"
from "jobs"
where "account" = ? and "error_code" >= 500 and "bucket" = ? and ("file_id" is not null or "file" is null)
order by "ordinal"
limit ?;

-- failedJobs.requeue
select "id"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "file"
from "jobs"
where "id" = ? and "account" = ?;
select "limits"
from "accounts"
where "id" = ?;
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
update "jobs"
set "bucket" = ?, "completed_at" = ?, "error_code" = ?, "error_message" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" ("account", "ordinal", "job_id", "attempts", "has_file", "trace", "epoch", "requeued_at")
values (?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer));
commit;

-- files.add
begin;
select "limits"
from "accounts"
where "id" = ?;
delete
from "uploads"
where "file" = ? and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- files.add, where the trash makes room
begin;
select "limits"
from "accounts"
where "id" = ?;
delete
from "uploads"
where "file" = ? and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
rollback;
select "job_changes"
from "accounts"
where "id" = ?;
select ordinal, trashed_at, file_id, files.jobs as uses, size, (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = trash.account and of_job.ordinal = trash.ordinal), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = trash.account and of_job.ordinal = trash.ordinal), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = trash.account and of_job.ordinal = trash.ordinal), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = trash.account and of_job.ordinal = trash.ordinal), 0)) as bytes
from trash
left join files on files.id = file_id and files.account = trash.account
where trash.account = ? and (trashed_at, ordinal) > (?, ?)
order by trashed_at, ordinal
limit 500;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
commit;

-- files.addDerived
begin;
update "files"
set "jobs" = "jobs"
where "id" = ? and "account" = ?;
select "kind", "file"
from "derived_files"
where "account" = ? and "source" = ?;
delete
from "uploads"
where "file" = ? and "owner" is not null;
insert into "derived_files" ("account", "source", "kind", "file")
values (?, ?, ?, ?), (?, ?, ?, ?);
commit;

-- files.derived
select "kind", "file"
from "derived_files"
where "account" = ? and "source" = ?;

-- files.get
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "id" = ? and "account" = ?;

-- files.removeIfUnused
begin;
delete
from "files"
where "id" in (?) and jobs = 0
returning "id", "account", "size";
commit;

-- files.removeUnused
begin;
delete
from "files"
where "id" in (select "id"
  from "files"
  where jobs = 0 and "created_at" < ?
  order by "created_at"
  limit ?) and jobs = 0
returning "id", "account", "size";
commit;

-- grants.apply
begin;
select "id", "deleted_at"
from "accounts"
where "name" = ?;
select "user_id"
from "issuer_identities"
where "issuer" = ? and "subject" = ?;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
select "account"
from "memberships"
where "user_id" = ? and "source" = ?;
select "id"
from "users"
where "id" = ?;
commit;

-- grants.apply, somebody new
begin;
select "id", "deleted_at"
from "accounts"
where "name" = ?;
select "user_id"
from "issuer_identities"
where "issuer" = ? and "subject" = ?;
insert into "users" ("id", "name", "email", "created_at", "last_seen_at")
values (?, ?, ?, ?, ?);
insert into "issuer_identities" ("issuer", "subject", "user_id")
values (?, ?, ?)
on conflict ("issuer", "subject") do nothing;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
select "account"
from "memberships"
where "user_id" = ? and "source" = ?;
select "id"
from "users"
where "id" = ?;
commit;

-- grants.endUnconfirmed
select "account", "user_id"
from "memberships"
where "confirmed_at" < ?
limit ?;
begin;
select "id"
from "accounts"
where "id" = ?;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
select "account"
from "memberships"
where "account" = ? and "user_id" = ? and "confirmed_at" < ?;
delete
from "memberships"
where "account" = ? and "user_id" = ? and "source" = ?;
select "role"
from "memberships"
where "account" = ? and "user_id" = ?;
commit;

-- grants.endUnconfirmed, the last membership
select "account", "user_id"
from "memberships"
where "confirmed_at" < ?
limit ?;
begin;
select "id"
from "accounts"
where "id" = ?;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
select "account"
from "memberships"
where "account" = ? and "user_id" = ? and "confirmed_at" < ?;
delete
from "memberships"
where "account" = ? and "user_id" = ? and "source" = ?;
select "role"
from "memberships"
where "account" = ? and "user_id" = ?;
update "keys"
set "revoked_at" = ?
where "account" = ? and "user_id" = ? and "revoked_at" is null;
delete
from "console_sessions"
where "account" = ? and "user_id" = ?;
delete
from "invitations"
where "account" = ? and "user_id" = ?;
delete
from "shares"
where "account" = ? and "user_id" = ?
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = ?
limit ?;
delete
from "console_sessions"
where "user_id" = ?;
delete
from "issuer_identities"
where "user_id" = ?;
delete
from "users"
where "id" = ?;
commit;

-- idempotency.abandon
delete
from "idempotency_keys"
where "account" = ? and "operation" = ? and "key_hash" = ? and "owner" = ?;

-- idempotency.begin
insert into "idempotency_keys" ("account", "operation", "key_hash", "fingerprint", "answer", "owner", "created_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("account", "operation", "key_hash") do update
set "fingerprint" = ?, "answer" = ?, "owner" = ?, "created_at" = ?
where ("idempotency_keys"."created_at" < ? or ("idempotency_keys"."owner" is not null and not exists (select "nodes"."id"
      from "nodes"
      where "nodes"."id" = "idempotency_keys"."owner" and "nodes"."dead" = ?)))
returning 1 as "written";

-- idempotency.find
select "fingerprint", "answer"
from "idempotency_keys"
where "account" = ? and "operation" = ? and "key_hash" = ? and "created_at" >= ?;

-- idempotency.removeExpired
delete
from "idempotency_keys"
where ("account", "operation", "key_hash") in (select "account", "operation", "key_hash"
  from "idempotency_keys"
  where "created_at" < ?
  order by "created_at"
  limit ?);

-- invitations.accept, a user
begin;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
delete
from "invitations"
where "token_hash" = ? and "expires_at" > ? and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin'))
returning "account", "role", "email";
select "role"
from "memberships"
where "account" = ? and "user_id" = ? and "source" = ?;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- invitations.accept, known to an issuer
begin;
select "user_id"
from "issuer_identities"
where "issuer" = ? and "subject" = ?;
insert into "users" ("id", "name", "email", "created_at", "last_seen_at")
values (?, ?, ?, ?, ?);
insert into "issuer_identities" ("issuer", "subject", "user_id")
values (?, ?, ?)
on conflict ("issuer", "subject") do nothing;
delete
from "invitations"
where "token_hash" = ? and "expires_at" > ? and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin'))
returning "account", "role", "email";
select "role"
from "memberships"
where "account" = ? and "user_id" = ? and "source" = ?;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- invitations.accept, somebody new
begin;
delete
from "invitations"
where "token_hash" = ? and "expires_at" > ? and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin'))
returning "account", "role", "email";
insert into "users" ("id", "name", "email", "created_at", "last_seen_at")
values (?, ?, ?, ?, ?);
select "role"
from "memberships"
where "account" = ? and "user_id" = ? and "source" = ?;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- invitations.create
insert into "invitations" ("id", "account", "role", "email", "token_hash", "created_by", "user_id", "created_at", "expires_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- invitations.find
select "invitations"."id", "invitations"."account", "accounts"."name" as "accountName", "role", "email", "created_by", "invitations"."created_at" as "createdAt", "expires_at" as "expiresAt"
from "invitations"
inner join "accounts" on "accounts"."id" = "invitations"."account"
where "expires_at" > ? and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin')) and "accounts"."deleted_at" is null and "token_hash" = ?;

-- invitations.list
delete
from "invitations"
where "expires_at" <= ?;
select "invitations"."id", "invitations"."account", "accounts"."name" as "accountName", "role", "email", "created_by", "invitations"."created_at" as "createdAt", "expires_at" as "expiresAt"
from "invitations"
inner join "accounts" on "accounts"."id" = "invitations"."account"
where "expires_at" > ? and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin')) and "accounts"."deleted_at" is null and "invitations"."account" = ?
order by "invitations"."created_at";

-- invitations.remove
delete
from "invitations"
where "account" = ? and "id" = ?;

-- issuerSessions.add
delete
from "console_sessions"
where "expires_at" <= ?;
begin;
update "users"
set "last_seen_at" = ?
where "id" = ?;
insert into "console_sessions" ("id", "token_hash", "account", "browser", "key_id", "user_id", "created_at", "last_used_at", "expires_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?);
delete
from "console_sessions"
where "id" in (select "id"
  from "console_sessions"
  where "user_id" = ?
  order by "last_used_at" desc
  limit ? offset ?);
insert into "issuer_sessions" ("session_id", "account", "issuer", "subject", "sid", "refresh_token", "id_token", "checked_at")
values (?, ?, ?, ?, ?, ?, ?, ?);
update "console_sessions"
set "expires_at" = ?
where "id" = ?;
commit;

-- issuerSessions.claim
update "issuer_sessions"
set "claimed_until" = ?
where "session_id" = ? and "refresh_token" is not null and "checked_at" <= ? and "claimed_until" <= ?
returning "issuer", "subject", "refresh_token", "checked_at";

-- issuerSessions.claim, claimed already
update "issuer_sessions"
set "claimed_until" = ?
where "session_id" = ? and "refresh_token" is not null and "checked_at" <= ? and "claimed_until" <= ?
returning "issuer", "subject", "refresh_token", "checked_at";
select "session_id"
from "issuer_sessions"
where "session_id" = ? and "checked_at" <= ? and "claimed_until" > ?;

-- issuerSessions.end
delete
from "console_sessions"
where "id" = ?;

-- issuerSessions.endAll
delete
from "console_sessions"
where "id" in (select "session_id"
  from "issuer_sessions");

-- issuerSessions.endThose, of a session
delete
from "console_sessions"
where "created_at" <= ? and "id" in (select "session_id"
  from "issuer_sessions"
  where "issuer" = ? and "sid" = ?);

-- issuerSessions.endThose, of a subject
delete
from "console_sessions"
where "created_at" <= ? and "id" in (select "session_id"
  from "issuer_sessions"
  where "issuer" = ? and "subject" = ?);

-- issuerSessions.idToken
select "issuer", "id_token"
from "issuer_sessions"
where "session_id" = ?;

-- issuerSessions.lastChecked
select "session_id" as "id", "checked_at" as "checkedAt"
from "issuer_sessions"
inner join "console_sessions" on "console_sessions"."id" = "issuer_sessions"."session_id"
where "user_id" = ? and "refresh_token" is not null and "expires_at" > ?
order by "checked_at" desc
limit ?;

-- issuerSessions.release
update "issuer_sessions"
set "claimed_until" = ?, "checked_at" = ?
where "session_id" = ?;

-- issuerSessions.renew
update "issuer_sessions"
set "refresh_token" = ?
where "session_id" = ?;

-- issuerSessions.userOf
select "user_id"
from "console_sessions"
where "id" = ?;

-- jobs.changedIds
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = ?;
begin;
select change, ordinal, id, bucket
from (select *
  from (select change, ordinal, id, bucket
    from jobs
    where account = ? and (change, ordinal) > (?, ?)
    order by change, ordinal
    limit ?) as changed
  union all select *
  from (select change, ordinal, id, cast(null as integer) as bucket
    from deleted_jobs
    where account = ? and (change, ordinal) > (?, ?)
    order by change, ordinal
    limit ?) as gone ) as either
order by change, ordinal
limit ?;
commit;

-- jobs.changes, first page
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = ?;
begin;
select change, ordinal, id, bucket
from (select *
  from (select change, ordinal, id, bucket
    from jobs
    where account = ? and (change, ordinal) > (?, ?)
    order by change, ordinal
    limit ?) as changed
  union all select *
  from (select change, ordinal, id, cast(null as integer) as bucket
    from deleted_jobs
    where account = ? and (change, ordinal) > (?, ?)
    order by change, ordinal
    limit ?) as gone ) as either
order by change, ordinal
limit ?;
select "jobs"."ordinal", 0 + coalesce(octet_length("jobs"."custom_metadata"), 0) + coalesce(octet_length("jobs"."post_session_metadata"), 0) + coalesce(octet_length("jobs"."details"), 0) + coalesce(octet_length("jobs"."request_params"), 0) as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = ? and jobs.ordinal in (select value as ordinal
  from json_each(?))
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = ? and jobs.ordinal in (select value as ordinal
  from json_each(?))
order by "jobs"."ordinal" desc;
commit;

-- jobs.changes, long, read in chunks
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = ?;
begin;
select change, ordinal, id, bucket
from (select *
  from (select change, ordinal, id, bucket
    from jobs
    where account = ? and (change, ordinal) > (?, ?)
    order by change, ordinal
    limit ?) as changed
  union all select *
  from (select change, ordinal, id, cast(null as integer) as bucket
    from deleted_jobs
    where account = ? and (change, ordinal) > (?, ?)
    order by change, ordinal
    limit ?) as gone ) as either
order by change, ordinal
limit ?;
select "jobs"."ordinal", 0 + coalesce(octet_length("jobs"."custom_metadata"), 0) + coalesce(octet_length("jobs"."post_session_metadata"), 0) + coalesce(octet_length("jobs"."details"), 0) + coalesce(octet_length("jobs"."request_params"), 0) as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = ? and jobs.ordinal in (select value as ordinal
  from json_each(?))
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = ? and jobs.ordinal in (select value as ordinal
  from json_each(?))
order by "jobs"."ordinal" desc;
commit;

-- jobs.create
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + ?, "job_changes" = "job_changes" + ?, "last_created_at" = case when "last_created_at" > ? then "last_created_at" else ? end
where "id" = ?
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'bucket' as bucket,value ->> 'created_at' as created_at,value ->> 'custom_metadata' as custom_metadata,value ->> 'request_params' as request_params,value ->> 'file_id' as file_id,value ->> 'file' as file,value ->> 'audio_days' as audio_days,value ->> 'transcript_days' as transcript_days,value ->> 'change' as change
  from json_each(?)) as given;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from (select value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'job_id' as job_id,value ->> 'has_file' as has_file,value ->> 'trace' as trace
  from json_each(?)) as given;
commit;

-- jobs.create, reported to a webhook
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + ?, "job_changes" = "job_changes" + ?, "last_created_at" = case when "last_created_at" > ? then "last_created_at" else ? end
where "id" = ?
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'bucket' as bucket,value ->> 'created_at' as created_at,value ->> 'custom_metadata' as custom_metadata,value ->> 'request_params' as request_params,value ->> 'file_id' as file_id,value ->> 'file' as file,value ->> 'audio_days' as audio_days,value ->> 'transcript_days' as transcript_days,value ->> 'change' as change
  from json_each(?)) as given;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from (select value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'job_id' as job_id,value ->> 'has_file' as has_file,value ->> 'trace' as trace
  from json_each(?)) as given;
select "id"
from "endpoints"
where "account" = ? and "origin" = ?;
insert into deliveries (id, account, job_id, endpoint, event, url, method, payload, webhook, is_ordered, state, created_at, began_at, next_at) select id, cast(? as integer), job, endpoint, event, url, 'POST', payload, webhook, 0, 'waiting', cast(? as bigint), cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer)
from (select value ->> 'id' as id,value ->> 'job' as job,value ->> 'endpoint' as endpoint,value ->> 'event' as event,value ->> 'url' as url,value ->> 'payload' as payload,value ->> 'webhook' as webhook
  from json_each(?)) as given
where true
on conflict do nothing;
commit;

-- jobs.create, with a key
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + ?, "job_changes" = "job_changes" + ?, "last_created_at" = case when "last_created_at" > ? then "last_created_at" else ? end
where "id" = ?
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
insert into "idempotency_keys" ("account", "operation", "key_hash", "fingerprint", "answer", "owner", "created_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("account", "operation", "key_hash") do update
set "fingerprint" = ?, "answer" = ?, "owner" = ?, "created_at" = ?
where ("idempotency_keys"."created_at" < ? or "idempotency_keys"."owner" = ?)
returning 1 as "written";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'bucket' as bucket,value ->> 'created_at' as created_at,value ->> 'custom_metadata' as custom_metadata,value ->> 'request_params' as request_params,value ->> 'file_id' as file_id,value ->> 'file' as file,value ->> 'audio_days' as audio_days,value ->> 'transcript_days' as transcript_days,value ->> 'change' as change
  from json_each(?)) as given;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from (select value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'job_id' as job_id,value ->> 'has_file' as has_file,value ->> 'trace' as trace
  from json_each(?)) as given;
commit;

-- jobs.create, with limits
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + ?, "job_changes" = "job_changes" + ?, "last_created_at" = case when "last_created_at" > ? then "last_created_at" else ? end
where "id" = ?
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1) and "level" = 3) as open;
select "account", "what", "amount"
from "account_usage"
where (("what" = ? and "day" = ?) or ("what" = ? and "day" = ?)) and "account" = ?;
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'bucket' as bucket,value ->> 'created_at' as created_at,value ->> 'custom_metadata' as custom_metadata,value ->> 'request_params' as request_params,value ->> 'file_id' as file_id,value ->> 'file' as file,value ->> 'audio_days' as audio_days,value ->> 'transcript_days' as transcript_days,value ->> 'change' as change
  from json_each(?)) as given;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from (select value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'job_id' as job_id,value ->> 'has_file' as has_file,value ->> 'trace' as trace
  from json_each(?)) as given;
commit;

-- jobs.create, with metadata and a file
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + ?, "job_changes" = "job_changes" + ?, "last_created_at" = case when "last_created_at" > ? then "last_created_at" else ? end
where "id" = ?
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
update files
set jobs = jobs + times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels";
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'bucket' as bucket,value ->> 'created_at' as created_at,value ->> 'custom_metadata' as custom_metadata,value ->> 'request_params' as request_params,value ->> 'file_id' as file_id,value ->> 'file' as file,value ->> 'audio_days' as audio_days,value ->> 'transcript_days' as transcript_days,value ->> 'change' as change
  from json_each(?)) as given;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, place + coalesce((select max(number)
    from (select *
      from (select number
        from job_leaves as newest
        where newest.account = given.account and newest.path = given.path and newest.value = given.value and newest.kind = given.kind
        order by newest.ordinal desc
        limit 1 ) as newest
      union all select *
      from (select number
        from job_leaves as newest
        where newest.account = given.account and newest.path = given.path and newest.value = given.value and newest.kind = -1 - given.kind
        order by newest.ordinal desc
        limit 1 ) as newest) as ends ), 0)
from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal,value ->> 'place' as place
  from json_each(?)) as given;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from (select value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'job_id' as job_id,value ->> 'has_file' as has_file,value ->> 'trace' as trace
  from json_each(?)) as given;
commit;

-- jobs.delete
select "id"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
update files
set jobs = jobs - times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning id, jobs, size;
delete
from "files"
where "account" = ? and "id" in (?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = ? and "source" in (?)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?);
commit;

-- jobs.delete, with revisions
select "id"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
select "words"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- jobs.facets
select "tag", cast(sum("jobs") as bigint) as "jobs"
from "tag_counts"
where "account" = ? and "kind" in (?, ?) and tag not like ?
group by "tag"
order by "jobs" desc, "tag"
limit ?;
select "tag", cast(sum("jobs") as bigint) as "jobs"
from "tag_counts"
where "account" = ? and "kind" in (?, ?) and tag in (select tag
  from (select value ->> 'tag' as tag
    from json_each(?)) as given)
group by "tag"
order by "jobs" desc, "tag"
limit ?;

-- jobs.fileOf
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = ? and "account" = ?;

-- jobs.get
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes", octet_length(job_results.result) as "size", case when octet_length(job_results.result) <= 524288 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = ? and "jobs"."account" = ?;

-- jobs.newestChange
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = ?;

-- jobs.page, at a cursor
with found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and "jobs"."ordinal" < (case when ? < ? then ? else ? end)
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, at an offset
with found as materialized (select ordinal
  from (with start as materialized (select ((with place as materialized (select case when ((select coalesce(sum("jobs"), 0) as "jobs"
                from "job_counts"
                where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - ? - 1) < 0 then null else ((select coalesce(sum("jobs"), 0) as "jobs"
                from "job_counts"
                where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - ? - 1) end as before), large as materialized (select block, wanted - below as before
            from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
                from "place") as wanted
              from job_counts
              where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 3
              group by block ) as counted
            where wanted >= below and wanted < below + jobs), medium as materialized (select block, wanted - below as before
            from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
                from "large") as wanted
              from job_counts
              where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 2 and "block" >= (select block * 256
                from "large") and "block" < (select (block + 1) * 256
                from "large")
              group by block ) as counted
            where wanted >= below and wanted < below + jobs), small as materialized (select block, wanted - below as before
            from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
                from "medium") as wanted
              from job_counts
              where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 1 and "block" >= (select block * 256
                from "medium") and "block" < (select (block + 1) * 256
                from "medium")
              group by block ) as counted
            where wanted >= below and wanted < below + jobs) select ordinal
          from jobs
          where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and "ordinal" >= (select block * 256
            from "small") and "ordinal" < (select (block + 1) * 256
            from "small")
          order by ordinal
          limit 1 offset coalesce(cast((select before
                from small) as bigint), 0)) + 1) as ordinal) select ordinal
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and "jobs"."ordinal" < (select ordinal
        from start)
      order by "ordinal" desc
      limit 21) as page) as page), counts as materialized (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by date
with bounds as materialized (select lower, case when upper < lower then lower else upper end as upper
  from (select coalesce((select "ordinal"
        from "jobs"
        where "account" = ? and "created_at" >= ?
        order by "created_at", "ordinal"
        limit 1), accounts.last_ordinal + 1) as lower, coalesce((select "ordinal"
        from "jobs"
        where "account" = ? and "created_at" >= ?
        order by "created_at", "ordinal"
        limit 1), accounts.last_ordinal + 1) as upper
    from accounts
    where id = ?) as bounds), found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and "jobs"."ordinal" >= (select lower
      from bounds) and "jobs"."ordinal" < (select upper
      from bounds)
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select (with recursive ends as (select 0 as level, cast((select lower
          from bounds) as bigint) as first, cast((select upper
          from bounds) as bigint) as last
      union all select level + 1, ("first" + 128) / 256, ("last" + 128) / 256
      from ends
      where level < 3 and ("first" + 128) / 256 < ("last" + 128) / 256 ), paths as (select level, first as start, case when level < 3 and ("first" + 128) / 256 < ("last" + 128) / 256 then ("first" + 128) / 256 * 256 else last end as stop
      from ends
      union all select level, ("last" + 128) / 256 * 256, last
      from ends
      where level < 3 and ("first" + 128) / 256 < ("last" + 128) / 256 ) select sum(sign * case level when 0 then (select count(*) as "jobs"
        from "jobs"
        where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "ordinal" >= "least" and "ordinal" < "most") else (select coalesce(sum("jobs"), 0) as "jobs"
        from "job_counts"
        where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = "range"."level" and "block" >= "least" and "block" < "most") end)
    from (select level, case when start <= stop then 1 else -1 end as sign, case when start <= stop then start else stop end as least, case when start <= stop then stop else start end as most
      from paths ) as range) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by kind
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and true and "jobs"."bucket" = 4
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and true and "jobs"."bucket" = 5
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and true and "jobs"."bucket" = 6
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and true and "jobs"."bucket" = 7
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = ? and "bucket" in (4, 5, 6, 7) and "level" = 3) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by language
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select cast((select coalesce(sum("jobs"), 0) as "jobs"
      from "tag_counts"
      where "account" = ? and "tag" = ? and "kind" in (0, 1)) as bigint) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by metadata
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
      from (select newest, oldest, (select count(*)
          from (select "number"
            from "job_leaf_gaps"
            where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
            limit 100000) as gap) as gaps
        from (select (select "number"
            from "job_leaves"
            where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
            order by "ordinal" desc
            limit 1) as newest, (select "number"
            from "job_leaves"
            where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
            order by "ordinal" asc
            limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
      from (select newest, oldest, (select count(*)
          from (select "number"
            from "job_leaf_gaps"
            where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
            limit 100000) as gap) as gaps
        from (select (select "number"
            from "job_leaves"
            where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
            order by "ordinal" desc
            limit 1) as newest, (select "number"
            from "job_leaves"
            where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
            order by "ordinal" asc
            limit 1) as oldest) as ends ) as run)) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by metadata and status
begin;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 3, 4, 5, 7) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2, 6) and "level" = 3) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "slice";
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = ? and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit ?) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = ? and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit ?) as "range"
    order by "ordinal" desc
    limit ?) as page), counts as materialized (select cast(? as bigint) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;
commit;

-- jobs.page, by metadata, at an offset
begin;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and "lead"."ordinal" < ?
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and "lead"."ordinal" < ?
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "slice";
commit;

-- jobs.page, by status
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and true and "jobs"."bucket" = 2
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = ? and true and "jobs"."bucket" = 6
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = ? and "bucket" in (2, 6) and "level" = 3) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by two values of metadata
begin;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest", max("slice"."ordinal") as "newest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 0 and true
    order by "ordinal" desc
    limit ?) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = ? and "lead"."path" = ? and "lead"."value" = ? and "lead"."kind" = 1 and true
    order by "ordinal" desc
    limit ?) as "range"
  order by "ordinal" desc
  limit ?) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "leaf"."ordinal"
  from "job_leaves" as "leaf"
  where "leaf"."account" = ? and (leaf.path, leaf.value) in (values (?, ?), (?, ?)) and "leaf"."kind" in (?, ?) and "leaf"."ordinal" >= ? and "leaf"."ordinal" < ?
  group by "leaf"."ordinal" having count(*) = ?
  order by "leaf"."ordinal" desc
  limit ?) as "slice";
select "leaf"."ordinal"
from "job_leaves" as "leaf"
where "leaf"."account" = ? and (leaf.path, leaf.value) in (values (?, ?), (?, ?)) and "leaf"."kind" in (?, ?) and "leaf"."ordinal" >= ? and "leaf"."ordinal" < ?
group by "leaf"."ordinal" having count(*) = ?
order by "leaf"."ordinal" desc
limit ?;
with found as materialized (select ordinal
  from (select value as ordinal
    from json_each(?)) as page), counts as materialized (select cast(? as bigint) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;
commit;

-- jobs.page, by two values of metadata, kind and status
begin;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2) and "level" = 3) as value;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest", max("slice"."ordinal") as "newest"
from (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = ? and true and "jobs"."bucket" = 2
  order by "ordinal" desc
  limit ?) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "leaf"."ordinal"
  from "job_leaves" as "leaf"
  where "leaf"."account" = ? and (leaf.path, leaf.value) in (values (?, ?), (?, ?)) and "leaf"."kind" in (?) and "leaf"."ordinal" >= ? and "leaf"."ordinal" < ?
  group by "leaf"."ordinal" having count(*) = ?
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and jobs.bucket = 2 and "jobs"."ordinal" = "leaf"."ordinal")
  order by "leaf"."ordinal" desc
  limit ?) as "slice";
select "leaf"."ordinal"
from "job_leaves" as "leaf"
where "leaf"."account" = ? and (leaf.path, leaf.value) in (values (?, ?), (?, ?)) and "leaf"."kind" in (?) and "leaf"."ordinal" >= ? and "leaf"."ordinal" < ?
group by "leaf"."ordinal" having count(*) = ?
and exists (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = ? and jobs.bucket = 2 and "jobs"."ordinal" = "leaf"."ordinal")
order by "leaf"."ordinal" desc
limit ?;
with found as materialized (select ordinal
  from (select value as ordinal
    from json_each(?)) as page), counts as materialized (select cast(? as bigint) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;
commit;

-- jobs.page, by words
with found as materialized (select ordinal
  from (select (job_words.rowid - (? * 4294967296 + 0)) as ordinal
    from job_words
    where job_words match ? and job_words.rowid >= (? * 4294967296 + ?) and job_words.rowid < (? * 4294967296 + min(?, 4294967296))
    order by job_words.rowid desc
    limit 21) as page), counts as materialized (select (select case when count(*) <= 500 then count(*) end
    from (select (job_words.rowid - (? * 4294967296 + 0)) as ordinal
      from job_words
      where job_words match ? and job_words.rowid >= (? * 4294967296 + ?) and job_words.rowid < (? * 4294967296 + min(?, 4294967296))
      limit 501) as counted) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, by words, metadata and status
begin;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = ? and "path" = ? and "value" = ? and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select (job_words.rowid - (? * 4294967296 + 0)) as ordinal
  from job_words
  where job_words match ? and job_words.rowid >= (? * 4294967296 + ?) and job_words.rowid < (? * 4294967296 + min(?, 4294967296)) and ((select count(*) as "leaves"
      from "job_leaves" as "leaf"
      where "leaf"."account" = ? and (leaf.path, leaf.value) in (values (?, ?)) and "leaf"."kind" in (?, ?) and "leaf"."ordinal" = (job_words.rowid - (? * 4294967296 + 0)))) = ?
  order by job_words.rowid desc
  limit ?) as "slice";
with found as materialized (select ordinal
  from (select (job_words.rowid - (? * 4294967296 + 0)) as ordinal
    from job_words
    where job_words match ? and job_words.rowid >= (? * 4294967296 + ?) and job_words.rowid < (? * 4294967296 + min(?, 4294967296)) and ((select count(*) as "leaves"
        from "job_leaves" as "leaf"
        where "leaf"."account" = ? and (leaf.path, leaf.value) in (values (?, ?)) and "leaf"."kind" in (?, ?) and "leaf"."ordinal" = (job_words.rowid - (? * 4294967296 + 0)))) = ?
    order by job_words.rowid desc
    limit ?) as page), counts as materialized (select cast(? as bigint) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;
commit;

-- jobs.page, first page
with found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and true
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total, (select sum(coalesce(octet_length("job_results"."result"), 0))
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket", case when bytes <= 1048576 then case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end end as "result"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.page, long, read in chunks
begin;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as value;
select ((with place as materialized (select case when ((select coalesce(sum("jobs"), 0) as "jobs"
          from "job_counts"
          where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - ? - 1) < 0 then null else ((select coalesce(sum("jobs"), 0) as "jobs"
          from "job_counts"
          where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - ? - 1) end as before), large as materialized (select block, wanted - below as before
      from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
          from "place") as wanted
        from job_counts
        where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 3
        group by block ) as counted
      where wanted >= below and wanted < below + jobs), medium as materialized (select block, wanted - below as before
      from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
          from "large") as wanted
        from job_counts
        where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 2 and "block" >= (select block * 256
          from "large") and "block" < (select (block + 1) * 256
          from "large")
        group by block ) as counted
      where wanted >= below and wanted < below + jobs), small as materialized (select block, wanted - below as before
      from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
          from "medium") as wanted
        from job_counts
        where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 1 and "block" >= (select block * 256
          from "medium") and "block" < (select (block + 1) * 256
          from "medium")
        group by block ) as counted
      where wanted >= below and wanted < below + jobs) select ordinal
    from jobs
    where account = ? and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and "ordinal" >= (select block * 256
      from "small") and "ordinal" < (select (block + 1) * 256
      from "small")
    order by ordinal
    limit 1 offset coalesce(cast((select before
          from small) as bigint), 0)) + 1) as value;
select "last_ordinal"
from "accounts"
where "id" = ?;
commit;
select "found"."ordinal"
from (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = ? and "jobs"."ordinal" < ?
  order by "ordinal" desc
  limit ?) as "found"
order by "found"."ordinal" desc;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = ? and jobs.ordinal in (select value as ordinal
  from json_each(?))
order by "jobs"."ordinal" desc;
select cast('' || group_concat(job.text, ','
    order by job.ordinal desc) as blob) as text
from (select '{"id":"' || "jobs"."id" || '","status":"' || case jobs.bucket when 0 then 'queued' when 1 then 'processing' when 2 then 'done' when 3 then 'error' when 4 then 'queued' when 5 then 'processing' when 6 then 'done' when 7 then 'error' end || '","result":' || coalesce("job_results"."result", 'null') || '}' as text, jobs.ordinal
  from jobs
  left join job_results on job_results.account = jobs.account and job_results.ordinal = jobs.ordinal
  where jobs.account = ? and jobs.ordinal in (select value as ordinal
    from json_each(?)) ) as job;

-- jobs.page, without results
with found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = ? and true
    order by "ordinal" desc
    limit 21) as page), counts as materialized (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = ? and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total, (select sum(0)
    from found
    left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
    left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal) as bytes) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, found.ordinal, "jobs"."id", "jobs"."bucket"
from counts
left join found on true
left join jobs on jobs.account = ? and jobs.ordinal = found.ordinal
left join job_results on job_results.account = ? and job_results.ordinal = found.ordinal;

-- jobs.setDetails
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
update "jobs"
set "details" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
commit;

-- jobs.setPostSessionMetadata
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
update "jobs"
set "post_session_metadata" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ? and "account" = ? and "bucket" in (?, ?, ?, ?);
commit;

-- jobs.state
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = ? and "account" = ?;

-- jobs.trash
select "id"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
update job_leaves
set kind = -1 - kind
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning account, path, value, kind, number;
insert into job_leaf_gaps (account, path, value, kind, number) select account, path, value, kind, number
from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'number' as number
  from json_each(?)) as given;
select "trash_emptied_at"
from "accounts"
where "id" = ?;
insert into trash ("id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", change, trashed_at) select "id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", (select job_changes
  from accounts
  where accounts.id = "jobs"."account"), cast(? as bigint)
from jobs
where account = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
commit;

-- keys.create
begin;
insert into "keys" ("id", "account", "user_id", "name", "hash", "created_at", "revoked_at", "scopes", "expires_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict ("hash") do nothing;
commit;

-- keys.ensure
begin;
update "keys"
set "revoked_at" = ?, "hash" = "id"
where "account" = ? and "name" in (?) and "hash" != ? and "revoked_at" is null;
insert into "keys" ("id", "account", "user_id", "name", "hash", "created_at", "revoked_at", "scopes", "expires_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict ("hash") do nothing;
update "keys"
set "name" = ?, "scopes" = ?, "expires_at" = ?
where "hash" = ? and "account" = ?;
select "account", "revoked_at"
from "keys"
where "hash" = ?;
commit;

-- keys.list
update "keys"
set "last_used_at" = ?
where "id" in (select "id"
  from "keys"
  where "id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given));
select "keys"."id", "keys"."account" as "accountId", "accounts"."name" as "account", "keys"."name", "keys"."user_id" as "user", "scopes", "keys"."created_at", "expires_at", "last_used_at", "revoked_at"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
order by "keys"."created_at";

-- keys.ofAccount
select "keys"."id", "keys"."account" as "accountId", "accounts"."name" as "account", "keys"."name", "keys"."user_id" as "user", "scopes", "keys"."created_at", "expires_at", "last_used_at", "revoked_at"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
where "keys"."account" = ? and "keys"."revoked_at" is null
order by "keys"."created_at";

-- keys.revoke
update "keys"
set "revoked_at" = ?
where "id" = ? and "revoked_at" is null;

-- live.abandoned
select "job_id", "live_sessions"."account", "owner", "bucket", "request_params", "trace", ((keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in (?, ?)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = ? and "owner" is null and ("bucket" = ? or ((keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false)) or live_sessions.user_id is not null and not exists (select 1
      from memberships
      where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in (?, ?)) or exists (select 1
      from accounts
      where accounts.id = live_sessions.account and accounts.deleted_at is not null)) or "jobs"."created_at" < ?)
limit ?;

-- live.addMessages
begin;
select "id", "jobs"."account", "trace"
from "jobs"
inner join "live_sessions" on "job_id" = "id"
where "id" = ?;
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values (?, ?, ?, ?, ?)
on conflict ("account", "origin") do update
set "origin" = ?
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), ?, ?, ?)
on conflict do nothing;
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer)
where "position" = (select "position"
  from "deliveries"
  where "job_id" = ? and "is_ordered" = ? and "state" = 'waiting'
  order by "position"
  limit ?) and "next_at" is null;
commit;

-- live.ask
update "live_sessions"
set "asked" = ?
where "job_id" = ? and "owner" = ? and "asked" is null;

-- live.begin
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + ?, "job_changes" = "job_changes" + ?, "last_created_at" = case when "last_created_at" > ? then "last_created_at" else ? end
where "id" = ?
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from (select value ->> 'id' as id,value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'bucket' as bucket,value ->> 'created_at' as created_at,value ->> 'custom_metadata' as custom_metadata,value ->> 'request_params' as request_params,value ->> 'file_id' as file_id,value ->> 'file' as file,value ->> 'audio_days' as audio_days,value ->> 'transcript_days' as transcript_days,value ->> 'change' as change
  from json_each(?)) as given;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
select count(*) as "open"
from "live_sessions"
where "account" = ? and "ended" = ?;
select "limits"
from "accounts"
where "id" = ?;
insert into "live_sessions" ("token_hash", "job_id", "account", "ended", "key_id", "user_id", "trace")
values (?, ?, ?, ?, ?, ?, ?);
commit;

-- live.closedReason
select "jobs"."id", ((keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in (?, ?)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
left join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "token_hash" = ?;

-- live.countAudio
select "job_id", "account", "counted_ms", "limits"
from "live_sessions"
inner join "accounts" on "accounts"."id" = "live_sessions"."account"
where "ended" = ? and "owner" = ?;
begin;
update "live_sessions"
set "counted_ms" = ?
where "job_id" = ? and "ended" = ? and "counted_ms" = ?;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;
select "account", "what", "amount"
from "account_usage"
where (("what" = ? and "day" = ?) or ("what" = ? and "day" = ?)) and "account" = ?;

-- live.find, by job
select "job_id", "live_sessions"."account", "owner", "bucket", "request_params", "trace", ((keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in (?, ?)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = ? and "job_id" = ?;

-- live.find, by token
select "job_id", "live_sessions"."account", "owner", "bucket", "request_params", "trace", ((keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in (?, ?)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = ? and "token_hash" = ?;

-- live.finish
begin;
select "account", "trace"
from "live_sessions"
where "job_id" = ? and "ended" = ?;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
update "live_sessions"
set "ended" = ?, "owner" = ?, "asked" = ?
where "job_id" = ? and "ended" = ? and ("owner" is null or "owner" = ?)
returning "counted_ms";
select "id", "account", "ordinal", "bucket", "created_at"
from "jobs"
where "id" = ?;
delete
from "uploads"
where "file" = ? and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
update "jobs"
set "file_id" = ?, "file" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_results" ("account", "ordinal", "result", "transcription_at", "transcription_bytes")
values (?, ?, ?, ?, ?);
insert into job_words (rowid, words)
values (?, ?);
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, 0
from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
  from json_each(?)) as given;
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
insert into "daily_audio" ("account", "day", "audio_ms")
values (?, ?, ?)
on conflict ("account", "day") do update
set "audio_ms" = "daily_audio"."audio_ms" + "excluded"."audio_ms";
update "jobs"
set "bucket" = ?, "completed_at" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values (?, ?, ?, ?, ?)
on conflict ("account", "origin") do update
set "origin" = ?
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), ?, ?, ?)
on conflict do nothing;
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer)
where "position" = (select "position"
  from "deliveries"
  where "job_id" = ? and "is_ordered" = ? and "state" = 'waiting'
  order by "position"
  limit ?) and "next_at" is null;
commit;

-- live.interruptions
select "job_id", "asked"
from "live_sessions"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = ? and "owner" = ? and ("asked" is not null or ((keys.revoked_at is not null or coalesce(keys.expires_at <= ?, false)) or live_sessions.user_id is not null and not exists (select 1
      from memberships
      where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in (?, ?)) or exists (select 1
      from accounts
      where accounts.id = live_sessions.account and accounts.deleted_at is not null)));

-- live.isCancelled
select "error_code"
from "jobs"
where "id" = ?;

-- live.owned
select "job_id"
from "live_sessions"
where "ended" = ? and "owner" = ?;

-- live.release
update "live_sessions"
set "owner" = ?, "asked" = ?
where "job_id" = ? and "owner" = ?;

-- live.start
begin;
select "id", "account", "ordinal", "bucket", "created_at"
from "jobs"
where "id" = ?;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
update "live_sessions"
set "owner" = ?, "asked" = ?
where "job_id" = ? and "ended" = ? and ("owner" is null or "owner" = ?);
update "jobs"
set "bucket" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
commit;

-- members.list
select "users"."id", "users"."name", "users"."email", "users"."last_seen_at" as "lastSeenAt", "accounts"."name" as "account", "memberships"."role", "memberships"."source", "memberships"."created_at" as "createdAt"
from "memberships"
inner join "users" on "users"."id" = "memberships"."user_id"
inner join "accounts" on "accounts"."id" = "memberships"."account"
where "memberships"."account" = ?
order by "accounts"."name", "users"."name", "users"."id";

-- members.list, of all accounts
select "users"."id", "users"."name", "users"."email", "users"."last_seen_at" as "lastSeenAt", "accounts"."name" as "account", "memberships"."role", "memberships"."source", "memberships"."created_at" as "createdAt"
from "memberships"
inner join "users" on "users"."id" = "memberships"."user_id"
inner join "accounts" on "accounts"."id" = "memberships"."account"
order by "accounts"."name", "users"."name", "users"."id";

-- members.ofUser
select "users"."id", "users"."name", "users"."email", "users"."last_seen_at" as "lastSeenAt", "accounts"."name" as "account", "memberships"."role", "memberships"."source", "memberships"."created_at" as "createdAt"
from "memberships"
inner join "users" on "users"."id" = "memberships"."user_id"
inner join "accounts" on "accounts"."id" = "memberships"."account"
where "memberships"."user_id" = ?
order by "accounts"."name", "users"."name", "users"."id";

-- members.remove, the last membership
begin;
select "id"
from "accounts"
where "id" = ?;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
select "user_id", "source", "role"
from "memberships"
where "account" = ? and ("user_id" = ? or "role" = ?);
delete
from "memberships"
where "account" = ? and "user_id" = ?;
select "role"
from "memberships"
where "account" = ? and "user_id" = ?;
update "keys"
set "revoked_at" = ?
where "account" = ? and "user_id" = ? and "revoked_at" is null;
delete
from "console_sessions"
where "account" = ? and "user_id" = ?;
delete
from "invitations"
where "account" = ? and "user_id" = ?;
delete
from "shares"
where "account" = ? and "user_id" = ?
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = ?
limit ?;
delete
from "console_sessions"
where "user_id" = ?;
delete
from "issuer_identities"
where "user_id" = ?;
delete
from "users"
where "id" = ?;
commit;

-- members.setRole
begin;
select "id"
from "accounts"
where "id" = ?;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
select "user_id", "source", "role"
from "memberships"
where "account" = ? and ("user_id" = ? or "role" = ?);
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- nodes.beat
select "lease_until" - cast(unixepoch('subsec') * 1000 as integer) as "left"
from "nodes"
where "id" = ? and "dead" = ?;
update "nodes"
set "followed" = "state", "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?, "beat_at" = cast(unixepoch('subsec') * 1000 as integer), "health" = ?
where "id" = ? and "dead" = ?
returning "state";
begin;
select "id"
from "nodes"
where "dead" = ? and "lease_until" < cast(unixepoch('subsec') * 1000 as integer) - ?;
delete
from "nodes"
where "dead" = ? and not exists (select "owner"
  from "work"
  where "work"."owner" = "nodes"."id");
commit;

-- nodes.bury
begin;
select "id"
from "nodes"
where "id" = ?;
update "nodes"
set "dead" = ?
where "id" in (?);
update "work"
set "owner" = ?, "lease_until" = ?, "progress" = ?, "waiting_since" = case when trace is not null then cast(unixepoch('subsec') * 1000 as integer) end
where "owner" in (?);
update "deliveries"
set "next_at" = cast(unixepoch('subsec') * 1000 as integer), "lease" = ?
where "lease" in (?);
update "live_sessions"
set "owner" = ?, "asked" = ?
where "owner" in (?);
delete
from "nodes"
where "dead" = ? and not exists (select "owner"
  from "work"
  where "work"."owner" = "nodes"."id");
commit;

-- nodes.first
select "id"
from "nodes"
where "dead" = ?
order by "started_at", "id"
limit ?;

-- nodes.isAnyWorking
select "id"
from "nodes"
where "dead" = ? and "state" = ? and ',' || roles || ',' like '%,work,%'
limit ?;

-- nodes.register
begin;
insert into "nodes" ("id", "version", "host", "pid", "roles", "models", "lease_until", "beat_at", "started_at")
values (?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer) + ?, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer));
select "id"
from "nodes"
where "id" != ?;
delete
from "nodes"
where "dead" = ? and not exists (select "owner"
  from "work"
  where "work"."owner" = "nodes"."id");
commit;

-- nodes.running
select "id", "roles", "version", "host", "pid", "started_at", "state", "followed", "beat_at", "health", cast(unixepoch('subsec') * 1000 as integer) - beat_at > (lease_until - beat_at) / 2 as "is_late", (select count(*)
  from "work"
  where "owner" = nodes.id) as "files", (select count(*)
  from "live_sessions"
  where "owner" = nodes.id) as "sessions", (select count(*)
  from "deliveries"
  where "lease" = nodes.id) as "callbacks", (select count(*)
  from "uploads"
  where "owner" = nodes.id) as "uploads"
from "nodes"
where "dead" = ?
order by "started_at", "id";

-- nodes.state
select "state"
from "nodes"
where "dead" = ? and "id" = ?;

-- nodes.tell
update "nodes"
set "state" = ?
where "id" = ? and "dead" = ?;

-- passkeys.add
begin;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
select "credential_id"
from "passkeys"
where "user_id" = ?;
insert into "passkeys" ("credential_id", "user_id", "origin", "name", "public_key", "counter", "transports", "created_at", "last_used_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict ("credential_id") do nothing;
commit;

-- passkeys.find
select *
from "passkeys"
where "credential_id" = ?;

-- passkeys.list
select *
from "passkeys"
where "user_id" = ?
order by "created_at";

-- passkeys.remove
delete
from "passkeys"
where "user_id" = ? and "credential_id" = ?;

-- passkeys.rename
update "passkeys"
set "name" = ?
where "user_id" = ? and "credential_id" = ?;

-- passkeys.use
update "passkeys"
set "counter" = ?, "last_used_at" = ?
where "credential_id" = ? and "counter" = ?;

-- quality.correctedWords
select "typed", "jobs"
from "correction_counts"
where "account" = ? and "heard" = '' and "jobs" >= ?
order by "jobs" desc, "typed"
limit ?;

-- quality.correctionsOf
select "heard" as "text", "jobs"
from "correction_counts"
where "account" = ? and "typed" = ? and "heard" <> ''
order by "jobs" desc, "heard"
limit ?;
select "jobs"."id"
from "job_corrections"
inner join "jobs" on "jobs"."account" = "job_corrections"."account" and "jobs"."ordinal" = "job_corrections"."ordinal"
where "job_corrections"."account" = ? and "typed" = ?
order by "job_corrections"."ordinal" desc
limit ?;

-- quality.ofAccount
select "model", "language", cast(sum("transcripts") as bigint) as "transcripts", cast(sum("words") as bigint) as "words", cast(sum("wrong") as bigint) as "wrong"
from "word_error_counts"
where "account" = ?
group by "model", "language"
order by sum(words) desc, "model", "language";

-- quality.ofAll
select "model", "language", cast(sum("transcripts") as bigint) as "transcripts", cast(sum("words") as bigint) as "words", cast(sum("wrong") as bigint) as "wrong"
from "word_error_counts"
group by "model", "language"
order by sum(words) desc, "model", "language";

-- queue.load
select (select sum("jobs") as "jobs"
  from "accounts"
  inner join "job_counts" on "job_counts"."account" = "accounts"."id"
  where "level" = 3 and "bucket" = ?) as "waiting", (select sum("jobs") as "jobs"
  from "accounts"
  inner join "job_counts" on "job_counts"."account" = "accounts"."id"
  where "level" = 3 and "bucket" = ?) as "running", (select coalesce("requeued_at", "jobs"."created_at") as "at"
  from "work"
  inner join "jobs" on "jobs"."id" = "work"."job_id"
  where "owner" is null and "bucket" != 2
  order by "position"
  limit ?) as "oldest_at", (select count(*) as "count"
  from (select "job_id"
    from "deliveries"
    where "state" = 'waiting'
    limit ?) as "pending") as "callbacks";

-- queue.position
select count(*) as "count"
from (select "other"."position"
  from "work" as "own"
  inner join "work" as "other" on "other"."has_file" = "own"."has_file" and "other"."account" = "own"."account" and "other"."priority" = "own"."priority"
  where "own"."job_id" = ? and "own"."owner" is null and "other"."owner" is null and "other"."position" <= "own"."position"
  union all select "other"."position"
  from "work" as "own"
  inner join "work" as "other" on "other"."has_file" = "own"."has_file" and "other"."account" = "own"."account" and "other"."priority" > "own"."priority"
  where "own"."job_id" = ? and "own"."owner" is null and "other"."owner" is null
  limit ?) as "waiting";

-- queue.progress
select "progress"
from "work"
where "job_id" = ?;

-- queue.setPriority
begin;
select "position"
from "work"
where "job_id" = ? and "account" = ?;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
update "work"
set "priority" = ?
where "position" = ?;
commit;

-- queue.setPriority, the first
begin;
select "position"
from "work"
where "job_id" = ? and "account" = ?;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select coalesce((select priority
    from work
    where has_file = ? and account = ? and owner is null and job_id <> ?
    order by priority desc
    limit 1), 0) as fetch, coalesce((select priority
    from work
    where has_file = ? and account = ? and owner is null and job_id <> ?
    order by priority desc
    limit 1), 0) as transcribe;
update "work"
set "priority" = ?
where "position" = ?;
commit;

-- retention.expiring
select "accounts"."id", "retention"."account" as "set", "audio_days", "transcript_days"
from "accounts"
left join "retention" on "retention"."account" = "accounts"."id"
order by "accounts"."id";

-- retention.get
select "audio_days" as "audioDays", "transcript_days" as "transcriptDays"
from "retention"
where "account" = ?;

-- retention.removeExpired, audio
select "account", "ordinal"
from "jobs"
where "file_id" is not null and "account" = ? and "completed_at" <= ? and "audio_days" is null
order by "completed_at"
limit ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "file_id", "file"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?)) and "file_id" is not null;
update "jobs"
set file_id = null, file = shown , change = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
from (select value ->> 'job' as job,value ->> 'shown' as shown
  from json_each(?)) as given
where id = job;
update files
set jobs = jobs - times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning id, jobs, size;
delete
from "files"
where "account" = ? and "id" in (?, ?, ?, ?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = ? and "source" in (?, ?, ?, ?)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?), (?, ?, ?), (?, ?, ?), (?, ?, ?), (?, ?, ?), (?, ?, ?);
commit;

-- retention.removeExpired, audio, with a retention of its own
select "account", "ordinal"
from "jobs"
where "file_id" is not null and "completed_at" is not null and "audio_days" >= 0 and (completed_at + "audio_days" * 86400000) <= ?
order by (completed_at + "audio_days" * 86400000)
limit ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "file_id", "file"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?)) and "file_id" is not null;
update "jobs"
set file_id = null, file = shown , change = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
from (select value ->> 'job' as job,value ->> 'shown' as shown
  from json_each(?)) as given
where id = job;
update files
set jobs = jobs - times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning id, jobs, size;
delete
from "files"
where "account" = ? and "id" in (?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = ? and "source" in (?)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?);
commit;

-- retention.removeExpired, transcript
select "account", "ordinal"
from "jobs"
where "account" = ? and "completed_at" <= ? and "transcript_days" is null
order by "completed_at"
limit ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
delete
from "shares"
where "account" = ? and "job_id" in (?, ?, ?, ?, ?, ?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
update files
set jobs = jobs - times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning id, jobs, size;
delete
from "files"
where "account" = ? and "id" in (?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = ? and "source" in (?)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?);
commit;

-- retention.removeExpired, transcript, with a retention of its own
select "account", "ordinal"
from "jobs"
where "completed_at" is not null and "transcript_days" >= 0 and (completed_at + "transcript_days" * 86400000) <= ?
order by (completed_at + "transcript_days" * 86400000)
limit ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "work"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal in (select value as ordinal
  from json_each(?))
returning coalesce(octet_length(transcription), 0) as "bytes";
select result ->> '$.transcription.full_transcript' as transcript
from job_results
where account = ? and ordinal = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal in (select value as ordinal
    from json_each(?)));
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select "id"
  from "deliveries"
  where "account" = ? and "job_id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given) and "webhook" is null);
delete
from "deliveries"
where "account" = ? and "job_id" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = ?) as "change", "ordinal", "id"
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = ? and jobs = 0 and (tag, kind) in (select tag, kind
  from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
    from json_each(?)) as given);
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "jobs"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
update files
set jobs = jobs - times
from (select value ->> 'file' as file,value ->> 'times' as times
  from json_each(?)) as given
where id = file and account = ?
returning id, jobs, size;
delete
from "files"
where "account" = ? and "id" in (?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = ? and "source" in (?)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?);
commit;

-- retention.reset
delete
from "retention"
where "account" = ?;

-- retention.set
insert into "retention" ("account", "audio_days", "transcript_days")
values (?, ?, ?)
on conflict ("account") do update
set "audio_days" = ?, "transcript_days" = ?;

-- retranscriptions.accepted
select "retranscriptions"."account", "id", "requested_by"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
where "state" = 'ready' and "accepted" = 1
order by "retranscriptions"."completed_at"
limit ?;

-- retranscriptions.get
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "jobs"."account" = ? and "jobs"."id" = ?;

-- retranscriptions.hold
update "retranscriptions"
set "accepted" = ?
where "account" = ? and "ordinal" = (select "ordinal"
  from "jobs"
  where "id" = ? and "account" = ?);

-- retranscriptions.page
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "retranscriptions"."account" = ?
order by "retranscriptions"."ordinal" desc
limit ?;

-- retranscriptions.page, in a state and before a job
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "retranscriptions"."account" = ? and "state" = ? and "retranscriptions"."ordinal" < ?
order by "retranscriptions"."ordinal" desc
limit ?;

-- retranscriptions.page, of a job
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "retranscriptions"."account" = ? and "jobs"."id" = ?
order by "retranscriptions"."ordinal" desc
limit ?;

-- retranscriptions.proposal
select "jobs"."ordinal", "transcription"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
where "jobs"."account" = ? and "jobs"."id" = ?;
select "recognised"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "recognised" is not null
order by "revision" desc
limit ?;

-- retranscriptions.remove
begin;
delete
from "work"
where account = ? and ordinal = (select "ordinal"
  from "jobs"
  where "id" = ? and "account" = ?)
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal = (select "ordinal"
  from "jobs"
  where "id" = ? and "account" = ?)
returning coalesce(octet_length(transcription), 0) as "bytes";
commit;

-- retranscriptions.request
select "id"
from "jobs"
where "id" = ? and "account" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "account", "ordinal", "bucket", "file_id", "request_params"
from "jobs"
where "id" = ? and "account" = ?;
select "value" as "json", "revision"
from "account_settings"
where "account" = ? and "name" = ?;
insert into "retranscriptions" ("account", "ordinal", "state", "params", "accepted", "requested_by", "created_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("account", "ordinal") do update
set "state" = ?, "params" = ?, "accepted" = ?, "requested_by" = ?, "created_at" = ?, "completed_at" = ?, "error" = ?
where "retranscriptions"."state" = ?;
insert into "work" ("account", "ordinal", "trace", "job_id", "attempts", "has_file", "priority", "epoch", "requeued_at")
values (?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer));
commit;

-- settings.get
select "value" as "json", "revision"
from "account_settings"
where "account" = ? and "name" = ?;

-- settings.set
insert into "account_settings" ("account", "name", "value", "revision")
values (?, ?, ?, ?)
on conflict ("account", "name") do update
set "value" = ?, "revision" = "account_settings"."revision" + ?
where true
returning "revision";

-- settings.set, from a revision
insert into "account_settings" ("account", "name", "value", "revision")
values (?, ?, ?, ?)
on conflict ("account", "name") do update
set "value" = ?, "revision" = "account_settings"."revision" + ?
where "account_settings"."revision" = ?
returning "revision";

-- shares.addClip
begin;
update "shares"
set "opened_count" = "opened_count"
where "id" = ? and "account" = ?;
update "files"
set "jobs" = "jobs"
where "id" = ? and "account" = ?;
commit;

-- shares.clip
select "file"
from "derived_files"
where "account" = ? and "source" = ? and "kind" = ?;

-- shares.create
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id"
from "jobs"
where "id" = ? and "account" = ?;
select count(*) as "count"
from "shares"
where "account" = ? and "job_id" = ? and ("expires_at" is null or "expires_at" > ?);
insert into "shares" ("id", "account", "job_id", "token_hash", "range_from", "range_to", "audio", "download", "redacted", "created_by", "user_id", "created_at", "expires_at", "last_opened_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
returning *;
commit;

-- shares.find
select *
from "shares"
where "token_hash" = ? and ("expires_at" is null or "expires_at" > ?)
and exists (select "jobs"."id"
  from "jobs"
  where "jobs"."id" = "shares"."job_id" and "jobs"."account" = "shares"."account") and ("user_id" is null or exists (select "memberships"."role"
    from "memberships"
    where "memberships"."account" = "shares"."account" and "memberships"."user_id" = "shares"."user_id"));

-- shares.list
select "id"
from "jobs"
where "id" = ? and "account" = ?;
select *
from "shares"
where "account" = ? and "job_id" = ?
order by "created_at", "id";

-- shares.noteOpened
update "shares"
set "opened_count" = "opened_count" + ?, "last_opened_at" = ?
where "id" = ? and "account" = ?;

-- shares.removeEnded
select "account", "id"
from "shares"
where "expires_at" < ?
order by "expires_at"
limit ?;
begin;
delete
from "shares"
where "account" = ? and "id" in (?)
returning "id", "job_id";
delete
from "derived_files"
where "account" = ? and "source" in (select "file_id" as "file_id"
  from "jobs"
  where "id" in (?) and "account" = ? and "file_id" is not null
  union all select "file_id" as "file_id"
  from "trash"
  where "id" in (?) and "account" = ? and "file_id" is not null) and "kind" in (?)
returning "file";
commit;

-- shares.revoke
begin;
delete
from "shares"
where "account" = ? and ("job_id" = ? and "id" = ?)
returning "id", "job_id";
delete
from "derived_files"
where "account" = ? and "source" in (select "file_id" as "file_id"
  from "jobs"
  where "id" in (?) and "account" = ? and "file_id" is not null
  union all select "file_id" as "file_id"
  from "trash"
  where "id" in (?) and "account" = ? and "file_id" is not null) and "kind" in (?)
returning "file";
commit;

-- texts.add
begin;
insert into "recognised_texts" ("job_id", "account", "attempt", "position", "text") select "job_id", "account", cast(? as text) as "attempt", cast(? as integer) as "position", cast(? as text) as "text"
from "work"
where job_id = ? and owner = ? and epoch = ?
on conflict ("job_id", "attempt", "position", "account") do update
set "text" = "excluded"."text";
commit;

-- texts.add, the first
begin;
insert into "recognised_texts" ("job_id", "account", "attempt", "position", "text") select "job_id", "account", cast(? as text) as "attempt", cast(? as integer) as "position", cast(? as text) as "text"
from "work"
where job_id = ? and owner = ? and epoch = ?
on conflict ("job_id", "attempt", "position", "account") do update
set "text" = "excluded"."text";
delete
from "recognised_texts"
where "job_id" = ? and "attempt" != ?;
commit;

-- texts.read
select "attempt", "text"
from "recognised_texts"
where "job_id" = ? and ("attempt" != ? or "position" >= ?)
order by "position";

-- transcripts.add
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update "job_revisions"
set "words" = ?, "transcription" = ?
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into job_words (rowid, words)
values (?, ?);
update "jobs"
set "details" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" in (?, ?);
select "limits"
from "accounts"
where "id" = ?;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.add, after another
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update "job_revisions"
set "words" = ?, "transcription" = ?
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into job_words (rowid, words)
values (?, ?);
update "jobs"
set "details" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" in (?, ?);
select "limits"
from "accounts"
where "id" = ?;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.add, recognised again
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
delete
from "work"
where account = ? and ordinal = ?
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = ? and ordinal = ?
returning coalesce(octet_length(transcription), 0) as "bytes";
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update "job_revisions"
set "words" = ?, "transcription" = ?
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into job_words (rowid, words)
values (?, ?);
update "jobs"
set "details" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" in (?, ?);
select "limits"
from "accounts"
where "id" = ?;
commit;

-- transcripts.add, with corrected words
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update "job_revisions"
set "words" = ?, "transcription" = ?
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into job_words (rowid, words)
values (?, ?);
select "revision"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "recognised" is not null
limit ?;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal = ?
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal = ?) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
delete
from word_error_counts
where account = ? and transcripts = 0;
delete
from correction_counts
where account = ? and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = ? and ordinal = ?
  union all select typed, ''
  from job_corrections
  where account = ? and ordinal = ?);
delete
from "job_word_errors"
where "account" = ? and ordinal = ?;
delete
from "job_corrections"
where "account" = ? and ordinal = ?;
insert into "job_word_errors" ("account", "ordinal", "language", "model", "words", "wrong")
values (?, ?, ?, ?, ?, ?);
insert into job_corrections (account, ordinal, heard, typed) select account, ordinal, heard, typed
from (select value ->> 'account' as account,value ->> 'ordinal' as ordinal,value ->> 'heard' as heard,value ->> 'typed' as typed
  from json_each(?)) as given;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, 1 * transcripts, 1 * words, 1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal = ?
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, 1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal = ?) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
update "jobs"
set "details" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" in (?, ?);
select "limits"
from "accounts"
where "id" = ?;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.add, with names that move
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update "job_revisions"
set "words" = ?, "transcription" = ?
where "account" = ? and "ordinal" = ? and "revision" = ?;
insert into job_words (job_words, rowid, words)
values ('delete', ?, ?);
insert into job_words (rowid, words)
values (?, ?);
update "jobs"
set "details" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" in (?, ?);
select "limits"
from "accounts"
where "id" = ?;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.get, newest
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = ? and "jobs"."account" = ?;
select "base", "transcription"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;

-- transcripts.get, older
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = ? and "jobs"."account" = ?;
select "base", "transcription"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;
select "revision", "splice", "transcription"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" >= ? and "revision" <= ?
order by "revision";

-- transcripts.get, recognised
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", case when octet_length("job_results"."result") < 4096 then "job_results"."result" else cast("job_results"."result" as blob) end as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = ? and "jobs"."account" = ?;

-- transcripts.json, newest
select "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes"
from "jobs"
inner join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "id" = ? and "jobs"."account" = ?;
select "transcription"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;

-- transcripts.json, older
select "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes"
from "jobs"
inner join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "id" = ? and "jobs"."account" = ?;
select "transcription"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" = ?;

-- transcripts.json, recognised
select "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes"
from "jobs"
inner join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "id" = ? and "jobs"."account" = ?;
select case when octet_length("result") < 4096 then "result" else cast("result" as blob) end as "result"
from "job_results"
where "account" = ? and "ordinal" = ?;

-- transcripts.list
select "ordinal", "bucket", "completed_at"
from "jobs"
where "id" = ? and "account" = ?;
select "revision", "created_at" as "createdAt", "made_by", "changes"
from "job_revisions"
where "account" = ? and "ordinal" = ?
order by "revision" desc
limit ?;

-- transcripts.list, before a revision
select "ordinal", "bucket", "completed_at"
from "jobs"
where "id" = ? and "account" = ?;
select "revision", "created_at" as "createdAt", "made_by", "changes"
from "job_revisions"
where "account" = ? and "ordinal" = ? and "revision" < ?
order by "revision" desc
limit ?;

-- transcripts.state
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = ? and "account" = ?;

-- transcripts.voices
select "voices"
from "jobs"
inner join "job_voices" on "job_voices"."account" = "jobs"."account" and "job_voices"."ordinal" = "jobs"."ordinal"
where "id" = ? and "jobs"."account" = ?;

-- trash.empty
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select max("trashed_at") as "newest"
from "trash"
where "account" = ?;
update "accounts"
set "trash_emptied_at" = ?
where "id" = ?;
commit;

-- trash.page
select "trash"."id", "trash"."bucket", "trash"."created_at", "trash"."completed_at", "trash"."custom_metadata", "trash"."post_session_metadata", "trash"."error_code", "trash"."error_message", "trash"."file", "trash"."details", "trash"."request_params", "ordinal", "trashed_at", "trash"."transcript_days" as "own", "retention"."account" as "set", "retention"."transcript_days" as "of_account"
from "trash"
left join "retention" on "retention"."account" = "trash"."account"
where "trash"."account" = ? and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = ?)
order by "trashed_at" desc, "ordinal" desc
limit ?;

-- trash.page, after another
select "trash"."id", "trash"."bucket", "trash"."created_at", "trash"."completed_at", "trash"."custom_metadata", "trash"."post_session_metadata", "trash"."error_code", "trash"."error_message", "trash"."file", "trash"."details", "trash"."request_params", "ordinal", "trashed_at", "trash"."transcript_days" as "own", "retention"."account" as "set", "retention"."transcript_days" as "of_account"
from "trash"
left join "retention" on "retention"."account" = "trash"."account"
where "trash"."account" = ? and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = ?) and (trashed_at, ordinal) < (?, ?)
order by "trashed_at" desc, "ordinal" desc
limit ?;

-- trash.remove
select "trash"."account", "ordinal"
from "trash"
where "trash"."account" = ? and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = ?) and "id" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- trash.removeExpired
select "account", "ordinal"
from "trash"
where "trashed_at" <= ?
order by "trashed_at"
limit ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- trash.removeOldest
select "account", "ordinal"
from "trash"
order by "trashed_at"
limit ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "shares"
where "account" = ? and "job_id" in (?)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = ? and ordinal in (select value as ordinal
        from json_each(?))), 0)) as bytes;
delete
from "job_revisions"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_voices"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_results"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "trash"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_word_errors"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from "job_corrections"
where "account" = ? and ordinal in (select value as ordinal
  from json_each(?));
delete
from job_leaves
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = ? and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from (select value ->> 'run' as run,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind
  from json_each(?)) as given;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'oldest' as oldest,value ->> 'newest' as newest
    from json_each(?)) as given cross
  join job_leaf_gaps as gap
  where gap.account = ? and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- trash.restore
select "ordinal"
from "trash"
where "trash"."account" = ? and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = ?) and "id" = ?;
begin;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "trash"."account" = ? and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = ?) and "id" = ?;
insert into jobs ("id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", change) select "id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", (select job_changes
  from accounts
  where accounts.id = ?)
from trash
where account = ? and id = ?;
delete
from "trash"
where "account" = ? and "id" = ?
returning "change";
delete
from "deleted_jobs"
where "account" = ? and "change" = ? and "ordinal" = ?;
update job_leaves
set kind = -1 - kind
where account = ? and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from (select value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
    from json_each(?)) as given)
returning account, path, value, kind, number;
delete
from job_leaf_gaps
where account = ? and (path, value, kind, number) in (select path, value, kind, number
  from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'number' as number
    from json_each(?)) as given);
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, 0
from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
  from json_each(?)) as given;
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, 1 * transcripts, 1 * words, 1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = ? and ordinal in (select value as ordinal
    from json_each(?))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, 1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = ? and ordinal in (select value as ordinal
      from json_each(?))) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
select "result"
from "job_results"
where "account" = ? and "ordinal" = ?;
insert into job_words (rowid, words)
values (?, ?);
commit;

-- uploads.begin
insert into "uploads" ("file", "owner", "created_at")
values (?, ?, ?);

-- uploads.forget
delete
from "uploads"
where "file" = ?;

-- uploads.isRemoving
select "file"
from "uploads"
where "owner" is null
limit ?;

-- uploads.release
update "uploads"
set "owner" = ?
where "file" = ?;

-- uploads.releaseAbandoned
update "uploads"
set "owner" = ?
where "file" in (select "file"
  from "uploads"
  left join "nodes" on "nodes"."id" = "uploads"."owner" and "nodes"."dead" = ?
  where "nodes"."id" is null
  limit ?)
returning "file";

-- users.delete
begin;
select distinct "account"
from "memberships"
where "user_id" = ?
order by "account";
select "id"
from "accounts"
where "id" = ?;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = ?;
delete
from "memberships"
where "account" = ? and "user_id" = ?;
select "role"
from "memberships"
where "account" = ? and "user_id" = ?;
update "keys"
set "revoked_at" = ?
where "account" = ? and "user_id" = ? and "revoked_at" is null;
delete
from "console_sessions"
where "account" = ? and "user_id" = ?;
delete
from "invitations"
where "account" = ? and "user_id" = ?;
delete
from "shares"
where "account" = ? and "user_id" = ?
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = ?
limit ?;
delete
from "console_sessions"
where "user_id" = ?;
delete
from "issuer_identities"
where "user_id" = ?;
delete
from "users"
where "id" = ?;
select "id"
from "users"
where "id" = ?;
commit;

-- users.find
select "id", "name", "email", "last_seen_at" as "lastSeenAt"
from "users"
where "id" = ?;

-- users.issuersOf
select distinct "issuer"
from "issuer_identities"
where "user_id" = ?
order by "issuer";

-- users.named
select "id", "name", "email", "last_seen_at" as "lastSeenAt"
from "users"
where ("id" = ? or lower("email") = ?)
order by "id";

-- users.rename
update "users"
set "name" = ?
where "id" = ?;

-- users.waysToSignIn
select "user_id", count(*) as "count"
from "passkeys"
group by "user_id";
select distinct "user_id", "issuer"
from "issuer_identities"
order by "issuer";

-- webhooks.dropRemoved
begin;
select "id"
from "accounts"
where "id" = ?;
select "webhook"
from "deliveries"
where "account" = ? and "webhook" > ?
order by "webhook"
limit ?;
select "value" as "json", "revision"
from "account_settings"
where "account" = ? and "name" = ?;
select "id"
from "deliveries"
where "account" = ? and "webhook" = ?
limit ?;
delete
from "deliveries"
where "account" = ? and "id" in (select "id"
  from "deliveries"
  where "account" = ? and "id" in (select id
    from (select value ->> 'id' as id
      from json_each(?)) as given))
returning "id";
delete
from "delivery_attempts"
where "account" = ? and "delivery" in (select id
  from (select value ->> 'id' as id
    from json_each(?)) as given);
commit;

-- webhooks.removeOld
select "account", "id"
from "deliveries"
where "webhook" is not null and "created_at" < ? and "state" <> ?
limit ?;

-- work.attachFile
begin;
update "work"
set "has_file" = ?, "attempts" = ?, "owner" = ?, "lease_until" = ?, "progress" = ?, "waiting_since" = case when trace is not null then cast(unixepoch('subsec') * 1000 as integer) end
where job_id = ? and owner = ? and epoch = ?
returning "account";
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
select "limits"
from "accounts"
where "id" = ?;
delete
from "uploads"
where "file" = ? and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
update "jobs"
set "file_id" = ?, "file" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
commit;

-- work.beat
update "work"
set "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?, "progress" = ?
where job_id = ? and owner = ? and epoch = ?;

-- work.claim
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = ? and owner is null and account > ?
  union all select (select min(account)
    from work
    where has_file = ? and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < ? ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = ? and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = ?) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
update "work"
set "attempts" = "attempts" + ?, "epoch" = "epoch" + ?, "owner" = ?, "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?
where "account" = ? and "position" = (select "position"
  from "work"
  where "has_file" = ? and "account" = ? and "owner" is null
  order by "priority" desc, "position"
  limit ?) and (select paused_at
  from accounts
  where id = ?) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + ?, "last_transcription" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ?;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = ?;
update "jobs"
set "bucket" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = ? and "id" = ?;
commit;

-- work.claim, again
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = ? and owner is null and account > ?
  union all select (select min(account)
    from work
    where has_file = ? and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < ? ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = ? and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = ?) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
update "work"
set "attempts" = "attempts" + ?, "epoch" = "epoch" + ?, "owner" = ?, "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?
where "account" = ? and "position" = (select "position"
  from "work"
  where "has_file" = ? and "account" = ? and "owner" is null
  order by "priority" desc, "position"
  limit ?) and (select paused_at
  from accounts
  where id = ?) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + ?, "last_transcription" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ?;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = ?;
select "params"
from "retranscriptions"
where "account" = ? and "ordinal" = ?;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = ? and "id" = ?;
commit;

-- work.claim, to fetch
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = ? and owner is null and account > ?
  union all select (select min(account)
    from work
    where has_file = ? and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < ? ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = ? and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file = 0 and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = ?) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_fetch", considered.account;
begin;
update "work"
set "attempts" = "attempts" + ?, "epoch" = "epoch" + ?, "owner" = ?, "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?
where "account" = ? and "position" = (select "position"
  from "work"
  where "has_file" = ? and "account" = ? and "owner" is null
  order by "priority" desc, "position"
  limit ?) and (select paused_at
  from accounts
  where id = ?) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + ?, "last_fetch" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ?;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = ?;
update "jobs"
set "bucket" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
commit;

-- work.claim, when idle
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = ? and owner is null and account > ?
  union all select (select min(account)
    from work
    where has_file = ? and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < ? ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = ? and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = ?) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
update "work"
set "attempts" = "attempts" + ?, "epoch" = "epoch" + ?, "owner" = ?, "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?
where "account" = ? and "position" = (select "position"
  from "work"
  where "has_file" = ? and "account" = ? and "owner" is null
  order by "priority" desc, "position"
  limit ?) and (select paused_at
  from accounts
  where id = ?) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + ?, "last_transcription" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ?;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = ?;
select "params"
from "retranscriptions"
where "account" = ? and "ordinal" = ?;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = ? and "id" = ?;
commit;

-- work.claim, with a limit
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = ? and owner is null and account > ?
  union all select (select min(account)
    from work
    where has_file = ? and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < ? ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = ? and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = ?) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
update "work"
set "attempts" = "attempts" + ?, "epoch" = "epoch" + ?, "owner" = ?, "lease_until" = cast(unixepoch('subsec') * 1000 as integer) + ?
where "account" = ? and "position" = (select "position"
  from "work"
  where "has_file" = ? and "account" = ? and "owner" is null
  order by "priority" desc, "position"
  limit ?) and (select paused_at
  from accounts
  where id = ?) is null and (select count(*)
  from work
  where has_file in (1, 2) and account = ? and owner is not null) < ?
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + ?, "last_transcription" = cast(unixepoch('subsec') * 1000 as integer)
where "id" = ?;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = ?;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = ? and "id" = ?;
commit;

-- work.finish, again
begin;
delete
from "work"
where job_id = ? and owner = ? and epoch = ?
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = ?;
update "retranscriptions"
set "state" = ?, "transcription" = ?, "completed_at" = ?
where "account" = ? and "ordinal" = ?;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- work.finish, again and in vain
begin;
delete
from "work"
where "job_id" = ?
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = ?;
update "retranscriptions"
set "state" = ?, "error" = ?, "completed_at" = ?
where "account" = ? and "ordinal" = ?;
commit;

-- work.finish, done
begin;
delete
from "work"
where job_id = ? and owner = ? and epoch = ?
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = ?;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
insert into "job_results" ("account", "ordinal", "result", "transcription_at", "transcription_bytes")
values (?, ?, ?, ?, ?);
insert into "job_voices" ("account", "ordinal", "voices")
values (?, ?, ?);
insert into job_words (rowid, words)
values (?, ?);
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, 0
from (select value ->> 'account' as account,value ->> 'path' as path,value ->> 'value' as value,value ->> 'kind' as kind,value ->> 'ordinal' as ordinal
  from json_each(?)) as given;
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from (select value ->> 'account' as account,value ->> 'tag' as tag,value ->> 'kind' as kind,value ->> 'jobs' as jobs
  from json_each(?)) as given
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
insert into "daily_audio" ("account", "day", "audio_ms")
values (?, ?, ?)
on conflict ("account", "day") do update
set "audio_ms" = "daily_audio"."audio_ms" + "excluded"."audio_ms";
update "jobs"
set "bucket" = ?, "completed_at" = ?, "preview" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "account_usage" ("account", "what", "day", "amount")
values (?, ?, ?, ?)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values (?, ?, ?, ?, ?)
on conflict ("account", "origin") do update
set "origin" = ?
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer), ?, ?)
on conflict do nothing;
commit;

-- work.finish, failed
begin;
delete
from "work"
where "job_id" = ?
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = ?;
update "accounts"
set "job_changes" = "job_changes" + ?
where "id" = ?
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = ? and "name" = ?) as "webhooks";
update "jobs"
set "bucket" = ?, "completed_at" = ?, "error_code" = ?, "error_message" = ?, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = ?;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values (?, ?, ?, ?, ?)
on conflict ("account", "origin") do update
set "origin" = ?
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(unixepoch('subsec') * 1000 as integer), cast(unixepoch('subsec') * 1000 as integer), ?, ?)
on conflict do nothing;
commit;

-- work.putBack
update "work"
set "attempts" = "attempts" - ?, "owner" = ?, "lease_until" = ?, "progress" = ?, "waiting_since" = case when trace is not null then cast(unixepoch('subsec') * 1000 as integer) end
where job_id = ? and owner = ? and epoch = ?;

-- work.releaseExpired
update "work"
set "owner" = ?, "lease_until" = ?, "progress" = ?, "waiting_since" = case when trace is not null then cast(unixepoch('subsec') * 1000 as integer) end
where "position" in (select "position"
  from "work"
  where "owner" is not null and "lease_until" < cast(unixepoch('subsec') * 1000 as integer));
