/** The words of a job's custom vocabulary. The recogniser expects them, and the enrichment restores those that it missed. */
import type { FeatureParams } from '../contract/features/fields.ts'
import type { ExpectedWord } from '../speech/batch/segment-words.ts'

export function expectedWords({
  custom_vocabulary: isRequested = false,
  custom_vocabulary_config: config,
}: FeatureParams): ExpectedWord[] {
  if (!isRequested || config === undefined) return []
  return config.vocabulary.map((entry) => {
    const word: Exclude<typeof entry, string> = typeof entry === 'string' ? { value: entry } : entry
    return {
      text: word.value,
      intensity: word.intensity ?? config.default_intensity,
      language: word.language,
    }
  })
}
