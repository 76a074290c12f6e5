/** The acknowledgements of a client's stream. */

export interface Acknowledgement {
  /** Where its chunk ends in the client's stream. */
  readonly end: number
  /** Where it ends in the journal. */
  readonly position: number
}

/** Knows which acknowledgements the client has, from what it has confirmed of the journal. */
export class Acknowledgements {
  /** Those that the client may not have. */
  #unconfirmed: Acknowledgement[]
  #confirmedEnd = 0

  /** @param confirmed position in the journal up to which the client has everything */
  constructor(acknowledgements: readonly Acknowledgement[], confirmed: number) {
    this.#unconfirmed = [...acknowledgements]
    this.confirm(confirmed)
  }

  /** Up to here in its stream the client is known to have every acknowledgement. */
  get confirmedEnd(): number {
    return this.#confirmedEnd
  }

  /** The ends of the chunks whose acknowledgements the client may not have. */
  get unconfirmedEnds(): number[] {
    return this.#unconfirmed.map(({ end }) => end)
  }

  add(acknowledgement: Acknowledgement): void {
    this.#unconfirmed.push(acknowledgement)
  }

  /** The client has everything before this position in the journal. */
  confirm(confirmed: number): void {
    const first = this.#unconfirmed.findIndex(({ position }) => position > confirmed)
    const arrived = this.#unconfirmed.splice(0, first === -1 ? this.#unconfirmed.length : first)
    for (const { end } of arrived) this.#confirmedEnd = Math.max(this.#confirmedEnd, end)
  }

  /**
   * Where in its stream the client is acknowledged, if it has all that was sent.
   * @param sent position in the journal up to which anything was sent
   */
  sentEnd(sent: number): number {
    const ends = this.#unconfirmed.filter(({ position }) => position <= sent).map(({ end }) => end)
    return Math.max(this.#confirmedEnd, ...ends)
  }
}
