/** Errors of the operations compatible with OpenAI, in the format of its clients. */
import type { FastifyInstance } from 'fastify'
import type { ErrorBody } from '../../contract/error.ts'
import { type OpenAiError, openAiError } from '../../contract/openai.ts'
import { type ApiResponse, errorResponses, headersTooLarge, jsonResponse } from '../openapi/responses.ts'

/** Whether a path belongs to these operations, even if there is no such operation. */
export const isOpenAiPath = (path: string): boolean => path.startsWith('/v1/')

/** Sends request ids in the header in which these clients expect them. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

type Kind = Pick<OpenAiError['error'], 'type' | 'code'>

const KINDS: Readonly<Record<number, Kind>> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  402: { type: 'insufficient_quota', code: null },
  403: { type: 'invalid_request_error', code: 'insufficient_scope' },
  404: { type: 'invalid_request_error', code: 'not_found' },
  429: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
}

export function asOpenAiError({ statusCode, message, validation_errors: faults }: ErrorBody): OpenAiError {
  const kind: Kind = KINDS[statusCode] ?? {
    type: statusCode < 500 ? 'invalid_request_error' : 'server_error',
    code: null,
  }
  const [, field = 'body'] = /^(\w+)(?:[^\w ][^ ]*)?: /.exec(faults?.[0] ?? '') ?? []
  return {
    error: { message: faults?.join('; ') ?? message, param: field === 'body' ? null : field, ...kind },
  }
}

const BAD_REQUEST = 'Bad request; `param` names the field at fault, `file` if the audio cannot be used.'

/** Like `errorResponses`, but with the error body of these operations, except for 431, which Node.js sends before a route is found. */
export function openAiErrorResponses(
  ...statuses: Parameters<typeof errorResponses>
): Record<number, ApiResponse> {
  const responses = Object.entries(errorResponses(...statuses)).map(([status, { description, headers }]) => [
    status,
    jsonResponse(status === '400' ? BAD_REQUEST : description, openAiError, headers),
  ])
  return { ...Object.fromEntries(responses), ...headersTooLarge }
}
