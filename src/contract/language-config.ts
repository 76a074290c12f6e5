import { z } from 'zod'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'

export const languageConfig = z
  .object({
    languages: distinct(requestedLanguage)
      .describe(
        'The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.',
      )
      .default([]),
    code_switching: z
      .boolean()
      .describe('Whether the language may change, and is detected for each utterance.')
      .default(false),
  })
  .meta({ id: 'LanguageConfig', description: 'The languages of the audio.' })
