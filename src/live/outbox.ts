/** The journal on its way to the client, over as many connections as it takes. */
import type { Connection } from './connection.ts'
import type { Entry, Journal, Line } from './journal.ts'

/**
 * Sends what is in the journal, in order, at least once: what the client has not confirmed is sent again on its next
 * connection. Little waits in memory for a client that is slow, or not there: the journal has it.
 */
export class Outbox {
  readonly #journal: Journal
  readonly #messageOf: (entry: Entry) => string | null
  readonly #onError: (error: unknown) => void
  #connection: Connection | null = null
  /** Up to here the journal has gone out on this connection. */
  #position = 0
  /** Whether it has come to the end of the journal there, and new lines go out as they are written. */
  #isUpToDate = false
  #catchingUp: Promise<void> = Promise.resolve()
  #confirmed: number
  #sent: number

  /**
   * @param messageOf what of a line goes out, if anything
   * @param confirmed position up to which the client has everything
   * @param onError told when the journal cannot be read
   */
  constructor(
    journal: Journal,
    messageOf: (entry: Entry) => string | null,
    confirmed: number,
    onError: (error: unknown) => void,
  ) {
    this.#journal = journal
    this.#messageOf = messageOf
    this.#confirmed = confirmed
    this.#onError = onError
    this.#sent = journal.end
  }

  /** Position in the journal up to which the client has everything. */
  get confirmed(): number {
    return this.#confirmed
  }

  /** Position in the journal up to which anything was ever sent. */
  get sent(): number {
    return this.#sent
  }

  /** Bytes of the journal that the client, if there is one, was not sent yet. */
  get waitingBytes(): number {
    return this.#connection === null ? 0 : this.#journal.writtenEnd - this.#position
  }

  /** Sends over this connection from now on, first what the client may not have got; over none with null. */
  attach(connection: Connection | null): void {
    this.#connection = connection
    this.#position = this.#confirmed
    this.#isUpToDate = false
    if (connection !== null) this.#catchUp(connection)
  }

  confirm(position: number): void {
    this.#confirmed = Math.max(this.#confirmed, position)
  }

  /** A line was written to the journal. */
  written({ entry, end }: Line): void {
    const connection = this.#connection
    if (connection === null || !this.#isUpToDate) return
    if (connection.isBehind) return this.#catchUp(connection)
    const text = this.#messageOf(entry)
    if (text !== null) connection.send(text)
    this.#passed(connection, end, text !== null)
  }

  /** Settles when everything in the journal has gone out, or the client is gone. */
  async emptied(): Promise<void> {
    await this.#journal.written()
    await this.#catchingUp
  }

  #passed(connection: Connection, position: number, isSent: boolean): void {
    this.#position = position
    if (!connection.isOpen) return
    this.#sent = Math.max(this.#sent, position)
    if (isSent) connection.confirm(position)
  }

  #catchUp(connection: Connection): void {
    this.#isUpToDate = false
    this.#catchingUp = this.#resend(connection).catch((error: unknown) => {
      if (connection === this.#connection) this.#onError(error)
    })
  }

  /** Sends what is in the journal, a message when the one before it has left. */
  async #resend(connection: Connection): Promise<void> {
    // Until nothing was written between the last look and now.
    while (this.#position < this.#journal.writtenEnd) {
      for await (const { entry, end } of this.#journal.lines(this.#position)) {
        const text = this.#messageOf(entry)
        if (text !== null) await connection.sendSlowly(text)
        if (connection !== this.#connection || !connection.isOpen) return
        this.#passed(connection, end, text !== null)
      }
    }
    if (connection === this.#connection) this.#isUpToDate = true
  }
}
