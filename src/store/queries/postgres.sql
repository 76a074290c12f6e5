-- accounts.authenticate
select "accounts"."id" as "account", "keys"."id" as "key", "accounts"."revision"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
where "keys"."hash" = $1 and "keys"."revoked_at" is null;

-- accounts.callbackSecrets
select "id", "callback_secret", "previous_callback_secret", "previous_callback_secret_until"
from "accounts"
where "id" in ($1);
update "accounts"
set "callback_secret" = coalesce("callback_secret", $1)
where "id" = $2
returning "callback_secret";

-- accounts.count
select count(distinct "account") as "count"
from "keys"
where "revoked_at" is null;

-- accounts.createKey
insert into "keys" ("id", "account", "name", "hash", "created_at", "revoked_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("hash") do nothing;

-- accounts.ensureAccount
insert into "accounts" ("name", "created_at", "last_ordinal", "last_created_at")
values ($1, $2, $3, $4)
on conflict ("name") do nothing;
select "id"
from "accounts"
where "name" = $1;

-- accounts.ensureKey
begin;
update "keys"
set "revoked_at" = $1, "hash" = "id"
where "account" = $2 and "name" in ($3) and "hash" != $4 and "revoked_at" is null;
insert into "keys" ("id", "account", "name", "hash", "created_at", "revoked_at")
values ($1, $2, $3, $4, $5, $6)
on conflict ("hash") do nothing;
select "account", "revoked_at"
from "keys"
where "hash" = $1;
commit;

-- accounts.findAccount
select "id"
from "accounts"
where "name" = $1;

-- accounts.listKeys
select "keys"."id", "accounts"."name" as "account", "keys"."name", "keys"."created_at", "keys"."revoked_at"
from "keys"
inner join "accounts" on "accounts"."id" = "keys"."account"
order by "keys"."created_at";

-- accounts.revokeKey
update "keys"
set "revoked_at" = $1
where "id" = $2 and "revoked_at" is null;

-- accounts.rotateCallbackSecret
update "accounts"
set "previous_callback_secret" = "callback_secret", "previous_callback_secret_until" = $1, "callback_secret" = $2
where "id" = $3;

-- deliveries.bodyOf
select "payload", "result", "custom_metadata", "error_code", "error_message"
from "deliveries"
inner join "jobs" on "jobs"."id" = "deliveries"."job_id"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal" and "deliveries"."payload" is null
where "deliveries"."id" = $1;

-- deliveries.claim
begin;
select id
from (select id
  from deliveries
  where receiver = $1 and next_at <= $2
  order by next_at, position
  limit $3) as one;
update "deliveries"
set "lease" = $1, "next_at" = $2
where "id" in ($3) and "next_at" <= $4
returning "id", "account", "job_id", "receiver", "event", "url", "method", "tries", "began_at";
select "id", "callback_secret", "previous_callback_secret", "previous_callback_secret_until"
from "accounts"
where "id" in ($1);
commit;

-- deliveries.giveUp
begin;
select "id"
from "receivers"
where "id" in ($1)
order by "id" for update;
update "deliveries"
set "state" = $1, "next_at" = $2
where "state" = 'waiting' and "receiver" = $3 and "began_at" < $4 and "lease" is null
returning "job_id", "is_ordered";
update "deliveries"
set "next_at" = $1
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
commit;

-- deliveries.putBack
update "deliveries"
set "next_at" = $1, "lease" = $2
where "id" in ($3) and "lease" = $4;

-- deliveries.record, gone
begin;
update "deliveries"
set "state" = $1, "next_at" = $2, "lease" = $3, "attempts" = "attempts" + $4, "tries" = "tries" + $5
where "id" = $6 and "lease" = $7
returning "attempts";
insert into "delivery_attempts" ("delivery", "number", "at", "duration", "status", "answer", "error")
values ($1, $2, $3, $4, $5, $6, $7);
update "deliveries"
set "state" = $1, "next_at" = $2
where "job_id" = $3 and "url" = $4 and "state" = 'waiting' and "lease" is null;
update "receivers"
set "failures" = $1, "failing_since" = $2, "paused_until" = $3
where "id" = $4;
commit;

-- deliveries.record, of a session
begin;
select "id"
from "receivers"
where "id" in ($1)
order by "id" for update;
update "deliveries"
set "state" = $1, "next_at" = $2, "lease" = $3, "attempts" = "attempts" + $4, "tries" = "tries" + $5
where "id" = $6 and "lease" = $7
returning "attempts";
insert into "delivery_attempts" ("delivery", "number", "at", "duration", "status", "answer", "error")
values ($1, $2, $3, $4, $5, $6, $7);
update "deliveries"
set "next_at" = $1
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
update "receivers"
set "failures" = $1, "failing_since" = $2, "paused_until" = $3
where "id" = $4;
commit;

-- deliveries.record, to be sent again
begin;
update "deliveries"
set "state" = $1, "next_at" = $2, "lease" = $3, "attempts" = "attempts" + $4, "tries" = "tries" + $5
where "id" = $6 and "lease" = $7
returning "attempts";
insert into "delivery_attempts" ("delivery", "number", "at", "duration", "status", "answer", "error")
values ($1, $2, $3, $4, $5, $6, $7);
update "receivers"
set "failures" = $1, "failing_since" = $2, "paused_until" = $3
where "id" = $4;
commit;

-- deliveries.recover
update "deliveries"
set "next_at" = $1, "lease" = $2
where "state" = 'waiting' and "lease" is not null;

-- deliveries.waitingEndpoints
with recursive waiting (receiver) as (select min(receiver)
  from deliveries
  where next_at is not null
  union all select (select min(receiver)
    from deliveries
    where next_at is not null and receiver > waiting.receiver)
  from waiting
  where waiting.receiver is not null ) select receivers.*, (select min(next_at)
  from deliveries
  where next_at is not null and deliveries.receiver = receivers.id ) as due_at
from waiting
join receivers on receivers.id = waiting.receiver;

-- deliveryLog.ofJob
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select "deliveries"."id", "event", "url", "method", "state", "created_at", "next_at", "lease", "receivers"."id" as "receiver", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "receivers" on "receivers"."id" = "deliveries"."receiver"
where "job_id" = $1
order by "position"
limit $2;
select *
from "delivery_attempts"
where "delivery" in ($1)
order by "delivery", "number";

-- deliveryLog.ofJob, after a delivery and in a state
select "id"
from "jobs"
where "id" = $1 and "account" = $2;
select "deliveries"."id", "event", "url", "method", "state", "created_at", "next_at", "lease", "receivers"."id" as "receiver", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "receivers" on "receivers"."id" = "deliveries"."receiver"
where "job_id" = $1 and "state" = $2 and "position" > (select "position"
  from "deliveries"
  where "id" = $3)
order by "position"
limit $4;

-- deliveryLog.one
select "deliveries"."id", "event", "url", "method", "state", "created_at", "next_at", "lease", "receivers"."id" as "receiver", "origin", "failures", "failing_since", "paused_until"
from "deliveries"
inner join "receivers" on "receivers"."id" = "deliveries"."receiver"
where "job_id" = $1 and "deliveries"."id" = $2 and "deliveries"."account" = $3;
select *
from "delivery_attempts"
where "delivery" in ($1)
order by "delivery", "number";

-- deliveryLog.redeliver
begin;
select "receiver"
from "deliveries"
where "id" = $1 and "job_id" = $2 and "account" = $3;
select "id"
from "receivers"
where "id" in ($1)
order by "id" for update;
update "deliveries"
set "state" = $1, "began_at" = $2, "tries" = $3, "next_at" = $4
where "id" = $5 and "lease" is null and ("state" <> $6 or "next_at" is not null);
update "receivers"
set "paused_until" = $1
where "id" = $2 and "paused_until" > $3;
commit;

-- files.add
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs", "removed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- files.exists
select "id"
from "files"
where "id" = $1 and "removed" = $2;

-- files.forget
delete
from "files"
where "id" = $1 and "removed" = $2;

-- files.get
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "id" = $1 and "account" = $2 and "removed" = $3;

-- files.removeUnused
update "files"
set "removed" = $1
where "id" in (select "id"
  from "files"
  where jobs = 0 and removed = 0 and "created_at" < $2
  order by "created_at"
  limit $3) and jobs = 0 and removed = 0
returning "id";

-- files.removed
select "id"
from "files"
where "removed" = $1;

-- jobs.create
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "revision" = "revision" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at";
insert into "jobs" ("id", "account", "ordinal", "bucket", "created_at", "custom_metadata", "post_session_metadata", "request_params", "file_id", "file")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "work" ("account", "ordinal", "job_id", "attempts", "has_file")
values ($1, $2, $3, $4, $5);
commit;

-- jobs.create, with metadata and a file
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "revision" = "revision" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at";
update "files"
set "jobs" = "jobs" + $1
where "id" = $2 and "account" = $3 and "removed" = $4
returning "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels";
insert into "jobs" ("id", "account", "ordinal", "bucket", "created_at", "custom_metadata", "post_session_metadata", "request_params", "file_id", "file")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "job_leaves" ("account", "path", "value", "kind", "ordinal", "number")
values ($1, $2, $3, $4, $5, coalesce((select "number"
      from "job_leaves"
      where ("account" = $6 and "path" = $7 and "value" = $8 and "kind" = $9)
      order by "ordinal" desc
      limit $10), 0) + 1), ($11, $12, $13, $14, $15, coalesce((select "number"
      from "job_leaves"
      where ("account" = $16 and "path" = $17 and "value" = $18 and "kind" = $19)
      order by "ordinal" desc
      limit $20), 0) + 1);
insert into "work" ("account", "ordinal", "job_id", "attempts", "has_file")
values ($1, $2, $3, $4, $5);
commit;

-- jobs.delete
select "bucket", "file_id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
select "ordinal", "bucket", "custom_metadata", "file_id"
from "jobs"
where "id" = $1 and "account" = $2;
delete
from "jobs"
where "id" = $1;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
delete
from job_words
where account = $1 and ordinal = $2;
delete
from "job_results"
where "account" = $1 and "ordinal" = $2;
delete
from "delivery_attempts"
where "delivery" in (select "id"
  from "deliveries"
  where "job_id" = $1);
delete
from "deliveries"
where "job_id" = $1;
delete
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" = $5
returning "number";
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
delete
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5;
update "files"
set "jobs" = "jobs" - $1, "removed" = case when "jobs" = $2 then 1 else 0 end
where "id" = $3
returning "jobs";
commit;

-- jobs.fileOf
select "bucket", "file_id"
from "jobs"
where "id" = $1 and "account" = $2;

-- jobs.get
select "jobs"."id", "jobs"."bucket", "jobs"."created_at", "jobs"."completed_at", "jobs"."custom_metadata", "jobs"."post_session_metadata", "jobs"."error_code", "jobs"."error_message", "jobs"."file", "jobs"."request_params", "job_results"."result" as "result"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."id" = $1 and "jobs"."account" = $2;

-- jobs.page, at a cursor
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10);
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, at an offset
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10);
select "block", sum("jobs") as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10)
group by "block"
order by "block";
select "block", sum("jobs") as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10) and "block" >= $11 and "block" < $12
group by "block"
order by "block";
select "ordinal"
from "jobs"
where "account" = $1 and "bucket" in ($2, $3, $4, $5, $6, $7, $8, $9) and "ordinal" >= $10 and "ordinal" < $11
order by "ordinal"
limit $12 offset $13;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by date
start transaction isolation level repeatable read;
select "ordinal"
from "jobs"
where "account" = $1 and "created_at" >= $2
order by "created_at", "ordinal"
limit $3;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10);
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10) and "block" < $11
union all select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $12 and "level" = $13 and "bucket" in ($14, $15, $16, $17, $18, $19, $20, $21) and "block" >= $22 and "block" < $23
union all select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $24 and "level" = $25 and "bucket" in ($26, $27, $28, $29, $30, $31, $32, $33) and "block" >= $34 and "block" < $35
union all select count(*) as "jobs"
from "jobs"
where "account" = $36 and "bucket" in ($37, $38, $39, $40, $41, $42, $43, $44) and "ordinal" >= $45 and "ordinal" < $46;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by kind
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6);
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4 and "jobs"."bucket" = $5
      order by "ordinal" desc
      limit $6) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $7 and "jobs"."ordinal" >= $8 and "jobs"."ordinal" < $9 and "jobs"."bucket" = $10
      order by "ordinal" desc
      limit $11) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $12 and "jobs"."ordinal" >= $13 and "jobs"."ordinal" < $14 and "jobs"."bucket" = $15
      order by "ordinal" desc
      limit $16) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $17 and "jobs"."ordinal" >= $18 and "jobs"."ordinal" < $19 and "jobs"."bucket" = $20
      order by "ordinal" desc
      limit $21) as "range"
    order by "ordinal" desc
    limit $22) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4 and "jobs"."bucket" = $5
      order by "ordinal" desc
      limit $6) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $7 and "jobs"."ordinal" >= $8 and "jobs"."ordinal" < $9 and "jobs"."bucket" = $10
      order by "ordinal" desc
      limit $11) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $12 and "jobs"."ordinal" >= $13 and "jobs"."ordinal" < $14 and "jobs"."bucket" = $15
      order by "ordinal" desc
      limit $16) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $17 and "jobs"."ordinal" >= $18 and "jobs"."ordinal" < $19 and "jobs"."bucket" = $20
      order by "ordinal" desc
      limit $21) as "range"
    order by "ordinal" desc
    limit $22) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by metadata
