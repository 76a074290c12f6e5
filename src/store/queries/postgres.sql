-- accountDeletions.advance
select "id"
from "jobs"
where "account" = $1 and "bucket" in ($2, $3)
limit $4;
begin;
delete
from "work"
where "account" = $1 and "job_id" in ($2)
returning "job_id", "owner";
select "id"
from "accounts"
where "id" = $1 for update;
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "account" = $1 and "id" in ($2);
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
commit;
delete
from "deliveries"
where "account" = $1 and "id" in (select "id"
  from "deliveries"
  where "account" = $2
  limit $3)
returning "id";
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in ($2);
select "id"
from "jobs"
where "account" = $1 and "bucket" not in ($2, $3)
order by "ordinal"
limit $4;
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
update files
set jobs = jobs - times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning id, jobs, size;
delete
from "files"
where "account" = $1 and "id" in ($2);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = $1 and "source" in ($2)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3);
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = $1
limit $2;
select 1
from "jobs"
where account = $1
limit 1;
delete
from "files"
where "account" = $1 and "id" in (select "id"
  from "files"
  where "account" = $2
  limit $3)
returning "id", "size";
delete
from "shares"
where account = $1 and ("id", "account") in (select "id", "account"
  from "shares"
  where account = $2
  limit $3);
delete
from "invitations"
where account = $1 and ("id") in (select "id"
  from "invitations"
  where account = $2
  limit $3);
delete
from "issuer_sessions"
where account = $1 and ("session_id", "account") in (select "session_id", "account"
  from "issuer_sessions"
  where account = $2
  limit $3);
delete
from "console_sessions"
where account = $1 and ("id", "account") in (select "id", "account"
  from "console_sessions"
  where account = $2
  limit $3);
delete
from "bulk_requests"
where account = $1 and ("account", "id") in (select "account", "id"
  from "bulk_requests"
  where account = $2
  limit $3);
delete
from "retention"
where account = $1 and ("account") in (select "account"
  from "retention"
  where account = $2
  limit $3);
delete
from "account_settings"
where account = $1 and ("account", "name") in (select "account", "name"
  from "account_settings"
  where account = $2
  limit $3);
delete
from "audit_entries"
where account = $1 and ("id") in (select "id"
  from "audit_entries"
  where account = $2
  limit $3);
delete
from "idempotency_keys"
where account = $1 and ("account", "operation", "key_hash") in (select "account", "operation", "key_hash"
  from "idempotency_keys"
  where account = $2
  limit $3);
delete
from "deleted_jobs"
where account = $1 and ("account", "change", "ordinal") in (select "account", "change", "ordinal"
  from "deleted_jobs"
  where account = $2
  limit $3);
delete
from "job_results"
where account = $1 and ("account", "ordinal") in (select "account", "ordinal"
  from "job_results"
  where account = $2
  limit $3);
delete
from "job_revisions"
where account = $1 and ("account", "ordinal", "revision") in (select "account", "ordinal", "revision"
  from "job_revisions"
  where account = $2
  limit $3);
delete
from "job_word_errors"
where account = $1 and ("account", "ordinal", "language") in (select "account", "ordinal", "language"
  from "job_word_errors"
  where account = $2
  limit $3);
delete
from "word_error_counts"
where account = $1 and ("account", "model", "language") in (select "account", "model", "language"
  from "word_error_counts"
  where account = $2
  limit $3);
delete
from "job_corrections"
where account = $1 and ("account", "ordinal", "typed", "heard") in (select "account", "ordinal", "typed", "heard"
  from "job_corrections"
  where account = $2
  limit $3);
delete
from "correction_counts"
where account = $1 and ("account", "typed", "heard") in (select "account", "typed", "heard"
  from "correction_counts"
  where account = $2
  limit $3);
delete
from "job_voices"
where account = $1 and ("account", "ordinal") in (select "account", "ordinal"
  from "job_voices"
  where account = $2
  limit $3);
delete
from "retranscriptions"
where account = $1 and ("account", "ordinal") in (select "account", "ordinal"
  from "retranscriptions"
  where account = $2
  limit $3);
delete
from "job_leaves"
where account = $1 and ("account", "path", "value", "kind", "ordinal") in (select "account", "path", "value", "kind", "ordinal"
  from "job_leaves"
  where account = $2
  limit $3);
delete
from "job_leaf_gaps"
where account = $1 and ("account", "path", "value", "kind", "number") in (select "account", "path", "value", "kind", "number"
  from "job_leaf_gaps"
  where account = $2
  limit $3);
delete
from "tag_counts"
where account = $1 and ("account", "tag", "kind") in (select "account", "tag", "kind"
  from "tag_counts"
  where account = $2
  limit $3);
delete
from "job_counts"
where account = $1 and ("account", "level", "bucket", "block") in (select "account", "level", "bucket", "block"
  from "job_counts"
  where account = $2
  limit $3);
delete
from "derived_files"
where account = $1 and ("account", "source", "kind") in (select "account", "source", "kind"
  from "derived_files"
  where account = $2
  limit $3);
delete
from "daily_audio"
where account = $1 and ("account", "day") in (select "account", "day"
  from "daily_audio"
  where account = $2
  limit $3);
delete
from "account_usage"
where account = $1 and ("account", "what", "day") in (select "account", "what", "day"
  from "account_usage"
  where account = $2
  limit $3);
delete
from "live_sessions"
where account = $1 and ("token_hash", "account") in (select "token_hash", "account"
  from "live_sessions"
  where account = $2
  limit $3);
delete
from "endpoints"
where account = $1 and ("id", "account") in (select "id", "account"
  from "endpoints"
  where account = $2
  limit $3);
delete
from "keys"
where account = $1 and ("id") in (select "id"
  from "keys"
  where account = $2
  limit $3);
select distinct "user_id"
from "memberships"
where "account" = $1
order by "user_id";
select 1
from "trash"
where account = $1
limit 1;
select 1
from "files"
where account = $1
limit 1;
select 1
from "shares"
where account = $1
limit 1;
select 1
from "invitations"
where account = $1
limit 1;
select 1
from "issuer_sessions"
where account = $1
limit 1;
select 1
from "console_sessions"
where account = $1
limit 1;
select 1
from "bulk_requests"
where account = $1
limit 1;
select 1
from "retention"
where account = $1
limit 1;
select 1
from "account_settings"
where account = $1
limit 1;
select 1
from "audit_entries"
where account = $1
limit 1;
select 1
from "idempotency_keys"
where account = $1
limit 1;
select 1
from "deleted_jobs"
where account = $1
limit 1;
select 1
from "job_results"
where account = $1
limit 1;
select 1
from "job_revisions"
where account = $1
limit 1;
select 1
from "job_word_errors"
where account = $1
limit 1;
select 1
from "word_error_counts"
where account = $1
limit 1;
select 1
from "job_corrections"
where account = $1
limit 1;
select 1
from "correction_counts"
where account = $1
limit 1;
select 1
from "job_voices"
where account = $1
limit 1;
select 1
from "retranscriptions"
where account = $1
limit 1;
select 1
from "job_leaves"
where account = $1
limit 1;
select 1
from "job_leaf_gaps"
where account = $1
limit 1;
select 1
from "tag_counts"
where account = $1
limit 1;
select 1
from "job_counts"
where account = $1
limit 1;
select 1
from "derived_files"
where account = $1
limit 1;
select 1
from "daily_audio"
where account = $1
limit 1;
select 1
from "account_usage"
where account = $1
limit 1;
select 1
from "live_sessions"
where account = $1
limit 1;
select 1
from "endpoints"
where account = $1
limit 1;
select 1
from "keys"
where account = $1
limit 1;
delete
from "accounts"
where "id" = $1;

-- accountDeletions.begin
begin;
update "accounts"
set "deleted_at" = $1
where "id" = $2 and "deleted_at" is null;
update "keys"
set "revoked_at" = $1
where "account" = $2 and "revoked_at" is null;
select distinct "user_id"
from "memberships"
where "account" = $1
order by "user_id";
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
delete
from "memberships"
where "account" = $1 and "user_id" = $2;
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2;
update "keys"
set "revoked_at" = $1
where "account" = $2 and "user_id" = $3 and "revoked_at" is null;
delete
from "console_sessions"
where "account" = $1 and "user_id" = $2;
delete
from "invitations"
where "account" = $1 and "user_id" = $2;
delete
from "shares"
where "account" = $1 and "user_id" = $2
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = $1
limit $2;
delete
from "console_sessions"
where "user_id" = $1;
delete
from "issuer_identities"
where "user_id" = $1;
delete
from "users"
where "id" = $1;
delete
from "shares"
where "account" = $1 and true
returning "id", "job_id";
delete
from "invitations"
where "account" = $1;
delete
from "console_sessions"
where "account" = $1;
delete
from "bulk_requests"
where "account" = $1;
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
where "id" in ($1);
update "accounts"
set "callback_secret" = coalesce("callback_secret", $1)
where "id" = $2
returning "callback_secret";

-- accounts.change
begin;
select "limits"
from "accounts"
where "id" = $1 for update;
update "accounts"
set "limits" = $1, "priority" = $2, "paused_at" = coalesce("paused_at", $3)
where "id" = $4;
commit;

-- accounts.count
select count(distinct "account") as "count"
from "keys"
where not (keys.revoked_at is not null or coalesce(keys.expires_at <= $1, false));

-- accounts.create
insert into "accounts" ("name", "created_at", "last_ordinal", "last_created_at")
values ($1, $2, $3, $4)
on conflict ("name") do nothing
returning "id";

-- accounts.ensure
insert into "accounts" ("name", "created_at", "last_ordinal", "last_created_at")
values ($1, $2, $3, $4)
on conflict ("name") do nothing
returning "id";

-- accounts.find
select "id"
from "accounts"
where "name" = $1 and "deleted_at" is null;

-- accounts.get
select "id", "name", "created_at", "limits", "priority", "paused_at", "deleted_at"
from "accounts"
where "id" = $1
order by "name";
select "account", "bucket", sum("jobs") as "jobs"
from "job_counts"
where "level" = 3 and "account" = $1
group by "account", "bucket";
select "account", sum("audio_ms") as "ms"
from "daily_audio"
where "account" = $1
group by "account";
select "account", count(*) as "open"
from "live_sessions"
where "ended" = $1 and "account" = $2
group by "account";
select "account", "has_file", count(*) as "jobs"
from "work"
where "owner" is not null and "account" = $1
group by "account", "has_file";
select "account", count(distinct "user_id") as "users"
from "memberships"
where "account" = $1
group by "account";
select "account", "what", "amount"
from "account_usage"
where (("what" = $1 and "day" = $2) or ("what" = $3 and "day" = $4)) and "account" = $5;

-- accounts.jobChanges
select "id", "job_changes"
from "accounts"
where id in (select cast(value as bigint) as ordinal
  from json_array_elements_text($1::json)) and "deleted_at" is null;

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
where "ended" = $1
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
where (("what" = $1 and "day" = $2) or ("what" = $3 and "day" = $4));

-- accounts.rotateCallbackSecret
update "accounts"
set "previous_callback_secret" = "callback_secret", "previous_callback_secret_until" = $1, "callback_secret" = $2
where "id" = $3;

-- accounts.usage
select "block" as "day", "bucket", "jobs"
from "job_counts"
where "account" = $1 and "level" = 4 and "bucket" in ($2, $3, $4, $5) and "block" >= $6 and "block" <= $7;
select "day", "audio_ms"
from "daily_audio"
where "account" = $1 and "day" >= $2 and "day" <= $3;

-- audit.add
insert into audit_entries (id, account, at, operation, who, who_id, key_id, details, address, request_id) select id, account, (select (extract(epoch
      from clock_timestamp()) * 1000)::bigint) - age, operation, who, who_id, key_id, details, address, request_id
from json_to_recordset($1::json) as given(id text,account bigint,age bigint,operation text,who text,who_id text,key_id text,details text,address text,request_id text)
where account = 0 or exists (select 1
  from accounts
  where id = given.account for key share)
on conflict do nothing;

-- audit.page
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where "account" = $1
    order by "at" desc, "id" desc
    limit $2) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit $3;

-- audit.page, of all accounts
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where 1 = 1
    order by "at" desc, "id" desc
    limit $1) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit $2;

-- audit.page, of operations
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where ("account" = $1 and "operation" = $2)
    order by "at" desc, "id" desc
    limit $3) as "newest"
  union all select "id"
  from (select "id", "at"
    from "audit_entries"
    where ("account" = $4 and "operation" = $5)
    order by "at" desc, "id" desc
    limit $6) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit $7;

-- audit.page, of somebody at some time
select "audit_entries"."id", "at", "accounts"."name" as "account", "operation", "who", "key_id" as "key", "details", "address", "request_id" as "requestId"
from "audit_entries"
left join "accounts" on "accounts"."id" = "audit_entries"."account"
where "audit_entries"."id" in (select "id"
  from (select "id", "at"
    from "audit_entries"
    where ("account" = $1 and "who_id" = $2) and "at" >= $3 and "at" < $4 and ("at", "id") < ($5, $6)
    order by "at" desc, "id" desc
    limit $7) as "newest")
order by "at" desc, "audit_entries"."id" desc
limit $8;

-- audit.removeExpired
delete
from "audit_entries"
where "id" in (select "id"
  from "audit_entries"
  where "at" <= (extract(epoch
      from clock_timestamp()) * 1000)::bigint - $1
  order by "at"
  limit $2);

-- bulkRequests.advance
select *
from "bulk_requests"
where "state" = 'running' and ("kind" = 'delete' or ("kind" = 'retranscribe' and (select count(*) as "waiting"
      from "retranscriptions"
      where "retranscriptions"."account" = "bulk_requests"."account" and "retranscriptions"."state" = 'waiting') < $1))
order by "advanced_at"
limit $2;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 4, 5) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select "found"."ordinal"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and "lead"."ordinal" < $4
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $5 and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $6) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $7 and "lead"."path" = $8 and "lead"."value" = $9 and "lead"."kind" = 1 and "lead"."ordinal" < $10
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $11 and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $12) as "range"
  order by "ordinal" desc
  limit $13) as "found"
order by "found"."ordinal" desc;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview", "account", "request_params"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json)) and "completed_at" <= $3;
update "bulk_requests"
set "position" = $1, "handled" = "handled" + $2, "advanced_at" = $3
where ("account" = $4 and "id" = $5 and "position" = $6 and "state" = $7);
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- bulkRequests.advance, again
select *
from "bulk_requests"
where "state" = 'running' and ("kind" = 'delete' or ("kind" = 'retranscribe' and (select count(*) as "waiting"
      from "retranscriptions"
      where "retranscriptions"."account" = "bulk_requests"."account" and "retranscriptions"."state" = 'waiting') < $1))
