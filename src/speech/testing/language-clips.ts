/**
 * Real speech in 14 languages, from packages of the npm registry: 7 to 62 s of one or two speakers, read aloud or on the
 * telephone.
 */
import { tmpdir } from 'node:os'
import { decode } from '../../audio/decode.ts'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import type { Recording } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import { recordingOf } from './memory-recording.ts'
import { packageFile, rawSpeech } from './speech.ts'

/** The languages of the clips and their files: WAV from IBM Watson's demo, and 16 kHz PCM from FLEURS and others. */
export const LANGUAGE_CLIPS: readonly (readonly [language: LanguageCode, file: string])[] = [
  ['ar', 'ar-AR_Broadband_sample1.wav'],
  ['ar', 'ar-AR_Broadband_sample2.wav'],
  ['de', 'de-DE_NarrowbandModel_sample1.wav'],
  ['de', 'sample_de.raw'],
  ['en', 'en-GB_Broadband_sample1.wav'],
  ['en', 'Us_English_Narrowband_Sample_1.wav'],
  ['es', 'Es_ES_spk24_8khz.wav'],
  ['es', 'es-ES_Narrowband_sample2.wav'],
  ['fr', 'French.raw'],
  ['fr', 'fr-FR_Narrowband_sample2.wav'],
  ['hi', 'sample_hi.raw'],
  ['hr', 'croatian.raw'],
  ['it', 'it-IT_BroadbandModel_sample1.wav'],
  ['it', 'sample_it.raw'],
  ['ja', 'ja-JP_Broadband_sample2.wav'],
  ['ja', 'sample-Ja_JP-narrow5.wav'],
  ['ko', 'ko-KR_BroadbandModel_sample1.wav'],
  ['ko', 'ko-KR_NarrowbandModel_sample2.wav'],
  ['nl', 'dutch_duo_sample_2-mono-NB.wav'],
  ['nl', 'new_single2-mono.wav'],
  ['pt', 'pt-BR_Sample2-8KHz.wav'],
  ['pt', 'sample_pt.raw'],
  ['ru', 'sample_ru.raw'],
  ['zh', 'zh-CN_sample1_for_8k.wav'],
  ['zh', 'zh-CN_sample2_for_16k.wav'],
]

/** Opens a clip; the caller closes it. */
export async function openClip(file: string): Promise<Recording> {
  if (file.endsWith('.raw')) return recordingOf(rawSpeech(file))
  const path = packageFile('@ibm-watson/speech-to-text-nodejs', `public/audio/${file}`)
  return decode(path, { ffmpeg: await findFfmpeg(), maxSeconds: 600, folder: tmpdir() })
}
