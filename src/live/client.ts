/** The client of a session, across its connections: its frames, backpressure, malformed frames and absence. */
import type { WebSocket } from 'ws'
import { CLOSE, type CloseCode, Connection, REPLACED, closeSocket } from './connection.ts'
import { type ClientFrame, FrameAllowance, parseFrame } from './frames.ts'
import type { Intake } from './intake.ts'
import type { Outbox } from './outbox.ts'
import type { Reporter } from './reporter.ts'
import type { SessionAudio } from './session-audio.ts'

export interface ClientSettings {
  /** Seconds within which a client whose connection broke can reconnect. */
  readonly resumeSeconds: number
  /** Seconds without a frame after which a connected client counts as gone. */
  readonly idleSeconds: number
}

export interface ClientParts {
  readonly intake: Intake
  readonly audio: SessionAudio
  readonly outbox: Outbox
  readonly reporter: Reporter
  readonly settings: ClientSettings
  /** The client asks to stop the recording; it may ask more than once. */
  readonly onStop: () => void
  /** No more frames follow: the client closed the session, was away too long, or was disconnected for too many faults. */
  readonly onGone: () => void
}

/** Malformed or refused frames to answer before disconnecting the client. */
const MAX_FAULTS = 1_000
/** How much may wait for the disk before reading pauses. Each waiting frame takes at least 1.7 KB of memory. */
const MAX_PENDING_BYTES = 2 ** 22
const MAX_WAITING_FRAMES = 256
/** Bytes of the journal that may wait for a client before reading from it pauses. */
const MAX_UNREAD_BYTES = 2 ** 20

export class Client {
  readonly #parts: ClientParts
  readonly #allowance: FrameAllowance
  #connection: Connection | null = null
  #isPaused = false
  #isFinished = false
  #faults = 0
  /** How to close further sockets, after `shutOut`. */
  #refusal: readonly [CloseCode, string] | null = null
  /** When the last frame arrived, or the last connection opened or closed; a time of `performance.now()`. */
  #lastSeenAt = performance.now()

  constructor(parts: ClientParts) {
    this.#parts = parts
    this.#allowance = new FrameAllowance(parts.audio.bytesPerSecond)
  }

  get isConnected(): boolean {
    return this.#connection !== null
  }

  get isShutOut(): boolean {
    return this.#refusal !== null
  }

  /** Continues over this socket, which replaces the previous one. */
  connect(socket: WebSocket): void {
    if (this.#refusal !== null) return closeSocket(socket, ...this.#refusal)
    const { intake, outbox } = this.#parts
    const previous = this.#connection
    const connection = new Connection(socket, {
      onAudio: (bytes) => this.#onFrame({ type: 'audio', bytes }),
      onText: (text) => this.#onFrame(parseFrame(text)),
      onPing: () => {
        this.#allowance.spend(0)
        this.#pauseReading()
      },
      onConfirmed: (position) => {
        outbox.confirm(position)
        intake.confirm(position)
      },
      onClosed: (code) => this.#onClosed(connection, code),
    })
    this.#connection = connection
    this.#isPaused = false
    previous?.close(...REPLACED)
    this.#lastSeenAt = performance.now()
    intake.resume(outbox.confirmed, outbox.sent)
    outbox.attach(connection)
  }

  /**
   * Checks the connection, and how long the client has been idle or away.
   * @param now a time of `performance.now()`
   */
  tick(now: number): void {
    const { intake, settings, onGone } = this.#parts
    this.#connection?.tick(now)
    this.resumeReading()
    if (intake.isEnded) return
    // While paused, the client cannot be heard.
    if (this.#isPaused) this.#lastSeenAt = now
    const absence = now - this.#lastSeenAt
    if (this.#connection === null) {
      if (absence > settings.resumeSeconds * 1000) onGone()
    } else if (absence > settings.idleSeconds * 1000) {
      this.#connection.close(CLOSE.idle, `no frame received for ${settings.idleSeconds} seconds`)
      onGone()
    }
  }

  /** Resumes reading if it was paused, and the disk, the client and the allowance have caught up. */
  resumeReading(): void {
    if (!this.#isPaused || this.#isBehind(0.5)) return
    this.#isPaused = false
    this.#connection?.resume()
  }

  /** Tells the client that audio was not accepted. */
  refuseAudio(reason: string): void {
    if (this.#mayAnswerFault()) this.#parts.reporter.refuseAudio(reason)
  }

  /** Sends the rest of the journal, then closes the connection. Frames are ignored from now on. */
  async finish(): Promise<void> {
    this.#isFinished = true
    await this.#parts.outbox.emptied()
    this.#connection?.close(CLOSE.done, 'the session has ended')
  }

  close(code: CloseCode, reason: string): void {
    this.#connection?.close(code, reason)
  }

  /** Closes the connection and every later one: the client may be about to reconnect. */
  shutOut(code: CloseCode, reason: string): void {
    this.#refusal = [code, reason]
    this.close(code, reason)
  }

  /** Drops the connection without a close frame. */
  terminate(): void {
    this.#connection?.terminate()
  }

  /** Stops sending. */
  detach(): void {
    this.#parts.outbox.attach(null)
  }

  #onFrame(frame: ClientFrame): void {
    this.#lastSeenAt = performance.now()
    if (this.#isFinished) return
    const { intake, reporter, onStop } = this.#parts
    if (frame.type === 'audio') {
      if (intake.isEnded) this.refuseAudio('The recording has stopped: no more audio is accepted.')
      else {
        this.#allowance.spend(frame.bytes.length)
        intake.take(frame.bytes)
      }
    } else if (frame.type === 'stop') onStop()
    else if (frame.type === 'invalid audio') this.refuseAudio(frame.reason)
    else if (this.#mayAnswerFault()) reporter.reportError(frame.reason)
    this.#pauseReading()
  }

  #pauseReading(): void {
    if (this.#isPaused || !this.#isBehind(1)) return
    this.#isPaused = true
    this.#connection?.pause()
  }

  /** Whether a backlog exceeds this share of its limit. */
  #isBehind(share: number): boolean {
    const { audio, intake, outbox } = this.#parts
    return (
      this.#allowance.isExceeded() ||
      audio.pendingBytes > MAX_PENDING_BYTES * share ||
      intake.waitingFrames > MAX_WAITING_FRAMES * share ||
      outbox.waitingBytes > MAX_UNREAD_BYTES * share ||
      // Includes pongs, which are not in the journal.
      this.#connection?.isBehind === true
    )
  }

  /** Whether to answer another fault; disconnects the client if not. */
  #mayAnswerFault(): boolean {
    this.#faults++
    if (this.#faults <= MAX_FAULTS) return true
    this.close(CLOSE.tooManyFaults, `more than ${MAX_FAULTS} malformed frames`)
    this.#parts.onGone()
    return false
  }

  #onClosed(connection: Connection, code: number): void {
    if (connection !== this.#connection) return
    this.#connection = null
    this.#isPaused = false
    this.#lastSeenAt = performance.now()
    this.detach()
    if (code === CLOSE.done) this.#parts.onGone()
  }
}