order by "advanced_at"
limit $2;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 3) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2) and "level" = 3) as value;
select "found"."ordinal"
from (select "lead"."ordinal"
  from "job_leaves" as "lead"
  where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and "lead"."ordinal" < $4
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $5 and jobs.bucket = 2 and "jobs"."ordinal" = "lead"."ordinal")
  order by "ordinal" desc
  limit $6) as "found"
order by "found"."ordinal" desc;
select "ordinal"
from "jobs"
where "account" = $1 and "ordinal" >= $2 and "ordinal" < $3
order by "ordinal"
limit 1;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview", "account", "request_params"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json)) and "completed_at" <= $3;
update "bulk_requests"
set "position" = $1, "handled" = "handled" + $2, "advanced_at" = $3
where ("account" = $4 and "id" = $5 and "position" = $6 and "state" = $7);
select "value" as "json", "revision"
from "account_settings"
where "account" = $1 and "name" = $2;
insert into "retranscriptions" ("account", "ordinal", "state", "params", "accepted", "requested_by", "created_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("account", "ordinal") do update
set "state" = $8, "params" = $9, "accepted" = $10, "requested_by" = $11, "created_at" = $12, "completed_at" = $13, "error" = $14
where "retranscriptions"."state" = $15;
insert into "work" ("account", "ordinal", "trace", "job_id", "attempts", "has_file", "priority", "epoch", "requeued_at")
values ($1, $2, $3, $4, $5, $6, $7, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, (extract(epoch
      from clock_timestamp()) * 1000)::bigint);
commit;
update "bulk_requests"
set "state" = $1, "filter" = $2, "completed_at" = $3
where ("account" = $4 and "id" = $5 and "position" = $6 and "state" = $7);
delete
from "bulk_requests"
where "account" = $1 and "completed_at" < $2;

-- bulkRequests.advance, to the end, on a full disk
select *
from "bulk_requests"
where "state" = 'running' and "kind" = 'delete'
order by "advanced_at"
limit $1;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 4, 5) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select "found"."ordinal"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and "lead"."ordinal" < $4
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $5 and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $6) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $7 and "lead"."path" = $8 and "lead"."value" = $9 and "lead"."kind" = 1 and "lead"."ordinal" < $10
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $11 and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $12) as "range"
  order by "ordinal" desc
  limit $13) as "found"
order by "found"."ordinal" desc;
select "ordinal"
from "jobs"
where "account" = $1 and "ordinal" >= $2 and "ordinal" < $3
order by "ordinal"
limit 1;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview", "account", "request_params"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json)) and "completed_at" <= $3;
update "bulk_requests"
set "position" = $1, "handled" = "handled" + $2, "advanced_at" = $3
where ("account" = $4 and "id" = $5 and "position" = $6 and "state" = $7);
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;
update "bulk_requests"
set "state" = $1, "filter" = $2, "completed_at" = $3
where ("account" = $4 and "id" = $5 and "position" = $6 and "state" = $7);
delete
from "bulk_requests"
where "account" = $1 and "completed_at" < $2;

-- bulkRequests.begin
start transaction isolation level repeatable read;
select "last_created_at"
from "accounts"
where "id" = $1;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 4, 5) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $4 and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $5) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $6 and "lead"."path" = $7 and "lead"."value" = $8 and "lead"."kind" = 1 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $9 and +jobs.bucket in (2, 3, 6, 7) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $10) as "range"
  order by "ordinal" desc
  limit $11) as "slice";
insert into "bulk_requests" ("account", "id", "kind", "options", "state", "filter", "position", "matched", "requested_by", "created_at", "ended_by", "advanced_at", "completed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
returning "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at";
commit;

-- bulkRequests.begin, again
start transaction isolation level repeatable read;
select "last_created_at"
from "accounts"
where "id" = $1;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 3) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2) and "level" = 3) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "lead"."ordinal"
  from "job_leaves" as "lead"
  where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and true
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $4 and jobs.bucket = 2 and "jobs"."ordinal" = "lead"."ordinal")
  order by "ordinal" desc
  limit $5) as "slice";
