/**
 * Detects whether a file ends with a complete frame. This distinguishes a truncated file from a part that a program
 * copied, frame by frame, out of a longer one, with a header that still describes the whole.
 */

/** The largest frames, in bytes: in FLAC, 65,535 samples of 24-bit stereo noise. */
export const MAX_FLAC_FRAME = 2 ** 19
export const MAX_MP3_FRAME = 1441

/**
 * Whether a FLAC frame begins somewhere in these bytes and ends where they end: its CRC-16, including the checksum itself,
 * is 0 (RFC 9639, 9.3). The CRC is computed backwards from the last byte, so that one pass tries every start.
 */
export function endsWithFlacFrame(bytes: Buffer): boolean {
  for (let crc = 0, i = bytes.length - 1; i >= 0; i--) {
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? ((crc ^ 0x8005) >> 1) | 0x8000 : crc >> 1
    crc ^= bytes.readUInt8(i) << 8
    if (crc === 0 && bytes[i] === 0xff && ((bytes[i + 1] ?? 0) & 0xfe) === 0xf8) return true
  }
  return false
}

/** Whether an mp3 frame begins somewhere in these bytes and ends where they end. */
export function endsWithMp3Frame(bytes: Buffer): boolean {
  for (let i = 0; i <= bytes.length - 4; i++) {
    if (mp3FrameLength(bytes.readUInt32BE(i)) === bytes.length - i) return true
  }
  return false
}

/** Bit rates of layer III in kbit/s, by the index in the header. */
const MPEG1_BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MPEG1_RATES = [44_100, 48_000, 32_000]
/** By version index: MPEG-2.5, reserved, MPEG-2, MPEG-1. */
const RATE_DIVISORS = [4, NaN, 2, 1]

/** Size in bytes of the layer III frame with this header: ISO/IEC 11172-3, 2.4.2.3 and 2.4.3.1; NaN if it is none. */
function mp3FrameLength(header: number): number {
  const field = (shift: number, bits: number) => (header >>> shift) % 2 ** bits
  if (field(21, 11) !== 0x7ff || field(17, 2) !== 1) return NaN
  const divisor = RATE_DIVISORS[field(19, 2)] ?? NaN
  const rate = (MPEG1_RATES[field(10, 2)] ?? NaN) / divisor
  const bitrates = divisor === 1 ? MPEG1_BITRATES : MPEG2_BITRATES
  const samples = divisor === 1 ? 1152 : 576
  return Math.floor((samples / 8) * ((1000 * (bitrates[field(12, 4)] ?? NaN)) / rate)) + field(9, 1)
}