start transaction isolation level repeatable read;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5 and "number" < $6
limit $7;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $2 and "lead"."path" = $3 and "lead"."value" = $4 and "lead"."kind" = $5 and "lead"."ordinal" >= $6 and "lead"."ordinal" < $7
      order by "ordinal" desc
      limit $8) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $9 and "lead"."path" = $10 and "lead"."value" = $11 and "lead"."kind" = $12 and "lead"."ordinal" >= $13 and "lead"."ordinal" < $14
      order by "ordinal" desc
      limit $15) as "range"
    order by "ordinal" desc
    limit $16) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $2 and "lead"."path" = $3 and "lead"."value" = $4 and "lead"."kind" = $5 and "lead"."ordinal" >= $6 and "lead"."ordinal" < $7
      order by "ordinal" desc
      limit $8) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $9 and "lead"."path" = $10 and "lead"."value" = $11 and "lead"."kind" = $12 and "lead"."ordinal" >= $13 and "lead"."ordinal" < $14
      order by "ordinal" desc
      limit $15) as "range"
    order by "ordinal" desc
    limit $16) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by metadata and status
start transaction isolation level repeatable read;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5 and "number" < $6
limit $7;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8);
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4);
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = $4 and "lead"."ordinal" >= $5 and "lead"."ordinal" < $6
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $7 and +jobs.bucket in ($8, $9) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $10) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $11 and "lead"."path" = $12 and "lead"."value" = $13 and "lead"."kind" = $14 and "lead"."ordinal" >= $15 and "lead"."ordinal" < $16
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $17 and +jobs.bucket in ($18, $19) and "jobs"."ordinal" = "lead"."ordinal")
    order by "ordinal" desc
    limit $20) as "range"
  order by "ordinal" desc
  limit $21) as "slice";
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $2 and "lead"."path" = $3 and "lead"."value" = $4 and "lead"."kind" = $5 and "lead"."ordinal" >= $6 and "lead"."ordinal" < $7
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = $8 and +jobs.bucket in ($9, $10) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit $11) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $12 and "lead"."path" = $13 and "lead"."value" = $14 and "lead"."kind" = $15 and "lead"."ordinal" >= $16 and "lead"."ordinal" < $17
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = $18 and +jobs.bucket in ($19, $20) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit $21) as "range"
    order by "ordinal" desc
    limit $22) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $2 and "lead"."path" = $3 and "lead"."value" = $4 and "lead"."kind" = $5 and "lead"."ordinal" >= $6 and "lead"."ordinal" < $7
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = $8 and +jobs.bucket in ($9, $10) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit $11) as "range"
    union all select "range"."ordinal"
    from (select "lead"."ordinal"
      from "job_leaves" as "lead"
      where "lead"."account" = $12 and "lead"."path" = $13 and "lead"."value" = $14 and "lead"."kind" = $15 and "lead"."ordinal" >= $16 and "lead"."ordinal" < $17
      and exists (select "jobs"."ordinal"
        from "jobs"
        where "jobs"."account" = $18 and +jobs.bucket in ($19, $20) and "jobs"."ordinal" = "lead"."ordinal")
      order by "ordinal" desc
      limit $21) as "range"
    order by "ordinal" desc
    limit $22) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by metadata, at an offset
