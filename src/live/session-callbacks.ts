/** Records the messages of a session, from its journal, in the store, for delivery to its callback URL. */
import type { Logger } from 'pino'
import type { LiveParams } from '../contract/live-request.ts'
import type { LiveMessage } from '../jobs/live.ts'
import { untilStored } from '../jobs/retry-store.ts'
import type { LiveStore } from '../store/jobs/live-store.ts'
import type { Entry, Journal } from './journal.ts'
import { MessageKeys, outgoing } from './messages.ts'

/** Lines of the journal to record in one transaction. */
const MAX_LINES = 200

export interface SessionCallbacksParts {
  readonly jobId: string
  readonly params: LiveParams
  readonly store: LiveStore
  /** Messages were recorded for delivery. */
  readonly onCallbacks: () => void
  /** The store rejects the messages; nothing more is recorded. */
  readonly onError: (error: unknown) => void
  readonly log: Logger
}

/**
 * Follows the journal, so that the session never waits for the store or an endpoint. What was not recorded when the
 * service was killed is recorded when the session is recovered. A session ends only once all of it is recorded, or the
 * store has rejected it.
 */
export class SessionCallbacks {
  readonly #parts: SessionCallbacksParts
  readonly #url: string
  readonly #journal: Journal
  /** The message to deliver for a line of the journal; null for none. */
  readonly #messageOf: (entry: Entry) => string | null
  readonly #closed = new AbortController()
  readonly #keys = new MessageKeys()
  /** Position in the journal up to which everything is recorded. */
  #position = 0
  #following: Promise<void> | null = null
  #isRejected = false

  /**
   * The callbacks of a session; null if its request asks for none.
   * @param timeOf seconds of audio before a position in the client's stream
   */
  static of(
    parts: SessionCallbacksParts,
    journal: Journal,
    timeOf: (position: number) => number,
  ): SessionCallbacks | null {
    const { callback, callback_config: config } = parts.params
    if (!callback || config?.url === undefined) return null
    return new SessionCallbacks(parts, config.url, journal, outgoing(parts.jobId, config, timeOf))
  }

  private constructor(
    parts: SessionCallbacksParts,
    url: string,
    journal: Journal,
    messageOf: (entry: Entry) => string | null,
  ) {
    this.#parts = parts
    this.#url = url
    this.#journal = journal
    this.#messageOf = messageOf
    journal.on('line', () => this.#wake())
    this.#wake()
  }

  /** Resolves once everything in the journal is recorded, or the store has rejected it. Rejects if closed before that. */
  async recorded(): Promise<void> {
    await this.#journal.written()
    while (!this.#isRejected && this.#position < this.#journal.writtenEnd) {
      this.#closed.signal.throwIfAborted()
      this.#wake()
      await this.#following
    }
  }

  /** The last message, to be recorded together with the end of the job, so that it is delivered only afterwards. */
  last(text: string): { url: string; messages: LiveMessage[] } {
    const messages = this.#messageOf(text) === null ? [] : [{ ...this.#keys.next(text), text }]
    return { url: this.#url, messages }
  }

  /** Stops recording; the rest is recorded when the session is recovered. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the session is closed'))
    await this.#following
  }

  #wake(): void {
    if (this.#closed.signal.aborted || this.#isRejected) return
    if (this.#position === this.#journal.writtenEnd) return
    this.#following ??= this.#follow()
  }

  async #follow(): Promise<void> {
    const { jobId, store, onCallbacks, log } = this.#parts
    const { signal } = this.#closed
    try {
      while (this.#position < this.#journal.writtenEnd) {
        const { messages, end } = await untilStored(async () => this.#read(), { log, signal })
        signal.throwIfAborted()
        if (messages.length > 0) {
          await untilStored(async () => store.addMessages(jobId, this.#url, messages), { log, signal })
          onCallbacks()
        }
        this.#position = end
      }
    } catch (error) {
      if (signal.aborted) return
      this.#isRejected = true
      this.#parts.onError(error)
    } finally {
      this.#following = null
    }
  }

  /** Reads the messages of the next lines, and where these end. */
  async #read(): Promise<{ messages: LiveMessage[]; end: number }> {
    const entries: Entry[] = []
    let end = this.#position
    for await (const line of this.#journal.lines(this.#position)) {
      entries.push(line.entry)
      end = line.end
      if (entries.length >= MAX_LINES) break
    }
    // Only now, since reading may be retried: every message must be counted once, even if it is not delivered.
    const messages = entries.flatMap((entry) => {
      const text = this.#messageOf(entry)
      const message = typeof entry === 'string' ? entry : text
      const key = message === null ? null : this.#keys.next(message)
      return text === null || key === null ? [] : [{ ...key, text }]
    })
    return { messages, end }
  }
}
