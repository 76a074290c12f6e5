/** Why a request to a speech server failed. Messages never contain its address or key. */
import type { ApiFailure, ApiFailureTexts } from '../../../platform/net/api-failure.ts'
import { RecogniserError } from '../../recogniser-error.ts'

const FOR_OPERATOR = 'The operator of the service has to correct its configuration.'
const LATER = 'Send the job again later.'
const INCOMPATIBLE = [
  `The speech server of this service did not answer in the format expected. ${FOR_OPERATOR}`,
  'Check SPEECH_URL, which ends in /v1 for most servers, and SPEECH_MODEL.',
] as const

const textsFor = (timeoutSeconds: number): ApiFailureTexts => ({
  key: [`The speech server rejected the API key of this service. ${FOR_OPERATOR}`, 'Check SPEECH_API_KEY.'],
  'not-found': [
    `The speech model of this service was not found. ${FOR_OPERATOR}`,
    'Check SPEECH_MODEL, and SPEECH_URL, which ends in /v1 for most servers.',
  ],
  content: [
    `The speech server does not accept the audio. ${FOR_OPERATOR}`,
    'The server, and proxies before it, must accept WAV files of 1 MB.',
  ],
  rejected: [
    `The speech server rejected the request. ${FOR_OPERATOR}`,
    'Check SPEECH_MODEL, SPEECH_LANGUAGES, and the settings of its server.',
  ],
  busy: [
    `The speech server accepts no more requests at the moment. ${LATER}`,
    'Lower SPEECH_CONCURRENCY or CONCURRENCY.',
  ],
  failed: [`The speech server failed repeatedly. ${LATER}`, 'Check the log of its server.'],
  incompatible: INCOMPATIBLE,
  damaged: [`The answers of the speech server are damaged. ${LATER}`, 'Check the log of its server.'],
  'too-large': INCOMPATIBLE,
  timeout: [
    `The speech server did not answer within ${timeoutSeconds} s. ${LATER}`,
    'Raise SPEECH_TIMEOUT_SECONDS, or lower SPEECH_CONCURRENCY or CONCURRENCY.',
  ],
  unreachable: [
    `The speech server could not be reached, or the connection broke. ${LATER}`,
    'Check that it runs, and SPEECH_URL.',
  ],
})

export function errorOf(failure: ApiFailure, timeoutSeconds: number): RecogniserError {
  const [message, remedy] = textsFor(timeoutSeconds)[failure.kind]
  const cause = new Error(remedy, { cause: failure })
  return new RecogniserError('failed', message, { statusCode: failure.statusCode, cause })
}

/** The server recognised a language other than the requested one. */
export function wrongLanguage(requested: string, recognised: string): RecogniserError {
  const asked = new Error(`It was asked for ${requested}, and answered in ${recognised}`)
  return new RecogniserError(
    'failed',
    `The speech server did not recognise the audio in the language of the job. ${FOR_OPERATOR}`,
    {
      statusCode: 502,
      cause: new Error('Restrict SPEECH_LANGUAGES to the languages of SPEECH_MODEL.', { cause: asked }),
    },
  )
}
