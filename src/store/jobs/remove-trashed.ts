import type { Dialect } from '../databases/dialect.ts'
import { deletedJobs, reportEvents } from '../deliveries/report-events.ts'
import { countJobChange } from './count-job-change.ts'
import { eraseSoon } from './erase-soon.ts'
import { eraseJobs, isAmong, type Removed, removedColumns } from './remove-jobs.ts'

/** The place of a job in the trash. */
interface Place {
  readonly account: number
  readonly ordinal: number
}

/** Permanently deletes the given jobs that are in the trash, in one transaction per account. @returns what was deleted, and how many jobs */
export async function removeTrashed(
  dialect: Dialect,
  places: readonly Place[],
): Promise<Removed & { jobs: number }> {
  const all = { jobs: 0, bytes: 0, files: [] as string[] }
  for (const [account, ofAccount] of Map.groupBy(places, (place) => place.account))
    await dialect.db.transaction().execute(async (db) => {
      const change = await countJobChange(db, account)
      const isPlaced = isAmong(
        dialect,
        ofAccount.map(({ ordinal }) => ordinal),
      )
      const jobs = await db
        .selectFrom('trash')
        .select(removedColumns)
        .where('account', '=', account)
        .where(isPlaced)
        .execute()
      const { files, bytes } = await eraseJobs(dialect, db, account, jobs, 'trash')
      await reportEvents(dialect, db, change, deletedJobs(jobs, false))
      all.jobs += jobs.length
      all.bytes += bytes
      all.files.push(...files)
    })
  if (all.jobs > 0) eraseSoon(dialect)
  return all
}
