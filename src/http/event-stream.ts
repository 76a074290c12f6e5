/** The server-sent events of one client. */
import { Readable } from 'node:stream'
import type { AccountEvent } from '../contract/events.ts'
import type { JobProgress } from '../contract/progress.ts'
import type { RecognisedText, TextPosition } from '../jobs/recognised-text.ts'

/** Milliseconds after which browsers connect again. */
const RETRY_MS = 2_000

/** The newest state of a job, for all streams about it. */
export interface WatchedJob {
  readonly account: number
  readonly id: string
  progress: JobProgress
  text: RecognisedText | null
}

/**
 * Sends what its client does not know yet, whenever that takes something: for one that is slow, nothing collects but the newest
 * state is sent when it is there again.
 */
export class EventStream extends Readable {
  readonly account: number
  readonly job: WatchedJob | null
  #changes: number
  readonly #sent: { changes?: number; progress?: string; text: TextPosition | null } = { text: null }
  /** Whether the client has taken what was sent. */
  #isTaking = false
  #isBegun = false

  /** @param changes of the jobs of the account so far */
  constructor(account: number, changes: number, job: WatchedJob | null) {
    super({ highWaterMark: 1 })
    this.account = account
    this.job = job
    this.#changes = changes
  }

  /** Jobs of the account may have changed. */
  jobsChanged(changes: number): void {
    this.#changes = changes
    this.sendNews()
  }

  /** Sends what the client does not know yet. */
  sendNews(): void {
    if (!this.#isTaking) return
    const news = this.#news()
    if (news !== '') this.#send(news)
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

  #send(text: string): void {
    this.#isTaking = false
    this.push(text)
  }

  #news(): string {
    const begin = this.#isBegun ? '' : `retry: ${RETRY_MS}\n\n`
    this.#isBegun = true
    return begin + this.#newEvents().map(encoded).join('')
  }

  #newEvents(): AccountEvent[] {
    const sent = this.#sent
    const events: AccountEvent[] = []
    if (sent.changes !== this.#changes) {
      sent.changes = this.#changes
      events.push({ event: 'jobs', data: { changes: sent.changes } })
    }
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

const encoded = ({ event, data }: AccountEvent): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
