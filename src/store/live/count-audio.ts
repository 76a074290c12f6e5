import type { Limits } from '../../contract/account-limits.ts'
import { LimitError } from '../../jobs/limits.ts'
import type { ReceivedAudio } from '../../jobs/live.ts'
import type { NodeId } from '../../jobs/node.ts'
import { addAccepted, checkRoom } from '../accounts/account-usage.ts'
import { limitsFrom } from '../accounts/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { makingRoom } from '../jobs/make-room.ts'
import type { Db } from '../schema.ts'

/** A session whose account has reached a limit. */
export interface LimitedSession {
  readonly jobId: string
  readonly error: LimitError
}

/**
 * Counts what the sessions of a node have received, where their accounts may send so many minutes a day.
 * @returns the sessions of accounts that have reached a limit
 */
export async function countAudio(
  dialect: Dialect,
  defaults: Limits,
  node: NodeId,
  received: readonly ReceivedAudio[],
): Promise<LimitedSession[]> {
  if (received.length === 0) return []
  const { db } = dialect
  const rows = await db
    .selectFrom('live_sessions')
    .innerJoin('accounts', 'accounts.id', 'live_sessions.account')
    .select(['job_id', 'account', 'counted_ms', 'limits'])
    .where('ended', '=', 0)
    .where('owner', '=', node)
    .execute()
  const audioOf = new Map(received.map((one) => [one.jobId, one]))
  const open = rows.flatMap(({ job_id, ...of }) => {
    const audio = audioOf.get(job_id)
    return audio === undefined ? [] : [{ ...of, ...audio, milliseconds: millisecondsOf(audio.seconds) }]
  })
  const limited: LimitedSession[] = []
  for (const [account, sessions] of Map.groupBy(open, (one) => one.account)) {
    const limits = limitsFrom(defaults, sessions[0]?.limits ?? null)
    try {
      if (limits.minutes_per_day !== null) await countReceived(db, account, sessions)
      const bytes = sessions.reduce((sum, one) => sum + one.bytes, 0)
      await makingRoom(
        dialect,
        () => account,
        async () => checkRoom(db, account, limits, bytes),
      )
    } catch (error) {
      if (!(error instanceof LimitError)) throw error
      limited.push(...sessions.map(({ jobId }) => ({ jobId, error })))
    }
  }
  return limited
}

export const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000)

/** Counts what sessions of an account have received since they were last counted. */
async function countReceived(
  database: Db,
  account: number,
  sessions: readonly { jobId: string; milliseconds: number; counted_ms: number }[],
): Promise<void> {
  const longer = sessions.filter(({ milliseconds, counted_ms }) => milliseconds > counted_ms)
  if (longer.length === 0) return
  await database.transaction().execute(async (db) => {
    let added = 0
    for (const { jobId, milliseconds, counted_ms } of longer) {
      const { numUpdatedRows } = await db
        .updateTable('live_sessions')
        .set({ counted_ms: milliseconds })
        .where('job_id', '=', jobId)
        .where('ended', '=', 0)
        .where('counted_ms', '=', counted_ms)
        .executeTakeFirst()
      // One that has ended since was counted then, one that has moved by its other node.
      if (numUpdatedRows > 0n) added += milliseconds - counted_ms
    }
    await addAccepted(db, account, added)
  })
}
