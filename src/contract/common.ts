/** The small types that every other shape of the wire is made of. */
import { z } from 'zod'
import { issueText } from './issue-text.ts'

// For every schema of this program, so that whoever parses answers with the same texts.
z.config({ customError: issueText })

export const jobStatus = z.enum(['queued', 'processing', 'done', 'error']).meta({
  id: 'JobStatus',
  description: 'Where a job is: queued, then processing, then done or error, and never back.',
})
export type JobStatus = z.infer<typeof jobStatus>

export const jobKind = z.enum(['pre-recorded', 'live']).meta({
  id: 'JobKind',
  description: 'Whether a job is about a file (`pre-recorded`) or about a live session (`live`).',
})
export type JobKind = z.infer<typeof jobKind>

/** In the order in which a job shows them. */
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
    'file',
    'request_params',
    'result',
  ])
  .meta({ id: 'JobField', description: 'A field of a job.' })
export type JobField = z.infer<typeof jobField>

export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  description: 'ISO 8601, UTC, with milliseconds and `Z`.',
  examples: ['2025-06-01T09:30:00.000Z'],
})

/** A point in an audio, or a length of it. */
export const seconds = z.number().min(0)

/** How sure a model is. */
export const confidence = z.number().min(0).max(1)

/** An address that this service may be asked to fetch or to call. */
export const webUrl = z.url({
  protocol: /^https?$/,
  error: (issue) => (issue.code === 'invalid_format' ? 'must be an http:// or https:// URL' : undefined),
})

/** An object of the caller's own, any JSON in it. */
export const metadata = z.record(z.string(), z.unknown())

export const jobId = z.uuid().describe('Id of the job.')

export const requestId = z
  .string()
  .regex(/^G-[0-9a-f]{8}$/)
  .describe('`G-` and 8 hex digits.')
