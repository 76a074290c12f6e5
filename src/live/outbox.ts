/** Sends the messages of a session from the journal to the client, across its connections. */
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
  /** Position up to which the journal was sent over this connection. */
  #position = 0
  /** Whether all of the journal was sent over this connection, so that new lines are sent as they are written. */
  #isUpToDate = false
  #catchingUp: Promise<void> = Promise.resolve()
  #confirmed: number
  #sent: number

  /**
   * @param messageOf returns the message to send for a line; null for none
   * @param confirmed position up to which the client has received everything
   * @param onError called if the journal cannot be read
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

  /** Position in the journal up to which the client has received everything. */
  get confirmed(): number {
    return this.#confirmed
  }

  /** Position in the journal up to which anything was sent, over any connection. */
  get sent(): number {
    return this.#sent
  }

  /** Bytes of the journal that were not yet sent to the connected client. */
  get waitingBytes(): number {
    return this.#connection === null ? 0 : this.#journal.writtenEnd - this.#position
  }

  /** From now on, sends over this connection, starting with what is not confirmed; null for none. */
  attach(connection: Connection | null): void {
    this.#connection = connection
    this.#position = this.#confirmed
    this.#isUpToDate = false
    if (connection !== null) this.#catchUp(connection)
  }

  /** The client has received everything before this position. */
  confirm(position: number): void {
    this.#confirmed = Math.max(this.#confirmed, position)
  }

  /** Resolves once all of the journal was sent, or the client is gone. */
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

  /** Sends from the journal; each message waits until the previous one has left. */
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
