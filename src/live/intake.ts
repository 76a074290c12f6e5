/** Takes a client's frames: finds their position in its stream, stores them, and acknowledges them. */
import { type Acknowledgement, Acknowledgements } from './acknowledgements.ts'
import type { ClientStream } from './client-stream.ts'
import { resumePoint, type Unconfirmed } from './resume-point.ts'

/** A range of the client's stream, in bytes; `to` is exclusive. */
export type ByteRange = readonly [from: number, to: number]

/** What an earlier run of the service acknowledged. */
export interface AcknowledgedHistory {
  readonly acknowledgements: readonly Acknowledgement[]
  /** Position in the journal up to which the client has received everything. */
  readonly confirmed: number
}

export interface IntakeHooks {
  /** A chunk is durable. Writes its acknowledgement to the journal, and returns the position after it. */
  readonly acknowledge: (range: ByteRange) => number
  /** A chunk was dropped because the recording would exceed its maximum length. */
  readonly onFull: () => void
  readonly onError: (error: unknown) => void
}

/** How far back, in bytes, a client may resume: more than is ever in flight. */
const MAX_REPEATED_BYTES = 2 ** 24
/** Milliseconds to wait for more frames if those so far are too short to tell where a client resumes. */
const DECIDE_MS = 200

/** The frames of a client that reconnected, while their position in its stream is unknown. */
interface Resumption {
  readonly unconfirmed: Unconfirmed
  readonly frames: Buffer[]
  timer: NodeJS.Timeout | undefined
}

/**
 * Takes one client's frames, across its connections, one after the other. Each is durable before it is acknowledged.
 * Positions are bytes of the client's stream.
 */
export class Intake {
  readonly #stream: ClientStream
  readonly #acknowledgements: Acknowledgements
  readonly #hooks: IntakeHooks
  /** Where the client's next frame begins: before the end of the stream while the client repeats stored bytes. */
  #next: number
  #resumption: Resumption | null = null
  #waitingFrames = 0
  #isEnded = false
  /** Resolves once the steps so far are done; they run one after the other. */
  #steps: Promise<void> = Promise.resolve()
  /** Resolves once the newest chunk is acknowledged. */
  #acknowledged: Promise<void>

  constructor(
    stream: ClientStream,
    { acknowledgements, confirmed }: AcknowledgedHistory,
    hooks: IntakeHooks,
  ) {
    this.#stream = stream
    this.#acknowledgements = new Acknowledgements(acknowledgements, confirmed)
    this.#hooks = hooks
    this.#next = stream.size
    this.#acknowledged = stream.recovered
    this.#acknowledged.catch(hooks.onError)
  }

  /** Frames that are neither acknowledged nor dropped yet. */
  get waitingFrames(): number {
    return this.#waitingFrames
  }

  /** Whether the stream has ended, so that no more frames are taken. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Takes a frame. An empty one is acknowledged at the position of the next frame. */
  take(frame: Buffer): void {
    this.#waitingFrames++
    this.#enqueue(() => {
      if (frame.length === 0) {
        this.#acknowledge(this.#acknowledged, [this.#next, this.#next])
      } else if (this.#resumption === null) {
        this.#append(frame)
      } else {
        this.#resumption.frames.push(frame)
        this.#placeResumed(false)
      }
    })
  }

  /**
   * Called when the client has reconnected: its next frame may repeat stored bytes.
   * @param confirmed position in the journal up to which the client has received everything
   * @param sent position in the journal up to which anything was sent
   */
  resume(confirmed: number, sent: number): void {
    const acknowledgements = this.#acknowledgements
    acknowledgements.confirm(confirmed)
    // Taken now: what the client confirms over its new connection does not tell where it resumes.
    const arrived = acknowledgements.confirmedEnd
    const acknowledged = acknowledgements.sentEnd(sent)
    const borders = acknowledgements.unconfirmedEnds
    this.#enqueue(async () => {
      this.#placeResumed(true)
      this.#stream.commit()
      await this.#acknowledged
      this.#resumption = null
      this.#next = this.#stream.size
      const from = Math.max(arrived, this.#next - MAX_REPEATED_BYTES)
      if (from === this.#next) return
      borders.push(...acknowledgements.unconfirmedEnds)
      const later = [...new Set(borders)].filter((border) => border > from).toSorted((a, b) => a - b)
      const bytes = await this.#stream.read(from)
      const unconfirmed = { from, acknowledged, borders: [from, ...later], bytes }
      this.#resumption = { unconfirmed, frames: [], timer: undefined }
    })
  }

  /** The client has received everything before this position in the journal. */
  confirm(confirmed: number): void {
    this.#acknowledgements.confirm(confirmed)
  }

  /** Resolves once every frame so far is durable and acknowledged. */
  async settled(): Promise<void> {
    this.#enqueue(() => this.#placeResumed(true))
    await this.#steps
    this.#stream.commit()
    await this.#acknowledged
  }

  /** Ends the stream. Resolves once all of it is durable and acknowledged; may be called again. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.settled()
    await this.#stream.end()
  }

  #enqueue(step: () => void | Promise<void>): void {
    this.#steps = this.#steps.then(step).catch(this.#hooks.onError)
  }

  /**
   * Appends the frames of a client that reconnected, once their position is known.
   * @param isFinal whether to decide now, instead of waiting for more
   */
  #placeResumed(isFinal: boolean): void {
    const resumption = this.#resumption
    if (resumption === null || resumption.frames.length === 0) return
    const { frames, unconfirmed } = resumption
    const point = resumePoint(Buffer.concat(frames), unconfirmed, isFinal)
    if (point === null) {
      const decide = () => this.#enqueue(() => this.#placeResumed(true))
      resumption.timer ??= setTimeout(decide, DECIDE_MS)
      return
    }
    clearTimeout(resumption.timer)
    this.#resumption = null
    this.#next = point
    for (const frame of frames) this.#append(frame)
  }

  /** Stores the new part of a frame, and acknowledges all of it. */
  #append(frame: Buffer): void {
    const { size } = this.#stream
    const range: ByteRange = [this.#next, this.#next + frame.length]
    const bytes = frame.subarray(Math.min(size - this.#next, frame.length))
    if (bytes.length === 0) {
      this.#next += frame.length
      this.#acknowledge(this.#acknowledged, range)
    } else if (this.#stream.hasRoomFor(bytes.length)) {
      this.#next = size + bytes.length
      this.#acknowledge(this.#stream.append(bytes), range)
    } else {
      this.#waitingFrames--
      this.#hooks.onFull()
    }
  }

  #acknowledge(stored: Promise<void>, range: ByteRange): void {
    this.#acknowledged = stored.then(() => {
      this.#waitingFrames--
      const position = this.#hooks.acknowledge(range)
      this.#acknowledgements.add({ end: range[1], position })
    })
    this.#acknowledged.catch(this.#hooks.onError)
  }
}
