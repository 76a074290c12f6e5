/** Minutes of real speech with pauses, and their text. */
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { quietestPoint } from '../../src/audio/quietest-point.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import { MAX_PAUSE } from '../../src/speech/batch/recogniser.ts'
import { cutIntoSegments } from '../../src/speech/analysis/segmentation.ts'
import { speechRegions } from '../../src/speech/analysis/speech-regions.ts'
import { VoiceActivityModel } from '../../src/speech/analysis/voice-activity.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { alice, clipIn, kennedy, type Speech } from '../../src/speech/testing/speech.ts'
import { random } from '../list/random.ts'

/** Seconds of silence between two clips: minimum and maximum. */
const PAUSES = [0.5, 1.5] as const

/** Repeats the clips in a language, each followed by a pause, up to about the given length. */
export function talk(language: LanguageCode, seconds: number): Speech {
  const clips = language === 'en' ? [alice, kennedy] : [clipIn(language)]
  const rng = random(1)
  const parts: Float32Array[] = []
  const texts: string[] = []
  for (let length = 0, i = 0; length < seconds * SAMPLE_RATE; i++) {
    const { samples, text } = clips[i % clips.length]!
    const pause = silence(PAUSES[0] + rng.unit() * (PAUSES[1] - PAUSES[0]))
    parts.push(samples, pause)
    texts.push(text)
    length += samples.length + pause.length
  }
  return { language, text: texts.join(' '), samples: joined(...parts) }
}

/** The segments that the service recognises. */
export async function segmentsOf(samples: Float32Array): Promise<Float32Array[]> {
  const model = await VoiceActivityModel.load()
  try {
    const regions = speechRegions(recordingOf(samples), 0, model)
    const quietest = async (from: number, to: number) => from + quietestPoint(samples.subarray(from, to))
    const segments = await Array.fromAsync(cutIntoSegments(regions, MAX_PAUSE * SAMPLE_RATE, quietest))
    return segments.map(({ start, end }) => samples.slice(start, end))
  } finally {
    await model.close()
  }
}
