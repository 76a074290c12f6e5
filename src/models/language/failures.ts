/** The messages for callers and operators about a failed request to a language model. They never contain its address or key. */
import type { ApiFailure, ApiFailureTexts } from '../../platform/net/api-failure.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'

/**
 * The largest response. 2,000 tokens are some 10 KB; servers that also send the model's reasoning and token probabilities
 * need a hundred times that.
 */
export const MAX_RESPONSE_BYTES = 4_000_000

const FOR_OPERATOR = 'The operator of the service has to correct its configuration.'
const UNREACHABLE = [
  'The language model could not be reached, or the connection broke. Try again later.',
  'Check that it runs, and LLM_URL.',
] as const

const textsFor = (timeoutSeconds: number): ApiFailureTexts => ({
  key: [`The language model rejected the API key of this service. ${FOR_OPERATOR}`, 'Check LLM_API_KEY.'],
  'not-found': [
    `The language model of this service was not found. ${FOR_OPERATOR}`,
    'Check LLM_MODEL, and LLM_URL, which ends in /v1 for most servers.',
  ],
  content: [
    'The request was too long for the language model. Use a shorter prompt or less audio.',
    'Lower LLM_MAX_CHARACTERS, or give the model a longer context.',
  ],
  rejected: [
    'The language model rejected the request. The log of the service has the reason.',
    'Check LLM_MODEL, and the settings of its server.',
  ],
  busy: [
    'The language model accepts no more requests at the moment. Try again later.',
    'Lower LLM_CONCURRENCY.',
  ],
  failed: ['The language model failed repeatedly. Try again later.', 'Check the log of its server.'],
  incompatible: [
    `The language model of this service did not answer in the format expected. ${FOR_OPERATOR}`,
    'The server at LLM_URL is not OpenAI-compatible. Check LLM_URL, which ends in /v1 for most servers.',
  ],
  damaged: UNREACHABLE,
  'too-large': [
    `The language model sent an answer of more than ${MAX_RESPONSE_BYTES.toLocaleString('en')} bytes. Try again later.`,
    'Check LLM_URL and LLM_MODEL.',
  ],
  timeout: [
    `The language model did not complete its answer within ${timeoutSeconds} s. Try again later.`,
    'Raise LLM_TIMEOUT_SECONDS, or lower LLM_MAX_CHARACTERS or LLM_CONCURRENCY.',
  ],
  unreachable: UNREACHABLE,
})

export function errorOf(failure: ApiFailure, timeoutSeconds: number): EnrichmentError {
  const [message, remedy] = textsFor(timeoutSeconds)[failure.kind]
  return new EnrichmentError(failure.statusCode, message, { remedy, cause: failure })
}
