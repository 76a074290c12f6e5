/** What a client sends, on its way to the recording: placed in the client's stream, written, then acknowledged. */
import { WavHeaderSkipper } from '../audio/wav-header-skipper.ts'
import type { Recording } from './recording.ts'
import { resumePoint, type Unconfirmed } from './resume-point.ts'

/** From and to which byte of the client's stream. */
export type ByteRange = readonly [from: number, to: number]

/** An acknowledgement: the end of its chunk, and the position behind it in the journal. */
export interface Acknowledgement {
  readonly end: number
  readonly position: number
}

/** What an earlier run of the service kept of a client's stream. */
export interface KeptStream {
  /** The beginning, as far as it was acknowledged before it was known whether it is a header. */
  readonly beginning: Buffer
  /** The client's WAV header, empty when there is none; null when that was not known yet. */
  readonly header: Buffer | null
  /** All that was acknowledged. */
  readonly acknowledgements: readonly Acknowledgement[]
  /** Position in the journal up to which the client has everything. */
  readonly confirmed: number
}

export interface IntakeHooks {
  /** Keeps more of the beginning of the stream; settles when it is on the disk. */
  readonly keepBeginning: (bytes: Buffer) => Promise<void>
  /** Keeps the client's WAV header, empty when there is none; settles when it is on the disk. */
  readonly keepHeader: (header: Buffer) => Promise<void>
  /** A chunk is on the disk. Notes its acknowledgement in the journal, and gives the position behind it. */
  readonly acknowledge: (range: ByteRange) => number
  /** A chunk was not taken, because the recording would grow too long. */
  readonly onFull: () => void
  readonly onError: (error: unknown) => void
}

/** How far back a resuming client is looked for, in bytes: more is not on its way at any time. */
const LOOK_BACK_BYTES = 2 ** 24
/** Milliseconds that are waited for more bytes, where too few have come to tell where they belong. */
const DECIDE_MS = 200

/**
 * One client's stream across its connections. Positions are bytes of it, its header included. Frames are dealt with
 * one after the other; each is on the disk before it is acknowledged.
 */
export class Intake {
  readonly #recording: Recording
  readonly #hooks: IntakeHooks
  /** Bytes of sound that are taken. */
  readonly #mostBytes: number
  readonly #skipper = new WavHeaderSkipper()
  /** The client's WAV header; as long as it is not known whether there is one, all that came. */
  #beginning: Buffer
  #isHeaderKnown: boolean
  /** The end of what is taken. */
  #position: number
  /** Where the client's next frame begins: before the end while it sends again what was taken. */
  #next: number
  /** Frames that have no place yet, because they may be what was taken before. */
  #held: Buffer[] = []
  #unconfirmed: Unconfirmed | null = null
  #decide: NodeJS.Timeout | null = null
  /** Acknowledgements that the client may not have got. */
  #acknowledgements: Acknowledgement[]
  /** Up to here it has got them. */
  #confirmed = 0
  #waitingFrames = 0
  #last: Promise<void> = Promise.resolve()
  #kept: Promise<void> = Promise.resolve()
  /** Settles when the newest chunk is acknowledged. */
  #appended: Promise<void> = Promise.resolve()

  constructor(recording: Recording, hooks: IntakeHooks, mostBytes: number, kept: KeptStream) {
    this.#recording = recording
    this.#hooks = hooks
    this.#mostBytes = mostBytes
    this.#isHeaderKnown = kept.header !== null
    this.#beginning = kept.header ?? kept.beginning
    this.#position = this.#beginning.length + recording.size
    this.#next = this.#position
    this.#acknowledgements = [...kept.acknowledgements]
    this.forget(kept.confirmed)
    if (kept.header === null) {
      this.#skipper.push(kept.beginning)
    } else {
      // Acknowledged when it was not known that it is sound, and not written yet when the service was killed.
      const sound = kept.beginning.subarray(kept.header.length + recording.size)
      this.#position += sound.length
      this.#next = this.#position
      if (sound.length > 0) this.#appended = this.#write(sound)
    }
  }

  /** Bytes of the client's header; 0 as long as it is not known. */
  get headerBytes(): number {
    return this.#isHeaderKnown ? this.#beginning.length : 0
  }

  /** Frames that are neither acknowledged nor refused. */
  get waitingFrames(): number {
    return this.#waitingFrames
  }

