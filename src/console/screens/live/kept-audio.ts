/** The audio of a recording that is not acknowledged, in the browser's database. */
import { signal } from '@preact/signals'
import type { AudioKeeper } from '../../../../clients/typescript/src/index.ts'
import { change, forget, type KeptRecording, keysOf, read } from './kept-recordings.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Recent {
  readonly start: number
  readonly bytes: Bytes
  /** Settles when it is stored, or cannot be. */
  readonly written: Promise<void>
  isWritten: boolean
}

/** Stored chunks that are in memory as well. */
const RECENT = 16
/** More than a chunk has: what begins so far before an acknowledged position is not needed any more. */
const CHUNK_BYTES = 2 ** 17
const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

export class KeptAudio implements AudioKeeper {
  /** Bytes that are not acknowledged. */
  readonly unsent = signal(0)
  /** Whether the last of it could not be stored: it is in memory until it is acknowledged. */
  readonly isFull = signal(false)
  #recording: KeptRecording
  #acknowledged: number
  #end: number
  #recent: Recent[] = []
  #isForgotten = false

  /** @param end where the audio ends that is stored */
  constructor(recording: KeptRecording, end: number) {
    this.#recording = recording
    this.#acknowledged = recording.acknowledged
    this.#end = Math.max(end, recording.acknowledged)
    this.unsent.value = this.#end - this.#acknowledged
  }

  /** As an earlier page has kept it. */
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

  /** The recording as it is stored. */
  get recording(): KeptRecording {
    return this.#recording
  }

  /** Changes what is stored of the recording. */
  note(changes: Partial<KeptRecording>): void {
    if (this.#isForgotten) return
    this.#recording = { ...this.#recording, ...changes }
    change((store) => store('recordings').put(this.#recording)).catch(() => (this.isFull.value = true))
  }

  /** Keeps nothing any longer. */
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

  /** Only of what is stored, so that no reload makes the end a position that was sent already. */
  async read(position: number): Promise<Bytes | null> {
    if (position >= this.#end) return null
    const recent = this.#recent.find(
      ({ start, bytes }) => start <= position && position < start + bytes.length,
    )
    await recent?.written
    const chunk = recent ?? (await lastBefore(this.#recording.id, position))
    return chunk?.bytes.subarray(position - chunk.start) ?? null
  }

  /** What the service does not have, as a file that others can play. */
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

/** The last stored chunk that begins at a position or before. */
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
