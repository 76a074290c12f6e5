/** The server-sent events of one client. */
import { Readable } from 'node:stream'
import { type ChangeCursor, formatChangeCursor } from '../../contract/change-cursor.ts'
import type { AccountEvent } from '../../contract/events.ts'
import type { JobProgress } from '../../contract/progress.ts'
import type { ChangedIds } from '../../jobs/job.ts'
import type { RecognisedText, TextPosition } from '../../jobs/recognised-text.ts'
import { type ChangeEvents, type ChangeFeed, encoded, eventsOf, NOTHING } from './change-feed.ts'

/** Milliseconds after which browsers connect again. */
const RETRY_MS = 2_000

/** The newest state of a job, for all streams about it. */
export interface WatchedJob {
  readonly id: string
  progress: JobProgress
  text: RecognisedText | null
}

/** Of one account, for all streams about it. */
export interface Followed {
  readonly id: number
  readonly feed: ChangeFeed
}

/**
 * Sends what its client does not know yet, whenever that takes something: for one that is slow, nothing collects, and jobs are sent once
 * that have changed several times meanwhile.
 */
export class EventStream extends Readable {
  readonly account: Followed
  readonly job: WatchedJob | null
  /** After what the client has been sent. */
  #place: ChangeCursor
  readonly #onBehind: () => void
  /** Read for it alone, since it was behind; not sent yet. */
  #missed: ChangeEvents | null = null
  readonly #sent: { progress?: string; text: TextPosition | null } = { text: null }
  /** Whether the client has taken what was sent. */
  #isTaking = false

  /**
   * @param place after which it begins
   * @param onBehind called when it needs changes that the feed of its account no longer has: `catchUp` is to give them
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
    // An id without an event: a client that loses the connection before the first event misses nothing either.
    this.push(`retry: ${RETRY_MS}\nid: ${formatChangeCursor(place)}\n\n`)
  }

  get place(): ChangeCursor {
    return this.#place
  }

  /** @param changed after its place */
  catchUp(changed: ChangedIds): void {
    this.#missed = eventsOf(changed, this.#place)
    this.sendNews()
  }

  /** Sends what the client does not know yet. */
  sendNews(): void {
    if (!this.#isTaking) return
    const changes = this.#newChanges()
    const others = this.#newEvents().map(encoded).join('')
    // The bytes of changes are those of all streams of the account: for thousands, nothing is copied.
    const news = others === '' ? changes : Buffer.concat([changes, Buffer.from(others)])
    if (news.length > 0) this.#send(news)
  }

  /** Shows proxies, and the client, that the connection is in use. */
  beat(): void {
    if (this.#isTaking) this.#send(':\n\n')
  }

  /** Ends it, now or once the client has taken what was sent. */
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
