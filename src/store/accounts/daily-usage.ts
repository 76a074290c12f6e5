/** The daily usage of accounts, from the counters of jobs and of audio. Later deletions do not change it. */
import { dayOf } from '../../contract/usage.ts'
import { bucketsOf } from '../../jobs/bucket.ts'
import { countsByDay } from '../lists/counters.ts'
import type { Db } from '../schema.ts'

/** What an account used on a UTC day. */
export interface DayUsage {
  /** Days since 1970. */
  readonly day: number
  /** Number of jobs created. */
  readonly jobs: number
  /** Number of jobs that ended in error. */
  readonly failed: number
  /** Milliseconds of audio of the jobs that were done. */
  readonly audioMs: number
}

const CREATED = bucketsOf(null, ['queued'])
const FAILED = bucketsOf(null, ['error'])

/** Counts the audio of a job that is done. Call it in the transaction that ends the job. */
export async function addAudio(db: Db, account: number, doneAt: number, seconds: number): Promise<void> {
  await db
    .insertInto('daily_audio')
    .values({ account, day: dayOf(doneAt), audio_ms: Math.round(seconds * 1000) })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'day'])
        .doUpdateSet((eb) => ({ audio_ms: eb('daily_audio.audio_ms', '+', eb.ref('excluded.audio_ms')) })),
    )
    .execute()
}

/** The days with usage from one day to another, both inclusive, oldest first. */
export async function usageOf(db: Db, account: number, from: number, to: number): Promise<DayUsage[]> {
  const counts = await countsByDay(db, account, [...CREATED, ...FAILED], from, to)
  const audio = await db
    .selectFrom('daily_audio')
    .select(['day', 'audio_ms'])
    .where('account', '=', account)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const days = new Set([...counts, ...audio].map(({ day }) => day))
  const total = (day: number, buckets: readonly number[]) =>
    counts
      .filter((one) => one.day === day && buckets.includes(one.bucket))
      .reduce((sum, { jobs }) => sum + jobs, 0)
  return [...days]
    .toSorted((a, b) => a - b)
    .map((day) => ({
      day,
      jobs: total(day, CREATED),
      failed: total(day, FAILED),
      audioMs: audio.find((one) => one.day === day)?.audio_ms ?? 0,
    }))
}