insert into "bulk_requests" ("account", "id", "kind", "options", "state", "filter", "position", "matched", "requested_by", "created_at", "ended_by", "advanced_at", "completed_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
returning "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at";
commit;

-- bulkRequests.get
select "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at"
from "bulk_requests"
where "account" = $1 and "id" = $2 and "kind" = $3;

-- bulkRequests.newest
select "id", "state", "options", "matched", "handled", "requested_by", "created_at", "completed_at"
from "bulk_requests"
where "account" = $1 and "kind" = $2
order by "created_at" desc, "id"
limit $3;

-- callers.authenticate
select "accounts"."id" as "account", "keys"."id" as "key", "keys"."name", "scopes", "expires_at", "accounts"."job_changes" as "jobChanges", "accounts"."limits", "keys"."user_id" as "user", "users"."name" as "userName", "memberships"."role"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
left join "users" on "users"."id" = "keys"."user_id"
left join "memberships" on "memberships"."user_id" = "keys"."user_id" and "memberships"."account" = "keys"."account"
where "keys"."hash" = $1 and "keys"."revoked_at" is null and "accounts"."deleted_at" is null;

-- challenges.begin
delete
from "sign_in_challenges"
where "expires_at" <= $1;
select count(*) as "begun"
from "sign_in_challenges";
insert into "sign_in_challenges" ("hash", "purpose", "data", "expires_at")
values ($1, $2, $3, $4);

-- challenges.take
delete
from "sign_in_challenges"
where "hash" = $1 and "purpose" = $2 and "expires_at" > $3
returning "data";

-- consoleSessions.begin
delete
from "console_sessions"
where "expires_at" <= $1;
begin;
update "keys"
set "last_used_at" = $1
where "id" = $2;
insert into "console_sessions" ("id", "token_hash", "account", "browser", "key_id", "user_id", "created_at", "last_used_at", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
delete
from "console_sessions"
where "id" in (select "id"
  from "console_sessions"
  where "key_id" = $1
  order by "last_used_at" desc
  limit $2 offset $3);
commit;

-- consoleSessions.begin, of a user
delete
from "console_sessions"
where "expires_at" <= $1;
begin;
update "users"
set "last_seen_at" = $1
where "id" = $2;
insert into "console_sessions" ("id", "token_hash", "account", "browser", "key_id", "user_id", "created_at", "last_used_at", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
delete
from "console_sessions"
where "id" in (select "id"
  from "console_sessions"
  where "user_id" = $1
  order by "last_used_at" desc
  limit $2 offset $3);
commit;

-- consoleSessions.devices
select "id", "browser", "created_at" as "signedInAt", "last_used_at" as "lastUsedAt"
from "console_sessions"
where "user_id" = $1 and "expires_at" > $2
order by "last_used_at" desc, "id";

-- consoleSessions.end
delete
from "console_sessions"
where "token_hash" = $1;

-- consoleSessions.endDevice
delete
from "console_sessions"
where "user_id" = $1 and "id" = $2;

-- consoleSessions.find
select "session"."id", "session"."account", "session"."key_id" as "key", "users"."id" as "user", "session"."last_used_at", "session"."expires_at", "accounts"."name" as "accountName", "accounts"."job_changes" as "jobChanges", "accounts"."limits", "keys"."name" as "keyName", "keys"."scopes", "users"."name" as "userName", "memberships"."role", "issuer_sessions"."session_id" as "issuerSession", "issuer_sessions"."refresh_token" as "refreshToken", "issuer_sessions"."checked_at" as "checkedAt"
from "console_sessions" as "session"
inner join "accounts" on "accounts"."id" = "session"."account"
left join "keys" on "keys"."id" = "session"."key_id"
left join "users" on "users"."id" = coalesce("session"."user_id", "keys"."user_id")
left join "memberships" on "memberships"."user_id" = "users"."id" and "memberships"."account" = "session"."account"
left join "issuer_sessions" on "issuer_sessions"."session_id" = "session"."id"
where "session"."token_hash" = $1 and "session"."expires_at" > $2 and "accounts"."deleted_at" is null and not (keys.revoked_at is not null or coalesce(keys.expires_at <= $3, false));

-- consoleSessions.use
update "console_sessions"
set "account" = $1
where "id" = $2;

-- deliveries.bodyOf
select "job_id", "event", "payload", "webhook", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
left join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where ("webhook" is not null or "jobs"."id" is not null) and "deliveries"."id" = $1 and "lease" = $2 and "next_at" > (extract(epoch
    from clock_timestamp()) * 1000)::bigint;

-- deliveries.claim
begin;
select "id", "paused_until"
from "endpoints"
where "id" in ($1)
order by "id" for update;
select "endpoint", count(*) as "count"
from "deliveries"
where "endpoint" in ($1) and "lease" is not null and "next_at" > $2
group by "endpoint";
select id
from (select id
  from deliveries
  where endpoint = $1 and next_at <= $2
  order by next_at, position
  limit $3
  for update skip locked) as one;
update "deliveries"
set "lease" = $1, "next_at" = $2
where "id" in ($3) and "next_at" <= $4
returning "id", "account", "job_id", "endpoint", "event", "is_ordered", "url", "method", "tries", "began_at", "trace";
commit;
select "id", "callback_secret", "previous_callback_secret", "previous_callback_secret_until"
from "accounts"
where "id" in ($1);

-- deliveries.extend
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $1
where "id" in (select "id"
  from "deliveries"
  where ("id" in ($2) and "lease" in ($3))
  for update skip locked);

-- deliveries.giveUp
begin;
select "id"
from "endpoints"
where "id" in ($1)
order by "id" for update;
update "deliveries"
set "state" = $1, "next_at" = $2
where "state" = 'waiting' and "endpoint" = $3 and "began_at" < $4 and "lease" is null
returning "job_id", "is_ordered";
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $1 and "is_ordered" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
commit;

-- deliveries.putBack
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint, "lease" = $1
where ("id" in ($2) and "lease" in ($3));

-- deliveries.record, gone
begin;
select *
from "endpoints"
where "id" in ($1) and ("failures" > $2 or "paused_until" is not null or "id" in ($3))
order by "id" for update;
update "deliveries"
set "state" = $1, "next_at" = $2, "lease" = $3, "attempts" = "attempts" + $4, "tries" = "tries" + $5
where ("id" in ($6) and "lease" in ($7))
returning "account", "attempts";
insert into "delivery_attempts" ("account", "delivery", "number", "at", "duration", "status", "answer", "error")
values ($1, $2, $3, $4, $5, $6, $7, $8);
update "deliveries"
set "state" = $1, "next_at" = $2
where "job_id" = $3 and "url" = $4 and "state" = 'waiting' and "lease" is null;
update "endpoints"
set "failures" = $1, "failing_since" = $2, "paused_until" = $3
where "id" = $4;
commit;

-- deliveries.record, of a session
begin;
select *
from "endpoints"
where "id" in ($1) and ("failures" > $2 or "paused_until" is not null or "id" in ($3))
order by "id" for update;
update "deliveries"
set "state" = $1, "next_at" = $2, "lease" = $3, "attempts" = "attempts" + $4, "tries" = "tries" + $5
where ("id" in ($6) and "lease" in ($7))
returning "account", "attempts";
insert into "delivery_attempts" ("account", "delivery", "number", "at", "duration", "status", "answer", "error")
values ($1, $2, $3, $4, $5, $6, $7, $8);
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $1 and "is_ordered" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
update "endpoints"
set "failures" = $1, "failing_since" = $2, "paused_until" = $3
where "id" = $4;
commit;

-- deliveries.record, to be sent again
begin;
select *
from "endpoints"
where "id" in ($1) and ("failures" > $2 or "paused_until" is not null or "id" in ($3))
order by "id" for update;
update "deliveries"
set "state" = $1, "next_at" = $2, "lease" = $3, "attempts" = "attempts" + $4, "tries" = "tries" + $5
where ("id" in ($6) and "lease" in ($7))
returning "account", "attempts";
insert into "delivery_attempts" ("account", "delivery", "number", "at", "duration", "status", "answer", "error")
values ($1, $2, $3, $4, $5, $6, $7, $8);
update "endpoints"
set "failures" = $1, "failing_since" = $2, "paused_until" = $3
where "id" = $4;
commit;

-- deliveries.waitingEndpoints
with recursive waiting (endpoint) as (select min(endpoint)
  from deliveries
  where next_at is not null
  union all select (select min(endpoint)
    from deliveries
    where next_at is not null and endpoint > waiting.endpoint)
  from waiting
  where waiting.endpoint is not null ) select endpoints.*, (extract(epoch
    from clock_timestamp()) * 1000)::bigint as now, (select min(next_at)
  from deliveries
  where next_at is not null and deliveries.endpoint = endpoints.id ) as due_at
from waiting
join endpoints on endpoints.id = waiting.endpoint;

-- deliveryLog.bodyOf
select "job_id", "event", "payload", "webhook", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
left join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where ("webhook" is not null or "jobs"."id" is not null) and "deliveries"."id" = $1 and "deliveries"."job_id" = $2 and "deliveries"."account" = $3;

-- deliveryLog.bodyOf, of an end
select "job_id", "event", "payload", "webhook", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
left join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where ("webhook" is not null or "jobs"."id" is not null) and "deliveries"."id" = $1 and "deliveries"."job_id" = $2 and "deliveries"."account" = $3;
select "jobs"."id" as "job_id", "bucket", "completed_at", "result", "custom_metadata", "error_code", "error_message"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "jobs"."bucket" = $1
where "jobs"."id" = $2 and "jobs"."account" = $3 and "bucket" in ($4, $5);

-- deliveryLog.ofAccount
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "position" in (select "position"
  from (select "position"
    from "deliveries"
    where ("account" = $1 and "state" = $2)
    order by "position" desc
    limit $3) as "newest"
  union all select "position"
  from (select "position"
    from "deliveries"
    where ("account" = $4 and "state" = $5)
    order by "position" desc
    limit $6) as "newest"
  union all select "position"
  from (select "position"
    from "deliveries"
    where ("account" = $7 and "state" = $8)
    order by "position" desc
    limit $9) as "newest")
order by "position" desc
limit $10;
select *
from "delivery_attempts"
where "delivery" in ($1, $2, $3, $4, $5)
order by "delivery", "number";

-- deliveryLog.ofAccount, after a delivery, in a state and of a job
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select "position"
from "deliveries"
where "id" = $1 and "account" = $2;
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "position" in (select "position"
  from (select "position"
    from "deliveries"
    where ("job_id" = $1 and "state" = $2) and "position" < $3
    order by "position" desc
    limit $4) as "newest")
order by "position" desc
limit $5;

-- deliveryLog.ofJob
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "job_id" = $1
order by "position"
limit $2;
select *
from "delivery_attempts"
where "delivery" in ($1, $2, $3)
order by "delivery", "number";

-- deliveryLog.ofJob, after a delivery and in a state
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "job_id" = $1 and "state" = $2 and "position" > (select "position"
  from "deliveries"
  where "id" = $3)
order by "position"
limit $4;
select *
from "delivery_attempts"
where "delivery" in ($1, $2)
order by "delivery", "number";

-- deliveryLog.one
select "deliveries"."id", "job_id", "event", "url", "method", "state", "created_at", "next_at", "lease", "endpoints"."id" as "endpoint", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "endpoints" on "endpoints"."id" = "deliveries"."endpoint"
where "job_id" = $1 and "deliveries"."id" = $2 and "deliveries"."account" = $3;
select *
from "delivery_attempts"
where "delivery" in ($1)
order by "delivery", "number";

-- deliveryLog.redeliver
begin;
select "endpoint"
from "deliveries"
where "id" = $1 and "job_id" = $2 and "account" = $3;
select "id"
from "endpoints"
where "id" in ($1)
order by "id" for update;
update "deliveries"
set "state" = $1, "began_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint, "tries" = $2, "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $3 and "lease" is null and ("state" <> $4 or "next_at" is not null);
update "endpoints"
set "paused_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $1 and "paused_until" > (extract(epoch
    from clock_timestamp()) * 1000)::bigint;
commit;

-- failedJobs.faults
select "id"
from "jobs"
where "account" = $1 and "error_code" >= 500 and "bucket" = $2 and ("file_id" is not null or "file" is null)
order by "ordinal"
limit $3;

-- failedJobs.requeue
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "file"
from "jobs"
where "id" = $1 and "account" = $2;
select "limits"
from "accounts"
where "id" = $1;
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
update "jobs"
set "bucket" = $1, "completed_at" = $2, "error_code" = $3, "error_message" = $4, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $5;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" ("account", "ordinal", "job_id", "attempts", "has_file", "trace", "epoch", "requeued_at")
values ($1, $2, $3, $4, $5, $6, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, (extract(epoch
      from clock_timestamp()) * 1000)::bigint);
commit;

-- files.add
begin;
select "limits"
from "accounts"
where "id" = $1;
delete
from "uploads"
where "file" = $1 and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- files.add, where the trash makes room
begin;
select "limits"
from "accounts"
where "id" = $1;
delete
from "uploads"
where "file" = $1 and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
rollback;
select "job_changes"
from "accounts"
where "id" = $1;
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
where trash.account = $1 and (trashed_at, ordinal) > ($2, $3)
order by trashed_at, ordinal
limit 500;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
commit;

-- files.addDerived
begin;
update "files"
set "jobs" = "jobs"
where "id" = $1 and "account" = $2;
select "kind", "file"
from "derived_files"
where "account" = $1 and "source" = $2;
delete
from "uploads"
where "file" = $1 and "owner" is not null;
insert into "derived_files" ("account", "source", "kind", "file")
values ($1, $2, $3, $4), ($5, $6, $7, $8);
commit;

-- files.derived
select "kind", "file"
from "derived_files"
where "account" = $1 and "source" = $2;

-- files.get
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "id" = $1 and "account" = $2;

-- files.removeIfUnused
begin;
delete
from "files"
where "id" in ($1) and jobs = 0
returning "id", "account", "size";
commit;

-- files.removeUnused
begin;
delete
from "files"
where "id" in (select "id"
  from "files"
  where jobs = 0 and "created_at" < $1
  order by "created_at"
  limit $2) and jobs = 0
returning "id", "account", "size";
commit;

-- grants.apply
begin;
select "id", "deleted_at"
from "accounts"
where "name" = $1;
select "user_id"
from "issuer_identities"
where "issuer" = $1 and "subject" = $2;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
select "account"
from "memberships"
where "user_id" = $1 and "source" = $2;
select "id"
from "users"
where "id" = $1;
commit;

-- grants.apply, somebody new
begin;
select "id", "deleted_at"
from "accounts"
where "name" = $1;
select "user_id"
from "issuer_identities"
where "issuer" = $1 and "subject" = $2;
insert into "users" ("id", "name", "email", "created_at", "last_seen_at")
values ($1, $2, $3, $4, $5);
insert into "issuer_identities" ("issuer", "subject", "user_id")
values ($1, $2, $3)
on conflict ("issuer", "subject") do nothing;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
select "account"
from "memberships"
where "user_id" = $1 and "source" = $2;
select "id"
from "users"
where "id" = $1;
commit;

-- grants.endUnconfirmed
select "account", "user_id"
from "memberships"
where "confirmed_at" < $1
limit $2;
begin;
select "id"
from "accounts"
where "id" = $1 for no key update;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
select "account"
from "memberships"
where "account" = $1 and "user_id" = $2 and "confirmed_at" < $3;
delete
from "memberships"
where "account" = $1 and "user_id" = $2 and "source" = $3;
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2;
commit;

-- grants.endUnconfirmed, the last membership
select "account", "user_id"
from "memberships"
where "confirmed_at" < $1
limit $2;
begin;
select "id"
from "accounts"
where "id" = $1 for no key update;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
select "account"
from "memberships"
where "account" = $1 and "user_id" = $2 and "confirmed_at" < $3;
delete
from "memberships"
where "account" = $1 and "user_id" = $2 and "source" = $3;
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2;
update "keys"
set "revoked_at" = $1
where "account" = $2 and "user_id" = $3 and "revoked_at" is null;
delete
from "console_sessions"
where "account" = $1 and "user_id" = $2;
delete
from "invitations"
where "account" = $1 and "user_id" = $2;
delete
from "shares"
where "account" = $1 and "user_id" = $2
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = $1
limit $2;
delete
from "console_sessions"
where "user_id" = $1;
delete
from "issuer_identities"
where "user_id" = $1;
delete
from "users"
where "id" = $1;
commit;

-- idempotency.abandon
delete
from "idempotency_keys"
where "account" = $1 and "operation" = $2 and "key_hash" = $3 and "owner" = $4;

-- idempotency.begin
insert into "idempotency_keys" ("account", "operation", "key_hash", "fingerprint", "answer", "owner", "created_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("account", "operation", "key_hash") do update
set "fingerprint" = $8, "answer" = $9, "owner" = $10, "created_at" = $11
where ("idempotency_keys"."created_at" < $12 or ("idempotency_keys"."owner" is not null and not exists (select "nodes"."id"
      from "nodes"
      where "nodes"."id" = "idempotency_keys"."owner" and "nodes"."dead" = $13)))
returning 1 as "written";

-- idempotency.find
select "fingerprint", "answer"
from "idempotency_keys"
where "account" = $1 and "operation" = $2 and "key_hash" = $3 and "created_at" >= $4;

-- idempotency.removeExpired
delete
from "idempotency_keys"
where ("account", "operation", "key_hash") in (select "account", "operation", "key_hash"
  from "idempotency_keys"
  where "created_at" < $1
  order by "created_at"
  limit $2);

-- invitations.accept, a user
begin;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
delete
from "invitations"
where "token_hash" = $1 and "expires_at" > $2 and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin'))
returning "account", "role", "email";
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2 and "source" = $3;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- invitations.accept, known to an issuer
begin;
select "user_id"
from "issuer_identities"
where "issuer" = $1 and "subject" = $2;
insert into "users" ("id", "name", "email", "created_at", "last_seen_at")
values ($1, $2, $3, $4, $5);
insert into "issuer_identities" ("issuer", "subject", "user_id")
values ($1, $2, $3)
on conflict ("issuer", "subject") do nothing;
delete
from "invitations"
where "token_hash" = $1 and "expires_at" > $2 and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin'))
returning "account", "role", "email";
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2 and "source" = $3;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- invitations.accept, somebody new
begin;
delete
from "invitations"
where "token_hash" = $1 and "expires_at" > $2 and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin'))
returning "account", "role", "email";
insert into "users" ("id", "name", "email", "created_at", "last_seen_at")
values ($1, $2, $3, $4, $5);
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2 and "source" = $3;
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- invitations.create
insert into "invitations" ("id", "account", "role", "email", "token_hash", "created_by", "user_id", "created_at", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- invitations.find
select "invitations"."id", "invitations"."account", "accounts"."name" as "accountName", "role", "email", "created_by", "invitations"."created_at" as "createdAt", "expires_at" as "expiresAt"
from "invitations"
inner join "accounts" on "accounts"."id" = "invitations"."account"
where "expires_at" > $1 and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin')) and "accounts"."deleted_at" is null and "token_hash" = $2;

-- invitations.list
delete
from "invitations"
where "expires_at" <= $1;
select "invitations"."id", "invitations"."account", "accounts"."name" as "accountName", "role", "email", "created_by", "invitations"."created_at" as "createdAt", "expires_at" as "expiresAt"
from "invitations"
inner join "accounts" on "accounts"."id" = "invitations"."account"
where "expires_at" > $1 and (invitations.user_id is null or exists (select 1
    from memberships
    where memberships.account = invitations.account and memberships.user_id = invitations.user_id and memberships.role = 'admin')) and "accounts"."deleted_at" is null and "invitations"."account" = $2
order by "invitations"."created_at";

-- invitations.remove
delete
from "invitations"
where "account" = $1 and "id" = $2;

-- issuerSessions.add
delete
from "console_sessions"
where "expires_at" <= $1;
begin;
update "users"
set "last_seen_at" = $1
where "id" = $2;
insert into "console_sessions" ("id", "token_hash", "account", "browser", "key_id", "user_id", "created_at", "last_used_at", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);
delete
from "console_sessions"
where "id" in (select "id"
  from "console_sessions"
  where "user_id" = $1
  order by "last_used_at" desc
  limit $2 offset $3);
insert into "issuer_sessions" ("session_id", "account", "issuer", "subject", "sid", "refresh_token", "id_token", "checked_at")
values ($1, $2, $3, $4, $5, $6, $7, $8);
update "console_sessions"
set "expires_at" = $1
where "id" = $2;
commit;

-- issuerSessions.claim
update "issuer_sessions"
set "claimed_until" = $1
where "session_id" = $2 and "refresh_token" is not null and "checked_at" <= $3 and "claimed_until" <= $4
returning "issuer", "subject", "refresh_token", "checked_at";

-- issuerSessions.claim, claimed already
update "issuer_sessions"
set "claimed_until" = $1
where "session_id" = $2 and "refresh_token" is not null and "checked_at" <= $3 and "claimed_until" <= $4
returning "issuer", "subject", "refresh_token", "checked_at";
select "session_id"
from "issuer_sessions"
where "session_id" = $1 and "checked_at" <= $2 and "claimed_until" > $3;

-- issuerSessions.end
delete
from "console_sessions"
where "id" = $1;

-- issuerSessions.endAll
delete
from "console_sessions"
where "id" in (select "session_id"
  from "issuer_sessions");

-- issuerSessions.endThose, of a session
delete
from "console_sessions"
where "created_at" <= $1 and "id" in (select "session_id"
  from "issuer_sessions"
  where "issuer" = $2 and "sid" = $3);

-- issuerSessions.endThose, of a subject
delete
from "console_sessions"
where "created_at" <= $1 and "id" in (select "session_id"
  from "issuer_sessions"
  where "issuer" = $2 and "subject" = $3);

-- issuerSessions.idToken
select "issuer", "id_token"
from "issuer_sessions"
where "session_id" = $1;

-- issuerSessions.lastChecked
select "session_id" as "id", "checked_at" as "checkedAt"
from "issuer_sessions"
inner join "console_sessions" on "console_sessions"."id" = "issuer_sessions"."session_id"
where "user_id" = $1 and "refresh_token" is not null and "expires_at" > $2
order by "checked_at" desc
limit $3;

-- issuerSessions.release
update "issuer_sessions"
set "claimed_until" = $1, "checked_at" = $2
where "session_id" = $3;

-- issuerSessions.renew
update "issuer_sessions"
set "refresh_token" = $1
where "session_id" = $2;

-- issuerSessions.userOf
select "user_id"
from "console_sessions"
where "id" = $1;

-- jobs.changedIds
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = $1;
start transaction isolation level repeatable read;
select change, ordinal, id, bucket
from (select *
  from (select change, ordinal, id, bucket
    from jobs
    where account = $1 and (change, ordinal) > ($2, $3)
    order by change, ordinal
    limit $4) as changed
  union all select *
  from (select change, ordinal, id, cast(null as integer) as bucket
    from deleted_jobs
    where account = $5 and (change, ordinal) > ($6, $7)
    order by change, ordinal
    limit $8) as gone ) as either
order by change, ordinal
limit $9;
commit;

-- jobs.changes, first page
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = $1;
start transaction isolation level repeatable read;
select change, ordinal, id, bucket
from (select *
  from (select change, ordinal, id, bucket
    from jobs
    where account = $1 and (change, ordinal) > ($2, $3)
    order by change, ordinal
    limit $4) as changed
  union all select *
  from (select change, ordinal, id, cast(null as integer) as bucket
    from deleted_jobs
    where account = $5 and (change, ordinal) > ($6, $7)
    order by change, ordinal
    limit $8) as gone ) as either
order by change, ordinal
limit $9;
select "jobs"."ordinal", 0 + coalesce(octet_length("jobs"."custom_metadata"), 0) + coalesce(octet_length("jobs"."post_session_metadata"), 0) + coalesce(octet_length("jobs"."details"), 0) + coalesce(octet_length("jobs"."request_params"), 0) as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and jobs.ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and jobs.ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
order by "jobs"."ordinal" desc;
commit;

-- jobs.changes, long, read in chunks
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = $1;
start transaction isolation level repeatable read;
select change, ordinal, id, bucket
from (select *
  from (select change, ordinal, id, bucket
    from jobs
    where account = $1 and (change, ordinal) > ($2, $3)
    order by change, ordinal
    limit $4) as changed
  union all select *
  from (select change, ordinal, id, cast(null as integer) as bucket
    from deleted_jobs
    where account = $5 and (change, ordinal) > ($6, $7)
    order by change, ordinal
    limit $8) as gone ) as either
order by change, ordinal
limit $9;
select "jobs"."ordinal", 0 + coalesce(octet_length("jobs"."custom_metadata"), 0) + coalesce(octet_length("jobs"."post_session_metadata"), 0) + coalesce(octet_length("jobs"."details"), 0) + coalesce(octet_length("jobs"."request_params"), 0) as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and jobs.ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and jobs.ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
order by "jobs"."ordinal" desc;
commit;

-- jobs.create
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "job_changes" = "job_changes" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = $6 and "name" = $7) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $8 and "name" = $9) as "webhooks";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from json_to_recordset($1::json) as given(id text,account bigint,ordinal bigint,bucket bigint,created_at bigint,custom_metadata text,request_params text,file_id text,file text,audio_days bigint,transcript_days bigint,change bigint);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from json_to_recordset($1::json) as given(account bigint,ordinal bigint,job_id text,has_file bigint,trace text);
commit;

-- jobs.create, reported to a webhook
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "job_changes" = "job_changes" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = $6 and "name" = $7) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $8 and "name" = $9) as "webhooks";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from json_to_recordset($1::json) as given(id text,account bigint,ordinal bigint,bucket bigint,created_at bigint,custom_metadata text,request_params text,file_id text,file text,audio_days bigint,transcript_days bigint,change bigint);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from json_to_recordset($1::json) as given(account bigint,ordinal bigint,job_id text,has_file bigint,trace text);
select "id"
from "endpoints"
where "account" = $1 and "origin" = $2;
insert into deliveries (id, account, job_id, endpoint, event, url, method, payload, webhook, is_ordered, state, created_at, began_at, next_at) select id, cast($1 as integer), job, endpoint, event, url, 'POST', payload, webhook, 0, 'waiting', cast($2 as bigint), (extract(epoch
    from clock_timestamp()) * 1000)::bigint, (extract(epoch
    from clock_timestamp()) * 1000)::bigint
