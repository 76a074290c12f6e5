import { z } from 'zod'
import { feature } from './feature.ts'

const customSpellingConfig = z
  .object({
    spelling_dictionary: z
      .record(z.string(), z.array(z.string()))
      .describe('For each spelling, the words or phrases to replace by it.'),
  })
  .meta({ id: 'CustomSpellingConfig', description: 'Words to spell in a given way.' })
export type CustomSpellingConfig = z.infer<typeof customSpellingConfig>

export const customSpelling = feature({
  name: 'custom_spelling',
  description: 'Spell given words in a given way.',
  stage: 'spelling',
  config: customSpellingConfig,
  live: { phase: 'realtime', description: 'Spell given words in a given way.' },
})
