/** The acknowledgements of a client's stream. */

export interface Acknowledgement {
  /** Where the chunk ends in the client's stream. */
  readonly end: number
  /** Where the acknowledgement ends in the journal. */
  readonly position: number
}

/** Tracks which acknowledgements the client has received, by how much of the journal it has confirmed. */
export class Acknowledgements {
  /** Acknowledgements that the client may not have received. */
  #unconfirmed: Acknowledgement[]
  #confirmedEnd = 0

  /** @param confirmed position in the journal up to which the client has everything */
  constructor(acknowledgements: readonly Acknowledgement[], confirmed: number) {
    this.#unconfirmed = [...acknowledgements]
    this.confirm(confirmed)
  }

  /** Position in the client's stream up to which it has received every acknowledgement. */
  get confirmedEnd(): number {
    return this.#confirmedEnd
  }

  /** Ends of the chunks whose acknowledgements the client may not have received. */
  get unconfirmedEnds(): number[] {
    return this.#unconfirmed.map(({ end }) => end)
  }

  add(acknowledgement: Acknowledgement): void {
    this.#unconfirmed.push(acknowledgement)
  }

  /** The client has received everything before this position in the journal. */
  confirm(confirmed: number): void {
    const first = this.#unconfirmed.findIndex(({ position }) => position > confirmed)
    const arrived = this.#unconfirmed.splice(0, first === -1 ? this.#unconfirmed.length : first)
    for (const { end } of arrived) this.#confirmedEnd = Math.max(this.#confirmedEnd, end)
  }

  /**
   * Position up to which the client's stream is acknowledged, assuming it has received everything that was sent.
   * @param sent position in the journal up to which anything was sent
   */
  sentEnd(sent: number): number {
    const ends = this.#unconfirmed.filter(({ position }) => position <= sent).map(({ end }) => end)
    return Math.max(this.#confirmedEnd, ...ends)
  }
}
