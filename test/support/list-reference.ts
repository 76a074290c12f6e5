/** The reference for lists, as simple as possible: a filter over an array. */
import type { Who } from '../../src/contract/who.ts'
import { JOB_FIELDS } from '../../src/jobs/job-text.ts'
import type { JobField, JobKind, JobStatus } from '../../src/contract/common.ts'

export type Scalar = string | number | boolean | null
export type Json = Scalar | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** A transcript and its words. */
export interface Transcript {
  readonly text: string
  readonly languages: readonly string[]
  readonly words: ReadonlySet<string>
}

/** A job as the test created it. */
export interface MadeJob {
  readonly id: string
  readonly account: string
  readonly kind: JobKind
  status: JobStatus
  /** Milliseconds. */
  readonly createdAt: number
  readonly completedAt: number | null
  readonly error: { readonly code: number; readonly message: string } | null
  readonly customMetadata: JsonObject | null
  readonly requestParams: object
  readonly result: object | null
  /** The newest revision. */
  readonly transcript: Transcript | null
  readonly revision: number
  /** The recognised transcript, whatever the newest revision is. */
  readonly recognised: Transcript | null
  readonly tags: readonly string[]
  readonly changedBy: Who | null
}

/** A point in time; `beyond` if it is after that millisecond and before the next. */
export interface Instant {
  readonly ms: number
  readonly beyond: boolean
}

/** The conditions of a query. */
export interface Wanted {
  readonly kinds: readonly JobKind[] | null
  readonly statuses: readonly JobStatus[] | null
  /** Any instant of the UTC day. */
  readonly day: number | null
  readonly before: Instant | null
  readonly after: Instant | null
  readonly customMetadata: JsonObject | null
  /** The job has all of these. */
  readonly tags: readonly string[] | null
  /** It was recognised in this language. */
  readonly language: string | null
  /** All of these are in the transcript. */
  readonly words: ReadonlySet<string> | null
}

export const DAY = 86_400_000

/** The matching jobs, in the order of `jobs`. */
export function matching(jobs: readonly MadeJob[], wanted: Wanted): MadeJob[] {
  const { kinds, statuses, day, before, after, customMetadata, tags, language, words } = wanted
  return jobs.filter(
    (job) =>
      (kinds === null || kinds.includes(job.kind)) &&
      (statuses === null || statuses.includes(job.status)) &&
      (day === null || Math.floor(job.createdAt / DAY) === Math.floor(day / DAY)) &&
      (before === null || job.createdAt < before.ms || (before.beyond && job.createdAt === before.ms)) &&
      (after === null || job.createdAt > after.ms) &&
      (customMetadata === null || holds(job.customMetadata, customMetadata)) &&
      (tags === null || tags.every((tag) => job.tags.includes(tag))) &&
      (language === null || (job.recognised?.languages.includes(language) ?? false)) &&
      (words === null || (job.transcript !== null && words.isSubsetOf(job.transcript.words))),
  )
}

/** A job as a list shows it: the requested fields, in contract order. */
export function onTheWire(job: MadeJob, fields: readonly JobField[] | null): object {
  const whole = {
    id: job.id,
    request_id: `G-${job.id.slice(0, 8)}`,
    version: 2,
    status: job.status,
    created_at: new Date(job.createdAt).toISOString(),
    completed_at: job.completedAt === null ? null : new Date(job.completedAt).toISOString(),
    kind: job.kind,
    custom_metadata: job.customMetadata,
    post_session_metadata: {},
    error_code: job.error?.code ?? null,
    error_message: job.error?.message ?? null,
    file: null,
    details: {
      ...{ title: null, tags: job.tags, speaker_names: {}, revision: job.revision },
      changed_by: job.changedBy,
    },
    request_params: job.requestParams,
    result: job.result,
    preview: job.transcript && {
      text: job.transcript.text,
      speakers: 0,
      languages: job.recognised?.languages ?? [],
    },
  } satisfies Record<JobField, unknown>
  const shown = fields ?? JOB_FIELDS
  return Object.fromEntries(Object.entries(whole).filter(([name]) => shown.some((field) => field === name)))
}

/** Whether metadata contains every leaf of `wanted` at its path, and every element of its arrays. */
function holds(metadata: Json, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    const found = isObject(metadata) && Object.hasOwn(metadata, key) ? metadata[key] : undefined
    if (isArray(value)) {
      return value.every(
        (element) => isArray(found) && found.some((other) => canonical(other) === canonical(element)),
      )
    }
    if (isObject(value)) return holds(found ?? null, value)
    return found !== undefined && !isArray(found) && !isObject(found) && String(found) === String(value)
  })
}

/** A text that ignores the order of keys and the type of scalars. */
function canonical(value: Json): string {
  if (isArray(value)) return `[${value.map(canonical).join()}]`
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
    return `{${fields.toSorted().join()}}`
  }
  return JSON.stringify(String(value))
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
