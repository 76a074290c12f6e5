/** Changes rows of `retranscriptions` within other transactions. */
import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'
import type { Vocabulary } from '../../contract/features/custom-vocabulary.ts'
import type { RetranscriptionRequest } from '../../contract/retranscription.ts'
import type { AccountVocabulary } from '../../contract/settings.ts'
import type { Who } from '../../contract/who.ts'
import { bucketOf } from '../../jobs/bucket.ts'
import { compressed } from '../../jobs/compressed.ts'
import type { TraceContext } from '../../jobs/job.ts'
import { retranscriptionParams } from '../../jobs/retranscription.ts'
import type { Outcome } from '../../jobs/work.ts'
import { addStored } from '../accounts/account-usage.ts'
import { storedSetting } from '../accounts/settings-store.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'
import { hasFile } from './work-candidates.ts'

type Db = Transaction<Schema>

interface Place {
  readonly account: number
  readonly ordinal: number
}

/** Lower than the priority of any job, so that an account's new files come first. */
const PRIORITY = -1_000_001

/** Why a retranscription is refused. `pending`: there already is one. */
export type Refusal = 'not done' | 'live' | 'no audio' | 'unreadable' | 'pending'

/** The columns of a job that are needed to request its retranscription. */
export const retranscriptionColumns = [
  'id',
  'account',
  'ordinal',
  'bucket',
  'file_id',
  'request_params',
] as const

interface Requested {
  readonly options: RetranscriptionRequest
  readonly by: Who
  readonly trace: TraceContext
}

/** Requests the retranscription of a job, after `countJobChange`. @returns null, or why it is refused */
export async function requestRetranscription(
  { now }: Dialect,
  db: Db,
  job: Pick<Schema['jobs'], (typeof retranscriptionColumns)[number]>,
  { options, by, trace }: Requested,
  words: Vocabulary,
): Promise<Refusal | null> {
  const { id, account, ordinal, bucket, file_id, request_params } = job
  if (bucket === bucketOf('live', 'done')) return 'live'
  if (bucket !== bucketOf('pre-recorded', 'done')) return 'not done'
  if (file_id === null) return 'no audio'
  const params = retranscriptionParams(request_params, options, words)
  if (params === null) return 'unreadable'
  const row = {
    state: 'waiting',
    params: JSON.stringify(params),
    accepted: Number(options.accept),
    requested_by: JSON.stringify(by),
    created_at: Date.now(),
  } as const
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('retranscriptions')
    .values({ account, ordinal, ...row })
    // Replaces one that has failed.
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'ordinal'])
        .doUpdateSet({ ...row, completed_at: null, error: null })
        .where('retranscriptions.state', '=', 'failed'),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return 'pending'
  await db
    .insertInto('work')
    .values({
      ...{ account, ordinal, trace, job_id: id, attempts: 0 },
      has_file: hasFile(options.idle ? 'idle' : 'transcribe'),
      priority: PRIORITY,
      // Higher than the epoch of any earlier claim, whose writes stay refused.
      epoch: now,
      requeued_at: now,
    })
    .execute()
  return null
}

/** The vocabulary of an account. */
export async function vocabularyOf(db: Db, account: number): Promise<Vocabulary> {
  const { json } = await storedSetting(db, account, 'vocabulary')
  return json === null ? [] : (JSON.parse(json) as AccountVocabulary).words
}

/** The params of a retranscription, as JSON. */
export async function paramsOf(db: Db, { account, ordinal }: Place): Promise<string> {
  const row = await db
    .selectFrom('retranscriptions')
    .select('params')
    .where('account', '=', account)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst()
  return row?.params ?? '{}'
}

/** Stores the outcome of a retranscription. Does not lock the account, because lists of jobs do not change. */
export async function endRetranscription(
  db: Db,
  { account, ordinal }: Place,
  outcome: Outcome,
): Promise<void> {
  const ended =
    outcome.status === 'error'
      ? ({ state: 'failed', error: outcome.message } as const)
      : ({ state: 'ready', transcription: compressed(JSON.stringify(outcome.result.transcription)) } as const)
  await db
    .updateTable('retranscriptions')
    .set({ ...ended, completed_at: Date.now() })
    .where('account', '=', account)
    .where('ordinal', '=', ordinal)
    .execute()
  if (ended.state === 'ready') await addStored(db, account, ended.transcription.length)
}

/**
 * Discards retranscriptions of an account, including those that are waiting or in progress.
 * @param isRemoved condition on the columns `account` and `ordinal`
 * @returns the number of discarded retranscriptions
 */
export async function removeRetranscriptions(
  db: Db,
  account: number,
  isRemoved: RawBuilder<SqlBool>,
): Promise<number> {
  const here = sql<SqlBool>`account = ${account} and ${isRemoved}`
  // Locks the work before the retranscription, in the order of transactions that end one.
  await db
    .deleteFrom('work')
    .where(here)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('retranscriptions')
          .select('state')
          .whereRef('retranscriptions.account', '=', 'work.account')
          .whereRef('retranscriptions.ordinal', '=', 'work.ordinal'),
      ),
    )
    .execute()
  const removed = await db
    .deleteFrom('retranscriptions')
    .where(here)
    .returning(sql<number>`coalesce(octet_length(transcription), 0)`.as('bytes'))
    .execute()
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0)
  if (bytes > 0) await addStored(db, account, -bytes)
  return removed.length
}
