/** Basic types that the other schemas are built from. */
import { z } from 'zod'
import { issueText } from './issue-text.ts'
import { MAX } from './limits.ts'

// Set globally, so that all validation errors are worded alike.
z.config({ customError: issueText })

export const jobStatus = z.enum(['queued', 'processing', 'done', 'error']).meta({
  id: 'JobStatus',
  description: 'The status of a job: queued, then processing, then done or error. It never goes back.',
})
export type JobStatus = z.infer<typeof jobStatus>

export const jobKind = z.enum(['pre-recorded', 'live']).meta({
  id: 'JobKind',
  description: 'Whether a job transcribes a file (`pre-recorded`) or a live session (`live`).',
})
export type JobKind = z.infer<typeof jobKind>

/** In the order in which they appear in a job. */
export const jobField = z
  .enum([
    'id',
    'request_id',
    'version',
    'status',
    'created_at',
    'completed_at',
    'kind',
    'custom_metadata',
    'post_session_metadata',
    'error_code',
    'error_message',
    'file',
    'details',
    'request_params',
    'result',
    'preview',
  ])
  .meta({
    id: 'JobField',
    description: 'A field of a job. `preview` is returned only by lists that request it.',
  })
export type JobField = z.infer<typeof jobField>

export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  description: 'An ISO 8601 timestamp in UTC, with milliseconds and `Z`.',
  examples: ['2025-06-01T09:30:00.000Z'],
})

const DAY_MS = 86_400_000

/**
 * A time in the future, for a request. The default is null, whose meaning the description of the field gives.
 * @param days how far ahead it may be
 */
export const futureTime = (days = Infinity) =>
  z.iso
    .datetime({ offset: true })
    .max(40)
    .refine((text) => Date.parse(text) > Date.now(), { error: 'must be in the future' })
    .refine((text) => Date.parse(text) <= Date.now() + days * DAY_MS, {
      error: `must be at most ${days} days ahead`,
    })
    .nullable()
    .default(null)

/** A position in the audio, or a duration. */
export const seconds = z.number().min(0)

export const startTime = seconds.describe('Start time, in seconds from the start of the audio.')
export const endTime = seconds.describe('End time, in seconds from the start of the audio.')

export const confidence = z.number().min(0).max(1)

/** A URL that this service fetches or sends callbacks to, and shows as it was given. */
export const webUrl = z
  .url({
    protocol: /^https?$/,
    error: (issue) => (issue.code === 'invalid_format' ? 'must be an http:// or https:// URL' : undefined),
  })
  .max(MAX.url)
  // The URL parser has already removed tabs and line breaks. A pattern would replace `format` in the OpenAPI document.
  .refine((url) => !/\p{Cc}/u.test(url), { error: 'must not contain control characters' })
  .refine((url) => (URL.parse(url)?.hostname.length ?? 0) <= MAX.host, {
    error: `must have a host of at most ${MAX.host} characters`,
  })

/** An 11-second recording, so that the examples can be sent unchanged. */
export const EXAMPLE_AUDIO = 'https://raw.githubusercontent.com/ggml-org/whisper.cpp/master/samples/jfk.wav'

/** Any JSON object that the caller supplies. */
export const metadata = z.record(z.string(), z.unknown())

export const jobId = z.uuid().describe('Id of the job.')

/** A field of responses to requests that create something. */
export const warnings = z
  .array(z.string())
  .min(1)
  .optional()
  .describe(
    'One line for each unknown field or parameter, all of which were ignored. Absent if there are none.',
  )

export const requestId = z
  .string()
  .regex(/^G-[0-9a-f]{8}$/)
  .describe('`G-` followed by 8 hex digits.')
