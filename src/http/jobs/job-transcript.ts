import { unpacked } from '../../jobs/compressed.ts'
import type { StoredJson } from '../../jobs/stored-json.ts'
import type { Store } from '../../store/open-store.ts'
import { notDone, notFound } from '../errors.ts'
import type { Parts } from '../parts.ts'

/** A revision of the transcript of a job that is done. */
export interface FoundTranscript {
  readonly account: number
  readonly id: string
  readonly revision: number
}

/**
 * Finds the revision of a transcript that a request asks for.
 * @param revision its number, or `newest`
 * @throws {RequestError} 404 if there is no such job or revision, 409 if the job is not done
 */
export async function findTranscript(
  { transcripts }: Store,
  account: number,
  id: string,
  revision = 'newest',
): Promise<FoundTranscript> {
  const state = await transcripts.state(account, id)
  if (state === null) throw notFound('job')
  if (state.status !== 'done') throw notDone(state.status)
  return { account, id, revision: askedFor(revision, state.newest) }
}

/** @throws {RequestError} 404 if the transcript has no such revision */
function askedFor(revision: string, newest: number): number {
  const asked = revision === 'newest' ? newest : Number(revision)
  if (asked > newest) throw notFound('the revision')
  return asked
}

/**
 * The JSON of a transcription: as stored, or computed if it is not stored.
 * @throws {RequestError} 404 if the job was deleted in the meantime
 */
export async function transcriptionJson(
  { store, maker }: Parts,
  found: FoundTranscript,
): Promise<StoredJson> {
  const stored = await store.transcripts.json(found.account, found.id, found.revision)
  if (stored !== null) return stored
  const made = await maker.make(found, 'json', undefined)
  if (made === null) throw notFound('job')
  return unpacked(made)
}

/**
 * The transcription that replaces the one in the result of a job; null to send the result unchanged.
 * @throws {RequestError} 404 if the transcript has no such revision
 */
export async function revisedTranscription(
  parts: Parts,
  account: number,
  id: string,
  revision = '0',
): Promise<StoredJson | null> {
  if (Number(revision) === 0) return null
  const state = await parts.store.transcripts.state(account, id)
  if (state === null) return null
  const asked = askedFor(revision, state.newest)
  return asked === 0 ? null : transcriptionJson(parts, { account, id, revision: asked })
}
