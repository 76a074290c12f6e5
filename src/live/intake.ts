/** What a client sends, on its way to the recording: placed in the client's stream, written, then acknowledged. */
import { WavHeaderSkipper } from '../audio/wav-header-skipper.ts'
import type { Recording } from './recording.ts'
import { resumePoint, type Unconfirmed } from './resume-point.ts'

/** From and to which byte of the client's stream. */
export type ByteRange = readonly [from: number, to: number]

/** An acknowledgement: the end of its chunk, and where it stands in the journal. */
interface Acknowledgement {
  readonly end: number
  readonly position: number
}

export interface IntakeHooks {
  /** Keeps the client's WAV header, empty when there was none; settles when it is on the disk. */
  readonly keepHeader: (header: Buffer) => Promise<void>
  /** A chunk is on the disk. Notes its acknowledgement in the journal, and gives the position behind it. */
  readonly acknowledge: (range: ByteRange) => number
  readonly onError: (error: unknown) => void
}

/** Milliseconds that are waited for more bytes, where too few have come to tell where they belong. */
const DECIDE_MS = 200
/** How far back a resuming client is looked for, in bytes: more is never on its way. */
const LOOK_BACK_BYTES = 2 ** 24

/**
 * One client's stream across its connections. Positions are bytes of it, its header included. Frames are dealt with
 * one after the other; each is on the disk before it is acknowledged.
 */
export class Intake {
  readonly #recording: Recording
  readonly #hooks: IntakeHooks
  /** The client's WAV header; null as long as there may be one. */
  #header: Buffer | null
  #skipper = new WavHeaderSkipper()
  #position: number
  /** Frames that have no place yet. */
  #held: Buffer[] = []
  #unconfirmed: Unconfirmed | null = null
  #decide: NodeJS.Timeout | null = null
  /** Acknowledgements that the client may not have got. */
  #acknowledgements: Acknowledgement[] = []
  /** Up to here it has got them. */
  #confirmed = 0
  #last: Promise<void> = Promise.resolve()
  #headerKept: Promise<void> = Promise.resolve()
  /** Settles when the newest chunk is acknowledged. */
  #appended: Promise<void> = Promise.resolve()

  /**
   * @param kept what the journal of an earlier run tells: the header, null when nothing was decided; the ends of chunks
   *   whose acknowledgements may not have arrived; and up to where they surely have
   */
  constructor(
    recording: Recording,
    hooks: IntakeHooks,
    kept: { header: Buffer | null; acknowledgements: readonly Acknowledgement[]; confirmed: number },
  ) {
    this.#recording = recording
    this.#hooks = hooks
    this.#header = kept.header
    this.#acknowledgements = [...kept.acknowledgements]
    this.#confirmed = kept.confirmed
    this.#position = (kept.header?.length ?? 0) + recording.size
  }

  /** Bytes of the client's header; 0 as long as it is not known. */
  get headerBytes(): number {
    return this.#header?.length ?? 0
  }

  /** Takes a frame of audio. */
  take(frame: Buffer): void {
    this.#then(() => {
      // It says nothing but that the client is there.
      if (frame.length === 0) return this.#append(frame, this.#position, 0)
      this.#held.push(frame)
      return this.#place(false)
    })
  }

  /**
   * The client is connected anew: its next frame may be one that was taken before.
   * @param confirmed position in the journal up to which the client has everything
   * @param sent position in the journal up to which anything was ever sent
   */
  resume(confirmed: number, sent: number): void {
    this.#then(async () => {
      await this.#place(true)
      if (this.#header === null) {
        // Nothing was acknowledged: it comes again from its start.
        this.#held = []
        this.#skipper = new WavHeaderSkipper()
        return
      }
      await this.#appended
      this.forget(confirmed)
      const borders = this.#acknowledgements.filter(({ position }) => position <= sent).map(({ end }) => end)
      const from = Math.max(this.#confirmed, this.#position - LOOK_BACK_BYTES)
      if (this.#position === from) return
      this.#unconfirmed = {
        confirmed: from,
        acknowledged: Math.max(from, ...borders.slice(-1)),
        borders: borders.filter((border) => border > from),
        bytes: await this.#read(from, this.#header),
      }
    })
  }

  /** The client has everything up to this position of the journal. */
  forget(confirmed: number): void {
    const arrived = this.#acknowledgements.findIndex(({ position }) => position > confirmed)
    const gone = this.#acknowledgements.splice(0, arrived === -1 ? this.#acknowledgements.length : arrived)
    this.#confirmed = Math.max(this.#confirmed, ...gone.slice(-1).map(({ end }) => end))
  }

  /** There is no more: settles when everything that came is on the disk and acknowledged. */
  async end(): Promise<void> {
    this.#then(async () => {
      await this.#place(true)
      // What had begun like a header never became one.
      if (this.#header === null) this.#decideHeader(Buffer.alloc(0))
    })
    await this.#last
    await this.#appended
  }

  #then(step: () => void | Promise<void>): void {
    this.#last = this.#last.then(step).catch(this.#hooks.onError)
  }

  /** Takes in what is held, once it is known where it belongs. */
  async #place(isAll: boolean): Promise<void> {
    if (this.#held.length === 0) return
    if (this.#header === null) return this.#skipHeader()
    let from = this.#position
    if (this.#unconfirmed !== null) {
      const point = resumePoint(Buffer.concat(this.#held), this.#unconfirmed, isAll)
      if (point === null) {
        this.#decide ??= setTimeout(() => this.#then(() => this.#place(true)), DECIDE_MS)
        return
      }
      from = point
      this.#confirmed = point
      this.#unconfirmed = null
    }
    if (this.#decide !== null) clearTimeout(this.#decide)
    this.#decide = null
    this.#placeAt(from)
  }

  /** Looks for the end of the header in the newest of the frames that are held. */
  #skipHeader(): void {
    const newest = this.#held.at(-1)
    if (newest === undefined || this.#skipper.push(newest) === null) return
    this.#decideHeader(this.#skipper.header)
  }

  /** The header is known, and with it what of the held frames is sound. */
  #decideHeader(header: Buffer): void {
    this.#header = header
    this.#position = header.length
    this.#headerKept = this.#hooks.keepHeader(header)
    this.#placeAt(0)
  }

  /** Takes in what is held, which begins at a position. */
  #placeAt(from: number): void {
    const frames = this.#held
    this.#held = []
    for (const frame of frames) {
      const known = Math.max(0, Math.min(this.#position - from, frame.length))
      this.#append(frame.subarray(known), from, frame.length)
      from += frame.length
    }
  }

  /** Writes what is new of a frame, then acknowledges all of it. */
  #append(bytes: Buffer, from: number, length: number): void {
    const to = from + length
    this.#position = Math.max(this.#position, to)
    // Nothing is written before the header is kept: how long it was could not be told afterwards.
    const append = async () => {
      await this.#recording.append(bytes)
      this.#acknowledgements.push({ end: to, position: this.#hooks.acknowledge([from, to]) })
    }
    this.#appended = this.#headerKept.then(append)
    this.#appended.catch(this.#hooks.onError)
  }

  /** What was taken from a position on. */
  async #read(from: number, header: Buffer): Promise<Buffer> {
    const sound = Math.max(0, from - header.length)
    const read = await this.#recording.read(sound, this.#recording.size - sound)
    return Buffer.concat([header.subarray(from), read])
  }
}