start transaction isolation level repeatable read;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5 and "number" < $6
limit $7;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = $4 and "lead"."ordinal" >= $5 and "lead"."ordinal" < $6
    order by "ordinal" desc
    limit $7) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $8 and "lead"."path" = $9 and "lead"."value" = $10 and "lead"."kind" = $11 and "lead"."ordinal" >= $12 and "lead"."ordinal" < $13
    order by "ordinal" desc
    limit $14) as "range"
  order by "ordinal" desc
  limit $15) as "slice";
commit;

-- jobs.page, by status
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4);
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4 and "jobs"."bucket" = $5
      order by "ordinal" desc
      limit $6) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $7 and "jobs"."ordinal" >= $8 and "jobs"."ordinal" < $9 and "jobs"."bucket" = $10
      order by "ordinal" desc
      limit $11) as "range"
    order by "ordinal" desc
    limit $12) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4 and "jobs"."bucket" = $5
      order by "ordinal" desc
      limit $6) as "range"
    union all select "range"."ordinal"
    from (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $7 and "jobs"."ordinal" >= $8 and "jobs"."ordinal" < $9 and "jobs"."bucket" = $10
      order by "ordinal" desc
      limit $11) as "range"
    order by "ordinal" desc
    limit $12) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by two values of metadata
start transaction isolation level repeatable read;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5 and "number" < $6
limit $7;
select count(*) as "jobs", min("slice"."ordinal") as "oldest", max("slice"."ordinal") as "newest"
from (select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $1 and "lead"."path" = $2 and "lead"."value" = $3 and "lead"."kind" = $4 and "lead"."ordinal" >= $5 and "lead"."ordinal" < $6
    order by "ordinal" desc
    limit $7) as "range"
  union all select "range"."ordinal"
  from (select "lead"."ordinal"
    from "job_leaves" as "lead"
    where "lead"."account" = $8 and "lead"."path" = $9 and "lead"."value" = $10 and "lead"."kind" = $11 and "lead"."ordinal" >= $12 and "lead"."ordinal" < $13
    order by "ordinal" desc
    limit $14) as "range"
  order by "ordinal" desc
  limit $15) as "slice";
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
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" in ($3, $4)) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" in ($3, $4)) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by two values of metadata, kind and status
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3);
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5 and "number" < $6
limit $7;
select count(*) as "jobs", min("slice"."ordinal") as "oldest", max("slice"."ordinal") as "newest"
from (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = $1 and "jobs"."ordinal" >= $2 and "jobs"."ordinal" < $3 and "jobs"."bucket" = $4
  order by "ordinal" desc
  limit $5) as "slice";
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select "leaf"."ordinal"
  from "job_leaves" as "leaf"
  where "leaf"."account" = $1 and (leaf.path, leaf.value) in (values ($2, $3), ($4, $5)) and "leaf"."kind" in ($6) and "leaf"."ordinal" >= $7 and "leaf"."ordinal" < $8
  group by "leaf"."ordinal" having count(*) = $9
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $10 and +jobs.bucket in ($11) and "jobs"."ordinal" = "leaf"."ordinal")
  order by "leaf"."ordinal" desc
  limit $12) as "slice";
