/**
 * The journal of a session: a file of JSON lines beside its audio. It holds the session's messages as they are sent, and
 * between them marks that only the service reads. A session is recovered from it after a crash, and a client that
 * reconnects is sent what it may have missed.
 */
import { EventEmitter } from 'node:events'
import type { KeptLog } from '../jobs/live.ts'
import { LogFile } from './log-file.ts'

/** A line that is not a message. `at` is its time, in milliseconds since 1970. */
export type Mark =
  /** Bytes, as base64, from the start of the client's stream, while it is unknown whether they are a WAV header. */
  | { readonly mark: 'beginning'; readonly bytes: string }
  /** The client's WAV header, as base64, which is not part of the audio; empty if there is none. */
  | { readonly mark: 'header'; readonly bytes: string }
  /** Bytes of the chunks after the audio of the client's WAV file, as base64, which are not part of the audio. */
  | { readonly mark: 'tail'; readonly bytes: string }
  /** A range of the client's stream was acknowledged; the client had received the journal up to byte `confirmed`. */
  | {
      readonly mark: 'acknowledged'
      readonly at: number
      readonly range: readonly [from: number, to: number]
      readonly confirmed: number
    }
  /** An audio chunk was refused. */
  | { readonly mark: 'refused'; readonly at: number; readonly reason: string }
  /** The audio of the final that follows, with this utterance id, ends at this time, in seconds. */
  | { readonly mark: 'final'; readonly utterance: string; readonly seconds: number }
  /** Everything before this time, in seconds, is final. */
  | { readonly mark: 'recognised'; readonly seconds: number }
  /** A span of speech, in seconds, in which no words were recognised. */
  | {
      readonly mark: 'unrecognised'
      readonly channel: number
      readonly start: number
      readonly end: number
    }
  /** The journal contains all real-time messages about the utterance with this id. */
  | { readonly mark: 'enriched'; readonly utterance: string }
  /** The recording has stopped. */
  | { readonly mark: 'stopped' }
  /** Takes the place of lost lines. */
  | { readonly mark: 'lost' }

/** One line: the text of a message, or a mark. */
export type Entry = string | Mark

/** A line and the bytes of the journal that it occupies. */
export interface Line {
  readonly entry: Entry
  readonly start: number
  readonly end: number
}

/** Gaps are whole lines. A gap is restored in one piece, so that it stays whole lines if that fails. */
const RESTORING = { filler: lostLine, maxBytes: Infinity }

interface JournalEvents {
  /** A line was written. Emitted in order. */
  line: [line: Line]
  /** Lines could not be written. */
  error: [error: unknown]
}

const MARK = '{"mark":'
/** Bytes per read. */
const READ_BYTES = 65_536
const NEWLINE = 0x0a

export class Journal extends EventEmitter<JournalEvents> {
  readonly #log: LogFile
  #end: number
  #writtenEnd: number
  /** Resolves once every line so far is written and emitted. */
  #written: Promise<void> = Promise.resolve()

  private constructor(log: LogFile) {
    super()
    this.#log = log
    this.#end = log.size
    this.#writtenEnd = log.size
  }

  /** Opens or creates the file. Removes a last line that a crash left incomplete. */
  static async open(path: string, kept: KeptLog | null = null): Promise<Journal> {
    await using opened = new AsyncDisposableStack()
    const log = opened.adopt(await LogFile.open(path, new Uint8Array(), kept, RESTORING), async (file) =>
      file.close(),
    )
    const journal = new Journal(log)
    let end = 0
    for await (const line of journal.lines(0)) ({ end } = line)
    if (end < log.size) await journal.truncate(end)
    opened.move()
    return journal
  }

  /** Where the next line will start. */
  get end(): number {
    return this.#end
  }

  /** Where the last line that can be read ends. */
  get writtenEnd(): number {
    return this.#writtenEnd
  }

  /** Removes everything from a position, which must be the start of a line. */
  async truncate(position: number): Promise<void> {
    await this.#log.truncate(position)
    this.#end = position
    this.#writtenEnd = position
  }

  /** Appends a line. It survives a crash of the process once `line` has been emitted. */
  append(entry: Entry): void {
    this.#append(entry).catch((error: unknown) => this.emit('error', error))
  }

  /** Appends a line. Resolves once it is durable. */
  async persist(entry: Entry): Promise<void> {
    await this.#append(entry)
    await this.#log.sync()
  }

  /** Stores again what the kept log has lost. */
  async restore(): Promise<void> {
    await this.#log.restore()
  }

  /** Resolves once every line so far has been written. */
  async written(): Promise<void> {
    await this.#written
  }

  /** The lines from `position`, the start of a line, to the last one written, including those written meanwhile. */
  async *lines(position: number): AsyncGenerator<Line> {
    let start = position
    let rest: Buffer = Buffer.alloc(0)
    for (;;) {
      const from = start + rest.length
      const bytes = await this.#log.read(from, Math.min(READ_BYTES, this.#writtenEnd - from))
      if (bytes.length === 0) return
      rest = Buffer.concat([rest, bytes])
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        yield { entry: entryOf(rest.toString('utf8', 0, end)), start, end: start + end + 1 }
        start += end + 1
        rest = rest.subarray(end + 1)
      }
    }
  }

  async close(): Promise<void> {
    await this.#written
    await this.#log.close()
  }

  #append(entry: Entry): Promise<void> {
    const bytes = lineOf(entry)
    const start = this.#end
    const end = start + bytes.length
    this.#end = end
    const appended = this.#log.append(bytes).then(() => {
      this.#writtenEnd = end
      this.emit('line', { entry, start, end })
    })
    this.#written = appended.catch(() => {})
    return appended
  }
}

/** The bytes of a line. */
function lineOf(entry: Entry): Buffer {
  return Buffer.from(`${typeof entry === 'string' ? entry : JSON.stringify(entry)}\n`)
}

/** A mark as long as the lines that it replaces. */
function lostLine(length: number): Buffer {
  return Buffer.from(length === 0 ? '' : `${'{"mark":"lost"'.padEnd(length - 2)}}\n`)
}

function entryOf(text: string): Entry {
  return text.startsWith(MARK) ? (JSON.parse(text) as Mark) : text
}
