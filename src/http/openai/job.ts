/** The job of a request compatible with OpenAI: created for its file, awaited, and deleted unless it is stored. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Job } from '../../contract/job.ts'
import type { OpenAiFields } from '../../contract/openai.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../contract/pre-recorded-request.ts'
import { CANCELLED } from '../../jobs/cancellation.ts'
import type { CreatedJob, NewJob } from '../../jobs/job.ts'
import type { JobStore } from '../../store/jobs/job-store.ts'
import { parsedJson } from '../../jobs/stored-json.ts'
import { addJob, removeJob } from '../jobs/jobs.ts'
import { draining, invalid, notFound, RequestError } from '../errors.ts'
import { createOnce } from '../idempotency.ts'
import type { FoundTranscript } from '../jobs/job-transcript.ts'
import type { ReceivedForm } from './form.ts'
import type { Parts } from '../parts.ts'
import { publicBase } from '../requests/public-base.ts'
import { parseRequest } from '../requests/validation.ts'

export type Task = 'transcribe' | 'translate'

/**
 * Creates a job for a form, unless an earlier request with the same idempotency key has done so.
 * @returns the id of the job
 */
export async function createOpenAiJob(
  request: FastifyRequest,
  reply: FastifyReply,
  { store }: Parts,
  task: Task,
  { fields, file, sha256 }: ReceivedForm<OpenAiFields>,
): Promise<string> {
  const { language, languages = [], prompt, response_format: format } = fields
  const audio_url = `${publicBase(request)}/file/${file.id}`
  const asked = parseRequest(preRecordedRequest, {
    audio_url,
    ...(prompt !== undefined && { context_prompt: prompt }),
    language_config: { languages: [...languages, ...(language === undefined ? [] : [language])] },
    ...(task === 'translate' && { translation: true, translation_config: { target_languages: ['en'] } }),
    ...(format === 'diarized_json' && { diarization: true }),
    // Deletes a job that should not be stored even if this process is killed while it waits.
    ...(fields.store === 'false' && { retention: { transcript_days: 1 } }),
  })
  // Requests with the same idempotency key are compared by this.
  request.body = { fields, filename: file.filename, sha256 }
  const create = async (keyed: NewJob['request']): Promise<CreatedJob> =>
    addJob(store, request.account, {
      customMetadata: null,
      requestParams: preRecordedParamsOf(asked),
      fileId: file.id,
      request: keyed ?? null,
    })
  const answer = ({ id }: { readonly id: string }) => ({ id })
  const { id } = await createOnce(request, reply, { store, answer, create })
  return id
}

/** Deletes a file unless a job uses it. If that fails, the file expires like any unused upload. */
export async function discardUnused(
  request: FastifyRequest,
  { intake }: Parts,
  fileId: string,
): Promise<void> {
  try {
    await intake.discardUnused(fileId)
  } catch (error) {
    request.log.error({ err: error }, 'upload without a job could not be deleted; it expires')
  }
}

/** A job that a request is waiting for. */
interface AwaitedJob {
  readonly id: string
  readonly isStored: boolean
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

/**
 * Waits until a job has a transcript.
 * @throws {RequestError} if the job fails or does not end in time
 */
export async function transcriptOnceDone(
  { account }: Pick<FastifyRequest, 'account'>,
  { store, openAiSeconds, drain }: Parts,
  { id, isStored, signal }: AwaitedJob,
): Promise<FoundTranscript> {
  const late = AbortSignal.timeout(openAiSeconds * 1000)
  const hasEnded = await jobEnd(store.jobs, account, id, AbortSignal.any([signal, drain, late]))
  // Not 503, even while draining: load balancers would send the request again.
  if (!hasEnded && isStored)
    throw new RequestError(504, `the job ${id} goes on: fetch it from /v2/jobs/${id}`)
  if (!hasEnded) throw drain.aborted ? draining() : notInTime(openAiSeconds)
  const state = await store.transcripts.state(account, id)
  const job = state?.status === 'error' ? await store.jobs.get(account, id, null) : null
  if (job !== null) throw failed((await parsedJson(job)) as Job)
  if (state === null) throw notFound('job')
  return { account, id, revision: state.newest }
}

/** Cancels a job if it has not ended, and deletes it with its audio. If that fails, the job expires by its retention. */
export async function discardJob(request: FastifyRequest, parts: Parts, id: string): Promise<void> {
  try {
    await parts.cancel(id, 'pre-recorded')
    await removeJob(parts, request, id, 'pre-recorded')
  } catch (error) {
    request.log.error(
      { err: error },
      'job that is not to be stored could not be deleted; it expires in a day',
    )
  }
}

const notInTime = (seconds: number) =>
  new RequestError(504, `transcribing the audio takes more than ${seconds} s: send it without store=false`)

function failed({ error_code: code, error_message: message }: Job): RequestError {
  if (code === CANCELLED.code) return new RequestError(409, 'the job was cancelled')
  const reason = message ?? 'the job has failed'
  if (code === 422) return invalid(`file: ${reason}`)
  return new RequestError(code === null || code > 500 ? 500 : code, reason)
}

/** Polling interval: a tenth of the time waited so far, within these bounds. Polling takes less than 1 ms. */
const POLL_MS = { min: 50, max: 1_000 }

/**
 * Waits until a job has ended, on any node.
 * @returns false if the signal was aborted first
 * @throws {RequestError} 404 if the account has no such job, or it was deleted
 */
async function jobEnd(
  jobs: Pick<JobStore, 'state'>,
  account: number,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const began = performance.now()
  for (;;) {
    const state = await jobs.state(account, id)
    if (state === null) throw notFound('job')
    if (state.status === 'done' || state.status === 'error') return true
    const pause = Math.min(POLL_MS.max, Math.max(POLL_MS.min, (performance.now() - began) / 10))
    await delay(pause, undefined, { signal }).catch(() => {}) // aborted
    if (signal.aborted) return false
  }
}