  /** Takes a frame of audio. */
  take(frame: Buffer): void {
    this.#waitingFrames++
    this.#then(() => {
      // An empty one says nothing but that the client is there.
      if (frame.length === 0) return this.#acknowledge(this.#appended, [this.#next, this.#next])
      this.#held.push(frame)
      this.#place(false)
    })
  }

  /**
   * The client is connected anew: its next frame may be one that was taken before.
   * @param confirmed position in the journal up to which the client has everything
   * @param sent position in the journal up to which anything was ever sent
   */
  resume(confirmed: number, sent: number): void {
    this.forget(confirmed)
    const arrived = this.#confirmed
    const known = this.#acknowledgements.filter(({ position }) => position <= sent)
    const acknowledged = Math.max(arrived, ...known.map(({ end }) => end))
    // As of now: what the client confirms over its new connection says nothing about where it goes on.
    const borders = this.#acknowledgements.map(({ end }) => end)
    this.#then(async () => {
      this.#place(true)
      await this.#appended
      this.#unconfirmed = null
      this.#next = this.#position
      const from = Math.max(arrived, this.#position - LOOK_BACK_BYTES)
      if (from === this.#position) return
      for (const { end } of this.#acknowledgements) borders.push(end)
      const later = [...new Set(borders)].filter((border) => border > from).toSorted((a, b) => a - b)
      this.#unconfirmed = { from, acknowledged, borders: [from, ...later], bytes: await this.#read(from) }
    })
  }

  /** The client has everything up to this position of the journal. */
  forget(confirmed: number): void {
    const arrived = this.#acknowledgements.findIndex(({ position }) => position > confirmed)
    const gone = this.#acknowledgements.splice(0, arrived === -1 ? this.#acknowledgements.length : arrived)
    for (const { end } of gone) this.#confirmed = Math.max(this.#confirmed, end)
  }

  /** Settles when everything that came so far is on the disk and acknowledged. */
  async settled(): Promise<void> {
    this.#then(() => this.#place(true))
    await this.#last
    await this.#appended
  }

  /** There is no more. Settles as `settled` does; may be called again. */
  async end(): Promise<void> {
    this.#then(() => {
      this.#place(true)
      // What had begun like a header never became one.
      if (!this.#isHeaderKnown) this.#appended = this.#knowHeader(Buffer.alloc(0), this.#skipper.end())
    })
    await this.#last
    await this.#appended
  }

  #then(step: () => void | Promise<void>): void {
    this.#last = this.#last.then(step).catch(this.#hooks.onError)
  }

  /** Takes in what is held, once it is known where it belongs. */
  #place(isAll: boolean): void {
    if (this.#held.length === 0) return
    if (this.#unconfirmed !== null) {
      const point = resumePoint(Buffer.concat(this.#held), this.#unconfirmed, isAll)
      if (point === null) {
        this.#decide ??= setTimeout(() => this.#then(() => this.#place(true)), DECIDE_MS)
        return
      }
      this.#next = point
      this.#unconfirmed = null
      if (this.#decide !== null) clearTimeout(this.#decide)
      this.#decide = null
    }
    const frames = this.#held
    this.#held = []
    for (const frame of frames) this.#append(frame)
  }

  /** Takes in what is new of a frame. */
  #append(frame: Buffer): void {
    const range: ByteRange = [this.#next, this.#next + frame.length]
    const bytes = frame.subarray(Math.min(this.#position - this.#next, frame.length))
    if (bytes.length === 0) {
      this.#next += frame.length
      return this.#acknowledge(this.#appended, range)
    }
    if (this.#position + bytes.length - this.headerBytes > this.#mostBytes) {
      this.#waitingFrames--
      return this.#hooks.onFull()
    }
    this.#position += bytes.length
    this.#next = this.#position
    if (this.#isHeaderKnown) return this.#acknowledge(this.#write(bytes), range)
    const sound = this.#skipper.push(bytes)
    if (sound !== null) return this.#acknowledge(this.#knowHeader(this.#skipper.header, sound), range)
    this.#beginning = Buffer.concat([this.#beginning, bytes])
    this.#kept = this.#kept.then(async () => this.#hooks.keepBeginning(bytes))
    this.#acknowledge(this.#kept, range)
  }

  async #knowHeader(header: Buffer, sound: Buffer): Promise<void> {
    this.#isHeaderKnown = true
    this.#beginning = header
    // Nothing is written before the header is kept: how long it was could not be told afterwards.
    this.#kept = this.#kept.then(async () => this.#hooks.keepHeader(header))
    return this.#write(sound)
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#kept
    await this.#recording.append(bytes)
  }

  #acknowledge(isKept: Promise<void>, range: ByteRange): void {
    this.#appended = isKept.then(() => {
      this.#waitingFrames--
      const position = this.#hooks.acknowledge(range)
      this.#acknowledgements.push({ end: range[1], position })
    })
    this.#appended.catch(this.#hooks.onError)
  }

  /** What was taken from a position on. */
  async #read(from: number): Promise<Buffer> {
    const start = this.#beginning.subarray(from)
    const sound = Math.max(0, from - this.#beginning.length)
    return Buffer.concat([start, await this.#recording.read(sound, this.#recording.size - sound)])
  }
}