from json_to_recordset($3::json) as given(id text,job text,endpoint bigint,event text,url text,payload text,webhook text)
where true
on conflict do nothing;
commit;

-- jobs.create, with a key
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "job_changes" = "job_changes" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = $6 and "name" = $7) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $8 and "name" = $9) as "webhooks";
insert into "idempotency_keys" ("account", "operation", "key_hash", "fingerprint", "answer", "owner", "created_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("account", "operation", "key_hash") do update
set "fingerprint" = $8, "answer" = $9, "owner" = $10, "created_at" = $11
where ("idempotency_keys"."created_at" < $12 or "idempotency_keys"."owner" = $13)
returning 1 as "written";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from json_to_recordset($1::json) as given(id text,account bigint,ordinal bigint,bucket bigint,created_at bigint,custom_metadata text,request_params text,file_id text,file text,audio_days bigint,transcript_days bigint,change bigint);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from json_to_recordset($1::json) as given(account bigint,ordinal bigint,job_id text,has_file bigint,trace text);
commit;

-- jobs.create, with limits
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "job_changes" = "job_changes" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = $6 and "name" = $7) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $8 and "name" = $9) as "webhooks";
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1) and "level" = 3) as open;
select "account", "what", "amount"
from "account_usage"
where (("what" = $1 and "day" = $2) or ("what" = $3 and "day" = $4)) and "account" = $5;
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from json_to_recordset($1::json) as given(id text,account bigint,ordinal bigint,bucket bigint,created_at bigint,custom_metadata text,request_params text,file_id text,file text,audio_days bigint,transcript_days bigint,change bigint);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from json_to_recordset($1::json) as given(account bigint,ordinal bigint,job_id text,has_file bigint,trace text);
commit;

-- jobs.create, with metadata and a file
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "job_changes" = "job_changes" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = $6 and "name" = $7) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $8 and "name" = $9) as "webhooks";
update files
set jobs = jobs + times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels";
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from json_to_recordset($1::json) as given(id text,account bigint,ordinal bigint,bucket bigint,created_at bigint,custom_metadata text,request_params text,file_id text,file text,audio_days bigint,transcript_days bigint,change bigint);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)
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
from json_to_recordset($1::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint,place bigint);
insert into "work" (account,ordinal,job_id,has_file,trace) select account,ordinal,job_id,has_file,trace
from json_to_recordset($1::json) as given(account bigint,ordinal bigint,job_id text,has_file bigint,trace text);
commit;

-- jobs.delete
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
update files
set jobs = jobs - times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning id, jobs, size;
delete
from "files"
where "account" = $1 and "id" in ($2);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = $1 and "source" in ($2)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3);
commit;

-- jobs.delete, with revisions
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
select "words"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- jobs.facets
select "tag", cast(sum("jobs") as bigint) as "jobs"
from "tag_counts"
where "account" = $1 and "kind" in ($2, $3) and tag not like $4
group by "tag"
order by "jobs" desc, "tag"
limit $5;
select "tag", cast(sum("jobs") as bigint) as "jobs"
from "tag_counts"
where "account" = $1 and "kind" in ($2, $3) and tag in (select tag
  from json_to_recordset($4::json) as given(tag text))
group by "tag"
order by "jobs" desc, "tag"
limit $5;

-- jobs.fileOf
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = $1 and "account" = $2;

-- jobs.get
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes", octet_length(job_results.result) as "size", case when octet_length(job_results.result) <= 524288 then "job_results"."result" end as "result"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = $1 and "jobs"."account" = $2;

-- jobs.newestChange
select "history", "job_changes" as "change", "last_ordinal" as "ordinal"
from "accounts"
inner join "installation" on true
where "accounts"."id" = $1;

-- jobs.page, at a cursor
with found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = (select cast($1 as bigint)) and "jobs"."ordinal" < (case when $2 < (select cast($3 as bigint)) then $4 else (select cast($5 as bigint)) end)
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($6 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($7 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = (select cast($8 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total) as counts
left join page on true;

-- jobs.page, at an offset
with found as materialized (select ordinal
  from (with start as materialized (select ((with place as materialized (select case when ((select coalesce(sum("jobs"), 0) as "jobs"
                from "job_counts"
                where "account" = (select cast($1 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - (select cast($2 as bigint)) - 1) < 0 then null else ((select coalesce(sum("jobs"), 0) as "jobs"
                from "job_counts"
                where "account" = (select cast($3 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - (select cast($4 as bigint)) - 1) end as before), large as materialized (select block, wanted - below as before
            from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
                from "place") as wanted
              from job_counts
              where account = (select cast($5 as bigint)) and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 3
              group by block ) as counted
            where wanted >= below and wanted < below + jobs), medium as materialized (select block, wanted - below as before
            from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
                from "large") as wanted
              from job_counts
              where account = (select cast($6 as bigint)) and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 2 and "block" >= (select block * 256
                from "large") and "block" < (select (block + 1) * 256
                from "large")
              group by block ) as counted
            where wanted >= below and wanted < below + jobs), small as materialized (select block, wanted - below as before
            from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
                from "medium") as wanted
              from job_counts
              where account = (select cast($7 as bigint)) and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 1 and "block" >= (select block * 256
                from "medium") and "block" < (select (block + 1) * 256
                from "medium")
              group by block ) as counted
            where wanted >= below and wanted < below + jobs) select ordinal
          from jobs
          where account = (select cast($8 as bigint)) and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and "ordinal" >= (select block * 256
            from "small") and "ordinal" < (select (block + 1) * 256
            from "small")
          order by ordinal
          limit 1 offset coalesce(cast((select before
                from small) as bigint), 0)) + 1) as ordinal) select ordinal
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($9 as bigint)) and "jobs"."ordinal" < (select ordinal
        from start)
      order by "ordinal" desc
      limit 21) as page) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($10 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($11 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = (select cast($12 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total) as counts
left join page on true;

-- jobs.page, by date
with bounds as materialized (select lower, case when upper < lower then lower else upper end as upper
  from (select coalesce((select "ordinal"
        from "jobs"
        where "account" = (select cast($1 as bigint)) and "created_at" >= (select cast($2 as bigint))
        order by "created_at", "ordinal"
        limit 1), accounts.last_ordinal + 1) as lower, coalesce((select "ordinal"
        from "jobs"
        where "account" = (select cast($3 as bigint)) and "created_at" >= (select cast($4 as bigint))
        order by "created_at", "ordinal"
        limit 1), accounts.last_ordinal + 1) as upper
    from accounts
    where id = (select cast($5 as bigint))) as bounds), found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = (select cast($6 as bigint)) and "jobs"."ordinal" >= (select lower
      from bounds) and "jobs"."ordinal" < (select upper
      from bounds)
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($7 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($8 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (with recursive ends as (select 0 as level, cast((select lower
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
        where "account" = (select cast($9 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "ordinal" >= "least" and "ordinal" < "most") else (select coalesce(sum("jobs"), 0) as "jobs"
        from "job_counts"
        where "account" = (select cast($10 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = "range"."level" and "block" >= "least" and "block" < "most") end)
    from (select level, case when start <= stop then 1 else -1 end as sign, case when start <= stop then start else stop end as least, case when start <= stop then stop else start end as most
      from paths ) as range) as total) as counts
left join page on true;

-- jobs.page, by kind
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($1 as bigint)) and true and "jobs"."bucket" = 4
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($2 as bigint)) and true and "jobs"."bucket" = 5
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($3 as bigint)) and true and "jobs"."bucket" = 6
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($4 as bigint)) and true and "jobs"."bucket" = 7
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($5 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($6 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = (select cast($7 as bigint)) and "bucket" in (4, 5, 6, 7) and "level" = 3) as total) as counts
left join page on true;

-- jobs.page, by language
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = (select cast($1 as bigint)) and "lead"."path" = $2 and "lead"."value" = (select cast($3 as text)) and "lead"."kind" = 0 and true
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = (select cast($4 as bigint)) and "lead"."path" = $5 and "lead"."value" = (select cast($6 as text)) and "lead"."kind" = 1 and true
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($7 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($8 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select cast((select coalesce(sum("jobs"), 0) as "jobs"
      from "tag_counts"
      where "account" = (select cast($9 as bigint)) and "tag" = (select cast($10 as text)) and "kind" in (0, 1)) as bigint) as total) as counts
left join page on true;

-- jobs.page, by metadata
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = (select cast($1 as bigint)) and "lead"."path" = (select cast($2 as text)) and "lead"."value" = (select cast($3 as text)) and "lead"."kind" = 0 and true
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = (select cast($4 as bigint)) and "lead"."path" = (select cast($5 as text)) and "lead"."value" = (select cast($6 as text)) and "lead"."kind" = 1 and true
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($7 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($8 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
      from (select newest, oldest, (select count(*)
          from (select "number"
            from "job_leaf_gaps"
            where ("account" = (select cast($9 as bigint)) and "path" = (select cast($10 as text)) and "value" = (select cast($11 as text)) and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
            limit 100000) as gap) as gaps
        from (select (select "number"
            from "job_leaves"
            where ("account" = (select cast($12 as bigint)) and "path" = (select cast($13 as text)) and "value" = (select cast($14 as text)) and "kind" = 0)
            order by "ordinal" desc
            limit 1) as newest, (select "number"
            from "job_leaves"
            where ("account" = (select cast($15 as bigint)) and "path" = (select cast($16 as text)) and "value" = (select cast($17 as text)) and "kind" = 0)
            order by "ordinal" asc
            limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
      from (select newest, oldest, (select count(*)
          from (select "number"
            from "job_leaf_gaps"
            where ("account" = (select cast($18 as bigint)) and "path" = (select cast($19 as text)) and "value" = (select cast($20 as text)) and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
            limit 100000) as gap) as gaps
        from (select (select "number"
            from "job_leaves"
            where ("account" = (select cast($21 as bigint)) and "path" = (select cast($22 as text)) and "value" = (select cast($23 as text)) and "kind" = 1)
            order by "ordinal" desc
            limit 1) as newest, (select "number"
            from "job_leaves"
            where ("account" = (select cast($24 as bigint)) and "path" = (select cast($25 as text)) and "value" = (select cast($26 as text)) and "kind" = 1)
            order by "ordinal" asc
            limit 1) as oldest) as ends ) as run)) as total) as counts
left join page on true;

-- jobs.page, by metadata and status
start transaction isolation level repeatable read;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 3, 4, 5, 7) and "level" = 3) as value;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2, 6) and "level" = 3) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $4 and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $5) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $6 and "lead"."path" = $7 and "lead"."value" = $8 and "lead"."kind" = 1 and true
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $9 and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $10) as "range"
  order by "ordinal" desc
  limit $11) as "slice";
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and true
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = $4 and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit $5) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $6 and "lead"."path" = $7 and "lead"."value" = $8 and "lead"."kind" = 1 and true
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = $9 and +jobs.bucket in (2, 6) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit $10) as "range"
    order by "ordinal" desc
    limit $11) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = $12 and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = $13 and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select cast($14 as bigint) as total) as counts
left join page on true;
commit;

-- jobs.page, by metadata, at an offset
start transaction isolation level repeatable read;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and true
    order by "ordinal" desc
    limit $4) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $5 and "lead"."path" = $6 and "lead"."value" = $7 and "lead"."kind" = 1 and true
    order by "ordinal" desc
    limit $8) as "range"
  order by "ordinal" desc
  limit $9) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and "lead"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $6 and "lead"."path" = $7 and "lead"."value" = $8 and "lead"."kind" = 1 and "lead"."ordinal" < $9
    order by "ordinal" desc
    limit $10) as "range"
  order by "ordinal" desc
  limit $11) as "slice";
commit;

-- jobs.page, by status
with found as materialized (select ordinal
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($1 as bigint)) and true and "jobs"."bucket" = 2
      order by "ordinal" desc
      limit 21) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = (select cast($2 as bigint)) and true and "jobs"."bucket" = 6
      order by "ordinal" desc
      limit 21) as "range"
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($3 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($4 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = (select cast($5 as bigint)) and "bucket" in (2, 6) and "level" = 3) as total) as counts
left join page on true;

-- jobs.page, by two values of metadata
start transaction isolation level repeatable read;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest", max("slice"."ordinal") as "newest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = 0 and true
    order by "ordinal" desc
    limit $4) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $5 and "lead"."path" = $6 and "lead"."value" = $7 and "lead"."kind" = 1 and true
    order by "ordinal" desc
    limit $8) as "range"
  order by "ordinal" desc
  limit $9) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "leaf"."ordinal"
  from "job_leaves" as "leaf"
  where "leaf"."account" = $1 and (leaf.path, leaf.value) in (values ($2, $3), ($4, $5)) and "leaf"."kind" in ($6, $7) and "leaf"."ordinal" >= $8 and "leaf"."ordinal" < $9
  group by "leaf"."ordinal" having count(*) = $10
  order by "leaf"."ordinal" desc
  limit $11) as "slice";
select "leaf"."ordinal"
from "job_leaves" as "leaf"
where "leaf"."account" = $1 and (leaf.path, leaf.value) in (values ($2, $3), ($4, $5)) and "leaf"."kind" in ($6, $7) and "leaf"."ordinal" >= $8 and "leaf"."ordinal" < $9
group by "leaf"."ordinal" having count(*) = $10
order by "leaf"."ordinal" desc
limit $11;
with found as materialized (select ordinal
  from (select cast(value as bigint) as ordinal
    from json_array_elements_text($1::json)) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = $2 and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = $3 and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select cast($4 as bigint) as total) as counts
left join page on true;
commit;

-- jobs.page, by two values of metadata, kind and status
start transaction isolation level repeatable read;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2) and "level" = 3) as value;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest", max("slice"."ordinal") as "newest"
from (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = $1 and true and "jobs"."bucket" = 2
  order by "ordinal" desc
  limit $2) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "leaf"."ordinal"
  from "job_leaves" as "leaf"
  where "leaf"."account" = $1 and (leaf.path, leaf.value) in (values ($2, $3), ($4, $5)) and "leaf"."kind" in ($6) and "leaf"."ordinal" >= $7 and "leaf"."ordinal" < $8
  group by "leaf"."ordinal" having count(*) = $9
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $10 and jobs.bucket = 2 and "jobs"."ordinal" = "leaf"."ordinal")
  order by "leaf"."ordinal" desc
  limit $11) as "slice";
