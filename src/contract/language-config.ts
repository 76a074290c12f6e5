import { z } from 'zod'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'

export const languageConfig = z
  .object({
    languages: distinct(requestedLanguage)
      .describe(
        'The languages that are expected. One is used as given; of several, or with none of all, the one of most of the ' +
          'speech is detected. Speech that is not understood in it is recognised in its own language, rather in one that ' +
          'is expected: the `language` of an utterance says which it is.',
      )
      .default([]),
    code_switching: z
      .boolean()
      .describe('Whether the language may change, and is detected for each utterance.')
      .default(false),
  })
  .meta({ id: 'LanguageConfig', description: 'The languages of the audio.' })
