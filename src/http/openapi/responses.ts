/** Responses of operations, as the OpenAPI document describes them. */
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

/** The content types that an operation accepts, with the first field of forms, for messages to its callers. */
export function acceptedTypes(body: unknown): string[] {
  const { content = { 'application/json': null } } = (body ?? {}) as { content?: Record<string, unknown> }
  return Object.entries(content).map(([type, media]) => {
    if (type !== 'multipart/form-data') return type
    const { schema } = media as { schema: z.ZodObject }
    return `${type} with the file in the field ${Object.keys(schema.shape)[0]}`
  })
}

const ERRORS = {
  400: 'Bad request; `validation_errors` has a line for each fault.',
  402: 'The account stores as much as it may: delete jobs, or ask the operator for more.',
  403: "The key lacks a scope that the operation needs, or the user's role does not allow it, or it is for users only, or the job is still queued or processing; `message` says which.",
  401: 'The key or the console session is missing, invalid or has expired; the header `WWW-Authenticate` says which header has a key.',
  404: 'Not found.',
  406: 'There is no content type that `Accept` allows; `message` lists those there are.',
  409: 'The state of what it concerns does not allow it, or a request with the same `Idempotency-Key` is in progress; `message` says which.',
  410: 'The audio of the job was deleted, because its retention has ended; or the changes after a cursor are no longer known, because a backup was restored.',
  412: 'What the request replaces has been changed since; `message` and `ETag` say what the newest revision is.',
  413: 'Larger than the configured limit.',
  415: 'Unsupported content type.',
  416: 'The range is outside the file.',
  422: 'The audio or a URL cannot be used, or the `Idempotency-Key` is that of another request; `message` says which.',
  428: '`If-Match` is missing.',
  429: 'The account has reached a limit of requests, open jobs, live sessions, streams of events or minutes of audio a day, or too many invalid keys or links were sent from its address; `message` says which.',
  431: `The request line and the headers have more than ${maxHeaderSize.toLocaleString('en')} bytes.`,
  500: 'Internal error.',
  503: 'The account is paused, or the service is shutting down, busy, full or out of disk space, or its database or the identity provider does not answer.',
  504: 'The job takes longer than the service waits for it, or the service is shutting down; `message` has the id of a job that goes on.',
} as const

/** Of every answer, while the account has a limit of requests: draft-ietf-httpapi-ratelimit-headers. */
const RATE_LIMIT: HeaderDocs = {
  'ratelimit-policy': {
    type: 'string',
    description: 'The requests (`q`) that the account may send to this process in a time (`w`, in seconds).',
  },
  ratelimit: {
    type: 'string',
    description: 'The requests that are left (`r`), until the time is over in `t` seconds.',
  },
}

export const RETRY_AFTER: HeaderDocs = {
  'retry-after': { type: 'integer', description: 'Seconds to wait before trying again.' },
}

const ERROR_HEADERS: Readonly<Record<number, HeaderDocs>> = {
  401: {
    'www-authenticate': { type: 'string', description: 'The ways to send the key, and its header.' },
  },
  409: RETRY_AFTER,
  429: { ...RETRY_AFTER, ...RATE_LIMIT },
  503: RETRY_AFTER,
}

export const binary = z.string().meta({ format: 'binary' })

export function jsonResponse(description: string, schema: z.ZodType, headers: HeaderDocs = {}): ApiResponse {
  return { description, headers, content: { 'application/json': { schema } } }
}

/** The bytes of a file. */
export function fileResponse(description: string, headers: HeaderDocs, type: string): ApiResponse {
  return { description, headers, content: { [type]: { schema: binary } } }
}

/** A response without a body. */
export const emptyResponse = (description: string): z.ZodType => z.undefined().describe(description)

/** An error of every operation: Node.js answers before there is a route. */
export const headersTooLarge = { 431: jsonResponse(ERRORS[431], errorBody) }

type OtherErrors = Exclude<keyof typeof ERRORS, 401 | 403 | 431 | 500 | 503>[]

/** The errors of an operation that needs a key: those given, 401, 403 for its scopes, 429, and those of the database. */
export function errorResponses(...statuses: OtherErrors): Record<number, ApiResponse> {
  return { ...consoleSessionErrorResponses(...statuses, 429), 403: jsonResponse(ERRORS[403], errorBody) }
}

/** The errors of an operation on a console session: those given, 401, and those of the database: 431, 500 and 503. */
export function consoleSessionErrorResponses(...statuses: OtherErrors): Record<number, ApiResponse> {
  const described = ([...statuses, 401, 500, 503] as const).map((status) => [
    status,
    jsonResponse(ERRORS[status], errorBody, ERROR_HEADERS[status]),
  ])
  return { ...Object.fromEntries(described), ...headersTooLarge }
}
