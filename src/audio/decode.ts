/** Decodes a file to a {@link Recording}. */
import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timeline } from './clock.ts'
import { decodeFile, retryIfLost, type DecodingOptions } from './decoder.ts'
import type { Recording } from './recording.ts'

/**
 * Decodes the first audio track of a file. Until the recording is closed, the samples are in a spool file in `folder`: 32
 * KB per second and channel (12 hours of mono: 1.4 GB). Where the file has a gap, the recording is silent, which takes no
 * space.
 *
 * @param options - `onProgress` is called with the seconds done, several times a second
 * @throws AudioError when the file cannot be used, DecoderError when the decoder was killed or hung twice
 */
export async function decode(
  file: string,
  {
    folder,
    onProgress,
    ...options
  }: DecodingOptions & { readonly folder: string; readonly onProgress?: (seconds: number) => void },
): Promise<Recording> {
  return retryIfLost(async () => {
    const spool = await openUnlinked(folder)
    try {
      const { timeline, channels } = await decodeFile(file, options, { spool: spool.fd, onProgress })
      return new SpooledRecording(spool, channels, timeline)
    } catch (error) {
      await spool.close()
      throw error
    }
  })
}

/** An unlinked file disappears with the last process that has it open, even if that is killed. */
async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, `${randomUUID()}.pcm`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

class SpooledRecording implements Recording {
  readonly channels: number
  readonly samples: number
  readonly #spool: FileHandle
  readonly #timeline: Timeline

  constructor(spool: FileHandle, channels: number, timeline: Timeline) {
    this.#spool = spool
    this.#timeline = timeline
    this.channels = channels
    this.samples = timeline.end
  }

  async read(channel: number, from: number, to: number): Promise<Float32Array> {
    if (!(channel >= 0 && channel < this.channels)) throw new RangeError(`There is no channel ${channel}`)
    const start = Math.min(Math.max(from, 0), this.samples)
    const end = Math.min(Math.max(to, start), this.samples)
    const samples = new Float32Array(end - start)
    for (const { at, until, position } of this.#timeline.within(start, end)) {
      const interleaved = new Int16Array((until - at) * this.channels)
      await this.#fill(
        new Uint8Array(interleaved.buffer),
        position * this.channels * interleaved.BYTES_PER_ELEMENT,
      )
      for (let i = 0; i < until - at; i++)
        samples[at - start + i] = interleaved[i * this.channels + channel]! / 32_768
    }
    return samples
  }

  async #fill(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await this.#spool.read(bytes, done, bytes.length - done, position + done)
      if (bytesRead === 0) throw new Error('The spool file is shorter than what was decoded into it')
      done += bytesRead
    }
  }

  async close(): Promise<void> {
    await this.#spool.close()
  }
}
