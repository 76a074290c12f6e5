import { z } from 'zod'
import { languageCode } from '../languages.ts'
import { feature } from './feature.ts'

const intensity = z.number().min(0).max(1)

const customVocabularyEntry = z
  .object({
    value: z.string().describe('The word as it should be written.'),
    intensity: intensity.optional().describe('How readily it is recognised, 0–1.'),
    pronunciations: z.array(z.string()).optional().describe('Other pronunciations, written as words.'),
    language: languageCode.optional().describe('The language it is spoken in.'),
  })
  .meta({ id: 'CustomVocabularyEntry', description: 'One word of a custom vocabulary.' })

export const vocabulary = z.array(
  z.union([customVocabularyEntry, z.string()], { error: 'must be a word, or an object with a value' }),
)

const customVocabularyConfig = z
  .object({
    vocabulary: vocabulary.describe('The words to recognise.'),
    default_intensity: intensity.optional().describe('The intensity of words without one of their own, 0–1.'),
  })
  .meta({ id: 'CustomVocabularyConfig', description: 'Words and names that the audio is likely to contain.' })
export type CustomVocabularyConfig = z.infer<typeof customVocabularyConfig>

export const customVocabulary = feature({
  name: 'custom_vocabulary',
  description: 'Recognise given words.',
  stage: 'vocabulary',
  config: customVocabularyConfig,
  live: { phase: 'realtime', description: 'Recognise given words.' },
})