select "leaf"."ordinal"
from "job_leaves" as "leaf"
where "leaf"."account" = $1 and (leaf.path, leaf.value) in (values ($2, $3), ($4, $5)) and "leaf"."kind" in ($6) and "leaf"."ordinal" >= $7 and "leaf"."ordinal" < $8
group by "leaf"."ordinal" having count(*) = $9
and exists (select "jobs"."ordinal"
  from "jobs"
  where "jobs"."account" = $10 and +jobs.bucket in ($11) and "jobs"."ordinal" = "leaf"."ordinal")
order by "leaf"."ordinal" desc
limit $12;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" in ($3, $4)) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" in ($3, $4)) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by words
start transaction isolation level repeatable read;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select job_words.ordinal as ordinal
  from job_words
  where job_words.words @> $1::text[] and job_words.account = $2 and job_words.ordinal >= $3 and job_words.ordinal < $4
  order by job_words.ordinal desc
  limit $5) as "slice";
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select job_words.ordinal as ordinal
    from job_words
    where job_words.words @> $2::text[] and job_words.account = $3 and job_words.ordinal >= $4 and job_words.ordinal < $5
    order by job_words.ordinal desc
    limit $6) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select job_words.ordinal as ordinal
    from job_words
    where job_words.words @> $2::text[] and job_words.account = $3 and job_words.ordinal >= $4 and job_words.ordinal < $5
    order by job_words.ordinal desc
    limit $6) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, by words, metadata and status
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6);
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" desc
limit $7;
select "number"
from "job_leaves"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "ordinal" >= $5 and "ordinal" < $6
order by "ordinal" asc
limit $7;
select "number"
from "job_leaf_gaps"
where ("account" = $1 and "path" = $2 and "value" = $3 and "kind" = $4) and "number" > $5 and "number" < $6
limit $7;
select count(*) as "jobs", min("slice"."ordinal") as "oldest"
from (select job_words.ordinal as ordinal
  from job_words
  where job_words.words @> $1::text[] and job_words.account = $2 and job_words.ordinal >= $3 and job_words.ordinal < $4 and ((select count(*) as "leaves"
      from "job_leaves" as "leaf"
      where "leaf"."account" = $5 and (leaf.path, leaf.value) in (values ($6, $7)) and "leaf"."kind" in ($8, $9) and "leaf"."ordinal" = job_words.ordinal)) = $10
  and exists (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $11 and +jobs.bucket in ($12, $13, $14, $15) and "jobs"."ordinal" = job_words.ordinal)
  order by job_words.ordinal desc
  limit $16) as "slice";
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select job_words.ordinal as ordinal
    from job_words
    where job_words.words @> $2::text[] and job_words.account = $3 and job_words.ordinal >= $4 and job_words.ordinal < $5 and ((select count(*) as "leaves"
        from "job_leaves" as "leaf"
        where "leaf"."account" = $6 and (leaf.path, leaf.value) in (values ($7, $8)) and "leaf"."kind" in ($9, $10) and "leaf"."ordinal" = job_words.ordinal)) = $11
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $12 and +jobs.bucket in ($13, $14, $15, $16) and "jobs"."ordinal" = job_words.ordinal)
    order by job_words.ordinal desc
    limit $17) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select job_words.ordinal as ordinal
    from job_words
    where job_words.words @> $2::text[] and job_words.account = $3 and job_words.ordinal >= $4 and job_words.ordinal < $5 and ((select count(*) as "leaves"
        from "job_leaves" as "leaf"
        where "leaf"."account" = $6 and (leaf.path, leaf.value) in (values ($7, $8)) and "leaf"."kind" in ($9, $10) and "leaf"."ordinal" = job_words.ordinal)) = $11
    and exists (select "jobs"."ordinal"
      from "jobs"
      where "jobs"."account" = $12 and +jobs.bucket in ($13, $14, $15, $16) and "jobs"."ordinal" = job_words.ordinal)
    order by job_words.ordinal desc
    limit $17) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, first page
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10);
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.page, long, read in chunks
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10);
select "last_ordinal"
from "accounts"
where "id" = $1;
commit;
select "jobs"."ordinal", 0 as "own", (select coalesce(octet_length("result"), 0)
  from job_results as large
  where large.account = jobs.account and large.ordinal = jobs.ordinal) as "result"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
