/** The request to transcribe a file, and the `request_params` that its job shows. */
import { z } from 'zod'
import { EXAMPLE_AUDIO, metadata, webUrl } from './common.ts'
import { customSpelling } from './features/custom-spelling.ts'
import { BY_DEFAULT, customVocabulary, vocabulary } from './features/custom-vocabulary.ts'
import { diarization } from './features/diarization.ts'
import {
  configRules,
  defaultConfigs,
  FLAGGED,
  requestFields,
  requireConfig,
  withoutDefaults,
  withoutUnusedConfigs,
} from './features/fields.ts'
import { languageConfig } from './language-config.ts'
import { requestedLanguage } from './languages.ts'
import { distinct } from './distinct.ts'
import { MAX } from './limits.ts'
import { jobRetention } from './retention.ts'

const oldSpelling = (successor: string) => ({ description: `Old spelling: ${successor}.`, deprecated: true })

const codeSwitchingConfig = z
  .object({
    languages: distinct(requestedLanguage).describe('The languages that may be spoken.').default([]),
  })
  .meta({ id: 'CodeSwitchingConfig', description: 'The languages of code switching.' })

const callbackConfig = z
  .object({
    url: webUrl.describe('The URL to notify when the job ends.'),
    method: z.enum(['POST', 'PUT']).describe('The HTTP method of the callback.').default('POST'),
  })
  .meta({ id: 'CallbackConfig', description: 'Where and how to send a callback when the job ends.' })

/** The fields that a request and the request_params of its job have in common. */
const commonFields = {
  context_prompt: z
    .string()
    .max(MAX.context)
    .optional()
    .describe('What the audio is about. Improves recognition.'),
  detect_language: z
    .boolean()
    .meta(oldSpelling('the language is detected whenever `language_config.languages` is empty'))
    .default(true),
  enable_code_switching: z.boolean().meta(oldSpelling('`language_config.code_switching`')).default(false),
  code_switching_config: codeSwitchingConfig.optional().meta(oldSpelling('`language_config.languages`')),
  language: requestedLanguage.optional().meta(oldSpelling('`language_config.languages` with one language')),
  callback_url: webUrl.optional().meta(oldSpelling('`callback_config.url`')),
  callback: z
    .boolean()
    .describe('Send a callback to `callback_config.url` when the job ends.')
    .default(false),
  callback_config: callbackConfig.optional(),
  retention: jobRetention.optional(),
  ...requestFields(FLAGGED, ({ description }) => description),
}

// Without defaults: what the caller leaves out is first looked up in the old spellings.
const requestedLanguageConfig = z.object({
  languages: languageConfig.shape.languages.unwrap().optional().meta({ default: [] }),
  code_switching: languageConfig.shape.code_switching.unwrap().optional().meta({ default: false }),
})

/** The fields of a request, and the rules that they follow. */
const fields = {
  ...commonFields,
  audio_url: webUrl.describe('The audio: an uploaded file, or any http:// or https:// URL.'),
  // Without a default: only an explicit false overrides `callback_url`.
  callback: commonFields.callback.unwrap().optional().meta({ default: false }),
  // Without a default: only an explicit false turns off the vocabulary of the account.
  custom_vocabulary: z
    .union([z.boolean(), vocabulary.meta(oldSpelling('`custom_vocabulary_config.vocabulary`'))], {
      error: 'must be true, false or a list of words',
    })
    .optional()
    .describe(
      `Recognise the given words. ${BY_DEFAULT} A list of words is an old spelling of \`custom_vocabulary_config\`.`,
    ),
  language_config: requestedLanguageConfig.optional().describe('The languages of the audio.'),
  custom_metadata: metadata.optional().describe('Any JSON object; stored with the job and searchable.'),
}
const rules = [requireConfig('callback', 'callback_url'), ...configRules(FLAGGED)]

export const preRecordedRequest = z
  .object(fields)
  .check(...rules)
  .meta({
    id: 'PreRecordedRequest',
    description:
      'A request to transcribe a file. Only `audio_url` is required. Unknown fields are ignored and listed in `warnings` ' +
      'of the response; misspelled ones are an error.',
    examples: [{ audio_url: EXAMPLE_AUDIO }],
  })
export type PreRecordedRequest = z.infer<typeof preRecordedRequest>

const { audio_url: _audio, ...others } = fields

/** Part of a later request, stored as given: defaults are filled in only within the settings of features. */
export const preRecordedOptions = z
  .object(withoutDefaults(others))
  .check(...rules)
  .meta({
    id: 'PreRecordedOptions',
    description: 'Any fields of a `PreRecordedRequest` except `audio_url`.',
    examples: [{ diarization: true }],
  })

/** The features that affect recognition; the others process its text. */
const recognition = [customVocabulary, customSpelling, diarization] as const

/** The fields of a request that affect recognition. Defaults are filled in only within the settings of features. */
export const recognitionFields = withoutDefaults({
  context_prompt: commonFields.context_prompt,
  language_config: fields.language_config,
  ...requestFields(recognition, ({ description }) => description),
})
export const recognitionRules = configRules(recognition)

export const preRecordedParams = z
  .strictObject({
    ...commonFields,
    audio_url: webUrl.describe('The audio, as requested.'),
    language_config: languageConfig,
  })
  .meta({
    id: 'PreRecordedParams',
    description: 'The request with its defaults filled in. Only enabled features have their settings.',
  })
export type PreRecordedParams = z.infer<typeof preRecordedParams>

/** The part of `request_params` that says where to send the callback; absent if none was requested. */
export const callbackParams = z.object({ callback_config: callbackConfig.optional() })

/** The `request_params` of a job: the request with defaults filled in, old spellings resolved and unused settings removed. */
export function preRecordedParamsOf(request: PreRecordedRequest): PreRecordedParams {
  const { custom_metadata: _stored, code_switching_config: codeSwitching, ...given } = request
  return withoutUnusedConfigs({
    ...given,
    ...customVocabularyOf(request),
    ...callbackOf(request),
    ...(given.enable_code_switching && {
      code_switching_config: codeSwitching ?? codeSwitchingConfig.parse({}),
    }),
    ...defaultConfigs(FLAGGED, given),
    language_config: languageConfigOf(request),
  })
}

function customVocabularyOf(request: PreRecordedRequest) {
  const { custom_vocabulary: requested, custom_vocabulary_config: config } = request
  if (typeof requested !== 'object') return { custom_vocabulary: requested ?? false }
  return {
    custom_vocabulary: true,
    custom_vocabulary_config: config ?? customVocabulary.config.parse({ vocabulary: requested }),
  }
}

function callbackOf({ callback, callback_url: url, callback_config: config }: PreRecordedRequest) {
  if (url === undefined || callback === false) return { callback: callback ?? false }
  return { callback: true, callback_config: config ?? callbackConfig.parse({ url }) }
}

/** Each field of language_config as given, otherwise from the newest old spelling that sets it. */
function languageConfigOf(request: PreRecordedRequest): z.infer<typeof languageConfig> {
  const { language_config: given, language, code_switching_config: old } = request
  const codeSwitching = given?.code_switching ?? request.enable_code_switching
  const switchedLanguages = codeSwitching ? (old?.languages ?? []) : []
  const single = language === undefined ? [] : [language]
  return {
    languages: given?.languages ?? (switchedLanguages.length > 0 ? switchedLanguages : single),
    code_switching: codeSwitching,
  }
}
