/** The messages of a session on their way to its callback URL, which they reach by way of the store. */
import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { LiveMessage } from '../jobs/live-store.ts'
import { untilStored } from '../jobs/retry-store.ts'
import type { Entry, Journal } from './journal.ts'
import { typeOf } from './messages.ts'

/** Where messages are recorded to be delivered. */
export interface CallbackOutlet {
  /** Records messages, in order; one that was recorded before is passed over. Durable when it returns. */
  record(jobId: string, url: string, messages: readonly LiveMessage[]): Promise<void>
  /** Something was recorded with the end of a job. */
  wake(): void
}

/** Lines of the journal that are read, and recorded, in one go. */
const MOST_LINES = 200

/** Types of which a session has one message. */
const ONCE: ReadonlySet<string> = new Set([
  'start_session',
  'start_recording',
  'end_recording',
  'end_session',
])

/**
 * Names each message of a session so that the same one has the same name whenever the journal is read: by what it says,
 * the time it was made included. What follows the end of the recording is made again after a crash, at another time:
 * that is named by its type, and what was recorded first stands.
 */
class MessageNames {
  #isEnding = false
  readonly #counts = new Map<string, number>()

  /** To be called with every message, in order. */
  nameOf(text: string): { key: string; type: string } {
    const { type } = typeOf(text)
    if (ONCE.has(type)) {
      if (type === 'end_recording') this.#isEnding = true
      return { key: type, type }
    }
    if (!this.#isEnding) return { key: hash('sha256', text).slice(0, 32), type }
    const count = this.#counts.get(type) ?? 0
    this.#counts.set(type, count + 1)
    return { key: `${type}_${count}`, type }
  }
}

/**
 * Follows the journal, which is what a session waits for; the store comes after it, however slow it is, and a receiver
 * after that. What was written and not yet recorded when the service was killed is recorded when the session is taken
 * up again, and a session ends only when all of it is.
 */
export class SessionCallbacks {
  readonly #url: string
  readonly #journal: Journal
  readonly #record: (messages: readonly LiveMessage[]) => Promise<void>
  readonly #messageOf: (entry: Entry) => string | null
  readonly #log: Logger
  readonly #closed = new AbortController()
  readonly #names = new MessageNames()
  /** Up to here everything is recorded. */
  #position = 0
  #following: Promise<void> | null = null

  /** @param messageOf what of a line is sent, if anything */
  constructor(
    url: string,
    journal: Journal,
    messageOf: (entry: Entry) => string | null,
    record: (messages: readonly LiveMessage[]) => Promise<void>,
    log: Logger,
  ) {
    this.#url = url
    this.#journal = journal
    this.#messageOf = messageOf
    this.#record = record
    this.#log = log
  }

  /** Something was written to the journal. */
  written(): void {
    if (this.#closed.signal.aborted || this.#position === this.#journal.writtenEnd) return
    this.#following ??= this.#follow()
  }

  /** Settles when everything in the journal is recorded. Rejects when it is closed before. */
  async recorded(): Promise<void> {
    await this.#journal.written()
    while (this.#position < this.#journal.writtenEnd) {
      this.#closed.signal.throwIfAborted()
      this.written()
      await this.#following
    }
  }

  /** The last message, to be recorded with the end of the job: whoever hears of it is to find the job ended. */
  ending(text: string): { url: string; messages: LiveMessage[] } {
    const messages = this.#messageOf(text) === null ? [] : [{ ...this.#names.nameOf(text), text }]
    return { url: this.#url, messages }
  }

  /** Records nothing more: the rest is for the next run of the service. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the session is closed'))
    await this.#following
  }

  async #follow(): Promise<void> {
    const retries = { log: this.#log, signal: this.#closed.signal }
    try {
      while (this.#position < this.#journal.writtenEnd) {
        const { messages, end } = await untilStored(async () => this.#next(), retries)
        this.#closed.signal.throwIfAborted()
        if (messages.length > 0) await untilStored(async () => this.#record(messages), retries)
        this.#position = end
      }
    } catch (error) {
      if (!this.#closed.signal.aborted) throw error
    } finally {
      this.#following = null
    }
  }

  /** The messages of the next lines, and where these end. */
  async #next(): Promise<{ messages: LiveMessage[]; end: number }> {
    const entries: Entry[] = []
    let end = this.#position
    for await (const line of this.#journal.lines(this.#position)) {
      entries.push(line.entry)
      end = line.end
      if (entries.length >= MOST_LINES) break
    }
    // Named only when all are read: each is to be counted once.
    const messages = entries.flatMap((entry) => {
      const text = this.#messageOf(entry)
      const made = typeof entry === 'string' ? entry : text
      const name = made === null ? null : this.#names.nameOf(made)
      return text === null || name === null ? [] : [{ ...name, text }]
    })
    return { messages, end }
  }
}
