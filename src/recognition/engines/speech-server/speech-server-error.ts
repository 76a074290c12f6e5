/** Why a request to a speech server failed. Messages never contain its address or key. */
import type { ApiResponse, NoAnswerError } from '../../../net/api-server.ts'
import type { Retryable } from '../../../net/retries.ts'
import { RecogniserError } from '../../recogniser-error.ts'

interface SpeechServerErrorOptions {
  /** What the operator can do about it, for the log. */
  readonly remedy: string
  readonly retries?: number
  readonly retryAfterMs?: number | undefined
  readonly cause: unknown
}

/** Failure of one request. What the server said is in `cause`, for the log. */
export class SpeechServerError extends RecogniserError implements Retryable {
  readonly retries: number
  readonly retryAfterMs: number | undefined

  constructor(
    statusCode: number,
    message: string,
    { remedy, retries = 0, retryAfterMs, cause }: SpeechServerErrorOptions,
  ) {
    super('failed', message, { statusCode, cause: new Error(remedy, { cause }) })
    this.retries = retries
    this.retryAfterMs = retryAfterMs
  }
}

/** The server rejected the form of the request; another format may be accepted. */
export class RejectedFormatError extends SpeechServerError {}

const FOR_OPERATOR = 'The operator of the service has to correct its configuration.'
const LATER = 'Send the job again later.'

/** An answer that is not JSON is most likely cut off or that of a proxy; one that stays so is not worth all the patience. */
const RETRIES_OF_CUT_ANSWER = 2

/**
 * The error for an answer with an HTTP status other than 2xx.
 * @param reason the server's own words, without secrets
 */
export function errorForStatus(
  { status, retryAfterMs }: Pick<ApiResponse, 'status' | 'retryAfterMs'>,
  reason: string,
): SpeechServerError {
  const cause = new Error(`HTTP ${status}: ${reason}`)
  if (status === 401 || status === 403)
    return new SpeechServerError(
      502,
      `The speech server rejected the API key of this service. ${FOR_OPERATOR}`,
      { remedy: 'Check SPEECH_API_KEY.', cause },
    )
  if (status === 404)
    return new SpeechServerError(502, `The speech model of this service was not found. ${FOR_OPERATOR}`, {
      remedy: 'Check SPEECH_MODEL, and SPEECH_URL, which ends in /v1 for most servers.',
      cause,
    })
  if (status === 413 || status === 415)
    return new SpeechServerError(502, `The speech server does not accept the audio. ${FOR_OPERATOR}`, {
      remedy: 'The server, and proxies before it, must accept WAV files of 1 MB.',
      cause,
    })
  if (status === 400 || status === 422)
    return new RejectedFormatError(502, `The speech server rejected the request. ${FOR_OPERATOR}`, {
      remedy: 'Check SPEECH_MODEL, SPEECH_LANGUAGES, and the settings of its server.',
      cause,
    })
  if (status === 429)
    return new SpeechServerError(503, `The speech server accepts no more requests at the moment. ${LATER}`, {
      remedy: 'Lower SPEECH_CONCURRENCY or CONCURRENCY.',
      cause,
      retryAfterMs,
      retries: Infinity,
    })
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return new SpeechServerError(502, `The speech server failed repeatedly. ${LATER}`, {
      remedy: 'Check the log of its server.',
      cause,
      retryAfterMs,
      retries: Infinity,
    })
  return incompatibleServer(cause)
}

/** The error for a request without a complete answer. */
export function errorWithoutAnswer(error: NoAnswerError, timeoutSeconds: number): SpeechServerError {
  switch (error.reason) {
    case 'timeout':
      return new SpeechServerError(
        504,
        `The speech server did not answer within ${timeoutSeconds} s. ${LATER}`,
        {
          remedy: 'Raise SPEECH_TIMEOUT_SECONDS, or lower SPEECH_CONCURRENCY or CONCURRENCY.',
          retries: Infinity,
          cause: error,
        },
      )
    case 'too-large':
      return incompatibleServer(error)
    case 'connection':
      return new SpeechServerError(
        502,
        `The speech server could not be reached, or the connection broke. ${LATER}`,
        { remedy: 'Check that it runs, and SPEECH_URL.', retries: Infinity, cause: error },
      )
  }
}

/** The answer does not follow the protocol. */
export function incompatibleServer(cause: unknown): SpeechServerError {
  return new SpeechServerError(
    502,
    `The speech server of this service did not answer in the format expected. ${FOR_OPERATOR}`,
    { remedy: 'Check SPEECH_URL, which ends in /v1 for most servers, and SPEECH_MODEL.', cause },
  )
}

/** The answer is JSON by its type, but not by its content. */
export function cutAnswer(cause: unknown): SpeechServerError {
  return new SpeechServerError(502, `The answers of the speech server are damaged. ${LATER}`, {
    remedy: 'Check the log of its server.',
    retries: RETRIES_OF_CUT_ANSWER,
    cause,
  })
}

/** The server recognised another language than it was asked for. */
export function wrongLanguage(requested: string, recognised: string): SpeechServerError {
  return new SpeechServerError(
    502,
    `The speech server did not recognise the audio in the language of the job. ${FOR_OPERATOR}`,
    {
      remedy: 'Restrict SPEECH_LANGUAGES to the languages of SPEECH_MODEL.',
      cause: new Error(`It was asked for ${requested}, and answered in ${recognised}`),
    },
  )
}
