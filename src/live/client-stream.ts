/** Stores a client's stream: the header and the tail of a WAV file in the journal, the audio in its own file. */
import { WavHeaderSkipper } from '../audio/wav-header-skipper.ts'
import { NO_TAIL, tailOf } from '../audio/wav-tail.ts'
import { Commits } from './commits.ts'
import type { Journal } from './journal.ts'
import type { SessionAudio } from './session-audio.ts'

/** The parts of a stream that are stored in the journal. */
export interface StreamStart {
  /** Bytes that were stored before it was known whether they are a header. */
  readonly beginning: Buffer
  /** The WAV header, empty if there is none; null while that is unknown. */
  readonly header: Buffer | null
  /** The stored part of the chunks after the audio. */
  readonly tail: Buffer
}

/** Positions are bytes of the client's stream, including its header. */
export class ClientStream {
  readonly #audio: SessionAudio
  readonly #journal: Journal
  readonly #maxAudioBytes: number
  readonly #commits: Commits
  readonly #skipper = new WavHeaderSkipper()
  /** The header; while it is unknown whether there is one, everything so far. */
  #start: Buffer
  #isHeaderKnown: boolean
  #size: number
  /** Where the tail is, in bytes after the header. */
  #tailRange = NO_TAIL
  #tail: Buffer
  /** Resolves once the marks in the journal are durable. */
  #marked: Promise<void> = Promise.resolve()
  /** Resolves once audio that was only in the journal has been written to the file. */
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
    // Audio that was acknowledged before it was known to be audio, and that a crash kept from being written to the file.
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

  /** Whether this many more bytes stay within the maximum length of a recording. */
  hasRoomFor(bytes: number): boolean {
    return this.#audioBefore(this.#size + bytes) <= this.#maxAudioBytes
  }

  /** Appends bytes. Resolves once they are durable, up to 0.2 s later. */
  append(bytes: Buffer): Promise<void> {
    return this.#commits.add(this.#store(bytes), bytes.length)
  }

  /** Makes the bytes so far durable without delay. */
  commit(): void {
    this.#commits.commit()
  }

  #store(bytes: Buffer): Promise<void> {
    const position = this.#size
    this.#size += bytes.length
    if (this.#isHeaderKnown) return this.#storeAfterHeader(bytes, position - this.#start.length)
    const audio = this.#skipper.push(bytes)
    if (audio !== null) return this.#setHeader(this.#skipper.header, audio)
    this.#start = Buffer.concat([this.#start, bytes])
    return this.#mark('beginning', bytes)
  }

  /** Ends the stream. Resolves once all of it is durable; may be called again. */
  async end(): Promise<void> {
    // Bytes that looked like the start of a header, but never became one, are audio.
    if (!this.#isHeaderKnown) await this.#setHeader(Buffer.alloc(0), this.#skipper.end())
  }

  /** Reads what is stored from a position onwards. */
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
    const afterHeader = Math.max(0, position - this.headerBytes)
    const { from, to } = this.#tailRange
    return afterHeader <= from ? afterHeader : from + Math.max(0, afterHeader - to)
  }

  /** @param position in bytes after the header */
  async #storeAfterHeader(bytes: Buffer, position: number): Promise<void> {
    const { from, to } = this.#tailRange
    const [tailStart, tailEnd] = [Math.max(0, from - position), Math.max(0, to - position)]
    const tail = bytes.subarray(tailStart, tailEnd)
    if (tail.length === 0) return this.#write(bytes)
    this.#tail = Buffer.concat([this.#tail, tail])
    // Mark the tail only once the preceding audio is written, so that a crash does not leave a tail without it.
    this.#marked = this.#write(bytes.subarray(0, tailStart))
    await Promise.all([this.#mark('tail', tail), this.#write(bytes.subarray(tailEnd))])
  }

  #setHeader(header: Buffer, audio: Buffer): Promise<void> {
    this.#isHeaderKnown = true
    this.#start = header
    this.#tailRange = tailOf(header)
    void this.#mark('header', header)
    return this.#storeAfterHeader(audio, 0)
  }

  #mark(mark: 'beginning' | 'header' | 'tail', bytes: Buffer): Promise<void> {
    const entry = { mark, bytes: bytes.toString('base64') }
    this.#marked = this.#marked.then(async () => this.#journal.persist(entry))
    return this.#marked
  }

  /** Writes audio only once the header is durable: otherwise a crash would lose the length of the header. */
  async #write(bytes: Buffer): Promise<void> {
    await this.#marked
    await this.#audio.append(bytes)
  }
}
