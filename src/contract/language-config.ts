import { z } from 'zod'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'

export const languageConfig = z
  .object({
    languages: distinct(requestedLanguage)
      .describe(
        'The languages that may be spoken. One is used as given; with none, the language is detected.',
      )
      .default([]),
    code_switching: z
      .boolean()
      .describe('Whether the language may change, and is detected for each utterance.')
      .default(false),
  })
  .meta({ id: 'LanguageConfig', description: 'The languages of the audio.' })
