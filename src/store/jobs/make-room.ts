import { StorageLimitError } from '../../jobs/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { TrashStore } from './trash-store.ts'

/**
 * Attempts what stores something. If the account would then store more than it may, what is in the way is deleted from its trash, as
 * long as there is so much in it.
 * @param account known when the attempt fails for a limit
 * @param attempt changes nothing where it fails
 * @throws {LimitError} when the trash cannot make enough room
 */
export async function makingRoom<Result>(
  dialect: Dialect,
  account: () => number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StorageLimitError)) throw error
      if (!(await new TrashStore(dialect).makeRoom(account(), error.excess))) throw error
    }
  }
}
