/** The request to transcribe a file, and what the job keeps of it. */
import { z } from 'zod'
import { metadata, webUrl } from './common.ts'
import { requireConfig, withoutUnusedConfigs } from './feature-config.ts'
import {
  audioToLlmConfig,
  callbackConfig,
  codeSwitchingConfig,
  customSpellingConfig,
  customVocabularyConfig,
  diarizationConfig,
  languageConfig,
  piiRedactionConfig,
  structuredDataExtractionConfig,
  subtitlesConfig,
  summarizationConfig,
  translationConfig,
  vocabulary,
} from './features.ts'
import { languageCode } from './languages.ts'

/** A feature that is off unless asked for. */
const feature = (description: string) => z.boolean().describe(description).default(false)

/** What a request and the request_params of its job have in common. */
const commonFields = {
  context_prompt: z.string().optional().describe('What the audio is about; helps the recogniser.'),
  custom_vocabulary_config: customVocabularyConfig.optional(),
  detect_language: z
    .boolean()
    .describe('Old spelling: the language is detected whenever `language_config.languages` is empty.')
    .default(true),
  enable_code_switching: feature('Old spelling of `language_config.code_switching`.'),
  code_switching_config: codeSwitchingConfig.optional(),
  language: languageCode
    .optional()
    .describe('Old spelling of `language_config.languages` with one language.'),
  callback_url: webUrl.optional().describe('Old spelling of `callback_config.url`.'),
  callback: feature('Report the end of the job to `callback_config.url`.'),
  callback_config: callbackConfig.optional(),
  subtitles: feature('Make subtitle files.'),
  subtitles_config: subtitlesConfig.optional(),
  diarization: feature('Tell the speakers apart.'),
  diarization_config: diarizationConfig.optional(),
  translation: feature('Translate the transcript.'),
  translation_config: translationConfig.optional(),
  summarization: feature('Sum the transcript up.'),
  summarization_config: summarizationConfig.optional(),
  moderation: feature('Look for what may offend.'),
  named_entity_recognition: feature('Find names of people, places and other things.'),
  chapterization: feature('Cut the transcript into chapters.'),
  name_consistency: feature('Spell names the same way throughout.'),
  custom_spelling: feature('Write given words in a given way.'),
  custom_spelling_config: customSpellingConfig.optional(),
  structured_data_extraction: feature('Extract given classes of data.'),
  structured_data_extraction_config: structuredDataExtractionConfig.optional(),
  sentiment_analysis: feature('Tell how each sentence feels.'),
  audio_to_llm: feature('Ask a language model about the transcript.'),
  audio_to_llm_config: audioToLlmConfig.optional(),
  pii_redaction: feature('Take personal information out of the transcript.'),
  pii_redaction_config: piiRedactionConfig.optional(),
  sentences: feature('Cut the transcript into sentences.'),
  display_mode: feature('Cut the transcript into lines to be shown.'),
  punctuation_enhanced: feature('Improve the punctuation.'),
}

// Without defaults inside: what the caller left out is filled from the old spellings first.
const givenLanguageConfig = z.object({
  languages: languageConfig.shape.languages.unwrap().optional().meta({ default: [] }),
  code_switching: languageConfig.shape.code_switching.unwrap().optional().meta({ default: false }),
})

export const preRecordedRequest = z
  .object({
    ...commonFields,
    audio_url: webUrl.describe('The audio: a file of this service, or any http:// or https:// URL.'),
    custom_vocabulary: z
      .union([z.boolean(), vocabulary], { error: 'must be true, false or a list of words' })
      .describe('Listen for given words. A list of them is an old spelling of `custom_vocabulary_config`.')
      .default(false),
    language_config: givenLanguageConfig.optional().describe('The languages of the audio.'),
    custom_metadata: metadata.optional().describe('An object of your own, kept with the job and searchable.'),
  })
  .check(
    requireConfig('callback', 'callback_url'),
    requireConfig('custom_vocabulary'),
    requireConfig('translation'),
    requireConfig('custom_spelling'),
    requireConfig('structured_data_extraction'),
    requireConfig('audio_to_llm'),
    requireConfig('pii_redaction'),
  )
  .meta({
    id: 'PreRecordedRequest',
    description: 'A request to transcribe a file. Only `audio_url` is required; unknown keys are ignored.',
  })
export type PreRecordedRequest = z.infer<typeof preRecordedRequest>

export const preRecordedParams = z
  .strictObject({
    ...commonFields,
    audio_url: webUrl.describe('The audio, as it was asked for.'),
    custom_vocabulary: feature('Listen for given words.'),
    language_config: languageConfig,
  })
  .meta({
    id: 'PreRecordedParams',
    description: 'A request with its defaults filled in. Settings appear only for features that are on.',
  })
export type PreRecordedParams = z.infer<typeof preRecordedParams>

/** The `request_params` of a job: defaults and old spellings filled in, settings of unused features left out. */
export function preRecordedParamsOf(request: PreRecordedRequest): PreRecordedParams {
  const { custom_metadata: _kept, code_switching_config: codeSwitching, ...given } = request
  return withoutUnusedConfigs({
    ...given,
    ...customVocabularyOf(request),
    ...callbackOf(request),
    ...(given.enable_code_switching && {
      code_switching_config: codeSwitching ?? codeSwitchingConfig.parse({}),
    }),
    subtitles_config: given.subtitles_config ?? subtitlesConfig.parse({}),
    diarization_config: given.diarization_config ?? {},
    summarization_config: given.summarization_config ?? summarizationConfig.parse({}),
    language_config: languageConfigOf(request),
  })
}

function customVocabularyOf(request: PreRecordedRequest) {
  const { custom_vocabulary: asked, custom_vocabulary_config: config } = request
  if (typeof asked === 'boolean') return { custom_vocabulary: asked }
  return { custom_vocabulary: true, custom_vocabulary_config: config ?? { vocabulary: asked } }
}

function callbackOf({ callback_url: url, callback_config: config }: PreRecordedRequest) {
  if (url === undefined) return {}
  return { callback: true, callback_config: config ?? callbackConfig.parse({ url }) }
}

/** Each field of language_config as given, else from the newest old spelling that says something about it. */
function languageConfigOf(request: PreRecordedRequest): z.infer<typeof languageConfig> {
  const { language_config: given, language, code_switching_config: old } = request
  const codeSwitching = given?.code_switching ?? request.enable_code_switching
  const switchedBetween = codeSwitching ? (old?.languages ?? []) : []
  const named = language === undefined ? [] : [language]
  return {
    languages: given?.languages ?? (switchedBetween.length > 0 ? switchedBetween : named),
    code_switching: codeSwitching,
  }
}
