import { z } from 'zod'
import { MAX } from '../limits.ts'
import { feature } from './feature.ts'

const customSpellingConfig = z
  .object({
    spelling_dictionary: z
      .record(
        z.string().max(MAX.phrase, `must have at most ${MAX.phrase} characters`),
        z.array(z.string().max(MAX.phrase)).max(MAX.phrases),
      )
      .refine((dictionary) => Object.keys(dictionary).length <= MAX.spellings, {
        error: `must have at most ${MAX.spellings} entries`,
      })
      .meta({
        description: 'For each spelling, the words or phrases to replace with it.',
        maxProperties: MAX.spellings,
      }),
  })
  .meta({ id: 'CustomSpellingConfig', description: 'Words and how to spell them.' })
export type CustomSpellingConfig = z.infer<typeof customSpellingConfig>

export const customSpelling = feature({
  name: 'custom_spelling',
  description: 'Spell the given words as specified.',
  phase: 'spelling',
  config: customSpellingConfig,
  live: { phase: 'realtime', description: 'Spell the given words as specified.' },
})
