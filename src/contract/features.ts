/** The settings of each feature that a request can ask for. */
import { z } from 'zod'
import { seconds, webUrl } from './common.ts'
import { languageCode, translationLanguageCode } from './languages.ts'
import { piiEntityType } from './pii-entity-type.ts'

const intensity = z.number().min(0).max(1)

export const customVocabularyEntry = z
  .object({
    value: z.string().describe('The word as it is to be written.'),
    intensity: intensity.optional().describe('How readily it is heard, 0–1.'),
    pronunciations: z.array(z.string()).optional().describe('Other ways it may sound, written as words.'),
    language: languageCode.optional().describe('The language it is spoken in.'),
  })
  .meta({ id: 'CustomVocabularyEntry', description: 'One word to listen for.' })

export const vocabulary = z.array(
  z.union([customVocabularyEntry, z.string()], { error: 'must be a word, or an object with a value' }),
)

export const customVocabularyConfig = z
  .object({
    vocabulary: vocabulary.describe('The words to listen for.'),
    default_intensity: intensity
      .optional()
      .describe('The intensity of words that have none of their own, 0–1.'),
  })
  .meta({ id: 'CustomVocabularyConfig', description: 'Words that the recogniser should listen for.' })

export const customSpellingConfig = z
  .object({
    spelling_dictionary: z
      .record(z.string(), z.array(z.string()))
      .describe('For each spelling wanted, the words or phrases to be written that way.'),
  })
  .meta({ id: 'CustomSpellingConfig', description: 'Words to be written in a given way.' })

export const languageConfig = z
  .object({
    languages: z
      .array(languageCode)
      .describe('The languages that may be spoken; one is taken as it is, none means that it is detected.')
      .default([]),
    code_switching: z
      .boolean()
      .describe('Whether the language may change, and is detected for each utterance.')
      .default(false),
  })
  .meta({ id: 'LanguageConfig', description: 'The languages of the audio.' })

export const codeSwitchingConfig = z
  .object({ languages: z.array(languageCode).describe('The languages that may be spoken.').default([]) })
  .meta({ id: 'CodeSwitchingConfig', description: 'Old spelling of `language_config.languages`.' })

export const callbackConfig = z
  .object({
    url: webUrl.describe('Where the end of the job is reported.'),
    method: z.enum(['POST', 'PUT']).describe('The HTTP method of the report.').default('POST'),
  })
  .meta({ id: 'CallbackConfig', description: 'Where and how the end of the job is reported.' })

export const subtitlesFormat = z.enum(['srt', 'vtt']).meta({
  id: 'SubtitlesFormat',
  description: 'A format of subtitle files: SubRip or WebVTT.',
})

export const subtitlesConfig = z
  .object({
    formats: z.array(subtitlesFormat).min(1).describe('The formats to make.').default(['srt']),
    minimum_duration: seconds.optional().describe('Shortest time a caption is shown, in seconds.'),
    maximum_duration: z
      .number()
      .min(1)
      .max(30)
      .optional()
      .describe('Longest time a caption is shown, in seconds.'),
    maximum_characters_per_row: z
      .int()
      .min(1)
      .optional()
      .describe('Longest row of a caption, in characters.'),
    maximum_rows_per_caption: z.int().min(1).max(5).optional().describe('Most rows of a caption.'),
    style: z
      .enum(['default', 'compliance'])
      .describe('How captions are cut: `compliance` keeps to broadcasters’ rules.')
      .default('default'),
  })
  .refine(({ minimum_duration: min, maximum_duration: max }) => isOrdered(min, max), {
    path: ['minimum_duration'],
    error: 'must not be more than maximum_duration',
  })
  .meta({ id: 'SubtitlesConfig', description: 'How subtitles are made.' })

export const diarizationConfig = z
  .object({
    number_of_speakers: z.int().min(1).optional().describe('How many people speak, when it is known.'),
    min_speakers: z.int().min(0).optional().describe('The least number of people who may speak.'),
    max_speakers: z.int().min(0).optional().describe('The greatest number of people who may speak.'),
  })
  .refine(({ min_speakers: min, max_speakers: max }) => isOrdered(min, max), {
    path: ['min_speakers'],
    error: 'must not be more than max_speakers',
  })
  .meta({ id: 'DiarizationConfig', description: 'What is known about the speakers.' })

export const translationConfig = z
  .object({
    target_languages: z.array(translationLanguageCode).min(1).describe('The languages to translate into.'),
    model: z.enum(['base', 'enhanced']).describe('The translation model.').default('base'),
    match_original_utterances: z
      .boolean()
      .describe('Whether each translated utterance stands for one original utterance.')
      .default(true),
    lipsync: z
      .boolean()
      .describe('Whether the words of a translation follow the movement of the lips.')
      .default(true),
    context_adaptation: z.boolean().describe('Whether a translation may use its context.').default(true),
    context: z.string().optional().describe('What the audio is about, in a sentence or two.'),
    informal: z.boolean().describe('Whether people are addressed informally.').default(false),
  })
  .meta({ id: 'TranslationConfig', description: 'How the transcript is translated.' })

export const summarizationConfig = z
  .object({
    type: z
      .enum(['general', 'bullet_points', 'concise'])
      .describe('The form of the summary.')
      .default('general'),
  })
  .meta({ id: 'SummarizationConfig', description: 'How the transcript is summed up.' })

export const structuredDataExtractionConfig = z
  .object({ classes: z.array(z.string()).min(1).describe('What to look for, such as `person` or `price`.') })
  .meta({ id: 'StructuredDataExtractionConfig', description: 'What is extracted from the transcript.' })

export const audioToLlmConfig = z
  .object({ prompts: z.array(z.string()).min(1).describe('What to ask; each is answered by itself.') })
  .meta({ id: 'AudioToLlmConfig', description: 'What a language model is asked about the transcript.' })

export const piiRedactionConfig = z
  .object({
    entity_types: z
      .union([piiEntityType, z.array(piiEntityType).min(1)], {
        error: 'must be an entity type such as "NAME" or "GDPR", or a list of them',
      })
      .describe('What to take out: one kind, or several.'),
    processed_text_type: z
      .enum(['MARKER', 'MASK'])
      .describe('What is put in its place: the kind in brackets (`MARKER`) or `#` signs (`MASK`).'),
  })
  .meta({ id: 'PiiRedactionConfig', description: 'What personal information is taken out, and how.' })

function isOrdered(min: number | undefined, max: number | undefined): boolean {
  return min === undefined || max === undefined || min <= max
}