select "jobs"."id", "jobs"."bucket", "job_results"."result" as "result", "jobs"."ordinal"
from "jobs"
left join "job_results" on "job_results"."account" = "jobs"."account" and "job_results"."ordinal" = "jobs"."ordinal"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;

-- jobs.page, without results
start transaction isolation level repeatable read;
select coalesce(sum("jobs"), 0) as "jobs"
from "job_counts"
where "account" = $1 and "level" = $2 and "bucket" in ($3, $4, $5, $6, $7, $8, $9, $10);
select "jobs"."id", "jobs"."bucket", "jobs"."ordinal"
from "jobs"
where "jobs"."account" = $1 and "jobs"."ordinal" in (select "found"."ordinal"
  from (select "jobs"."ordinal"
    from "jobs"
    where "jobs"."account" = $2 and "jobs"."ordinal" >= $3 and "jobs"."ordinal" < $4
    order by "ordinal" desc
    limit $5) as "found")
order by "jobs"."ordinal" desc;
commit;

-- jobs.setPostSessionMetadata
select "bucket", "file_id"
from "jobs"
where "id" = $1 and "account" = $2;
begin;
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
update "jobs"
set "post_session_metadata" = $1
where "id" = $2 and "account" = $3 and "bucket" in ($4, $5, $6, $7);
commit;

