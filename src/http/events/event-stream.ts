/** The stream of server-sent events to one client. */
import { Readable } from 'node:stream'
import { type ChangeCursor, formatChangeCursor } from '../../contract/change-cursor.ts'
import type { AccountEvent } from '../../contract/events.ts'
import type { JobProgress } from '../../contract/progress.ts'
import type { ChangedIds } from '../../jobs/job.ts'
import type { RecognisedText, TextPosition } from '../../jobs/recognised-text.ts'
import { type ChangeEvents, type ChangeFeed, encoded, eventsOf, NOTHING } from './change-feed.ts'

/** Milliseconds after which browsers reconnect. */
const RETRY_MS = 2_000

/** The newest state of a job, shared by all streams about it. */
export interface WatchedJob {
  readonly id: string
  progress: JobProgress
  text: RecognisedText | null
}

/** An account, shared by all its streams. */
export interface Followed {
  readonly id: number
  readonly feed: ChangeFeed
}

/**
 * Whenever the client is ready to read, sends what it does not know yet. So nothing accumulates for a slow client, and jobs that have
 * changed several times in the meantime are sent once.
 */
export class EventStream extends Readable {
  readonly account: Followed
  readonly job: WatchedJob | null
  /** The place after what has been sent to the client. */
  #place: ChangeCursor
  readonly #onBehind: () => void
  /** Changes read for this stream alone because it was behind, and not sent yet. */
  #missed: ChangeEvents | null = null
  readonly #sent: { progress?: string; text: TextPosition | null } = { text: null }
  /** Whether the client has read what was sent. */
  #isTaking = false

  /**
   * @param place the place after which the stream begins
   * @param onBehind called when it needs changes that the feed of its account no longer has; pass them to `catchUp`
   */
  constructor(
    account: Followed,
    place: ChangeCursor,
    job: WatchedJob | null,
    onBehind: (stream: EventStream) => void,
  ) {
    super({ highWaterMark: 1 })
    this.account = account
    this.#place = place
    this.job = job
    this.#onBehind = () => onBehind(this)
    // An id without an event, so that a client that loses the connection before the first event misses nothing either.
    this.push(`retry: ${RETRY_MS}\nid: ${formatChangeCursor(place)}\n\n`)
  }

  get place(): ChangeCursor {
    return this.#place
  }

  /** @param changed the changes after `place` */
  catchUp(changed: ChangedIds): void {
    this.#missed = eventsOf(changed, this.#place)
    this.sendNews()
  }

  /** Sends what the client does not know yet, if it is ready to read. */
  sendNews(): void {
    if (!this.#isTaking) return
    const changes = this.#newChanges()
    const others = this.#newEvents().map(encoded).join('')
    // The bytes of changes are shared by all streams of the account, and not copied for each.
    const news = others === '' ? changes : Buffer.concat([changes, Buffer.from(others)])
    if (news.length > 0) this.#send(news)
  }

  /** Sends a heartbeat, which shows proxies and the client that the connection is alive. */
  beat(): void {
    if (this.#isTaking) this.#send(':\n\n')
  }

  /** Ends the stream once the client has read what was sent. */
  finish(): void {
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    this.#isTaking = true
    this.sendNews()
  }

  #send(news: string | Buffer): void {
    this.#isTaking = false
    this.push(news)
  }

  #newChanges(): Buffer {
    const changes = this.#missed ?? this.account.feed.after(this.#place)
    if (changes === null) {
      this.#onBehind()
      return NOTHING
    }
    this.#missed = null
    this.#place = changes.next
    return changes.bytes
  }

  #newEvents(): AccountEvent[] {
    const sent = this.#sent
    const events: AccountEvent[] = []
    const { text = null, progress } = this.job ?? {}
    const piece = text?.after(sent.text) ?? null
    if (text !== null && piece !== null) {
      sent.text = { attempt: text.attempt, length: piece.from + piece.text.length }
      events.push({ event: 'text', data: piece })
    }
    if (progress !== undefined && sent.progress !== JSON.stringify(progress)) {
      sent.progress = JSON.stringify(progress)
      events.push({ event: 'progress', data: progress })
    }
    return events
  }
}
