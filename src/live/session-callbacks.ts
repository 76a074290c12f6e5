/** The messages of a session on their way from the journal to the store, which has them delivered to its callback URL. */
import type { Logger } from 'pino'
import type { LiveMessage, LiveStore } from '../jobs/live-store.ts'
import { untilStored } from '../jobs/retry-store.ts'
import type { Entry, Journal } from './journal.ts'
import { MessageKeys } from './message-keys.ts'

/** Lines of the journal that are recorded in one transaction. */
const MAX_LINES = 200

export interface SessionCallbacksParts {
  readonly jobId: string
  readonly url: string
  readonly journal: Journal
  /** The message to deliver for a line; null for none. */
  readonly messageOf: (entry: Entry) => string | null
  readonly store: LiveStore
  /** Messages were recorded for delivery. */
  readonly onRecorded: () => void
  readonly log: Logger
}

/**
 * Follows the journal, so that the session never waits for the store or an endpoint. What was not recorded when the
 * service was killed is recorded when the session is recovered. A session ends only when all of it is recorded.
 */
export class SessionCallbacks {
  readonly #parts: SessionCallbacksParts
  readonly #closed = new AbortController()
  readonly #keys = new MessageKeys()
  /** Up to here in the journal everything is recorded. */
  #position = 0
  #following: Promise<void> | null = null

  constructor(parts: SessionCallbacksParts) {
    this.#parts = parts
    parts.journal.on('line', () => this.#wake())
    this.#wake()
  }

  /** Settles when everything in the journal is recorded. Rejects when it is closed before. */
  async recorded(): Promise<void> {
    const { journal } = this.#parts
    await journal.written()
    while (this.#position < journal.writtenEnd) {
      this.#closed.signal.throwIfAborted()
      this.#wake()
      await this.#following
    }
  }

  /** The last message, to be recorded with the end of the job: when it is delivered, the job has ended. */
  last(text: string): { url: string; messages: LiveMessage[] } {
    const { url, messageOf } = this.#parts
    const messages = messageOf(text) === null ? [] : [{ ...this.#keys.next(text), text }]
    return { url, messages }
  }

  /** Records nothing more; the rest is recorded when the session is recovered. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the session is closed'))
    await this.#following
  }

  #wake(): void {
    if (this.#closed.signal.aborted || this.#position === this.#parts.journal.writtenEnd) return
    this.#following ??= this.#follow()
  }

  async #follow(): Promise<void> {
    const { jobId, url, journal, store, onRecorded, log } = this.#parts
    const { signal } = this.#closed
    try {
      while (this.#position < journal.writtenEnd) {
        const { messages, end } = await untilStored(async () => this.#read(), { log, signal })
        signal.throwIfAborted()
        if (messages.length > 0) {
          await untilStored(async () => store.addMessages(jobId, url, messages), { log, signal })
          onRecorded()
        }
        this.#position = end
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#following = null
    }
  }

  /** Reads the messages of the next lines, and where these end. */
  async #read(): Promise<{ messages: LiveMessage[]; end: number }> {
    const { journal, messageOf } = this.#parts
    const entries: Entry[] = []
    let end = this.#position
    for await (const line of journal.lines(this.#position)) {
      entries.push(line.entry)
      end = line.end
      if (entries.length >= MAX_LINES) break
    }
    // Only after the last read, which may be repeated: each message is counted once, also one that is not delivered.
    const messages = entries.flatMap((entry) => {
      const text = messageOf(entry)
      const message = typeof entry === 'string' ? entry : text
      const key = message === null ? null : this.#keys.next(message)
      return text === null || key === null ? [] : [{ ...key, text }]
    })
    return { messages, end }
  }
}