select "leaf"."ordinal"
from "job_leaves" as "leaf"
where "leaf"."account" = $1 and (leaf.path, leaf.value) in (values ($2, $3), ($4, $5)) and "leaf"."kind" in ($6) and "leaf"."ordinal" >= $7 and "leaf"."ordinal" < $8
group by "leaf"."ordinal" having count(*) = $9
and exists (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = $10 and jobs.bucket = 2 and "jobs"."ordinal" = "leaf"."ordinal")
order by "leaf"."ordinal" desc
limit $11;
with found as materialized (select ordinal
  from (select cast(value as bigint) as ordinal
    from json_array_elements_text($1::json)) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = $2 and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = $3 and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select cast($4 as bigint) as total) as counts
left join page on true;
commit;

-- jobs.page, by words
with found as materialized (select ordinal
  from (select job_words.ordinal as ordinal
    from job_words
    where job_words.words @> $1::text[] and job_words.account = $2 and job_words.ordinal >= $3 and job_words.ordinal < $4
    order by job_words.ordinal desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = $5 and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = $6 and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (select case when count(*) <= 500 then count(*) end
    from (select job_words.ordinal as ordinal
      from job_words
      where job_words.words @> $7::text[] and job_words.account = $8 and job_words.ordinal >= $9 and job_words.ordinal < $10
      limit 501) as counted) as total) as counts
left join page on true;

-- jobs.page, by words, metadata and status
start transaction isolation level repeatable read;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (2, 3, 6, 7) and "level" = 3) as value;
select ((select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = 0) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $4 and "path" = $5 and "value" = $6 and "kind" = 0)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $7 and "path" = $8 and "value" = $9 and "kind" = 0)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run) + (select case when newest is null then 0 when gaps < 100000 then newest - oldest + 1 - gaps end
    from (select newest, oldest, (select count(*)
        from (select "number"
          from "job_leaf_gaps"
          where ("account" = $10 and "path" = $11 and "value" = $12 and "kind" = 1) and "number" > "ends"."oldest" and "number" < "ends"."newest"
          limit 100000) as gap) as gaps
      from (select (select "number"
          from "job_leaves"
          where ("account" = $13 and "path" = $14 and "value" = $15 and "kind" = 1)
          order by "ordinal" desc
          limit 1) as newest, (select "number"
          from "job_leaves"
          where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = 1)
          order by "ordinal" asc
          limit 1) as oldest) as ends ) as run)) as value;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select job_words.ordinal as ordinal
  from job_words
  where job_words.words @> $1::text[] and job_words.account = $2 and job_words.ordinal >= $3 and job_words.ordinal < $4 and ((select count(*) as "leaves"
      from "job_leaves" as "leaf"
      where "leaf"."account" = $5 and (leaf.path, leaf.value) in (values ($6, $7)) and "leaf"."kind" in ($8, $9) and "leaf"."ordinal" = job_words.ordinal)) = $10
  order by job_words.ordinal desc
  limit $11) as "slice";
with found as materialized (select ordinal
  from (select job_words.ordinal as ordinal
    from job_words
    where job_words.words @> $1::text[] and job_words.account = $2 and job_words.ordinal >= $3 and job_words.ordinal < $4 and ((select count(*) as "leaves"
        from "job_leaves" as "leaf"
        where "leaf"."account" = $5 and (leaf.path, leaf.value) in (values ($6, $7)) and "leaf"."kind" in ($8, $9) and "leaf"."ordinal" = job_words.ordinal)) = $10
    order by job_words.ordinal desc
    limit $11) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = $12 and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = $13 and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select cast($14 as bigint) as total) as counts
left join page on true;
commit;

-- jobs.page, first page
with found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = (select cast($1 as bigint)) and true
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", "job_results"."result", sum(coalesce(octet_length("job_results"."result"), 0)) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($2 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($3 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket", case when bytes <= 1048576 then "page"."result" end as "result"
from (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = (select cast($4 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total) as counts
left join page on true;

-- jobs.page, long, read in chunks
start transaction isolation level repeatable read;
select (select coalesce(sum("jobs"), 0) as "jobs"
  from "job_counts"
  where "account" = $1 and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as value;
select ((with place as materialized (select case when ((select coalesce(sum("jobs"), 0) as "jobs"
          from "job_counts"
          where "account" = $1 and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - $2 - 1) < 0 then null else ((select coalesce(sum("jobs"), 0) as "jobs"
          from "job_counts"
          where "account" = $3 and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) - $4 - 1) end as before), large as materialized (select block, wanted - below as before
      from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
          from "place") as wanted
        from job_counts
        where account = $5 and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 3
        group by block ) as counted
      where wanted >= below and wanted < below + jobs), medium as materialized (select block, wanted - below as before
      from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
          from "large") as wanted
        from job_counts
        where account = $6 and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 2 and "block" >= (select block * 256
          from "large") and "block" < (select (block + 1) * 256
          from "large")
        group by block ) as counted
      where wanted >= below and wanted < below + jobs), small as materialized (select block, wanted - below as before
      from (select block, sum(jobs) as jobs, sum(sum(jobs)) over (order by block) - sum(jobs) as below, (select before
          from "medium") as wanted
        from job_counts
        where account = $7 and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and level = 1 and "block" >= (select block * 256
          from "medium") and "block" < (select (block + 1) * 256
          from "medium")
        group by block ) as counted
      where wanted >= below and wanted < below + jobs) select ordinal
    from jobs
    where account = $8 and bucket in (0, 1, 2, 3, 4, 5, 6, 7) and "ordinal" >= (select block * 256
      from "small") and "ordinal" < (select (block + 1) * 256
      from "small")
    order by ordinal
    limit 1 offset coalesce(cast((select before
          from small) as bigint), 0)) + 1) as value;
select "last_ordinal"
from "accounts"
where "id" = $1;
commit;
select "found"."ordinal"
from (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = $1 and "jobs"."ordinal" < $2
  order by "ordinal" desc
  limit $3) as "found"
order by "found"."ordinal" desc;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and jobs.ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and jobs.ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
order by "jobs"."ordinal" desc;

-- jobs.page, without results
with found as materialized (select ordinal
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = (select cast($1 as bigint)) and true
    order by "ordinal" desc
    limit 21) as page), page as (select found.ordinal, "jobs"."id", "jobs"."bucket", sum(0) over () as bytes
  from found
  left join jobs on jobs.account = (select cast($2 as bigint)) and jobs.ordinal = found.ordinal
  left join job_results on job_results.account = (select cast($3 as bigint)) and job_results.ordinal = found.ordinal) select counts.total, case when bytes <= 1048576 then 1 else 0 end as fits, page.ordinal, "page"."id", "page"."bucket"
from (select (select coalesce(sum("jobs"), 0) as "jobs"
    from "job_counts"
    where "account" = (select cast($4 as bigint)) and "bucket" in (0, 1, 2, 3, 4, 5, 6, 7) and "level" = 3) as total) as counts
left join page on true;

-- jobs.setDetails
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
update "jobs"
set "details" = $1, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $2;
commit;

-- jobs.setPostSessionMetadata
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
update "jobs"
set "post_session_metadata" = $1, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $2 and "account" = $3 and "bucket" in ($4, $5, $6, $7);
commit;

-- jobs.state
select "bucket", "file_id", case when file is null then 0 else 1 end as "has_file"
from "jobs"
where "id" = $1 and "account" = $2;

-- jobs.trash
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
update job_leaves
set kind = -1 - kind
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning account, path, value, kind, number;
insert into job_leaf_gaps (account, path, value, kind, number) select account, path, value, kind, number
from json_to_recordset($1::json) as given(account bigint,path text,value text,kind bigint,number bigint);
select "trash_emptied_at"
from "accounts"
where "id" = $1;
insert into trash ("id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", change, trashed_at) select "id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", (select job_changes
  from accounts
  where accounts.id = "jobs"."account"), cast($1 as bigint)
from jobs
where account = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
commit;

