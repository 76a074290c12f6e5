/** Responses of operations in the OpenAPI document. */
import { maxHeaderSize } from 'node:http'
import { z } from 'zod'
import { errorBody } from '../../contract/error.ts'

/** Headers of a response, as JSON Schema. */
export type HeaderDocs = Readonly<Record<string, { type: 'string' | 'integer'; description: string }>>

export interface ApiResponse {
  readonly description: string
  readonly headers?: HeaderDocs
  readonly content: Readonly<Record<string, { schema: z.ZodType }>>
}

/** The content types that an operation accepts, for error messages. For a form, includes the name of its first field. */
export function acceptedTypes(body: unknown): string[] {
  const { content = { 'application/json': null } } = (body ?? {}) as { content?: Record<string, unknown> }
  return Object.entries(content).map(([type, media]) => {
    if (type !== 'multipart/form-data') return type
    const { schema } = media as { schema: z.ZodObject }
    return `${type} with the file in the field ${Object.keys(schema.shape)[0]}`
  })
}

const ERRORS = {
  400: 'Bad request; `validation_errors` has one line for each fault.',
  402: 'The account has reached its storage limit: delete jobs, or ask the operator for more.',
  403: "The key lacks a scope that the operation needs, the user's role does not allow the operation, the operation is for users only, or the job is still queued or processing; `message` says which.",
  401: 'The key or the console session is missing, invalid or expired; the header `WWW-Authenticate` names the header for the key.',
  404: 'Not found.',
  406: '`Accept` allows none of the available content types, which `message` lists.',
  409: 'The current state does not allow the operation, or a request with the same `Idempotency-Key` is in progress; `message` says which.',
  410: 'The audio of the job was deleted at the end of its retention, or the cursor is no longer valid because a backup was restored.',
  412: 'What the request replaces has been changed in the meantime; `message` and `ETag` give the newest revision.',
  413: 'Larger than the configured limit.',
  415: 'Unsupported content type.',
  416: 'The range is outside the file.',
  422: 'The audio or a URL cannot be used, or the `Idempotency-Key` belongs to a different request; `message` says which.',
  428: '`If-Match` is missing.',
  429: 'The account has reached its limit of requests, open jobs, live sessions, event streams or minutes of audio per day, or too many invalid keys or links were sent from the address of the client; `message` says which.',
  431: `The request line and the headers have more than ${maxHeaderSize.toLocaleString('en')} bytes.`,
  500: 'Internal error.',
  503: 'The account is paused; the service is shutting down, busy, full or out of disk space; or its database or the identity provider does not answer.',
  504: 'The job takes longer than the service waits for it, or the service is shutting down. If the job continues, `message` has its id.',
} as const

/** Sent with every response if requests of the account are limited: draft-ietf-httpapi-ratelimit-headers. */
const RATE_LIMIT: HeaderDocs = {
  'ratelimit-policy': {
    type: 'string',
    description:
      'The number of requests (`q`) that the account can send to this process per window (`w`, in seconds).',
  },
  ratelimit: {
    type: 'string',
    description: 'The number of requests left (`r`) until the window ends in `t` seconds.',
  },
}

export const RETRY_AFTER: HeaderDocs = {
  'retry-after': { type: 'integer', description: 'Seconds to wait before trying again.' },
}

const ERROR_HEADERS: Readonly<Record<number, HeaderDocs>> = {
  401: {
    'www-authenticate': {
      type: 'string',
      description: 'The ways to send the key, with the name of its header.',
    },
  },
  409: RETRY_AFTER,
  429: { ...RETRY_AFTER, ...RATE_LIMIT },
  503: RETRY_AFTER,
}

export const binary = z.string().meta({ format: 'binary' })

export function jsonResponse(description: string, schema: z.ZodType, headers: HeaderDocs = {}): ApiResponse {
  return { description, headers, content: { 'application/json': { schema } } }
}

/** A response with the bytes of a file. */
export function fileResponse(description: string, headers: HeaderDocs, type: string): ApiResponse {
  return { description, headers, content: { [type]: { schema: binary } } }
}

/** A response without a body. */
export const emptyResponse = (description: string): z.ZodType => z.undefined().describe(description)

/** An error that every operation can return: Node.js sends it before a route is found. */
export const headersTooLarge = { 431: jsonResponse(ERRORS[431], errorBody) }

type OtherErrors = Exclude<keyof typeof ERRORS, 401 | 403 | 431 | 500 | 503>[]

/** The errors of an operation that needs a key: those given, and 401, 403, 429, 431, 500 and 503. */
export function errorResponses(...statuses: OtherErrors): Record<number, ApiResponse> {
  return { ...consoleSessionErrorResponses(...statuses, 429), 403: jsonResponse(ERRORS[403], errorBody) }
}

/** The errors of an operation that needs no key: those given, and 401, 431, 500 and 503. */
export function consoleSessionErrorResponses(...statuses: OtherErrors): Record<number, ApiResponse> {
  const described = ([...statuses, 401, 500, 503] as const).map((status) => [
    status,
    jsonResponse(ERRORS[status], errorBody, ERROR_HEADERS[status]),
  ])
  return { ...Object.fromEntries(described), ...headersTooLarge }
}
