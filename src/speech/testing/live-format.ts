/** Encodes audio as the client of a live session does. */
import type { LiveFormat } from '../../audio/live-format.ts'

export const pcm16: LiveFormat = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 1 }
export const telephone: LiveFormat = { encoding: 'wav/ulaw', bitDepth: 8, sampleRate: 8000, channels: 1 }
export const studio: LiveFormat = { encoding: 'wav/pcm', bitDepth: 24, sampleRate: 48_000, channels: 2 }

/**
 * Encodes 16 kHz channels of equal length in one of the formats above, with the basic resampling that a simple client
 * would do.
 */
export function encoded(format: LiveFormat, ...channels: readonly Float32Array[]): Buffer {
  const resampled = channels.map((samples) => resample(samples, format.sampleRate))
  const frames = resampled[0]?.length ?? 0
  const width = format.encoding === 'wav/pcm' ? format.bitDepth / 8 : 1
  const bytes = Buffer.alloc(frames * channels.length * width)
  for (let i = 0, at = 0; i < frames; i++)
    for (const samples of resampled) {
      if (format.encoding === 'wav/pcm')
        bytes.writeIntLE(Math.round(samples[i]! * (2 ** (format.bitDepth - 1) - 1)), at, width)
      else bytes[at] = muLaw(samples[i]!)
      at += width
    }
  return bytes
}

/** Resamples to 8 kHz by averaging two samples, to 48 kHz by linear interpolation. */
function resample(samples: Float32Array, rate: number): Float32Array {
  const at = (i: number) => samples[Math.min(i, samples.length - 1)]!
  if (rate === 8000)
    return Float32Array.from({ length: samples.length / 2 }, (_, i) => (at(2 * i) + at(2 * i + 1)) / 2)
  const factor = rate / 16_000
  return Float32Array.from({ length: samples.length * factor }, (_, i) => {
    const before = Math.floor(i / factor)
    return at(before) + (at(before + 1) - at(before)) * (i / factor - before)
  })
}

/** G.711 µ-law. */
function muLaw(sample: number): number {
  const magnitude = Math.min(Math.round(Math.abs(sample) * 32_768), 32_635) + 132
  const exponent = Math.floor(Math.log2(magnitude)) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 15
  return ~((sample < 0 ? 128 : 0) | (exponent << 4) | mantissa) & 255
}
