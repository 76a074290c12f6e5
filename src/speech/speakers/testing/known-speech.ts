/** Recordings with the speech of each person in them. */
import { readFileSync } from 'node:fs'
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { speechRegions } from '../../analysis/speech-regions.ts'
import { VoiceActivityModel } from '../../analysis/voice-activity.ts'
import { openClip } from '../../testing/language-clips.ts'
import { recordingOf } from '../../testing/memory-recording.ts'
import { alice, kennedy, packageFile } from '../../testing/speech.ts'
import type { LabelledRecording } from './recordings.ts'

/** When someone speaks, in seconds. */
export interface Speech {
  readonly voice: string
  readonly start: number
  readonly end: number
}

export interface KnownRecording {
  readonly samples: Float32Array
  /** Ordered by start. */
  readonly speech: readonly Speech[]
}

/** Opens recordings and finds the speech of each person, separated from pauses by voice activity detection. */
export async function knownRecordings(labelled: readonly LabelledRecording[]): Promise<KnownRecording[]> {
  const model = await VoiceActivityModel.load()
  const known: KnownRecording[] = []
  for (const { file, turns } of labelled) {
    const [first = 0, last = 0] = [turns[0]?.[1], turns.at(-1)?.[2]]
    const samples = (await samplesOf(file)).slice(first * SAMPLE_RATE, last * SAMPLE_RATE)
    const regions = await Array.fromAsync(speechRegions(recordingOf(samples), 0, model))
    const speech = turns.flatMap(([voice, from, to]) =>
      regions
        .map((region) => ({
          voice,
          start: Math.max(from - first, region.start / SAMPLE_RATE),
          end: Math.min(to - first, region.end / SAMPLE_RATE),
        }))
        .filter(({ start, end }) => end > start),
    )
    known.push({ samples, speech })
  }
  await model.close()
  return known
}

async function samplesOf(file: string): Promise<Float32Array> {
  if (file === 'jfk.wav') return kennedy.samples
  if (file === 'sample-16k.wav') return alice.samples
  if (file === 'long_en.raw') {
    const bytes = readFileSync(packageFile('@qvac/asr-ggml', `test/mobile/testAssets/${file}`))
    return Float32Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readFloatLE(i * 4))
  }
  const recording = await openClip(file)
  const samples = await recording.read(0, 0, recording.samples)
  await recording.close()
  return samples
}