-- keys.create
begin;
insert into "keys" ("id", "account", "user_id", "name", "hash", "created_at", "revoked_at", "scopes", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("hash") do nothing;
commit;

-- keys.ensure
begin;
update "keys"
set "revoked_at" = $1, "hash" = "id"
where "account" = $2 and "name" in ($3) and "hash" != $4 and "revoked_at" is null;
insert into "keys" ("id", "account", "user_id", "name", "hash", "created_at", "revoked_at", "scopes", "expires_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("hash") do nothing;
update "keys"
set "name" = $1, "scopes" = $2, "expires_at" = $3
where "hash" = $4 and "account" = $5;
select "account", "revoked_at"
from "keys"
where "hash" = $1;
commit;

-- keys.list
update "keys"
set "last_used_at" = $1
where "id" in (select "id"
  from "keys"
  where "id" in (select id
    from json_to_recordset($2::json) as given(id text))
  for update skip locked);
select "keys"."id", "keys"."account" as "accountId", "accounts"."name" as "account", "keys"."name", "keys"."user_id" as "user", "scopes", "keys"."created_at", "expires_at", "last_used_at", "revoked_at"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
order by "keys"."created_at";

-- keys.ofAccount
select "keys"."id", "keys"."account" as "accountId", "accounts"."name" as "account", "keys"."name", "keys"."user_id" as "user", "scopes", "keys"."created_at", "expires_at", "last_used_at", "revoked_at"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
where "keys"."account" = $1 and "keys"."revoked_at" is null
order by "keys"."created_at";

-- keys.revoke
update "keys"
set "revoked_at" = $1
where "id" = $2 and "revoked_at" is null;

-- live.abandoned
select "job_id", "live_sessions"."account", "owner", "bucket", "request_params", "trace", ((keys.revoked_at is not null or coalesce(keys.expires_at <= $1, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in ($2, $3)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = $4 and "owner" is null and ("bucket" = $5 or ((keys.revoked_at is not null or coalesce(keys.expires_at <= $6, false)) or live_sessions.user_id is not null and not exists (select 1
      from memberships
      where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in ($7, $8)) or exists (select 1
      from accounts
      where accounts.id = live_sessions.account and accounts.deleted_at is not null)) or "jobs"."created_at" < $9)
limit $10;

-- live.addMessages
begin;
select "id", "jobs"."account", "trace"
from "jobs"
inner join "live_sessions" on "job_id" = "id"
where "id" = $1;
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, $13, $14, $15), ($16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, $28, $29, $30)
on conflict do nothing;
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $1 and "is_ordered" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
commit;

-- live.ask
update "live_sessions"
set "asked" = $1
where "job_id" = $2 and "owner" = $3 and "asked" is null;

-- live.begin
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "job_changes" = "job_changes" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at", "limits", "paused_at", (select "value"
  from "account_settings"
  where "account" = $6 and "name" = $7) as "vocabulary", "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $8 and "name" = $9) as "webhooks";
insert into "jobs" (id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change) select id,account,ordinal,bucket,created_at,custom_metadata,request_params,file_id,file,audio_days,transcript_days,change
from json_to_recordset($1::json) as given(id text,account bigint,ordinal bigint,bucket bigint,created_at bigint,custom_metadata text,request_params text,file_id text,file text,audio_days bigint,transcript_days bigint,change bigint);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
select count(*) as "open"
from "live_sessions"
where "account" = $1 and "ended" = $2;
select "limits"
from "accounts"
where "id" = $1;
insert into "live_sessions" ("token_hash", "job_id", "account", "ended", "key_id", "user_id", "trace")
values ($1, $2, $3, $4, $5, $6, $7);
commit;

-- live.closedReason
select "jobs"."id", ((keys.revoked_at is not null or coalesce(keys.expires_at <= $1, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in ($2, $3)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
left join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "token_hash" = $4;

-- live.countAudio
select "job_id", "account", "counted_ms", "limits"
from "live_sessions"
inner join "accounts" on "accounts"."id" = "live_sessions"."account"
where "ended" = $1 and "owner" = $2;
begin;
update "live_sessions"
set "counted_ms" = $1
where "job_id" = $2 and "ended" = $3 and "counted_ms" = $4;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;
select "account", "what", "amount"
from "account_usage"
where (("what" = $1 and "day" = $2) or ("what" = $3 and "day" = $4)) and "account" = $5;

-- live.find, by job
select "job_id", "live_sessions"."account", "owner", "bucket", "request_params", "trace", ((keys.revoked_at is not null or coalesce(keys.expires_at <= $1, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in ($2, $3)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = $4 and "job_id" = $5;

-- live.find, by token
select "job_id", "live_sessions"."account", "owner", "bucket", "request_params", "trace", ((keys.revoked_at is not null or coalesce(keys.expires_at <= $1, false)) or live_sessions.user_id is not null and not exists (select 1
    from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in ($2, $3)) or exists (select 1
    from accounts
    where accounts.id = live_sessions.account and accounts.deleted_at is not null)) as "opener_has_ended"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = $4 and "token_hash" = $5;

-- live.finish
begin;
select "account", "trace"
from "live_sessions"
where "job_id" = $1 and "ended" = $2;
select "id"
from "nodes"
where "id" = $1 and "dead" = $2 for key share;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
update "live_sessions"
set "ended" = $1, "owner" = $2, "asked" = $3
where "job_id" = $4 and "ended" = $5 and ("owner" is null or "owner" = $6)
returning "counted_ms";
select "id", "account", "ordinal", "bucket", "created_at"
from "jobs"
where "id" = $1;
delete
from "uploads"
where "file" = $1 and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
update "jobs"
set "file_id" = $1, "file" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
insert into "job_results" ("account", "ordinal", "result", "transcription_at", "transcription_bytes")
values ($1, $2, $3, $4, $5);
insert into job_words
values ($1, $2, $3);
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, 0
from json_to_recordset($1::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
insert into "daily_audio" ("account", "day", "audio_ms")
values ($1, $2, $3)
on conflict ("account", "day") do update
set "audio_ms" = "daily_audio"."audio_ms" + "excluded"."audio_ms";
update "jobs"
set "bucket" = $1, "completed_at" = $2, "preview" = $3, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $4;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30), ($31, $32, $33, $34, $35)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, $13, $14, $15)
on conflict do nothing;
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $1 and "is_ordered" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
commit;

-- live.interruptions
select "job_id", "asked"
from "live_sessions"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = $1 and "owner" = $2 and ("asked" is not null or ((keys.revoked_at is not null or coalesce(keys.expires_at <= $3, false)) or live_sessions.user_id is not null and not exists (select 1
      from memberships
      where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id and memberships.role in ($4, $5)) or exists (select 1
      from accounts
      where accounts.id = live_sessions.account and accounts.deleted_at is not null)));

-- live.isCancelled
select "error_code"
from "jobs"
where "id" = $1;

-- live.owned
select "job_id"
from "live_sessions"
where "ended" = $1 and "owner" = $2;

-- live.release
update "live_sessions"
set "owner" = $1, "asked" = $2
where "job_id" = $3 and "owner" = $4;

-- live.start
begin;
select "id"
from "nodes"
where "id" = $1 and "dead" = $2 for key share;
select "id", "account", "ordinal", "bucket", "created_at"
from "jobs"
where "id" = $1;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
update "live_sessions"
set "owner" = $1, "asked" = $2
where "job_id" = $3 and "ended" = $4 and ("owner" is null or "owner" = $5);
update "jobs"
set "bucket" = $1, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $2;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
commit;

-- members.list
select "users"."id", "users"."name", "users"."email", "users"."last_seen_at" as "lastSeenAt", "accounts"."name" as "account", "memberships"."role", "memberships"."source", "memberships"."created_at" as "createdAt"
from "memberships"
inner join "users" on "users"."id" = "memberships"."user_id"
inner join "accounts" on "accounts"."id" = "memberships"."account"
where "memberships"."account" = $1
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
where "memberships"."user_id" = $1
order by "accounts"."name", "users"."name", "users"."id";

-- members.remove, the last membership
begin;
select "id"
from "accounts"
where "id" = $1 for no key update;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
select "user_id", "source", "role"
from "memberships"
where "account" = $1 and ("user_id" = $2 or "role" = $3);
delete
from "memberships"
where "account" = $1 and "user_id" = $2;
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2;
update "keys"
set "revoked_at" = $1
where "account" = $2 and "user_id" = $3 and "revoked_at" is null;
delete
from "console_sessions"
where "account" = $1 and "user_id" = $2;
delete
from "invitations"
where "account" = $1 and "user_id" = $2;
delete
from "shares"
where "account" = $1 and "user_id" = $2
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = $1
limit $2;
delete
from "console_sessions"
where "user_id" = $1;
delete
from "issuer_identities"
where "user_id" = $1;
delete
from "users"
where "id" = $1;
commit;

-- members.setRole
begin;
select "id"
from "accounts"
where "id" = $1 for no key update;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
select "user_id", "source", "role"
from "memberships"
where "account" = $1 and ("user_id" = $2 or "role" = $3);
insert into "memberships" ("account", "user_id", "source", "role", "created_at", "confirmed_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("account", "user_id", "source") do update
set "role" = "excluded"."role", "confirmed_at" = "excluded"."confirmed_at";
commit;

-- nodes.beat
select "lease_until" - (extract(epoch
    from clock_timestamp()) * 1000)::bigint as "left"
from "nodes"
where "id" = $1 and "dead" = $2;
update "nodes"
set "followed" = "state", "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $1, "beat_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint, "health" = $2
where "id" = $3 and "dead" = $4
returning "state";
begin;
select "id"
from "nodes"
where "dead" = $1 and "lease_until" < (extract(epoch
    from clock_timestamp()) * 1000)::bigint - $2;
delete
from "nodes"
where "dead" = $1 and not exists (select "owner"
  from "work"
  where "work"."owner" = "nodes"."id");
commit;

-- nodes.bury
begin;
select "id"
from "nodes"
where "id" = $1 for update;
update "nodes"
set "dead" = $1
where "id" in ($2);
update "work"
set "owner" = $1, "lease_until" = $2, "progress" = $3, "waiting_since" = case when trace is not null then (extract(epoch
    from clock_timestamp()) * 1000)::bigint end
where "owner" in ($4);
update "deliveries"
set "next_at" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint, "lease" = $1
where "lease" in ($2);
update "live_sessions"
set "owner" = $1, "asked" = $2
where "owner" in ($3);
delete
from "nodes"
where "dead" = $1 and not exists (select "owner"
  from "work"
  where "work"."owner" = "nodes"."id");
commit;

-- nodes.first
select "id"
from "nodes"
where "dead" = $1 and "lease_until" >= (extract(epoch
    from clock_timestamp()) * 1000)::bigint
order by "started_at", "id"
limit $2;

-- nodes.isAnyWorking
select "id"
from "nodes"
where "dead" = $1 and "lease_until" >= (extract(epoch
    from clock_timestamp()) * 1000)::bigint and "state" = $2 and ',' || roles || ',' like '%,work,%'
limit $3;

-- nodes.register
begin;
insert into "nodes" ("id", "version", "host", "pid", "roles", "models", "lease_until", "beat_at", "started_at")
values ($1, $2, $3, $4, $5, $6, (extract(epoch
      from clock_timestamp()) * 1000)::bigint + $7, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, (extract(epoch
      from clock_timestamp()) * 1000)::bigint);
select "id"
from "nodes"
where "id" != $1 and "id" = $2 for update;
delete
from "nodes"
where "dead" = $1 and not exists (select "owner"
  from "work"
  where "work"."owner" = "nodes"."id");
commit;

-- nodes.running
select "id", "roles", "version", "host", "pid", "started_at", "state", "followed", "beat_at", "health", (extract(epoch
    from clock_timestamp()) * 1000)::bigint - beat_at > (lease_until - beat_at) / 2 as "is_late", (select count(*)
  from "work"
  where "owner" = nodes.id) as "files", (select count(*)
  from "live_sessions"
  where "owner" = nodes.id) as "sessions", (select count(*)
  from "deliveries"
  where "lease" = nodes.id) as "callbacks", (select count(*)
  from "uploads"
  where "owner" = nodes.id) as "uploads"
from "nodes"
where "dead" = $1
order by "started_at", "id";

-- nodes.state
select "state"
from "nodes"
where "dead" = $1 and "id" = $2;

-- nodes.tell
update "nodes"
set "state" = $1
where "id" = $2 and "dead" = $3;

-- passkeys.add
begin;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
select "credential_id"
from "passkeys"
where "user_id" = $1;
insert into "passkeys" ("credential_id", "user_id", "origin", "name", "public_key", "counter", "transports", "created_at", "last_used_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("credential_id") do nothing;
commit;

-- passkeys.find
select *
from "passkeys"
where "credential_id" = $1;

-- passkeys.list
select *
from "passkeys"
where "user_id" = $1
order by "created_at";

-- passkeys.remove
delete
from "passkeys"
where "user_id" = $1 and "credential_id" = $2;

-- passkeys.rename
update "passkeys"
set "name" = $1
where "user_id" = $2 and "credential_id" = $3;

-- passkeys.use
update "passkeys"
set "counter" = $1, "last_used_at" = $2
where "credential_id" = $3 and "counter" = $4;

-- quality.correctedWords
select "typed", "jobs"
from "correction_counts"
where "account" = $1 and "heard" = '' and "jobs" >= $2
order by "jobs" desc, "typed"
limit $3;

-- quality.correctionsOf
select "heard" as "text", "jobs"
from "correction_counts"
where "account" = $1 and "typed" = $2 and "heard" <> ''
order by "jobs" desc, "heard"
limit $3;
select "jobs"."id"
from "job_corrections"
inner join "jobs" on "jobs"."account" = "job_corrections"."account" and "jobs"."ordinal" = "job_corrections"."ordinal"
where "job_corrections"."account" = $1 and "typed" = $2
order by "job_corrections"."ordinal" desc
limit $3;

-- quality.ofAccount
select "model", "language", cast(sum("transcripts") as bigint) as "transcripts", cast(sum("words") as bigint) as "words", cast(sum("wrong") as bigint) as "wrong"
from "word_error_counts"
where "account" = $1
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
  where "level" = 3 and "bucket" = $1) as "waiting", (select sum("jobs") as "jobs"
  from "accounts"
  inner join "job_counts" on "job_counts"."account" = "accounts"."id"
  where "level" = 3 and "bucket" = $2) as "running", (select coalesce("requeued_at", "jobs"."created_at") as "at"
  from "work"
  inner join "jobs" on "jobs"."id" = "work"."job_id"
  where "owner" is null and "bucket" != 2
  order by "position"
  limit $3) as "oldest_at", (select count(*) as "count"
  from (select "job_id"
    from "deliveries"
    where "state" = 'waiting'
    limit $4) as "pending") as "callbacks";

-- queue.position
select count(*) as "count"
from (select "other"."position"
  from "work" as "own"
  inner join "work" as "other" on "other"."has_file" = "own"."has_file" and "other"."account" = "own"."account" and "other"."priority" = "own"."priority"
  where "own"."job_id" = $1 and "own"."owner" is null and "other"."owner" is null and "other"."position" <= "own"."position"
  union all select "other"."position"
  from "work" as "own"
  inner join "work" as "other" on "other"."has_file" = "own"."has_file" and "other"."account" = "own"."account" and "other"."priority" > "own"."priority"
  where "own"."job_id" = $2 and "own"."owner" is null and "other"."owner" is null
  limit $3) as "waiting";

-- queue.progress
select "progress"
from "work"
where "job_id" = $1;

-- queue.setPriority
begin;
select "position"
from "work"
where "job_id" = $1 and "account" = $2 for update;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
update "work"
set "priority" = $1
where "position" = $2;
commit;

-- queue.setPriority, the first
begin;
select "position"
from "work"
where "job_id" = $1 and "account" = $2 for update;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select coalesce((select priority
    from work
    where has_file = $1 and account = $2 and owner is null and job_id <> $3
    order by priority desc
    limit 1), 0) as fetch, coalesce((select priority
    from work
    where has_file = $4 and account = $5 and owner is null and job_id <> $6
    order by priority desc
    limit 1), 0) as transcribe;
update "work"
set "priority" = $1
where "position" = $2;
commit;

-- retention.expiring
select "accounts"."id", "retention"."account" as "set", "audio_days", "transcript_days"
from "accounts"
left join "retention" on "retention"."account" = "accounts"."id"
order by "accounts"."id";

-- retention.get
select "audio_days" as "audioDays", "transcript_days" as "transcriptDays"
from "retention"
where "account" = $1;

-- retention.removeExpired, audio
select "account", "ordinal"
from "jobs"
where "file_id" is not null and "account" = $1 and "completed_at" <= $2 and "audio_days" is null
order by "completed_at"
limit $3;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "file_id", "file"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json)) and "file_id" is not null;
update "jobs"
set file_id = null, file = shown , change = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
from json_to_recordset($1::json) as given(job text,shown text)
where id = job;
update files
set jobs = jobs - times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning id, jobs, size;
delete
from "files"
where "account" = $1 and "id" in ($2, $3, $4, $5);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = $1 and "source" in ($2, $3, $4, $5)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3), ($4, $5, $6), ($7, $8, $9), ($10, $11, $12), ($13, $14, $15), ($16, $17, $18);
commit;

-- retention.removeExpired, audio, with a retention of its own
select "account", "ordinal"
from "jobs"
where "file_id" is not null and "completed_at" is not null and "audio_days" >= 0 and (completed_at + "audio_days" * 86400000) <= $1
order by (completed_at + "audio_days" * 86400000)
limit $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "file_id", "file"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json)) and "file_id" is not null;
update "jobs"
set file_id = null, file = shown , change = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
from json_to_recordset($1::json) as given(job text,shown text)
where id = job;
update files
set jobs = jobs - times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning id, jobs, size;
delete
from "files"
where "account" = $1 and "id" in ($2);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = $1 and "source" in ($2)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3);
commit;

-- retention.removeExpired, transcript
select "account", "ordinal"
from "jobs"
where "account" = $1 and "completed_at" <= $2 and "transcript_days" is null
order by "completed_at"
limit $3;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30), ($31, $32, $33, $34, $35), ($36, $37, $38, $39, $40), ($41, $42, $43, $44, $45)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
delete
from "shares"
where "account" = $1 and "job_id" in ($2, $3, $4, $5, $6, $7)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
update files
set jobs = jobs - times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning id, jobs, size;
delete
from "files"
where "account" = $1 and "id" in ($2);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = $1 and "source" in ($2)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3);
commit;

-- retention.removeExpired, transcript, with a retention of its own
select "account", "ordinal"
from "jobs"
where "completed_at" is not null and "transcript_days" >= 0 and (completed_at + "transcript_days" * 86400000) <= $1
order by (completed_at + "transcript_days" * 86400000)
limit $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "work"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json))
returning coalesce(octet_length(transcription), 0) as "bytes";
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($3::json))
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($5::json)));
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select "id"
  from "deliveries"
  where "account" = $2 and "job_id" in (select id
    from json_to_recordset($3::json) as given(id text)) and "webhook" is null);
delete
from "deliveries"
where "account" = $1 and "job_id" in (select id
  from json_to_recordset($2::json) as given(id text)) and "webhook" is null;
insert into "deleted_jobs" ("account", "change", "ordinal", "id") select "account", (select job_changes
  from accounts
  where accounts.id = $1) as "change", "ordinal", "id"
from "jobs"
where "account" = $2 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($3::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint));
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
delete
from tag_counts
where account = $1 and jobs = 0 and (tag, kind) in (select tag, kind
  from json_to_recordset($2::json) as given(account bigint,tag text,kind bigint,jobs bigint));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "jobs"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
update files
set jobs = jobs - times
from json_to_recordset($1::json) as given(file text,times bigint)
where id = file and account = $2
returning id, jobs, size;
delete
from "files"
where "account" = $1 and "id" in ($2);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
delete
from "derived_files"
where "account" = $1 and "source" in ($2)
returning "file";
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3);
commit;

-- retention.reset
delete
from "retention"
where "account" = $1;

-- retention.set
insert into "retention" ("account", "audio_days", "transcript_days")
values ($1, $2, $3)
on conflict ("account") do update
set "audio_days" = $4, "transcript_days" = $5;

-- retranscriptions.accepted
select "retranscriptions"."account", "id", "requested_by"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
where "state" = 'ready' and "accepted" = 1
order by "retranscriptions"."completed_at"
limit $1;

-- retranscriptions.get
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "jobs"."account" = $1 and "jobs"."id" = $2;

-- retranscriptions.hold
update "retranscriptions"
set "accepted" = $1
where "account" = $2 and "ordinal" = (select "ordinal"
  from "jobs"
  where "id" = $3 and "account" = $4);

-- retranscriptions.page
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "retranscriptions"."account" = $1
order by "retranscriptions"."ordinal" desc
limit $2;

-- retranscriptions.page, in a state and before a job
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "retranscriptions"."account" = $1 and "state" = $2 and "retranscriptions"."ordinal" < $3
order by "retranscriptions"."ordinal" desc
limit $4;

-- retranscriptions.page, of a job
select "jobs"."id", "jobs"."ordinal", "state", "owner", "accepted", "params", "error", "requested_by", "retranscriptions"."created_at", "retranscriptions"."completed_at"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
left join "work" on "work"."job_id" = "jobs"."id" and "work"."account" = "jobs"."account"
where "retranscriptions"."account" = $1 and "jobs"."id" = $2
order by "retranscriptions"."ordinal" desc
limit $3;

