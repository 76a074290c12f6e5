/** Reads samples with their times, and fills the gaps between them with silence. */
import { PLAYABLE_RATE } from './ffmpeg-outputs.ts'
import { Timeline } from './clock.ts'

/** The end of the header of an SMJPEG file. Then come packets: `sndD`, milliseconds, bytes, and the samples. */
const HEADER_END = 'HEND'
const PACKET_HEADER = 12

/** Silence is yielded in blocks of this many frames: 0.1 s. */
const SILENT_FRAMES = PLAYABLE_RATE / 10

/**
 * The samples of a file from the zero of its clock onwards, 16-bit and interleaved, in blocks of whole frames.
 *
 * @param timed - what ffmpeg writes with `TO_TIMED_SAMPLES`
 * @param maxSeconds - the most silence that fills a gap
 */
export async function* samplesOnClock(
  timed: AsyncIterable<Buffer>,
  { channels, maxSeconds }: { readonly channels: number; readonly maxSeconds: number },
): AsyncGenerator<Int16Array> {
  const frameBytes = channels * Int16Array.BYTES_PER_ELEMENT
  const timeline = new Timeline()
  let bytes: Buffer = Buffer.alloc(0)
  let isInHeader = true
  /** Of the current packet. */
  let bytesLeft = 0
  for await (const chunk of timed) {
    bytes = Buffer.concat([bytes, chunk])
    if (isInHeader) {
      const at = bytes.indexOf(HEADER_END)
      if (at < 0) continue
      bytes = bytes.subarray(at + HEADER_END.length)
      isInHeader = false
    }
    // Put many packets into one block, as each block costs its reader 10 µs.
    let block: Buffer[] = []
    for (;;) {
      if (bytesLeft === 0) {
        if (bytes.length < PACKET_HEADER) break
        const time = (bytes.readInt32BE(4) / 1000) * PLAYABLE_RATE
        bytesLeft = bytes.readUInt32BE(8)
        bytes = bytes.subarray(PACKET_HEADER)
        const gap = timeline.add(bytesLeft / frameBytes, time, PLAYABLE_RATE)
        if (gap === 0) continue
        yield samplesOf(block)
        block = []
        yield* silence(Math.round(Math.min(gap, maxSeconds * PLAYABLE_RATE)), channels)
      } else {
        const available = Math.min(bytesLeft, bytes.length)
        const part = bytes.subarray(0, available - (available % frameBytes))
        if (part.length === 0) break
        block.push(part)
        bytesLeft -= part.length
        bytes = bytes.subarray(part.length)
      }
    }
    yield samplesOf(block)
  }
}

function samplesOf(block: readonly Buffer[]): Int16Array {
  const bytes = new Uint8Array(block.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of block) {
    bytes.set(part, at)
    at += part.length
  }
  return new Int16Array(bytes.buffer)
}

function* silence(frames: number, channels: number): Generator<Int16Array> {
  const block = new Int16Array(SILENT_FRAMES * channels)
  for (let left = frames; left > 0; left -= SILENT_FRAMES) yield block.subarray(0, left * channels)
}
