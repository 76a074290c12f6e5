/** Stores the unacknowledged audio of a recording in the browser's database. */
import { signal } from '@preact/signals'
import type { AudioKeeper } from '../../../../clients/typescript/src/index.ts'
import { change, forget, type KeptRecording, keysOf, read } from './kept-recordings.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Recent {
  readonly start: number
  readonly bytes: Bytes
  /** Settles when it is stored, or storing it has failed. */
  readonly written: Promise<void>
  isWritten: boolean
}

/** Number of stored chunks that are also kept in memory. */
const RECENT = 16
/** More than the size of a chunk: chunks that start this far before an acknowledged position are no longer needed. */
const CHUNK_BYTES = 2 ** 17
const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

export class KeptAudio implements AudioKeeper {
  /** Unacknowledged bytes. */
  readonly unsent = signal(0)
  /** Whether the last chunks could not be stored. They stay in memory until they are acknowledged. */
  readonly isFull = signal(false)
  #recording: KeptRecording
  #acknowledged: number
  #end: number
  #recent: Recent[] = []
  #isForgotten = false

  /** @param end position of the end of the stored audio */
  constructor(recording: KeptRecording, end: number) {
    this.#recording = recording
    this.#acknowledged = recording.acknowledged
    this.#end = Math.max(end, recording.acknowledged)
    this.unsent.value = this.#end - this.#acknowledged
  }

  /** Restores what an earlier page has stored. */
  static async restore(recording: KeptRecording): Promise<KeptAudio> {
    const last = await lastBefore(recording.id, Number.POSITIVE_INFINITY)
    return new KeptAudio(recording, last === null ? 0 : last.start + last.bytes.length)
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  get end(): number {
    return this.#end
  }

  get bytesPerSecond(): number {
    return this.#recording.sampleRate * BYTES_PER_SAMPLE
  }

  /** The stored recording. */
  get recording(): KeptRecording {
    return this.#recording
  }

  /** Updates the stored recording. */
  note(changes: Partial<KeptRecording>): void {
    if (this.#isForgotten) return
    this.#recording = { ...this.#recording, ...changes }
    change((store) => store('recordings').put(this.#recording)).catch(() => (this.isFull.value = true))
  }

  /** Deletes everything that is stored. */
  async forget(): Promise<void> {
    this.#isForgotten = true
    this.#acknowledged = this.#end
    this.#changed()
    await forget(this.#recording.id)
  }

  add(bytes: Bytes): void {
    const start = this.#end
    this.#end += bytes.length
    const chunk: Recent = {
      start,
      bytes,
      isWritten: false,
      written: this.#write(start, bytes, () => (chunk.isWritten = true)),
    }
    this.#recent.push(chunk)
    this.#changed()
  }

  acknowledge(position: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, position)
    this.#end = Math.max(this.#end, position)
    this.#changed()
  }

  /** Reads only stored audio, so that after a reload, the audio never ends before a position that was already sent. */
  async read(position: number): Promise<Bytes | null> {
    if (position >= this.#end) return null
    const recent = this.#recent.find(
      ({ start, bytes }) => start <= position && position < start + bytes.length,
    )
    await recent?.written
    const chunk = recent ?? (await lastBefore(this.#recording.id, position))
    return chunk?.bytes.subarray(position - chunk.start) ?? null
  }

  /** The audio that the service does not have, as a WAV file. */
  async rest(): Promise<Blob> {
    const parts: Bytes[] = []
    for (let at = this.#acknowledged; ;) {
      const bytes = await this.read(at)
      if (bytes === null || bytes.length === 0) break
      parts.push(bytes)
      at += bytes.length
    }
    const length = parts.reduce((sum, bytes) => sum + bytes.length, 0)
    return new Blob([wavHeader(length, this.#recording.sampleRate), ...parts], { type: 'audio/wav' })
  }

  async #write(start: number, bytes: Bytes, onWritten: () => void): Promise<void> {
    if (this.#isForgotten) return
    const { id } = this.#recording
    const acknowledged = this.#acknowledged
    this.#recording = { ...this.#recording, acknowledged }
    try {
      await change((store) => {
        store('audio').put(bytes, [id, start])
        store('audio').delete(keysOf(id, acknowledged - CHUNK_BYTES))
        store('recordings').put(this.#recording)
      })
      onWritten()
      this.isFull.value = false
    } catch {
      this.isFull.value = true
    }
  }

  #changed(): void {
    this.unsent.value = this.#end - this.#acknowledged
    this.#recent = this.#recent.filter(({ start, bytes, isWritten }, index) => {
      const isNew = index >= this.#recent.length - RECENT
      return start + bytes.length > this.#acknowledged && (isNew || !isWritten)
    })
  }
}

/** The last stored chunk that starts at or before a position. */
async function lastBefore(id: string, position: number): Promise<{ start: number; bytes: Bytes } | null> {
  const range = IDBKeyRange.bound([id], [id, position])
  const cursor = await read<IDBCursorWithValue | null>('audio', (store) => store.openCursor(range, 'prev'))
  if (cursor === null) return null
  const [, start] = cursor.key as [string, number]
  return { start, bytes: cursor.value as Bytes }
}

/** The header of a WAV file of 16-bit mono PCM. @param length of the audio in bytes */
function wavHeader(length: number, sampleRate: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  const text = (at: number, characters: string) => {
    for (let index = 0; index < characters.length; index++)
      view.setUint8(at + index, characters.charCodeAt(index))
  }
  text(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + length, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true)
  view.setUint16(32, BYTES_PER_SAMPLE, true)
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  text(36, 'data')
  view.setUint32(40, length, true)
  return view.buffer
}
