/** The audio of a session on disk: an append-only WAV file. */
import { EventEmitter } from 'node:events'
import { bytesPerSecond, frameBytes, type LiveFormat, silence } from '../audio/live-format.ts'
import { wavHeader } from '../audio/wav-header.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { KeptLog } from '../jobs/live.ts'
import { LogFile } from './log-file.ts'

/** The format of the audio that the client of a session sends. */
export function formatOf({ encoding, bit_depth, sample_rate: sampleRate, channels }: LiveParams): LiveFormat {
  // The other encodings always have 8 bits, whatever the request says.
  return { encoding, bitDepth: encoding === 'wav/pcm' ? bit_depth : 8, sampleRate, channels }
}

/** Bytes per row when lost audio is stored again: readers read 64 rows at once. */
const RESTORED_BYTES = 2 ** 16

interface AudioEvents {
  /** Bytes at a position can be read now. Emitted in order. */
  written: [position: number, bytes: Uint8Array]
}

/**
 * Positions and sizes are bytes of audio, without the header. Clients may split frames anywhere, so the audio may end
 * within a sample.
 */
export class SessionAudio extends EventEmitter<AudioEvents> {
  readonly format: LiveFormat
  readonly #log: LogFile

  private constructor(format: LiveFormat, log: LogFile) {
    super()
    this.format = format
    this.#log = log
    log.on('written', (position, bytes) => this.emit('written', position, bytes))
  }

  /** Opens or creates the file. */
  static async open(path: string, format: LiveFormat, kept: KeptLog | null = null): Promise<SessionAudio> {
    const restoring = { filler: (length: number) => silence(format, length), maxBytes: RESTORED_BYTES }
    return new SessionAudio(format, await LogFile.open(path, wavHeader(format, null), kept, restoring))
  }

  /** The path of the file. Resolves once the file contains all audio that was written before this call. */
  async file(): Promise<string> {
    await this.#log.complete()
    return this.#log.path
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#log.size
  }

  /** Bytes that wait to be written. */
  get pendingBytes(): number {
    return this.#log.pendingBytes
  }

  /** Duration of the whole samples written so far. */
  get seconds(): number {
    return Math.floor(this.size / frameBytes(this.format)) / this.format.sampleRate
  }

  get bytesPerSecond(): number {
    return bytesPerSecond(this.format)
  }

  /** Appends audio. Resolves once it is written. */
  append(bytes: Uint8Array): Promise<void> {
    return this.#log.append(bytes)
  }

  /** Makes the audio written so far durable. */
  async sync(): Promise<void> {
    await this.#log.sync()
  }

  /** Stores again what the kept log has lost. */
  async restore(): Promise<void> {
    await this.#log.restore()
  }

  /** Reads up to `length` written bytes from a position; fewer only at the end. */
  async read(position: number, length: number): Promise<Buffer> {
    return this.#log.read(position, length)
  }

  /** Completes the file, which stays open, and writes the final sizes into its header. Returns its path. */
  async seal(): Promise<string> {
    const path = await this.file()
    await this.#log.replaceHeader(wavHeader(this.format, this.size))
    return path
  }

  async close(): Promise<void> {
    await this.#log.close()
  }
}
