/** A client's stream as it is stored: a WAV header in the journal, the audio behind it in its file. */
import { WavHeaderSkipper } from '../audio/wav-header-skipper.ts'
import type { Journal } from './journal.ts'
import type { SessionAudio } from './session-audio.ts'

/** The start of a stream, as the journal has it. */
export interface StreamStart {
  /** The bytes that were stored before it was known whether they are a header. */
  readonly beginning: Buffer
  /** The WAV header, empty when there is none; null while that is unknown. */
  readonly header: Buffer | null
}

/** Positions are bytes of the client's stream, its header included. */
export class ClientStream {
  readonly #audio: SessionAudio
  readonly #journal: Journal
  readonly #maxAudioBytes: number
  readonly #skipper = new WavHeaderSkipper()
  /** The header; everything so far while it is unknown whether there is one. */
  #start: Buffer
  #isHeaderKnown: boolean
  #size: number
  /** Settles when the start is durable. */
  #startStored: Promise<void> = Promise.resolve()
  /** Settles when audio that only the journal had is in the file. */
  readonly recovered: Promise<void>

  constructor(
    audio: SessionAudio,
    journal: Journal,
    { beginning, header }: StreamStart,
    maxAudioBytes: number,
  ) {
    this.#audio = audio
    this.#journal = journal
    this.#maxAudioBytes = maxAudioBytes
    this.#isHeaderKnown = header !== null
    this.#start = header ?? beginning
    // Acknowledged before it was known to be audio, and not in the file yet when the service was killed.
    const missing = beginning.subarray(this.#start.length + audio.size)
    this.#size = this.#start.length + audio.size + missing.length
    this.recovered = missing.length > 0 ? this.#write(missing) : Promise.resolve()
    if (header === null) this.#skipper.push(beginning)
  }

  /** Where the stream ends so far. */
  get size(): number {
    return this.#size
  }

  /** Length of the header; 0 while it is unknown. */
  get headerBytes(): number {
    return this.#isHeaderKnown ? this.#start.length : 0
  }

  /** Seconds of audio before a position. */
  timeOf(position: number): number {
    return Math.max(0, position - this.headerBytes) / this.#audio.bytesPerSecond
  }

  /** Whether so many more bytes keep within the longest recording. */
  hasRoomFor(bytes: number): boolean {
    return this.#size + bytes - this.headerBytes <= this.#maxAudioBytes
  }

  /** Appends bytes. Settles when they are durable. */
  append(bytes: Buffer): Promise<void> {
    this.#size += bytes.length
    if (this.#isHeaderKnown) return this.#write(bytes)
    const audio = this.#skipper.push(bytes)
    if (audio !== null) return this.#setHeader(this.#skipper.header, audio)
    this.#start = Buffer.concat([this.#start, bytes])
    return this.#storeStart('beginning', bytes)
  }

  /** Ends the stream. Settles when all of it is durable; may be called again. */
  async end(): Promise<void> {
    // What began like a header and never became one is audio.
    if (!this.#isHeaderKnown) await this.#setHeader(Buffer.alloc(0), this.#skipper.end())
  }

  /** Reads what is stored from a position on. */
  async read(position: number): Promise<Buffer> {
    const start = this.#start.subarray(position)
    const from = Math.max(0, position - this.#start.length)
    return Buffer.concat([start, await this.#audio.read(from, this.#audio.size - from)])
  }

  #setHeader(header: Buffer, audio: Buffer): Promise<void> {
    this.#isHeaderKnown = true
    this.#start = header
    void this.#storeStart('header', header)
    return this.#write(audio)
  }

  #storeStart(mark: 'beginning' | 'header', bytes: Buffer): Promise<void> {
    this.#startStored = this.#startStored.then(async () => {
      this.#journal.append({ mark, bytes: bytes.toString('base64') })
      await this.#journal.sync()
    })
    return this.#startStored
  }

  /** Audio is written when the header is durable: otherwise a crash would lose how long the header was. */
  async #write(bytes: Buffer): Promise<void> {
    await this.#startStored
    await this.#audio.append(bytes)
  }
}
