/**
 * The length that a file declares for itself. ffmpeg decodes a truncated file up to the cut without an error; the
 * intended length is in its header (in Ogg, in the header of the last page).
 *
 * Complete files often declare no length or a wrong one: files written to a pipe, where no program can go back to fill in
 * a size; live recordings; files concatenated under the header of the first; a part under the header of the whole. So a
 * size is used only if it is unambiguous. The duration of a container is never used: it is that of the longest track,
 * which may be the video.
 */
import { open } from 'node:fs/promises'
import { MAX_FLAC_FRAME, MAX_MP3_FRAME, endsWithFlacFrame, endsWithMp3Frame } from './last-frame.ts'

/** The minimum for a complete file; 0 if it declares nothing. */
interface DeclaredLength {
  /** Size of the file. */
  readonly bytes: number
  /** Duration of its audio. */
  readonly seconds: number
}

/** Reads part of the file, padded with zeros beyond its end. */
type Read = (position: number, length: number) => Promise<Buffer>

/** Maximum number of boxes to read: 12 hours in fragments of a second have 86,400, a hostile file has millions. */
const MAX_BOXES = 100_000

/**
 * The length that the file at `path` declares. Supports WAV, mp4 and related formats, Matroska and WebM, Ogg, FLAC, and
 * mp3 with a Xing or Info header, if the writer filled it in. Raw streams (AAC, AMR, MPEG-TS, mp3 without that header)
 * declare nothing, and the other containers are too rare to be worth parsing.
 */
export async function readDeclared(path: string): Promise<DeclaredLength> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read: Read = async (position, length) => {
      const bytes = Buffer.alloc(length)
      if (position < size) await file.read(bytes, 0, length, position)
      return bytes
    }
    const start = await afterTag(read)
    const head = await read(start, 12)
    if (isAt(head, 0, 'fLaC')) return { bytes: 0, seconds: await flacSeconds(read, start, size) }
    return { bytes: await declaredBytes(read, start, head, size), seconds: 0 }
  } finally {
    await file.close()
  }
}

async function declaredBytes(read: Read, start: number, head: Buffer, size: number): Promise<number> {
  if (isAt(head, 0, 'RIFF') && isAt(head, 8, 'WAVE')) return wavBytes(read, size)
  if (isAt(head, 0, 'OggS')) return oggBytes(read, size)
  if (isAt(head, 0, '\x1a\x45\xdf\xa3')) return matroskaBytes(read)
  if (head.readUInt16BE() >= 0xffe0) return mp3Bytes(read, start, size)
  return mp4Bytes(read, size)
}

/** The last `length` bytes of the file, or the whole file if it is shorter. */
async function readEnd(read: Read, size: number, length: number): Promise<Buffer> {
  const from = Math.max(0, size - length)
  return read(from, size - from)
}

function isAt(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text
}

/** The position after an ID3 tag, if there is one: https://id3.org/id3v2.4.0-structure, 3.1. */
async function afterTag(read: Read): Promise<number> {
  const tag = await read(0, 10)
  if (!isAt(tag, 0, 'ID3')) return 0
  return tag.subarray(6).reduce((size, byte) => size * 128 + (byte & 127), 0) + tag.length
}

/**
 * Size of the `data` chunk. Its position is not added, since some programs count the header as data, and some files lack
 * bytes of the last sample. Programs that write to a pipe declare 0 or far too much: 2,000,000,000, 0x7ffff000,
 * 0x7fffffff, 0xffffffff, and these minus a header have been seen, so such sizes are ignored.
 */
async function wavBytes(read: Read, size: number): Promise<number> {
  for (let position = 12, boxes = 0; position < size && boxes < MAX_BOXES; boxes++) {
    const chunk = await read(position, 8)
    const length = chunk.readUInt32LE(4)
    if (isAt(chunk, 0, 'data')) return length < 2_000_000_000 ? length : 0
    position += chunk.length + length + (length % 2)
  }
  return 0
}