-- retranscriptions.proposal
select "jobs"."ordinal", "transcription"
from "retranscriptions"
inner join "jobs" on "jobs"."account" = "retranscriptions"."account" and "jobs"."ordinal" = "retranscriptions"."ordinal"
where "jobs"."account" = $1 and "jobs"."id" = $2;
select "recognised"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "recognised" is not null
order by "revision" desc
limit $3;

-- retranscriptions.remove
begin;
delete
from "work"
where account = $1 and ordinal = (select "ordinal"
  from "jobs"
  where "id" = $2 and "account" = $3)
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal = (select "ordinal"
  from "jobs"
  where "id" = $2 and "account" = $3)
returning coalesce(octet_length(transcription), 0) as "bytes";
commit;

-- retranscriptions.request
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "account", "ordinal", "bucket", "file_id", "request_params"
from "jobs"
where "id" = $1 and "account" = $2;
select "value" as "json", "revision"
from "account_settings"
where "account" = $1 and "name" = $2;
insert into "retranscriptions" ("account", "ordinal", "state", "params", "accepted", "requested_by", "created_at")
values ($1, $2, $3, $4, $5, $6, $7)
on conflict ("account", "ordinal") do update
set "state" = $8, "params" = $9, "accepted" = $10, "requested_by" = $11, "created_at" = $12, "completed_at" = $13, "error" = $14
where "retranscriptions"."state" = $15;
insert into "work" ("account", "ordinal", "trace", "job_id", "attempts", "has_file", "priority", "epoch", "requeued_at")
values ($1, $2, $3, $4, $5, $6, $7, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, (extract(epoch
      from clock_timestamp()) * 1000)::bigint);
commit;

-- settings.get
select "value" as "json", "revision"
from "account_settings"
where "account" = $1 and "name" = $2;

-- settings.set
insert into "account_settings" ("account", "name", "value", "revision")
values ($1, $2, $3, $4)
on conflict ("account", "name") do update
set "value" = $5, "revision" = "account_settings"."revision" + $6
where true
returning "revision";

-- settings.set, from a revision
insert into "account_settings" ("account", "name", "value", "revision")
values ($1, $2, $3, $4)
on conflict ("account", "name") do update
set "value" = $5, "revision" = "account_settings"."revision" + $6
where "account_settings"."revision" = $7
returning "revision";

-- shares.addClip
begin;
update "shares"
set "opened_count" = "opened_count"
where "id" = $1 and "account" = $2;
update "files"
set "jobs" = "jobs"
where "id" = $1 and "account" = $2;
commit;

-- shares.clip
select "file"
from "derived_files"
where "account" = $1 and "source" = $2 and "kind" = $3;

-- shares.create
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select count(*) as "count"
from "shares"
where "account" = $1 and "job_id" = $2 and ("expires_at" is null or "expires_at" > $3);
insert into "shares" ("id", "account", "job_id", "token_hash", "range_from", "range_to", "audio", "download", "redacted", "created_by", "user_id", "created_at", "expires_at", "last_opened_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
returning *;
commit;

-- shares.find
select *
from "shares"
where "token_hash" = $1 and ("expires_at" is null or "expires_at" > $2)
and exists (select "jobs"."id"
  from "jobs"
  where "jobs"."id" = "shares"."job_id" and "jobs"."account" = "shares"."account") and ("user_id" is null or exists (select "memberships"."role"
    from "memberships"
    where "memberships"."account" = "shares"."account" and "memberships"."user_id" = "shares"."user_id"));

-- shares.list
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select *
from "shares"
where "account" = $1 and "job_id" = $2
order by "created_at", "id";

-- shares.noteOpened
update "shares"
set "opened_count" = "opened_count" + $1, "last_opened_at" = $2
where "id" = $3 and "account" = $4;

-- shares.removeEnded
select "account", "id"
from "shares"
where "expires_at" < $1
order by "expires_at"
limit $2;
begin;
delete
from "shares"
where "account" = $1 and "id" in ($2)
returning "id", "job_id";
delete
from "derived_files"
where "account" = $1 and "source" in (select "file_id" as "file_id"
  from "jobs"
  where "id" in ($2) and "account" = $3 and "file_id" is not null
  union all select "file_id" as "file_id"
  from "trash"
  where "id" in ($4) and "account" = $5 and "file_id" is not null) and "kind" in ($6)
returning "file";
commit;

-- shares.revoke
begin;
delete
from "shares"
where "account" = $1 and ("job_id" = $2 and "id" = $3)
returning "id", "job_id";
delete
from "derived_files"
where "account" = $1 and "source" in (select "file_id" as "file_id"
  from "jobs"
  where "id" in ($2) and "account" = $3 and "file_id" is not null
  union all select "file_id" as "file_id"
  from "trash"
  where "id" in ($4) and "account" = $5 and "file_id" is not null) and "kind" in ($6)
returning "file";
commit;

-- texts.add
begin;
insert into "recognised_texts" ("job_id", "account", "attempt", "position", "text") select "job_id", "account", cast($1 as text) as "attempt", cast($2 as integer) as "position", cast($3 as text) as "text"
from "work"
where job_id = $4 and owner = $5 and epoch = $6 for share
on conflict ("job_id", "attempt", "position", "account") do update
set "text" = "excluded"."text";
commit;

-- texts.add, the first
begin;
insert into "recognised_texts" ("job_id", "account", "attempt", "position", "text") select "job_id", "account", cast($1 as text) as "attempt", cast($2 as integer) as "position", cast($3 as text) as "text"
from "work"
where job_id = $4 and owner = $5 and epoch = $6 for share
on conflict ("job_id", "attempt", "position", "account") do update
set "text" = "excluded"."text";
delete
from "recognised_texts"
where "job_id" = $1 and "attempt" != $2;
commit;

-- texts.read
select "attempt", "text"
from "recognised_texts"
where "job_id" = $1 and ("attempt" != $2 or "position" >= $3)
order by "position";

-- transcripts.add
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
update "job_revisions"
set "words" = $1, "transcription" = $2
where "account" = $3 and "ordinal" = $4 and "revision" = $5;
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into job_words
values ($1, $2, $3);
update "jobs"
set "details" = $1, "preview" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" in ($3, $4);
select "limits"
from "accounts"
where "id" = $1;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.add, after another
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
update "job_revisions"
set "words" = $1, "transcription" = $2
where "account" = $3 and "ordinal" = $4 and "revision" = $5;
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into job_words
values ($1, $2, $3);
update "jobs"
set "details" = $1, "preview" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" in ($3, $4);
select "limits"
from "accounts"
where "id" = $1;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.add, recognised again
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
delete
from "work"
where account = $1 and ordinal = $2
and exists (select "state"
  from "retranscriptions"
  where "retranscriptions"."account" = "work"."account" and "retranscriptions"."ordinal" = "work"."ordinal");
delete
from "retranscriptions"
where account = $1 and ordinal = $2
returning coalesce(octet_length(transcription), 0) as "bytes";
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
update "job_revisions"
set "words" = $1, "transcription" = $2
where "account" = $3 and "ordinal" = $4 and "revision" = $5;
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into job_words
values ($1, $2, $3);
update "jobs"
set "details" = $1, "preview" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" in ($3, $4);
select "limits"
from "accounts"
where "id" = $1;
commit;

-- transcripts.add, with corrected words
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
update "job_revisions"
set "words" = $1, "transcription" = $2
where "account" = $3 and "ordinal" = $4 and "revision" = $5;
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into job_words
values ($1, $2, $3);
select "revision"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "recognised" is not null
limit $3;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, -1 * transcripts, -1 * words, -1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal = $2
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, -1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal = $2) select account, typed, heard, count(*) as jobs
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
where account = $1 and transcripts = 0;
delete
from correction_counts
where account = $1 and jobs = 0 and (typed, heard) in (select typed, heard
  from job_corrections
  where account = $2 and ordinal = $3
  union all select typed, ''
  from job_corrections
  where account = $4 and ordinal = $5);
delete
from "job_word_errors"
where "account" = $1 and ordinal = $2;
delete
from "job_corrections"
where "account" = $1 and ordinal = $2;
insert into "job_word_errors" ("account", "ordinal", "language", "model", "words", "wrong")
values ($1, $2, $3, $4, $5, $6);
insert into job_corrections (account, ordinal, heard, typed) select account, ordinal, heard, typed
from json_to_recordset($1::json) as given(account bigint,ordinal bigint,heard text,typed text);
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, 1 * transcripts, 1 * words, 1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal = $2
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, 1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal = $2) select account, typed, heard, count(*) as jobs
  from own
  group by account, typed, heard
  union all select account, typed, '', count(distinct ordinal)
  from own
  group by account, typed) as counted
where true
on conflict (account, typed, heard) do update
set jobs = correction_counts.jobs + excluded.jobs;
update "jobs"
set "details" = $1, "preview" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" in ($3, $4);
select "limits"
from "accounts"
where "id" = $1;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.add, with names that move
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;
select "base", "bytes", (coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)) as "stored"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
insert into "job_revisions" ("account", "ordinal", "revision", "base", "bytes", "splice", "transcription", "words", "recognised", "changes", "created_at", "made_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
update "job_revisions"
set "words" = $1, "transcription" = $2
where "account" = $3 and "ordinal" = $4 and "revision" = $5;
delete
from job_words
where account = $1 and ordinal = any($2::bigint[]);
insert into job_words
values ($1, $2, $3);
update "jobs"
set "details" = $1, "preview" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
select coalesce(sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0))), 0) as "bytes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" in ($3, $4);
select "limits"
from "accounts"
where "id" = $1;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- transcripts.get, newest
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = $1 and "jobs"."account" = $2;
select "base", "transcription"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;

-- transcripts.get, older
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = $1 and "jobs"."account" = $2;
select "base", "transcription"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;
select "revision", "splice", "transcription"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" >= $3 and "revision" <= $4
order by "revision";

-- transcripts.get, recognised
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."details", "jobs"."request_params", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = $1 and "jobs"."account" = $2;

-- transcripts.json, newest
select "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes"
from "jobs"
inner join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "id" = $1 and "jobs"."account" = $2;
select "transcription"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;

-- transcripts.json, older
select "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes"
from "jobs"
inner join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "id" = $1 and "jobs"."account" = $2;
select "transcription"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" = $3;

-- transcripts.json, recognised
select "jobs"."ordinal", "transcription_at" as "at", "transcription_bytes" as "bytes"
from "jobs"
inner join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "id" = $1 and "jobs"."account" = $2;
select "result" as "result"
from "job_results"
where "account" = $1 and "ordinal" = $2;

-- transcripts.list
select "ordinal", "bucket", "completed_at"
from "jobs"
where "id" = $1 and "account" = $2;
select "revision", "created_at" as "createdAt", "made_by", "changes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2
order by "revision" desc
limit $3;

-- transcripts.list, before a revision
select "ordinal", "bucket", "completed_at"
from "jobs"
where "id" = $1 and "account" = $2;
select "revision", "created_at" as "createdAt", "made_by", "changes"
from "job_revisions"
where "account" = $1 and "ordinal" = $2 and "revision" < $3
order by "revision" desc
limit $4;

-- transcripts.state
select "ordinal", "bucket", "details", "preview"
from "jobs"
where "id" = $1 and "account" = $2;

-- transcripts.voices
select "voices"
from "jobs"
inner join "job_voices" on "job_voices"."account" = "jobs"."account" and "job_voices"."ordinal" = "jobs"."ordinal"
where "id" = $1 and "jobs"."account" = $2;

-- trash.empty
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select max("trashed_at") as "newest"
from "trash"
where "account" = $1;
update "accounts"
set "trash_emptied_at" = $1
where "id" = $2;
commit;

-- trash.page
select "trash"."id", "trash"."bucket", "trash"."created_at", "trash"."completed_at", "trash"."custom_metadata", "trash"."post_session_metadata", "trash"."error_code", "trash"."error_message", "trash"."file", "trash"."details", "trash"."request_params", "ordinal", "trashed_at", "trash"."transcript_days" as "own", "retention"."account" as "set", "retention"."transcript_days" as "of_account"
from "trash"
left join "retention" on "retention"."account" = "trash"."account"
where "trash"."account" = $1 and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = $2)
order by "trashed_at" desc, "ordinal" desc
limit $3;

-- trash.page, after another
select "trash"."id", "trash"."bucket", "trash"."created_at", "trash"."completed_at", "trash"."custom_metadata", "trash"."post_session_metadata", "trash"."error_code", "trash"."error_message", "trash"."file", "trash"."details", "trash"."request_params", "ordinal", "trashed_at", "trash"."transcript_days" as "own", "retention"."account" as "set", "retention"."transcript_days" as "of_account"
from "trash"
left join "retention" on "retention"."account" = "trash"."account"
where "trash"."account" = $1 and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = $2) and (trashed_at, ordinal) < ($3, $4)
order by "trashed_at" desc, "ordinal" desc
limit $5;

-- trash.remove
select "trash"."account", "ordinal"
from "trash"
where "trash"."account" = $1 and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = $2) and "id" = $3;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- trash.removeExpired
select "account", "ordinal"
from "trash"
where "trashed_at" <= $1
order by "trashed_at"
limit $2;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- trash.removeOldest
select "account", "ordinal"
from "trash"
order by "trashed_at"
limit $1;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "shares"
where "account" = $1 and "job_id" in ($2)
returning "id", "job_id";
select (coalesce((select sum(octet_length(result))
      from job_results as of_job
      where of_job.account = $1 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($2::json))), 0) + coalesce((select sum(octet_length(voices))
      from job_voices as of_job
      where of_job.account = $3 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($4::json))), 0) + coalesce((select sum(octet_length(transcription))
      from retranscriptions as of_job
      where of_job.account = $5 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($6::json))), 0) + coalesce((select sum((coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0) + coalesce(octet_length(recognised), 0)))
      from job_revisions as of_job
      where of_job.account = $7 and ordinal in (select cast(value as bigint) as ordinal
        from json_array_elements_text($8::json))), 0)) as bytes;
delete
from "job_revisions"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_voices"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_results"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "trash"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_word_errors"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from "job_corrections"
where "account" = $1 and ordinal in (select cast(value as bigint) as ordinal
  from json_array_elements_text($2::json));
delete
from job_leaves
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning path, value, kind, number;
select run, (select min(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $1 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal asc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $2 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal asc
      limit 1) as leaf) as edges) as oldest, (select max(number)
  from (select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $3 and leaf.path = given.path and leaf.value = given.value and leaf.kind = given.kind
      order by ordinal desc
      limit 1) as leaf
    union all select *
    from (select number
      from job_leaves as leaf
      where leaf.account = $4 and leaf.path = given.path and leaf.value = given.value and leaf.kind = -1 - given.kind
      order by ordinal desc
      limit 1) as leaf) as edges) as newest
from json_to_recordset($5::json) as given(run bigint,path text,value text,kind bigint);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number < oldest);
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select gap.path, gap.value, gap.kind, number
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,oldest bigint,newest bigint) cross
  join job_leaf_gaps as gap
  where gap.account = $3 and gap.path = given.path and gap.value = given.value and gap.kind = given.kind and number > newest);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- trash.restore