-- live.addMessages
begin;
select "id", "account"
from "jobs"
where "id" = $1;
insert into "receivers" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "receiver", "event", "url", "method", "payload", "is_ordered", "state", "created_at", "began_at", "next_at", "lease")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14), ($15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)
on conflict ("id") do nothing;
update "deliveries"
set "next_at" = $1
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
commit;

-- live.begin
begin;
update "accounts"
set "last_ordinal" = "last_ordinal" + $1, "revision" = "revision" + $2, "last_created_at" = case when "last_created_at" > $3 then "last_created_at" else $4 end
where "id" = $5
returning "last_ordinal", "last_created_at";
insert into "jobs" ("id", "account", "ordinal", "bucket", "created_at", "custom_metadata", "post_session_metadata", "request_params", "file_id", "file")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
select count(*) as "open"
from "live_sessions"
where "account" = $1 and "ended" = $2;
insert into "live_sessions" ("token_hash", "job_id", "account", "ended", "key_id")
values ($1, $2, $3, $4, $5);
commit;

-- live.closedReason
select "jobs"."id", "keys"."revoked_at"
from "live_sessions"
left join "jobs" on "jobs"."id" = "live_sessions"."job_id"
left join "keys" on "keys"."id" = "live_sessions"."key_id"
where "token_hash" = $1;

