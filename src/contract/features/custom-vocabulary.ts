import { z } from 'zod'
import { requestedLanguage } from '../languages.ts'
import { MAX } from '../limits.ts'
import { feature } from './feature.ts'

const intensity = z.number().min(0).max(1)

const customVocabularyEntry = z
  .object({
    value: z.string().max(MAX.phrase).describe('The word as it should be written.'),
    intensity: intensity.optional().describe('How readily it is recognised, 0–1.'),
    pronunciations: z
      .array(z.string().max(MAX.phrase))
      .max(MAX.pronunciations)
      .optional()
      .describe('Other pronunciations, written as words.'),
    language: requestedLanguage.optional().describe('The language it is spoken in.'),
  })
  .meta({ id: 'CustomVocabularyEntry', description: 'One word of a custom vocabulary.' })

export const vocabulary = z
  .array(
    z.union([customVocabularyEntry, z.string().max(MAX.phrase)], {
      error: `must be a word of at most ${MAX.phrase} characters, or an object with such a value`,
    }),
  )
  .max(MAX.vocabulary)
  .refine((entries) => spokenWords(entries) <= MAX.spoken, {
    error: `must have at most ${MAX.spoken} words, pronunciations included`,
  })

export type Vocabulary = z.infer<typeof vocabulary>

/** What a request that does not set the flag gets. */
export const BY_DEFAULT =
  'By default, the words in `/v2/settings/vocabulary`, if there are any; `false` turns them off.'

/** The number of words and pronunciations of a vocabulary. */
export function spokenWords(
  entries: readonly (string | { pronunciations?: readonly string[] | undefined })[],
): number {
  return entries.reduce(
    (sum, entry) => sum + 1 + (typeof entry === 'string' ? 0 : (entry.pronunciations?.length ?? 0)),
    0,
  )
}

/** The key by which two entries for the same word are recognised. */
export const spellingOf = (entry: Vocabulary[number]): string =>
  (typeof entry === 'string' ? entry : entry.value).trim().toLowerCase()

/**
 * The words of a request, followed by those of its account that it lacks, ignoring case: as many of these, in order, as fit into the
 * limits of a vocabulary.
 */
export function joinedVocabulary(own: Vocabulary, ofAccount: Vocabulary): Vocabulary {
  const joined = [...own]
  const keys = new Set(own.map(spellingOf))
  let spoken = spokenWords(own)
  for (const entry of ofAccount) {
    const key = spellingOf(entry)
    if (keys.has(key)) continue
    spoken += spokenWords([entry])
    if (joined.length === MAX.vocabulary || spoken > MAX.spoken) break
    keys.add(key)
    joined.push(entry)
  }
  return joined
}

const customVocabularyConfig = z
  .object({
    vocabulary: vocabulary.describe('The words to recognise.'),
    default_intensity: intensity
      .describe('The intensity of words that do not set their own, 0–1.')
      .default(0.5),
  })
  .meta({ id: 'CustomVocabularyConfig', description: 'Words and names that the audio is likely to contain.' })
export type CustomVocabularyConfig = z.infer<typeof customVocabularyConfig>

export const customVocabulary = feature({
  name: 'custom_vocabulary',
  description: 'Recognise the given words.',
  phase: 'vocabulary',
  config: customVocabularyConfig,
  live: { phase: 'realtime', description: 'Recognise the given words.' },
})
