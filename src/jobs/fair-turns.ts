/**
 * Whose task begins next: of the accounts with tasks waiting, that with the fewest running; among these, accounts take
 * turns in the order of their numbers. However many tasks an account has waiting, another account waits for no more than
 * one of them, and no account waits for ever.
 */
export class FairTurns {
  readonly #running = new Map<number, number>()
  #last = -1

  /**
   * The accounts among `waiting` that may begin a task, the next one first.
   * @param perAccount the most tasks of one account at a time, also when no other account waits; no limit by default
   */
  order(waiting: Iterable<number>, perAccount = Infinity): number[] {
    const hadTurn = (account: number) => Number(account <= this.#last)
    return [...waiting]
      .filter((account) => this.#runningOf(account) < perAccount)
      .toSorted((a, b) => this.#runningOf(a) - this.#runningOf(b) || hadTurn(a) - hadTurn(b) || a - b)
  }

  /** A task of the account begins. */
  begin(account: number): void {
    this.#last = account
    this.#running.set(account, this.#runningOf(account) + 1)
  }

  /** A task of the account has ended. */
  end(account: number): void {
    const running = this.#runningOf(account) - 1
    if (running > 0) this.#running.set(account, running)
    else this.#running.delete(account)
  }

  #runningOf(account: number): number {
    return this.#running.get(account) ?? 0
  }
}
