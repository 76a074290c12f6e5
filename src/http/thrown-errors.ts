import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyRequest } from 'fastify'
import { ExpiredKeyError, NotAMemberError } from '../jobs/keys.ts'
import { LimitError } from '../jobs/limits.ts'
import { PausedError } from '../jobs/paused.ts'
import { TooManySignInsError } from '../jobs/sign-ins.ts'
import { failureOf } from '../transcription/failure.ts'
import {
  bodyTooLarge,
  expiredKey,
  invalid,
  notFound,
  notSignedIn,
  RequestError,
  tooManySignIns,
} from './errors.ts'
import { acceptedTypes } from './openapi/responses.ts'

/**
 * The error to send for anything thrown. Unexpected errors become a 500 without details.
 * @param request the request that failed, if its route was found
 */
export function toRequestError(error: unknown, request?: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof ExpiredKeyError) return expiredKey()
  if (error instanceof NotAMemberError) return notSignedIn()
  if (error instanceof TooManySignInsError) return tooManySignIns()
  if (error instanceof LimitError) {
    const { status, message, retryAfter } = error
    return new RequestError(status, message, retryAfter === null ? {} : { retryAfter })
  }
  if (error instanceof PausedError) return new RequestError(503, error.message, { retryAfter: 60 })
  const failure = failureOf(error)
  if (failure !== null && failure.code !== 500) {
    return new RequestError(failure.code, failure.message, failure.code === 503 ? { retryAfter: 60 } : {})
  }
  const { statusCode, message, code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_BAD_URL') return notFound('the path')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && request !== undefined)
    return bodyTooLarge(request.routeOptions.bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && request !== undefined) return unsupportedType(request)
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const text = message ?? STATUS_CODES[statusCode] ?? 'bad request'
    return statusCode === 400 ? invalid(`body: ${text}`) : new RequestError(statusCode, text)
  }
  return new RequestError(500, 'internal error')
}

function unsupportedType({ headers, routeOptions }: FastifyRequest): RequestError {
  const accepted = acceptedTypes(routeOptions.schema?.body)
  const given = headers['content-type'] ?? ''
  const hint = given.startsWith('multipart/form-data') ? '; upload files to POST /v2/upload' : ''
  return new RequestError(415, `the content type must be ${accepted.join(', or ')}${hint}`)
}
