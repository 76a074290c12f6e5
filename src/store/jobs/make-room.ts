import { LimitError } from '../../jobs/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { TrashStore } from './trash-store.ts'

/** Jobs deleted at a time; twice as many each time, from one on. */
const MAX_BATCH = 64

/**
 * Attempts what stores something. If the account would then store more than it may, the jobs that have been in its trash for longest are
 * deleted for good, as many as are in the way.
 * @param account known when the attempt fails for a limit
 * @param attempt changes nothing where it fails
 * @throws {LimitError} when it fails with an empty trash
 */
export async function makingRoom<Result>(
  dialect: Dialect,
  account: () => number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let limit = 1; ; limit = Math.min(2 * limit, MAX_BATCH)) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof LimitError) || error.limit !== 'storage_gb') throw error
      const { jobs } = await new TrashStore(dialect).removeOldest(account(), limit)
      if (jobs === 0) throw error
    }
  }
}
