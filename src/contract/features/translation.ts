import { z } from 'zod'
import { languageCode, requestedTranslationLanguage, translationLanguageCode } from '../languages.ts'
import { distinct } from '../distinct.ts'
import { MAX } from '../limits.ts'
import { spaced } from '../spaced-utterance.ts'
import { transcriptFields, translatedUtterance } from '../transcript.ts'
import { type Capabilities, feature, liveMessage, type LiveMessagePart } from './feature.ts'
import { moduleError, moduleResult } from './module-result.ts'

const translationConfig = z
  .object({
    target_languages: distinct(requestedTranslationLanguage)
      .min(1)
      .describe('The languages to translate into.'),
    model: z
      .enum(['base', 'enhanced', 'batch'])
      .describe(
        'The translation model. `enhanced` prefers the language model, if the service has one; `batch` means `base`.',
      )
      .default('base'),
    match_original_utterances: z
      .boolean()
      .describe('Whether each translated utterance corresponds to one original utterance.')
      .default(true),
    lipsync: z
      .boolean()
      .describe('Whether the words of a translation are timed to match lip movements.')
      .default(true),
    context_adaptation: z
      .boolean()
      .describe('Whether the translation may take the context into account.')
      .default(true),
    context: z
      .string()
      .max(MAX.context)
      .optional()
      .describe('What the audio is about, in a sentence or two.'),
    informal: z.boolean().describe('Whether to address people informally.').default(false),
  })
  .meta({ id: 'TranslationConfig', description: 'How the transcript is translated.' })
export type TranslationConfig = z.infer<typeof translationConfig>

const translationResult = z
  .strictObject({
    error: moduleError.nullable().describe('Why this language failed; null when it succeeded.'),
    ...transcriptFields,
    languages: z.array(translationLanguageCode).describe('The target language.'),
    utterances: z.array(translatedUtterance).describe('The utterances in that language.'),
  })
  .meta({ id: 'TranslationResult', description: 'The transcript in one other language.' })
export type TranslationResult = z.infer<typeof translationResult>

const module = moduleResult('Translation', 'The transcript in other languages.', {
  results: z.array(translationResult).describe('One per target language.'),
})

const target_language = translationLanguageCode.describe('The language it is translated into.')
const messageData = {
  original_language: languageCode.describe('The language it was spoken in.'),
  target_language,
  translated_utterance: translatedUtterance,
}
const messageFailure = { target_language }

export const translation = feature({
  name: 'translation',
  description: 'Translate the transcript.',
  phase: 'analysis',
  config: translationConfig,
  result: module,
  validate({ target_languages }: TranslationConfig, { languageModel, textModels }: Capabilities, languages) {
    const isPossible = (target: string) => {
      const models = textModels.filter(({ targets }) => targets.includes(target))
      const foreign = languages.filter((language) => language !== target)
      return (
        models.length > 0 &&
        foreign.every((language) => models.some((model) => model.languages.includes(language)))
      )
    }
    const missing = languageModel
      ? []
      : target_languages.filter((target) => target !== 'en' && !isPossible(target))
    if (missing.length === 0) return []
    return [
      `translation_config.target_languages: ${missing.join(', ')} cannot be translated into without a language model, ` +
        'which this service does not have: only "en" can',
    ]
  },
  live: {
    phase: 'realtime',
    description: 'Translate each utterance.',
    message: liveMessage(module, {
      description: 'A translated utterance.',
      data: messageData,
      failure: messageFailure,
      messages: ({ results }, utterance) =>
        results.flatMap<LiveMessagePart<typeof messageData, typeof messageFailure>>(
          ({ error, languages: [target], utterances: [translated] }) => {
            if (utterance === undefined || target === undefined) return []
            if (error !== null) return [{ error: { message: error.message, target_language: target } }]
            if (translated === undefined) return []
            const { language: original_language } = utterance
            return [
              {
                data: {
                  original_language,
                  target_language: target,
                  translated_utterance: spaced(translated),
                },
              },
            ]
          },
        ),
      failures: ({ target_languages }: TranslationConfig) =>
        [...new Set(target_languages)].map((target) => ({ target_language: target })),
    }),
  },
})
