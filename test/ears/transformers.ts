/** The output of transformers.js with the Whisper base weights that the service uses. */
import { measureChild } from '../../bench/speech/measured.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'

/** The text of a recording, by its pipeline with its own windows. */
export async function transformersText(samples: Float32Array, language: LanguageCode): Promise<string> {
  const { text } = await measureChild('pipeline.ts', { language, samples, segments: [] })
  return text
}
