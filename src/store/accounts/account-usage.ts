/**
 * Counters of the resources that limits apply to. They change in the transactions that use or free the resources. To prevent deadlocks,
 * a counter is the last row that these transactions lock, apart from rows that only transactions of the same account use.
 */
import type { Limits } from '../../contract/account-limits.ts'
import { dayOf } from '../../contract/usage.ts'
import { GB, LimitError, MINUTE_MS, NO_LIMITS, StorageLimitError } from '../../jobs/limits.ts'
import type { Db, Schema } from '../schema.ts'

/** The day of counters that are not kept by day. */
const EVER = 0

/**
 * Counts stored audio, results, voices and revisions.
 * @param bytes negative for deletions
 * @throws {LimitError} if the account would exceed its limit
 */
export async function addStored(
  db: Db,
  account: number,
  bytes: number,
  { storage_gb: limit }: Limits = NO_LIMITS,
): Promise<void> {
  const stored = await add(db, account, 'storage', EVER, bytes)
  if (limit !== null && stored > limit * GB) throw new StorageLimitError(limit, stored - limit * GB)
}

/**
 * Counts audio that is accepted today.
 * @throws {LimitError} if the account would exceed its daily limit
 */
export async function addAccepted(
  db: Db,
  account: number,
  milliseconds: number,
  { minutes_per_day: limit }: Limits = NO_LIMITS,
): Promise<void> {
  const accepted = await add(db, account, 'audio', dayOf(Date.now()), milliseconds)
  if (limit !== null && accepted > limit * MINUTE_MS) throw new LimitError('minutes_per_day', limit)
}

/**
 * Checks that the account has room for audio of unknown length.
 * @throws {LimitError} if a limit has been reached already
 */
export async function checkRoom(db: Db, account: number, limits: Limits, bytes = 0): Promise<void> {
  const { minutes_per_day: minutes, storage_gb: storage } = limits
  if (minutes === null && storage === null) return
  const rows = await usageNow(db).where('account', '=', account).execute()
  const used = (what: Schema['account_usage']['what']) => rows.find((row) => row.what === what)?.amount ?? 0
  if (minutes !== null && used('audio') >= minutes * MINUTE_MS)
    throw new LimitError('minutes_per_day', minutes)
  if (storage === null) return
  const excess = used('storage') + bytes - storage * GB
  if (excess >= 0) throw new StorageLimitError(storage, excess + 1)
}

/** A query for the counters of today and those that are not kept by day. */
export function usageNow(db: Db) {
  return db
    .selectFrom('account_usage')
    .select(['account', 'what', 'amount'])
    .where((eb) =>
      eb.or([
        eb('what', '=', 'storage').and('day', '=', EVER),
        eb('what', '=', 'audio').and('day', '=', dayOf(Date.now())),
      ]),
    )
}

/** @returns the new amount */
async function add(
  db: Db,
  account: number,
  what: Schema['account_usage']['what'],
  day: number,
  amount: number,
): Promise<number> {
  const row = await db
    .insertInto('account_usage')
    .values({ account, what, day, amount })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'what', 'day'])
        .doUpdateSet((eb) => ({ amount: eb('account_usage.amount', '+', eb.ref('excluded.amount')) })),
    )
    .returning('amount')
    .executeTakeFirstOrThrow()
  return row.amount
}
