import type { TranscriptStore } from '../jobs/transcript-store.ts'
import { type JobTranscript, jobTranscript } from '../transcription/revised-transcript.ts'
import { notDone, notFound } from './errors.ts'
import { parseId } from './parse-id.ts'
import type { HeaderDocs } from './responses.ts'

/**
 * The transcript of a job.
 * @param id as in the path of the request
 * @param revision its number, or `newest`
 * @throws {RequestError} 404 when the account has no such job or the transcript no such revision, 409 when the job is not done
 */
export async function readTranscript(
  transcripts: TranscriptStore,
  account: number,
  id: string,
  revision = 'newest',
): Promise<JobTranscript> {
  const found = await transcripts.get(account, parseId(id, 'job'), askedFor(revision))
  if (found === null) throw notFound('job')
  const { status } = found.job
  if (status !== 'done') throw notDone(status)
  if (found.utterances === null) throw notFound('the revision')
  return jobTranscript(found)
}

/**
 * The result of a job with a revision of its transcript, as JSON; undefined where that is the result as it is stored.
 * @throws {RequestError} 404 when the transcript has no such revision
 */
export async function revisedResult(
  transcripts: TranscriptStore,
  account: number,
  id: string,
  revision: string | undefined,
): Promise<string | undefined> {
  if (revision === undefined || Number(revision) === 0) return undefined
  const found = await transcripts.get(account, id, askedFor(revision))
  if (found === null || (found.revision === 0 && revision === 'newest')) return undefined
  if (found.utterances === null) throw notFound('the revision')
  return JSON.stringify({ ...found.job.result, transcription: jobTranscript(found).transcription })
}

const askedFor = (revision: string) => (revision === 'newest' ? revision : Number(revision))

/** The entity tag of a revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`
}

export const revisionHeader: HeaderDocs = {
  etag: { type: 'string', description: 'The revision, for the `If-Match` of a correction.' },
}
