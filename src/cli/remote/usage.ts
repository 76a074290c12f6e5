import type { Scriptorium } from '../../../clients/typescript/src/index.ts'
import { tableOf } from '../table.ts'
import { duration } from './formatting.ts'
import type { Io } from './io.ts'

interface UsageOptions {
  readonly from?: string
  readonly to?: string
  readonly json?: true
}

/** Prints the usage of the account by day, leaving out days without any, and the total. */
export async function usage(io: Io, client: Scriptorium, { from, to, json }: UsageOptions): Promise<void> {
  const { items } = await client.usage({ from, to }, { signal: io.interrupted })
  if (json === true) return items.forEach((day) => io.stdout.write(`${JSON.stringify(day)}\n`))
  const print = tableOf(io.stdout, [['DATE', 10], ['JOBS', 8], ['FAILED', 8], ['AUDIO']])
  const total = { date: 'total', jobs: 0, failed: 0, audio_seconds: 0 }
  const row = ({ date, jobs, failed, audio_seconds: seconds }: typeof total) =>
    print([date, String(jobs), String(failed), duration(seconds)])
  for (const day of items) {
    if (day.jobs + day.failed + day.audio_seconds > 0) row(day)
    total.jobs += day.jobs
    total.failed += day.failed
    total.audio_seconds += day.audio_seconds
  }
  row(total)
}
