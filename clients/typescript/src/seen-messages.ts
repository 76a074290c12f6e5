/** Number of messages to remember: more than the service sends before it notices that its client is gone. */
const REMEMBERED = 2_000

/** Detects messages that the service sends again after a reconnection, since it cannot know that they arrived. */
export class SeenMessages {
  /** The connection over which each message first arrived, oldest message first. */
  readonly #connections = new Map<string, number>()
  #connection = 0

  beginConnection(): void {
    this.#connection++
  }

  /** Remembers a message, and returns whether it already arrived over an earlier connection. */
  isRepeated(text: string): boolean {
    const connection = this.#connections.get(text)
    if (connection !== undefined) return connection !== this.#connection
    this.#connections.set(text, this.#connection)
    const [oldest] = this.#connections.keys()
    if (oldest !== undefined && this.#connections.size > REMEMBERED) this.#connections.delete(oldest)
    return false
  }
}
