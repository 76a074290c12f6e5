import { writeFileSync } from 'node:fs'
import { SAMPLE_RATE } from '../../audio/recording.ts'

/** Writes a mono 16-bit WAV file. */
export function writeWav(file: string, samples: Float32Array): void {
  const bytes = Buffer.alloc(44 + 2 * samples.length)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20) // PCM
  bytes.writeUInt16LE(1, 22) // channels
  bytes.writeUInt32LE(SAMPLE_RATE, 24)
  bytes.writeUInt32LE(2 * SAMPLE_RATE, 28) // bytes per second
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(2 * samples.length, 40)
  samples.forEach((sample, i) => bytes.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * i))
  writeFileSync(file, bytes)
}