-- live.finish
begin;
select "account"
from "live_sessions"
where "job_id" = $1 and "ended" = $2;
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
update "live_sessions"
set "ended" = $1
where "job_id" = $2 and "ended" = $3;
select "id", "account", "ordinal", "bucket", "created_at"
from "jobs"
where "id" = $1;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs", "removed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
update "jobs"
set "file_id" = $1, "file" = $2
where "id" = $3;
insert into "job_results" ("account", "ordinal", "result")
values ($1, $2, $3);
insert into job_words
values ($1, $2, $3);
update "jobs"
set "bucket" = $1, "completed_at" = $2
where "id" = $3;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "receivers" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "receiver", "event", "url", "method", "payload", "is_ordered", "state", "created_at", "began_at", "next_at", "lease")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict ("id") do nothing;
update "deliveries"
set "next_at" = $1
where "position" = (select "position"
  from "deliveries"
  where "job_id" = $2 and "state" = 'waiting'
  order by "position"
  limit $3) and "next_at" is null;
commit;

-- live.open
select "job_id", "token_hash", "jobs"."created_at", "bucket", "request_params"
from "live_sessions"
inner join "jobs" on "jobs"."id" = "live_sessions"."job_id"
where "ended" = $1;

-- live.revoked
select "token_hash"
from "live_sessions"
inner join "keys" on "keys"."id" = "live_sessions"."key_id"
where "ended" = $1 and "keys"."revoked_at" is not null;

