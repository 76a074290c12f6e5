/** Writes WAV headers: RIFF (Microsoft, 1991; WAVEFORMATEXTENSIBLE, 2001), and RF64 (EBU Tech 3306). */
import { bytesPerSecond, frameBytes, type LiveFormat } from './live-format.ts'

/** The largest 32-bit size, which readers take to mean "to the end of the file". */
const UNKNOWN = 2 ** 32 - 1

/** Reserves space for 64-bit sizes, which few files need. */
const JUNK = chunk('JUNK', Buffer.alloc(28))

const FORMAT_TAGS = { 'wav/pcm': 1, 'wav/alaw': 6, 'wav/ulaw': 7 } as const
const EXTENSIBLE_TAG = 0xfffe

/** Follows a format tag to make a GUID: KSDATAFORMAT_SUBTYPE_… in ksmedia.h. */
const SUBFORMAT_TAIL = Buffer.from('000000001000800000aa00389b71', 'hex')

/**
 * The header of a WAV file that contains the samples after it and nothing else.
 *
 * @param dataBytes - size of the samples; null while unknown: readers then read to the end of the file
 * @returns always the same number of bytes for a format, so that the header can be overwritten in place
 */
export function wavHeader(format: LiveFormat, dataBytes: number | null): Buffer {
  const data = dataBytes ?? Infinity
  const frames = Math.floor(data / frameBytes(format))
  const described = [formatChunk(format)]
  if (format.encoding !== 'wav/pcm') described.push(chunk('fact', uint32(frames)))
  const riff = 4 + JUNK.length + Buffer.concat(described).length + 8 + data
  const wide = dataBytes !== null && riff >= UNKNOWN
  return Buffer.concat([
    Buffer.from(wide ? 'RF64' : 'RIFF'),
    uint32(riff),
    Buffer.from('WAVE'),
    wide ? chunk('ds64', uint64(riff), uint64(data), uint64(frames), uint32(0)) : JUNK,
    ...described,
    Buffer.from('data'),
    uint32(data),
  ])
}

/** More than 16 bits or two channels need the extensible form, here without loudspeaker positions. */
function formatChunk(format: LiveFormat): Buffer {
  const { encoding, bitDepth, channels } = format
  const tag = uint16(FORMAT_TAGS[encoding])
  const extensible = bitDepth > 16 || channels > 2
  const fields = [
    extensible ? uint16(EXTENSIBLE_TAG) : tag,
    uint16(channels),
    uint32(format.sampleRate),
    uint32(bytesPerSecond(format)),
    uint16(frameBytes(format)),
    uint16(bitDepth),
  ]
  if (extensible) {
    const noLoudspeakers = uint32(0)
    const extension = Buffer.concat([uint16(bitDepth), noLoudspeakers, tag, SUBFORMAT_TAIL])
    fields.push(uint16(extension.length), extension)
  } else if (encoding !== 'wav/pcm') fields.push(uint16(0))
  return chunk('fmt ', ...fields)
}

function chunk(id: string, ...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields)
  return Buffer.concat([Buffer.from(id), uint32(body.length), body])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

/** Larger values become {@link UNKNOWN}. */
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(Math.min(value, UNKNOWN))
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
