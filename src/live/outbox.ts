/** The messages of a session on their way from the journal to the client, over all its connections. */
import type { Connection } from './connection.ts'
import type { Entry, Journal, Line } from './journal.ts'

/**
 * Sends the journal in order, at least once: what the client has not confirmed is sent again over its next connection.
 * While a client is slow or away its messages wait in the journal, not in memory.
 */
export class Outbox {
  readonly #journal: Journal
  readonly #messageOf: (entry: Entry) => string | null
  readonly #onError: (error: unknown) => void
  #connection: Connection | null = null
  /** Up to here the journal was sent over this connection. */
  #position = 0
  /** Whether the connection has all of the journal, so that new lines are sent as they are written. */
  #isUpToDate = false
  #catchingUp: Promise<void> = Promise.resolve()
  #confirmed: number
  #sent: number

  /**
   * @param messageOf the message to send for a line; null for none
   * @param confirmed position up to which the client has everything
   * @param onError the journal cannot be read
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
    journal.on('line', (line) => this.#onLine(line))
  }

  /** Position in the journal up to which the client has everything. */
  get confirmed(): number {
    return this.#confirmed
  }

  /** Position in the journal up to which anything was sent, over any connection. */
  get sent(): number {
    return this.#sent
  }

  /** Bytes of the journal that were not sent yet to the client that is connected. */
  get waitingBytes(): number {
    return this.#connection === null ? 0 : this.#journal.writtenEnd - this.#position
  }

  /** Sends over this connection from now on, starting with what is not confirmed; null for no connection. */
  attach(connection: Connection | null): void {
    this.#connection = connection
    this.#position = this.#confirmed
    this.#isUpToDate = false
    if (connection !== null) this.#catchUp(connection)
  }

  /** The client has everything before this position. */
  confirm(position: number): void {
    this.#confirmed = Math.max(this.#confirmed, position)
  }

  /** Settles when all of the journal was sent, or the client is gone. */
  async emptied(): Promise<void> {
    await this.#journal.written()
    await this.#catchingUp
  }

  #onLine({ entry, end }: Line): void {
    const connection = this.#connection
    if (connection === null || !this.#isUpToDate) return
    if (connection.isBehind) return this.#catchUp(connection)
    const text = this.#messageOf(entry)
    if (text !== null) connection.send(text)
    this.#advance(connection, end, text !== null)
  }

  #advance(connection: Connection, position: number, isSent: boolean): void {
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

  /** Sends from the journal, each message once the one before it has left. */
  async #resend(connection: Connection): Promise<void> {
    // Lines may be written between the end of a read and this check.
    while (this.#position < this.#journal.writtenEnd) {
      for await (const { entry, end } of this.#journal.lines(this.#position)) {
        const text = this.#messageOf(entry)
        if (text !== null) await connection.sendSlowly(text)
        if (connection !== this.#connection || !connection.isOpen) return
        this.#advance(connection, end, text !== null)
      }
    }
    if (connection === this.#connection) this.#isUpToDate = true
  }
}
