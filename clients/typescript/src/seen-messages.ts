/** Messages that are remembered: more than a service sends before it notices that its client is gone. */
const REMEMBERED = 2_000

/** Recognises messages that a service sends again after a reconnection, because it does not know that they arrived. */
export class SeenMessages {
  /** The connection on which each message came first, the oldest message first. */
  readonly #connections = new Map<string, number>()
  #connection = 0

  beginConnection(): void {
    this.#connection++
  }

  /** Whether a message came over an earlier connection already. It is remembered. */
  isRepeated(text: string): boolean {
    const connection = this.#connections.get(text)
    if (connection !== undefined) return connection !== this.#connection
    this.#connections.set(text, this.#connection)
    const [oldest] = this.#connections.keys()
    if (oldest !== undefined && this.#connections.size > REMEMBERED) this.#connections.delete(oldest)
    return false
  }
}