-- live.start
begin;
select "id", "account", "ordinal", "bucket", "created_at"
from "jobs"
where "id" = $1;
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
update "jobs"
set "bucket" = $1
where "id" = $2;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
commit;

-- work.accounts
with recursive waiting(account) as (select min(account)
  from work
  where has_file = $1
  union all select (select min(account)
    from work
    where has_file = $2 and account > waiting.account)
  from waiting
  where waiting.account is not null ) select account
from waiting
where account is not null;

-- work.attachFile
begin;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
insert into "files" ("id", "filename", "extension", "source", "size", "account", "audio_duration", "number_of_channels", "created_at", "jobs", "removed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
update "jobs"
set "file_id" = $1, "file" = $2
where "id" = $3;
update "work"
set "has_file" = $1, "attempts" = $2
where "job_id" = $3;
commit;

-- work.claim
begin;
select "position", "job_id", "account"
from "work"
where "job_id" not in ($1) and "has_file" = $2 and "account" = $3
order by "position"
limit $4
for update skip locked;
update "work"
set "attempts" = "attempts" + $1
where "position" = $2
returning "attempts";
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
update "jobs"
set "bucket" = $1
where "id" = $2;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
select "id", "filename", "extension", "source", "size", "audio_duration", "number_of_channels"
from "files"
where "id" = $1;
commit;

-- work.claim, beside others
begin;
select "position", "job_id", "account"
from "work"
where "job_id" not in ($1, $2) and "has_file" = $3 and "account" = $4
order by "position"
limit $5
for update skip locked;
update "work"
set "attempts" = "attempts" + $1
where "position" = $2
returning "attempts";
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
update "jobs"
set "bucket" = $1
where "id" = $2;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
commit;

-- work.finish, done
begin;
delete
from "work"
where "job_id" = $1
returning "account";
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
insert into "job_results" ("account", "ordinal", "result")
values ($1, $2, $3);
insert into job_words
values ($1, $2, $3);
update "jobs"
set "bucket" = $1, "completed_at" = $2
where "id" = $3;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "receivers" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "receiver", "event", "url", "method", "payload", "is_ordered", "state", "created_at", "began_at", "next_at", "lease")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict ("id") do nothing;
commit;

-- work.finish, failed
begin;
delete
from "work"
where "job_id" = $1
returning "account";
update "accounts"
set "revision" = "revision" + $1
where "id" = $2;
select "id", "account", "ordinal", "bucket", "created_at", "file_id", "request_params"
from "jobs"
where "id" = $1;
update "jobs"
set "bucket" = $1, "completed_at" = $2, "error_code" = $3, "error_message" = $4
where "id" = $5;
insert into "job_counts" ("account", "level", "bucket", "block", "jobs")
values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20), ($21, $22, $23, $24, $25), ($26, $27, $28, $29, $30)
on conflict ("account", "level", "bucket", "block") do update
set "jobs" = job_counts.jobs + excluded.jobs;
insert into "receivers" ("account", "origin", "failures", "failing_since", "paused_until")
values ($1, $2, $3, $4, $5)
on conflict ("account", "origin") do update
set "origin" = $6
returning "id";
insert into "deliveries" ("id", "account", "job_id", "receiver", "event", "url", "method", "payload", "is_ordered", "state", "created_at", "began_at", "next_at", "lease")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict ("id") do nothing;
commit;

-- work.putBack
update "work"
set "attempts" = "attempts" - $1
where "job_id" = $2;
