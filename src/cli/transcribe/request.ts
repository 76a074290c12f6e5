/** Turns options into the parameters of a request. */
import {
  type PreRecordedParams,
  preRecordedParamsOf,
  preRecordedRequest,
} from '../../contract/pre-recorded-request.ts'
import type { Capabilities } from '../../contract/features/feature.ts'
import { unavailableFeatures } from '../../contract/features/fields.ts'
import { UsageError } from '../errors.ts'
import { requestOf, type RequestOptions } from '../request-options.ts'

/** The option that sets each field of the request. */
const OPTIONS: Readonly<Record<string, string>> = {
  language_config: '--language',
  diarization_config: '--speakers',
  translation_config: '--translate',
  pii_redaction_config: '--redact',
  custom_vocabulary_config: '--vocabulary',
  context_prompt: '--prompt',
}

/** Required in a request, but not used here. */
const AUDIO_URL = 'https://localhost/'

/**
 * @throws {UsageError} naming each option that is wrong, and what it must be
 */
export function paramsOf(options: RequestOptions, capabilities: Capabilities): PreRecordedParams {
  const parsed = preRecordedRequest.safeParse({ audio_url: AUDIO_URL, ...requestOf(options) })
  if (!parsed.success) {
    const { issues } = parsed.error
    throw new UsageError(issues.map(({ path: [field], message }) => fault(String(field), message)).join('\n'))
  }
  const params = preRecordedParamsOf(parsed.data)
  const problems = unavailableFeatures(params, capabilities, params.language_config.languages)
  if (problems.length > 0)
    throw new UsageError(
      problems
        .map((problem) => {
          const [path = '', ...message] = problem.split(': ')
          return fault(path.split(/\W/, 1)[0]!, `${message.join(': ')}; LLM_URL configures one`)
        })
        .join('\n'),
    )
  return params
}

const fault = (field: string, message: string): string => `${OPTIONS[field] ?? field}: ${message}`
