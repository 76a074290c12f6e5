/** Real voices for tests, with the regions of their speech. */
import { readFileSync } from 'node:fs'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { speechRegions } from '../../recognition/speech/speech-regions.ts'
import { recordingOf } from '../../recognition/testing/memory-recording.ts'
import { alice, clipIn, kennedy, packageFile } from '../../recognition/testing/speech.ts'
import { VoiceActivityModel } from '../../recognition/speech/voice-activity.ts'

export interface TestVoice {
  /** 16 kHz. */
  readonly samples: Float32Array
  /** Speech regions, in samples. */
  readonly speech: readonly { readonly start: number; readonly end: number }[]
}

/** A man presenting a film, with some music: 150 s after the jingle. */
export const presenter = await voiceIn(ofFloats('long_en.raw', 21, 171))
/** A woman reading a story: 20 s. */
export const reader = await voiceIn(alice.samples)
/** A president giving a speech: 11 s. */
export const president = await voiceIn(kennedy.samples)
/** A French reader: 29 s. */
export const frenchReader = await voiceIn(ofShorts('French.raw'))
/** A German reader: 18 s. */
export const germanReader = await voiceIn(clipIn('de').samples)

function ofFloats(file: string, from: number, to: number): Float32Array {
  const bytes = readFileSync(asset(file))
  return Float32Array.from({ length: (to - from) * SAMPLE_RATE }, (_, i) =>
    bytes.readFloatLE((from * SAMPLE_RATE + i) * 4),
  )
}

function ofShorts(file: string): Float32Array {
  const bytes = readFileSync(asset(file))
  return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(i * 2) / 32_768)
}

function asset(file: string): string {
  return packageFile('@qvac/asr-ggml', `test/mobile/testAssets/${file}`)
}

async function voiceIn(samples: Float32Array): Promise<TestVoice> {
  const model = await VoiceActivityModel.load()
  const speech = await Array.fromAsync(speechRegions(recordingOf(samples), 0, model))
  await model.close()
  // Equally loud, so that loudness does not distinguish them.
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  return { samples: samples.map((sample) => (0.5 * sample) / peak), speech }
}
