import { z } from 'zod'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'

export const languageConfig = z
  .object({
    languages: distinct(requestedLanguage)
      .describe(
        'The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.',
      )
      .default([]),
    code_switching: z
      .boolean()
      .describe('Whether the language may change, and is detected for each utterance.')
      .default(false),
  })
  .meta({ id: 'LanguageConfig', description: 'The languages of the audio.' })
