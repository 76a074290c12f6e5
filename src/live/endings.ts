/** Limits how many sessions end at a time, so that a thousand that end at once leave room for all other requests. */
import { FairScheduler } from '../jobs/fair-scheduler.ts'

/** Concurrent sessions whose results are being made: the most of these steps that one turn of the event loop may run. */
const MAKING = 8
/** Concurrent sessions that are being stored: another request to the database waits for as many transactions. */
const STORING = 4

export class Endings {
  readonly #making = new FairScheduler({ slots: MAKING })
  readonly #storing = new FairScheduler({ slots: STORING })

  /** Runs a short step of making a result when the account's turn comes. It must not wait for a recogniser or an enricher. */
  async make<T>(account: number, step: () => Promise<T>): Promise<T> {
    return this.#making.run(account, step)
  }

  /**
   * Stores the end of a session when the account's turn comes. While the store fails, the session keeps its turn: storing
   * others would fail too.
   */
  async store(account: number, end: () => Promise<void>): Promise<void> {
    await this.#storing.run(account, end)
  }
}
