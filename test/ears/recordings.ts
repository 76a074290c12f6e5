/** Recordings from npm packages: music, and those from which clips are cut. */
import { readFileSync } from 'node:fs'
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { openClip } from '../../src/speech/testing/language-clips.ts'
import { kennedy, packageFile } from '../../src/speech/testing/speech.ts'

/** The files with 32-bit samples. */
const FLOATS = ['long_en.raw', 'short_en.raw']

/** The first channel of a recording of `@ibm-watson/speech-to-text-nodejs` (WAV) or `@qvac/asr-ggml` (raw), or Kennedy's. */
export async function samplesOf(file: string): Promise<Float32Array> {
  if (file === 'jfk.wav') return kennedy.samples
  if (FLOATS.includes(file)) return rawFloats(file)
  const recording = await openClip(file)
  try {
    return await recording.read(0, 0, recording.samples)
  } finally {
    await recording.close()
  }
}

function rawFloats(file: string): Float32Array {
  const bytes = readFileSync(packageFile('@qvac/asr-ggml', `test/mobile/testAssets/${file}`))
  // Some exceed full scale.
  return new Float32Array(new Uint8Array(bytes).buffer).map((sample) => Math.max(-1, Math.min(sample, 1)))
}

/** The music before and after a broadcast, in a loop. A voice begins 20.7 s after its start, before "I'm Jake". */
export function recordedMusic(samples: number): Float32Array {
  const broadcast = rawFloats('long_en.raw')
  const parts = [broadcast.subarray(...seconds(372, 445)), broadcast.subarray(...seconds(0, 20.5))]
  const music = new Float32Array(samples)
  for (let at = 0, i = 0; at < samples; i++) {
    const part = parts[i % parts.length]!
    music.set(part.subarray(0, samples - at), at)
    at += part.length
  }
  return music
}

function seconds(from: number, to: number): [from: number, to: number] {
  return [from * SAMPLE_RATE, to * SAMPLE_RATE]
}