/**
 * End of the last `mdat`, `moof` or `moov` in the sequence of boxes (ISO/IEC 14496-12, 4.2). Boxes of other types may be
 * truncated, and bytes that are not a box may follow.
 */
async function mp4Bytes(read: Read, size: number): Promise<number> {
  let bytes = 0
  for (let position = 0, boxes = 0; position < size && boxes < MAX_BOXES; boxes++) {
    const box = await read(position, 16)
    const short = box.readUInt32BE()
    const length = short === 1 ? Number(box.readBigUInt64BE(8)) : short
    if (length < 8 || !/^[a-z]{4}$/.test(box.toString('latin1', 4, 8))) break
    position += length
    if (['mdat', 'moof', 'moov'].some((type) => isAt(box, 4, type))) bytes = position
  }
  return bytes
}

/** End of the segment, which is the file after a short header: RFC 8794 (EBML), 4 and 6; RFC 9559, 5.1. */
async function matroskaBytes(read: Read): Promise<number> {
  const header = ebmlSize(await read(4, 8))
  const segment = 4 + header.octets + header.value
  if (!isAt(await read(segment, 4), 0, '\x18\x53\x80\x67')) return 0
  const { octets, value } = ebmlSize(await read(segment + 4, 8))
  const unknown = value === 128 ** octets - 1
  return unknown ? 0 : segment + 4 + octets + value
}

/** The leading zeros give the number of octets; the bit after them is not part of the value. */
function ebmlSize(bytes: Buffer): { octets: number; value: number } {
  const octets = Math.min(Math.clz32(bytes.readUInt8()) - 23, 8)
  const [first = 0, ...rest] = bytes.subarray(0, octets)
  return { octets, value: rest.reduce((value, byte) => value * 256 + byte, first % 2 ** (8 - octets)) }
}

/** End of the last page (RFC 3533, 6). It need not be marked as the last: live recordings mark none. */
async function oggBytes(read: Read, size: number): Promise<number> {
  const maxPage = 27 + 255 + 255 * 255
  const tail = await readEnd(read, size, maxPage)
  const inTail = tail.lastIndexOf('OggS')
  if (inTail < 0) return 0
  const page = size - tail.length + inTail
  const segments = await read(page + 26, 256)
  const lengths = segments.subarray(1, 1 + segments.readUInt8())
  return page + 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0)
}

/**
 * Size in the Xing header, which LAME calls Info: in the first frame, after the side information, whose length depends on
 * version and channels. The ID3 tag is not added, since some programs include it. As with FLAC, it counts only if the
 * file does not end with a complete frame.
 */
async function mp3Bytes(read: Read, start: number, size: number): Promise<number> {
  const frame = await read(start, 52)
  const header = [13, 21, 36].find((offset) => isAt(frame, offset, 'Xing') || isAt(frame, offset, 'Info'))
  if (header === undefined || endsWithMp3Frame(await readEnd(read, size, MAX_MP3_FRAME))) return 0
  const flags = frame.readUInt8(header + 7)
  const [hasFrames, hasBytes] = [flags & 1, flags & 2]
  return hasBytes ? frame.readUInt32BE(header + (hasFrames ? 12 : 8)) : 0
}

/**
 * Samples in STREAMINFO (RFC 9639, 8.2) divided by the rate. They count only if the file does not end with a complete
 * frame: `ffmpeg -c copy` gives a part of a FLAC file the STREAMINFO of the whole.
 */
async function flacSeconds(read: Read, start: number, size: number): Promise<number> {
  const info = await read(start + 18, 8)
  const rate = info.readUInt32BE() >>> 12
  const samples = (info.readUInt8(3) % 16) * 2 ** 32 + info.readUInt32BE(4)
  if (rate === 0 || endsWithFlacFrame(await readEnd(read, size, MAX_FLAC_FRAME))) return 0
  return samples / rate
}
