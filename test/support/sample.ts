/** The sample recording, whole and cut. */
import { readFileSync } from 'node:fs'
import type { Speech } from '../../src/speech/testing/speech.ts'

const HEADER = 44
const BYTES_PER_SECOND = 32_000

/** A 16-bit mono WAV at 16 kHz: synthetic English speech. */
export const SAMPLE_PATH = 'samples/welcome.wav'
export const SAMPLE = readFileSync(new URL(`../../${SAMPLE_PATH}`, import.meta.url))
export const SAMPLE_SECONDS = (SAMPLE.length - HEADER) / BYTES_PER_SECOND

/** Audio for jobs whose words do not matter: it ends before the first word, so that no recognition model is loaded. */
export const SILENCE = cutSample(0, 0.2)

/** A part of the sample as a WAV file. */
export function cutSample(from: number, seconds: number): Buffer<ArrayBuffer> {
  const start = HEADER + Math.round(from * 16_000) * 2
  const samples = SAMPLE.subarray(start, start + Math.round(seconds * 16_000) * 2)
  const wav = Buffer.concat([SAMPLE.subarray(0, HEADER), samples])
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(samples.length, 40)
  return wav
}

/** The first seconds of a clip as a WAV file. */
export function beginningOf({ samples }: Speech, seconds: number): Buffer<ArrayBuffer> {
  const pcm = Int16Array.from(samples.subarray(0, seconds * 16_000), (sample) => Math.round(sample * 32_767))
  const wav = Buffer.concat([SAMPLE.subarray(0, HEADER), Buffer.from(pcm.buffer)])
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - HEADER, 40)
  return wav
}
