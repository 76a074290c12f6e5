/**
 * What happened in a session, on disk as lines of JSON beside its sound: the messages as they went out, and between
 * them marks, which only this service reads. A session that is taken up after a crash knows from it what it said, and
 * a client that comes back is sent from it what it may not have got.
 */
import { type FileHandle, open } from 'node:fs/promises'

/** A line that is no message. `at` is when it was made, in milliseconds since 1970. */
export type Mark =
  /** More of the beginning of the client's stream, as base64, when it is not known whether it is a WAV header. */
  | { readonly mark: 'beginning'; readonly bytes: string }
  /** The client's WAV header, as base64, which the recording leaves out; empty when there is none. */
  | { readonly mark: 'header'; readonly bytes: string }
  /** Bytes of the client's stream are acknowledged; the client has everything before byte `confirmed` of the journal. */
  | {
      readonly mark: 'acknowledged'
      readonly at: number
      readonly range: readonly [from: number, to: number]
      readonly confirmed: number
    }
  /** A chunk was not taken. */
  | { readonly mark: 'refused'; readonly at: number; readonly reason: string }
  /** Everything before this time, in seconds, is final. */
  | { readonly mark: 'recognised'; readonly seconds: number }
  /** What is made of an utterance, by its id, is told. */
  | { readonly mark: 'enriched'; readonly utterance: string }
  /** No more sound is taken. */
  | { readonly mark: 'stopped' }

/** One line: a message as its text, or a mark. */
export type Entry = string | Mark

/** A line and the bytes of the journal it takes up. */
export interface Line {
  readonly entry: Entry
  readonly start: number
  readonly end: number
}

const MARK = '{"mark":'
/** Bytes read at a time. */
const READ_BYTES = 65_536
const NEWLINE = 0x0a

export class Journal {
  readonly #file: FileHandle
  readonly #onWritten: (line: Line) => void
  readonly #onError: (error: unknown) => void
  #end: number
  #writtenEnd: number
  #waiting: Line[] = []
  #writing: Promise<void> | null = null

  private constructor(
    file: FileHandle,
    end: number,
    hooks: { onWritten: (line: Line) => void; onError: (error: unknown) => void },
  ) {
    this.#file = file
    this.#end = end
    this.#writtenEnd = end
    this.#onWritten = hooks.onWritten
    this.#onError = hooks.onError
  }

  /**
   * Opens the file, which is made when it is not there. Of a line that a crash cut off nothing stays.
   * @param hooks `onWritten` is told of every line that is written, in order
   */
  static async open(
    path: string,
    hooks: { onWritten: (line: Line) => void; onError: (error: unknown) => void },
  ): Promise<Journal> {
    const file = await open(path, 'a+')
    const journal = new Journal(file, (await file.stat()).size, hooks)
    let end = 0
    for await (const line of journal.lines(0)) ({ end } = line)
    await journal.cut(end)
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

  /** Takes away everything from a line on. */
  async cut(position: number): Promise<void> {
    await this.#file.truncate(position)
    this.#end = position
    this.#writtenEnd = position
  }

  /** Adds a line. It survives this process once `onWritten` was called, and a power cut after `sync`. */
  append(entry: Entry): void {
    const text = typeof entry === 'string' ? entry : JSON.stringify(entry)
    const start = this.#end
    this.#end += Buffer.byteLength(text) + 1
    this.#waiting.push({ entry, start, end: this.#end })
    this.#writing ??= this.#write()
  }

  /** Settles when everything that was added is written. */
  async written(): Promise<void> {
    await this.#writing
  }

  /** Settles when everything that was added is on the disk. */
  async sync(): Promise<void> {
    await this.#writing
    await this.#file.datasync()
  }

  /** The lines from one that starts at `position` to the last that is written, also those written meanwhile. */
  async *lines(position: number): AsyncGenerator<Line> {
    let start = position
    let rest: Buffer = Buffer.alloc(0)
    for (;;) {
      const buffer = Buffer.allocUnsafe(READ_BYTES)
      const { bytesRead } = await this.#file.read(buffer, 0, READ_BYTES, start + rest.length)
      if (bytesRead === 0) return
      rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        yield { entry: entryOf(rest.toString('utf8', 0, end)), start, end: start + end + 1 }
        start += end + 1
        rest = rest.subarray(end + 1)
      }
    }
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      const text = batch.map(({ entry }) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
      try {
        await this.#file.appendFile(`${text.join('\n')}\n`)
      } catch (error) {
        this.#onError(error)
        break
      }
      for (const line of batch) {
        this.#writtenEnd = line.end
        this.#onWritten(line)
      }
    }
    // Not a microtask later: what is added in between would wait for ever.
    this.#writing = null
  }
}

function entryOf(text: string): Entry {
  return text.startsWith(MARK) ? (JSON.parse(text) as Mark) : text
}
