/** The turns of sessions that end: a thousand that end at once leave the process and its database to every other request. */
import { FairScheduler } from '../jobs/fair-scheduler.ts'

/** Sessions whose results are made at a time: so many are ready at once for what each turn of the event loop does. */
const MAKING = 8
/** Sessions that are stored at a time: another request to the database waits for as many transactions. */
const STORING = 4

export class Endings {
  readonly #making = new FairScheduler({ slots: MAKING })
  readonly #storing = new FairScheduler({ slots: STORING })

  /** Runs a short step in making a result, in the turn of the account: not what waits for a recogniser or an enricher. */
  async make<T>(account: number, step: () => Promise<T>): Promise<T> {
    return this.#making.run(account, step)
  }

  /**
   * Stores the end of a session, in the turn of its account. A session keeps its turn while the store fails, which fails for the
   * others too.
   */
  async store(account: number, end: () => Promise<void>): Promise<void> {
    await this.#storing.run(account, end)
  }
}
