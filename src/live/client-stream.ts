/** A client's stream as it is stored: the header and the tail of a WAV file in the journal, the audio in its file. */
import { WavHeaderSkipper } from '../audio/wav-header-skipper.ts'
import { NO_TAIL, tailOf } from '../audio/wav-tail.ts'
import { Commits } from './commits.ts'
import type { Journal } from './journal.ts'
import type { SessionAudio } from './session-audio.ts'

/** The start of a stream, as the journal has it. */
export interface StreamStart {
  /** The bytes that were stored before it was known whether they are a header. */
  readonly beginning: Buffer
  /** The WAV header, empty when there is none; null while that is unknown. */
  readonly header: Buffer | null
  /** What was stored of the chunks behind the audio. */
  readonly tail: Buffer
}

/** Positions are bytes of the client's stream, its header included. */
export class ClientStream {
  readonly #audio: SessionAudio
  readonly #journal: Journal
  readonly #maxAudioBytes: number
  readonly #commits: Commits
  readonly #skipper = new WavHeaderSkipper()
  /** The header; everything so far while it is unknown whether there is one. */
  #start: Buffer
  #isHeaderKnown: boolean
  #size: number
  /** Where the tail is, in bytes behind the header. */
  #tailRange = NO_TAIL
  #tail: Buffer
  /** Settles when the marks in the journal are durable. */
  #marked: Promise<void> = Promise.resolve()
  /** Settles when audio that only the journal had is in the file. */
  readonly recovered: Promise<void>

  constructor(
    audio: SessionAudio,
    journal: Journal,
    { beginning, header, tail }: StreamStart,
    maxAudioBytes: number,
  ) {
    this.#audio = audio
    this.#journal = journal
    this.#maxAudioBytes = maxAudioBytes
    this.#commits = new Commits(async () => audio.sync(), audio.bytesPerSecond)
    this.#isHeaderKnown = header !== null
    this.#start = header ?? beginning
    if (header !== null) this.#tailRange = tailOf(header)
    this.#tail = tail
    // Acknowledged before it was known to be audio, and not in the file yet when the service was killed.
    const missing = beginning.subarray(this.#start.length + audio.size)
    this.#size = this.#start.length + audio.size + missing.length + tail.length
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
    return this.#audioBefore(position) / this.#audio.bytesPerSecond
  }

  /** Whether so many more bytes keep within the longest recording. */
  hasRoomFor(bytes: number): boolean {
    return this.#audioBefore(this.#size + bytes) <= this.#maxAudioBytes
  }

  /** Appends bytes. Settles when they are durable, a moment later. */
  append(bytes: Buffer): Promise<void> {
    return this.#commits.add(this.#store(bytes), bytes.length)
  }

  /** Makes the bytes so far durable at once. */
  commit(): void {
    this.#commits.commit()
  }

  #store(bytes: Buffer): Promise<void> {
    const position = this.#size
    this.#size += bytes.length
    if (this.#isHeaderKnown) return this.#storeBehindHeader(bytes, position - this.#start.length)
    const audio = this.#skipper.push(bytes)
    if (audio !== null) return this.#setHeader(this.#skipper.header, audio)
    this.#start = Buffer.concat([this.#start, bytes])
    return this.#mark('beginning', bytes)
  }

  /** Ends the stream. Settles when all of it is durable; may be called again. */
  async end(): Promise<void> {
    // What began like a header and never became one is audio.
    if (!this.#isHeaderKnown) await this.#setHeader(Buffer.alloc(0), this.#skipper.end())
  }

  /** Reads what is stored from a position on. */
  async read(position: number): Promise<Buffer> {
    const { size } = this.#audio
    const from = Math.min(this.#tailRange.from, size)
    const first = this.#audioBefore(position)
    const inTail = Math.max(0, position - this.#start.length - from)
    return Buffer.concat([
      this.#start.subarray(position),
      await this.#audio.read(first, from - first),
      this.#tail.subarray(inTail),
      await this.#audio.read(Math.max(first, from), size - Math.max(first, from)),
    ])
  }

  /** Bytes of audio before a position. */
  #audioBefore(position: number): number {
    const behind = Math.max(0, position - this.headerBytes)
    const { from, to } = this.#tailRange
    return behind <= from ? behind : from + Math.max(0, behind - to)
  }

  /** @param position in bytes behind the header */
  async #storeBehindHeader(bytes: Buffer, position: number): Promise<void> {
    const { from, to } = this.#tailRange
    const [tailStart, tailEnd] = [Math.max(0, from - position), Math.max(0, to - position)]
    const tail = bytes.subarray(tailStart, tailEnd)
    if (tail.length === 0) return this.#write(bytes)
    this.#tail = Buffer.concat([this.#tail, tail])
    // In order, so that a crash leaves no tail without the audio before it.
    this.#marked = this.#write(bytes.subarray(0, tailStart))
    await Promise.all([this.#mark('tail', tail), this.#write(bytes.subarray(tailEnd))])
  }

  #setHeader(header: Buffer, audio: Buffer): Promise<void> {
    this.#isHeaderKnown = true
    this.#start = header
    this.#tailRange = tailOf(header)
    void this.#mark('header', header)
    return this.#storeBehindHeader(audio, 0)
  }

  #mark(mark: 'beginning' | 'header' | 'tail', bytes: Buffer): Promise<void> {
    const entry = { mark, bytes: bytes.toString('base64') }
    this.#marked = this.#marked.then(async () => this.#journal.persist(entry))
    return this.#marked
  }

  /** Audio is written when the header is durable: otherwise a crash would lose how long the header was. */
  async #write(bytes: Buffer): Promise<void> {
    await this.#marked
    await this.#audio.append(bytes)
  }
}
