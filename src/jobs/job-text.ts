/** A job as JSON text, assembled from the JSON that the store holds. */
import { type JobField, jobField } from '../contract/common.ts'
import { NO_DETAILS } from './details.ts'
import { kindOf, statusOf } from './bucket.ts'

/** JSON text: a string, or UTF-8 bytes if the store can return them without decoding. */
export type JsonText = string | Uint8Array

/** A job as stored: fields that are JSON on the wire are stored as JSON text. Times are milliseconds since 1970. */
export interface JobRecord {
  readonly id: string
  readonly bucket: number
  readonly created_at: number
  readonly completed_at: number | null
  readonly error_code: number | null
  readonly error_message: string | null
  readonly custom_metadata: string | null
  readonly post_session_metadata: string
  readonly file: string | null
  readonly details: string | null
  readonly request_params: string
  /** Undefined if it was not read. */
  readonly preview?: string | null
  readonly result: JsonText | null
}

/** The API's version of the job format. */
export const API_VERSION = 2

const time = (ms: number | null): string => (ms === null ? 'null' : `"${new Date(ms).toISOString()}"`)

/** Every field of a job on the wire: its column, and how it is written. */
const FIELDS = {
  id: { column: 'id', write: (job) => `"${job.id}"` },
  /** `G-` and the first eight hex digits of the id. */
  request_id: { column: 'id', write: (job) => `"G-${job.id.slice(0, 8)}"` },
  version: { column: 'id', write: () => String(API_VERSION) },
  status: { column: 'bucket', write: (job) => `"${statusOf(job.bucket)}"` },
  created_at: { column: 'created_at', write: (job) => time(job.created_at) },
  completed_at: { column: 'completed_at', write: (job) => time(job.completed_at) },
  kind: { column: 'bucket', write: (job) => `"${kindOf(job.bucket)}"` },
  custom_metadata: { column: 'custom_metadata', write: (job) => job.custom_metadata ?? 'null' },
  post_session_metadata: { column: 'post_session_metadata', write: (job) => job.post_session_metadata },
  error_code: { column: 'error_code', write: (job) => String(job.error_code) },
  error_message: { column: 'error_message', write: (job) => JSON.stringify(job.error_message) },
  file: { column: 'file', write: (job) => job.file ?? 'null' },
  details: { column: 'details', write: (job) => job.details ?? NO_DETAILS },
  request_params: { column: 'request_params', write: (job) => job.request_params },
  result: { column: 'result', write: (job) => job.result ?? 'null' },
  preview: { column: 'preview', write: (job) => job.preview ?? 'null' },
} as const satisfies Record<JobField, { column: keyof JobRecord; write: (job: JobRecord) => JsonText }>

/** The fields of a whole job, in wire order. */
export const JOB_FIELDS: readonly JobField[] = jobField.options.filter((field) => field !== 'preview')

/** The columns that the fields are written from, without duplicates. */
export function columnsOf(fields: readonly JobField[]): (keyof JobRecord)[] {
  return [...new Set(fields.map((field) => FIELDS[field].column))]
}

/**
 * Writes jobs as JSON text, separated by commas. Stored JSON is copied as it is: to parse and serialise it would cost two thirds of the
 * throughput of a page (at 116 KB, 0.34 of a bare server with JSON.stringify, 1.02 with copying), and to decode its UTF-8, half of
 * the rest.
 * @param jobs must have the columns of `fields`; their byte arrays are consumed
 * @param prefix is written before the first job, if there is one
 */
export function jobsText(jobs: readonly JobRecord[], fields: readonly JobField[], prefix = ''): Buffer {
  const parts: Uint8Array[] = []
  let text = jobs.length > 0 ? prefix : ''
  for (const [i, job] of jobs.entries()) {
    text += i === 0 ? '{' : '},{'
    for (const [j, field] of fields.entries()) {
      text += `${j === 0 ? '' : ','}"${field}":`
      const value = FIELDS[field].write(job)
      if (typeof value === 'string') {
        text += value
      } else {
        parts.push(Buffer.from(text), value)
        text = ''
      }
    }
  }
  if (jobs.length > 0) text += '}'
  parts.push(Buffer.from(text))
  const joined = Buffer.concat(parts)
  for (const part of parts) free(part)
  return joined
}

/** The JSON text of a job before and after its result, for results that are sent in slices. */
export function aroundResult(
  job: JobRecord,
  fields: readonly JobField[],
  prefix: string,
): { readonly before: Buffer; readonly after: Buffer } {
  const place = fields.indexOf('result')
  const text = (some: readonly JobField[]) => jobsText([job], some).subarray(1, -1)
  const [head, tail] = [text(fields.slice(0, place)), text(fields.slice(place + 1))]
  return {
    before: Buffer.concat([
      Buffer.from(`${prefix}{`),
      head,
      Buffer.from(`${head.length > 0 ? ',' : ''}"result":`),
    ]),
    after: Buffer.concat([Buffer.from(tail.length > 0 ? ',' : ''), tail, Buffer.from('}')]),
  }
}

/**
 * Frees the memory of a byte array at once, unless it shares its buffer. The garbage collector hardly counts such memory and lets it
 * grow until a full collection, which slowed a page of 340 MB down to two thirds of the rate.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