select "ordinal"
from "trash"
where "trash"."account" = $1 and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = $2) and "id" = $3;
begin;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "id", "ordinal", "bucket", "custom_metadata", "file_id", "details", "preview"
from "trash"
where "trash"."account" = $1 and "trashed_at" > (select "trash_emptied_at"
  from "accounts"
  where "accounts"."id" = $2) and "id" = $3;
insert into jobs ("id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", change) select "id", "account", "ordinal", "bucket", "created_at", "completed_at", "error_code", "error_message", "custom_metadata", "post_session_metadata", "file_id", "file", "details", "preview", "request_params", "audio_days", "transcript_days", (select job_changes
  from accounts
  where accounts.id = $1)
from trash
where account = $2 and id = $3;
delete
from "trash"
where "account" = $1 and "id" = $2
returning "change";
delete
from "deleted_jobs"
where "account" = $1 and "change" = $2 and "ordinal" = $3;
update job_leaves
set kind = -1 - kind
where account = $1 and (path, value, kind, ordinal) in (select path, value, kind, ordinal
  from json_to_recordset($2::json) as given(path text,value text,kind bigint,ordinal bigint))
returning account, path, value, kind, number;
delete
from job_leaf_gaps
where account = $1 and (path, value, kind, number) in (select path, value, kind, number
  from json_to_recordset($2::json) as given(account bigint,path text,value text,kind bigint,number bigint));
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, 0
from json_to_recordset($1::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into word_error_counts (account, model, language, transcripts, words, wrong) select account, model, language, 1 * transcripts, 1 * words, 1 * wrong
from (select account, model, language, count(*) as transcripts, cast(sum(words) as bigint) as words, cast(sum(wrong) as bigint) as wrong
  from job_word_errors
  where account = $1 and ordinal in (select cast(value as bigint) as ordinal
    from json_array_elements_text($2::json))
  group by account, model, language) as counted
where true
on conflict (account, model, language) do update
set transcripts = word_error_counts.transcripts + excluded.transcripts, words = word_error_counts.words + excluded.words, wrong = word_error_counts.wrong + excluded.wrong;
insert into correction_counts (account, typed, heard, jobs) select account, typed, heard, 1 * jobs
from (with own as materialized (select account, typed, heard, ordinal
    from job_corrections
    where account = $1 and ordinal in (select cast(value as bigint) as ordinal
      from json_array_elements_text($2::json))) select account, typed, heard, count(*) as jobs
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
where "account" = $1 and "ordinal" = $2;
insert into job_words
values ($1, $2, $3);
commit;

-- uploads.begin
insert into "uploads" ("file", "owner", "created_at")
values ($1, $2, $3);

-- uploads.forget
delete
from "uploads"
where "file" = $1;

-- uploads.isRemoving
select "file"
from "uploads"
where "owner" is null
limit $1;

-- uploads.release
update "uploads"
set "owner" = $1
where "file" = $2;

-- uploads.releaseAbandoned
update "uploads"
set "owner" = $1
where "file" in (select "file"
  from "uploads"
  left join "nodes" on "nodes"."id" = "uploads"."owner" and "nodes"."dead" = $2
  where "nodes"."id" is null
  limit $3)
returning "file";

-- users.delete
begin;
select distinct "account"
from "memberships"
where "user_id" = $1
order by "account";
select "id"
from "accounts"
where "id" = $1 for no key update;
update "users"
set "last_seen_at" = "last_seen_at"
where "id" = $1;
delete
from "memberships"
where "account" = $1 and "user_id" = $2;
select "role"
from "memberships"
where "account" = $1 and "user_id" = $2;
update "keys"
set "revoked_at" = $1
where "account" = $2 and "user_id" = $3 and "revoked_at" is null;
delete
from "console_sessions"
where "account" = $1 and "user_id" = $2;
delete
from "invitations"
where "account" = $1 and "user_id" = $2;
delete
from "shares"
where "account" = $1 and "user_id" = $2
returning "id", "job_id";
select "account"
from "memberships"
where "user_id" = $1
limit $2;
delete
from "console_sessions"
where "user_id" = $1;
delete
from "issuer_identities"
where "user_id" = $1;
delete
from "users"
where "id" = $1;
select "id"
from "users"
where "id" = $1;
commit;

-- users.find
select "id", "name", "email", "last_seen_at" as "lastSeenAt"
from "users"
where "id" = $1;

-- users.issuersOf
select distinct "issuer"
from "issuer_identities"
where "user_id" = $1
order by "issuer";

-- users.named
select "id", "name", "email", "last_seen_at" as "lastSeenAt"
from "users"
where ("id" = $1 or lower("email") = $2)
order by "id";

-- users.rename
update "users"
set "name" = $1
where "id" = $2;

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
where "id" = $1 for update;
select "webhook"
from "deliveries"
where "account" = $1 and "webhook" > $2
order by "webhook"
limit $3;
select "value" as "json", "revision"
from "account_settings"
where "account" = $1 and "name" = $2;
select "id"
from "deliveries"
where "account" = $1 and "webhook" = $2
limit $3;
delete
from "deliveries"
where "account" = $1 and "id" in (select "id"
  from "deliveries"
  where "account" = $2 and "id" in (select id
    from json_to_recordset($3::json) as given(id text))
  for update skip locked)
returning "id";
delete
from "delivery_attempts"
where "account" = $1 and "delivery" in (select id
  from json_to_recordset($2::json) as given(id text));
commit;

-- webhooks.removeOld
select "account", "id"
from "deliveries"
where "webhook" is not null and "created_at" < $1 and "state" <> $2
limit $3;

-- work.attachFile
begin;
update "work"
set "has_file" = $1, "attempts" = $2, "owner" = $3, "lease_until" = $4, "progress" = $5, "waiting_since" = case when trace is not null then (extract(epoch
    from clock_timestamp()) * 1000)::bigint end
where job_id = $6 and owner = $7 and epoch = $8
returning "account";
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
select "limits"
from "accounts"
where "id" = $1;
delete
from "uploads"
where "file" = $1 and "owner" is not null;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
update "jobs"
set "file_id" = $1, "file" = $2, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $3;
commit;

-- work.beat
update "work"
set "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $1, "progress" = $2
where job_id = $3 and owner = $4 and epoch = $5;

-- work.claim
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = $1 and owner is null and account > $2
  union all select (select min(account)
    from work
    where has_file = $3 and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < $4 ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = $5 and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = $6) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
select "id"
from "accounts"
where "id" = $1
for update skip locked;
update "work"
set "attempts" = "attempts" + $1, "epoch" = "epoch" + $2, "owner" = $3, "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $4
where "account" = $5 and "position" = (select "position"
  from "work"
  where "has_file" = $6 and "account" = $7 and "owner" is null
  order by "priority" desc, "position"
  limit $8
  for update skip locked) and (select paused_at
  from accounts
  where id = $9) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + $1, "last_transcription" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
update "jobs"
set "bucket" = $1, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $2;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = $1 and "id" = $2;
commit;

-- work.claim, again
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = $1 and owner is null and account > $2
  union all select (select min(account)
    from work
    where has_file = $3 and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < $4 ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = $5 and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = $6) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
select "id"
from "accounts"
where "id" = $1
for update skip locked;
update "work"
set "attempts" = "attempts" + $1, "epoch" = "epoch" + $2, "owner" = $3, "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $4
where "account" = $5 and "position" = (select "position"
  from "work"
  where "has_file" = $6 and "account" = $7 and "owner" is null
  order by "priority" desc, "position"
  limit $8
  for update skip locked) and (select paused_at
  from accounts
  where id = $9) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + $1, "last_transcription" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
select "params"
from "retranscriptions"
where "account" = $1 and "ordinal" = $2;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = $1 and "id" = $2;
commit;

-- work.claim, to fetch
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = $1 and owner is null and account > $2
  union all select (select min(account)
    from work
    where has_file = $3 and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < $4 ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = $5 and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file = 0 and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = $6) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_fetch", considered.account;
begin;
select "id"
from "accounts"
where "id" = $1
for update skip locked;
update "work"
set "attempts" = "attempts" + $1, "epoch" = "epoch" + $2, "owner" = $3, "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $4
where "account" = $5 and "position" = (select "position"
  from "work"
  where "has_file" = $6 and "account" = $7 and "owner" is null
  order by "priority" desc, "position"
  limit $8
  for update skip locked) and (select paused_at
  from accounts
  where id = $9) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + $1, "last_fetch" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
update "jobs"
set "bucket" = $1, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $2;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
commit;

-- work.claim, when idle
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = $1 and owner is null and account > $2
  union all select (select min(account)
    from work
    where has_file = $3 and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < $4 ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = $5 and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = $6) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
select "id"
from "accounts"
where "id" = $1
for update skip locked;
update "work"
set "attempts" = "attempts" + $1, "epoch" = "epoch" + $2, "owner" = $3, "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $4
where "account" = $5 and "position" = (select "position"
  from "work"
  where "has_file" = $6 and "account" = $7 and "owner" is null
  order by "priority" desc, "position"
  limit $8
  for update skip locked) and (select paused_at
  from accounts
  where id = $9) is null
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + $1, "last_transcription" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
select "params"
from "retranscriptions"
where "account" = $1 and "ordinal" = $2;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = $1 and "id" = $2;
commit;

-- work.claim, with a limit
with recursive waiting(account, number) as (select min(account), 1
  from work
  where has_file = $1 and owner is null and account > $2
  union all select (select min(account)
    from work
    where has_file = $3 and owner is null and account > waiting.account), number + 1
  from waiting
  where waiting.account is not null and number < $4 ), considered(account) as (select account
  from waiting
  where account is not null union select id
  from accounts
  where priority <> 0
  and exists (select 1
    from work
    where has_file = $5 and owner is null and account = accounts.id) ), running(account, jobs) as (select account, count(*)
  from work
  where has_file in (1, 2) and owner is not null
  group by account ) select considered.account, coalesce(running.jobs, 0) as running, priority, limits, paused_at, (select max(account)
  from waiting
  where number = $6) as last
from considered
join accounts on accounts.id = considered.account
left join running on running.account = considered.account
order by priority desc, running, "accounts"."last_transcription", considered.account;
begin;
select "id"
from "accounts"
where "id" = $1
for update skip locked;
update "work"
set "attempts" = "attempts" + $1, "epoch" = "epoch" + $2, "owner" = $3, "lease_until" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint + $4
where "account" = $5 and "position" = (select "position"
  from "work"
  where "has_file" = $6 and "account" = $7 and "owner" is null
  order by "priority" desc, "position"
  limit $8
  for update skip locked) and (select paused_at
  from accounts
  where id = $9) is null and (select count(*)
  from work
  where has_file in (1, 2) and account = $10 and owner is not null) < $11
returning "job_id", "attempts", "epoch", "trace", "waiting_since", "requeued_at";
update "accounts"
set "job_changes" = "job_changes" + $1, "last_transcription" = (extract(epoch
    from clock_timestamp()) * 1000)::bigint
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "account" = $1 and "id" = $2;
commit;

-- work.finish, again
begin;
delete
from "work"
where job_id = $1 and owner = $2 and epoch = $3
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = $1;
update "retranscriptions"
set "state" = $1, "transcription" = $2, "completed_at" = $3
where "account" = $4 and "ordinal" = $5;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
commit;

-- work.finish, again and in vain
begin;
delete
from "work"
where "job_id" = $1
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = $1;
update "retranscriptions"
set "state" = $1, "error" = $2, "completed_at" = $3
where "account" = $4 and "ordinal" = $5;
commit;

-- work.finish, done
begin;
delete
from "work"
where job_id = $1 and owner = $2 and epoch = $3
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = $1;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
insert into "job_results" ("account", "ordinal", "result", "transcription_at", "transcription_bytes")
values ($1, $2, $3, $4, $5);
insert into "job_voices" ("account", "ordinal", "voices")
values ($1, $2, $3);
insert into job_words
values ($1, $2, $3);
insert into job_leaves (account, path, value, kind, ordinal, number) select account, path, value, kind, ordinal, 0
from json_to_recordset($1::json) as given(account bigint,path text,value text,kind bigint,ordinal bigint);
insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs
from json_to_recordset($1::json) as given(account bigint,tag text,kind bigint,jobs bigint)
where true
on conflict (account, tag, kind) do update
set jobs = tag_counts.jobs + excluded.jobs;
insert into "daily_audio" ("account", "day", "audio_ms")
values ($1, $2, $3)
on conflict ("account", "day") do update
set "audio_ms" = "daily_audio"."audio_ms" + "excluded"."audio_ms";
update "jobs"
set "bucket" = $1, "completed_at" = $2, "preview" = $3, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $4;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30), ($31, $32, $33, $34, $35)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "account_usage" ("account", "what", "day", "amount")
values ($1, $2, $3, $4)
on conflict ("account", "what", "day") do update
set "amount" = "account_usage"."amount" + "excluded"."amount"
returning "amount";
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, $13, $14)
on conflict do nothing;
commit;

-- work.finish, failed
begin;
delete
from "work"
where "job_id" = $1
returning "account", "trace", "requeued_at";
select "jobs"."id", "jobs"."account", "ordinal", "bucket", "jobs"."created_at", "request_params", "audio_duration"
from "jobs"
left join "files" on "files"."id" = "jobs"."file_id"
where "jobs"."id" = $1;
update "accounts"
set "job_changes" = "job_changes" + $1
where "id" = $2
returning "job_changes" as "number", "name", (select "value"
  from "account_settings"
  where "account" = $3 and "name" = $4) as "webhooks";
update "jobs"
set "bucket" = $1, "completed_at" = $2, "error_code" = $3, "error_message" = $4, "change" = (select job_changes
  from accounts
  where accounts.id = "jobs"."account")
where "id" = $5;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30), ($31, $32, $33, $34, $35)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "endpoints" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "endpoint", "event", "url", "method", "payload", "webhook", "is_ordered", "state", "created_at", "began_at", "next_at", "lease", "trace")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, (extract(epoch
      from clock_timestamp()) * 1000)::bigint, $13, $14)
on conflict do nothing;
commit;

-- work.putBack
update "work"
set "attempts" = "attempts" - $1, "owner" = $2, "lease_until" = $3, "progress" = $4, "waiting_since" = case when trace is not null then (extract(epoch
    from clock_timestamp()) * 1000)::bigint end
where job_id = $5 and owner = $6 and epoch = $7;

-- work.releaseExpired
update "work"
set "owner" = $1, "lease_until" = $2, "progress" = $3, "waiting_since" = case when trace is not null then (extract(epoch
    from clock_timestamp()) * 1000)::bigint end
where "position" in (select "position"
  from "work"
  where "owner" is not null and "lease_until" < (extract(epoch
      from clock_timestamp()) * 1000)::bigint
  for update skip locked);
