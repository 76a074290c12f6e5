/** What the options ask for, as a request to the API would. */
import { readFileSync } from 'node:fs'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import { unavailableFeatures } from '../../contract/features/fields.ts'
import { languageNamed } from '../../contract/languages.ts'
import { UsageError } from '../usage-error.ts'
import type { TranscribeOptions } from './command.ts'

/** The option that each field of the request is made of. */
const OPTIONS: Readonly<Record<string, string>> = {
  language_config: '--language',
  diarization_config: '--speakers',
  translation_config: '--translate',
  pii_redaction_config: '--redact',
  custom_vocabulary_config: '--vocabulary',
  context_prompt: '--prompt',
}

/** Required of a request, and used by nothing here. */
const AUDIO_URL = 'https://localhost/'

/**
 * @param hasLanguageModel whether one is configured
 * @throws {UsageError} naming each option that is wrong, and what it must be
 */
export function paramsOf(options: TranscribeOptions, hasLanguageModel: boolean): PreRecordedParams {
  const { language = [], diarize, speakers, translate, summarize, redact, vocabulary, prompt } = options
  const parsed = preRecordedRequest.safeParse({
    audio_url: AUDIO_URL,
    language_config: {
      languages: language.map((one) => languageNamed(one) ?? one),
      code_switching: language.length > 1,
    },
    context_prompt: prompt,
    ...(diarize && { diarization: true, diarization_config: { number_of_speakers: speakers } }),
    ...(translate !== undefined && {
      translation: true,
      translation_config: { target_languages: [languageNamed(translate) ?? translate] },
    }),
    ...(summarize && { summarization: true }),
    ...(redact && {
      pii_redaction: true,
      pii_redaction_config: { entity_types: redact, processed_text_type: 'MARKER' },
    }),
    ...(vocabulary !== undefined && {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: wordsIn(vocabulary) },
    }),
  })
  if (!parsed.success) {
    const { issues } = parsed.error
    throw new UsageError(issues.map(({ path: [field], message }) => fault(String(field), message)).join('\n'))
  }
  const params = preRecordedParamsOf(parsed.data)
  const problems = unavailableFeatures(
    params,
    { languageModel: hasLanguageModel },
    params.language_config.languages,
  )
  if (problems.length > 0)
    throw new UsageError(
      problems
        .map((problem) => /^(\w+)\S*: (.*)$/s.exec(problem) ?? [])
        .map(([, field = '', message = '']) => fault(field, `${message}; LLM_URL configures one`))
        .join('\n'),
    )
  return params
}

const fault = (field: string, message: string): string => `${OPTIONS[field] ?? field}: ${message}`

/** The lines of a file. */
function wordsIn(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n')
    return lines.map((line) => line.trim()).filter((line) => line !== '')
  } catch (error) {
    throw new UsageError(`--vocabulary: ${(error as Error).message}`)
  }
}
