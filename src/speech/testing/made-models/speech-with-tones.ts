/** Speech for voice activity detection, overlaid with the tones that made models hear. */
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import { speechRegions } from '../../analysis/speech-regions.ts'
import { VoiceActivityModel } from '../../analysis/voice-activity.ts'
import { recordingOf } from '../memory-recording.ts'
import { joined, noise } from '../signals.ts'
import { alice } from '../speech.ts'
import { said, type SaidWord } from './tones.ts'

/** Words of one tone each, so that speech without a pause is cut between two of them. */
const WORDS = ['ba', 'do', 'ki', 'lu'] as const

/** This many words, in an order that is the same at every call. No word follows itself. */
export function manyWords(count: number): string {
  const words: string[] = []
  for (let state = 1; words.length < count; state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) {
    const word = WORDS[state >>> 30]!
    if (word !== words.at(-1)) words.push(word)
  }
  return words.join(' ')
}

/** Speech without a pause, overlaid with a spoken text. */
export async function speechWithTones(
  text: string,
): Promise<{ readonly samples: Float32Array; readonly words: readonly SaidWord[] }> {
  const { samples, words } = said(text, { level: 0.2 })
  const speech = await unbrokenSpeech()
  // Without the noise, the faint rest of the voice could be a tone beside even fainter bands.
  const faint = noise(samples.length / SAMPLE_RATE, 0.003)
  return { samples: samples.map((sample, i) => sample + speech[i % speech.length]! + faint[i]!), words }
}

/** The speech of {@link alice} without its hisses, which contain some of the tones. */
async function unbrokenSpeech(): Promise<Float32Array> {
  const model = await VoiceActivityModel.load()
  const parts: Float32Array[] = []
  for await (const { start, end } of speechRegions(recordingOf(alice.samples), 0, model, {}))
    parts.push(alice.samples.subarray(start, end))
  await model.close()
  return muffled(muffled(muffled(joined(...parts))))
}

/** Replaces each sample by the mean of five, three times, which leaves little above 2 kHz. */
function muffled(samples: Float32Array): Float32Array {
  return samples.map((_, i) => {
    const around = samples.subarray(Math.max(0, i - 2), i + 3)
    return around.reduce((sum, sample) => sum + sample, 0) / around.length
  })
}
