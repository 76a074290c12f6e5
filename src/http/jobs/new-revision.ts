/** What all requests that add a revision to a transcript share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MAX } from '../../contract/limits.ts'
import { transcription } from '../../contract/transcript.ts'
import { unpacked } from '../../jobs/compressed.ts'
import type { Changed } from '../../transcripts/transcript-tasks.ts'
import { callerOf } from '../authentication/authentication.ts'
import { notFound, revisionRequired, tooManyRevisions } from '../errors.ts'
import { findTranscript, type FoundTranscript } from './job-transcript.ts'
import type { Parts } from '../parts.ts'
import { jsonResponse } from '../openapi/responses.ts'
import { isNamed, revisionHeader, revisionTag, stale } from './revision-tag.ts'

export const ifMatch = z.looseObject({
  'if-match': z
    .string()
    .optional()
    .describe('Required: the `ETag` of the transcript being changed, or `*` for the newest.'),
})

export const newestTranscript = jsonResponse('The newest transcript.', transcription, revisionHeader)

/**
 * Adds a revision, unless nothing differs, and sends the newest transcript.
 * @param change computes the new revision from the newest; resolves to null if the job was deleted in the meantime
 * @throws {RequestError} 404 if there is no such job, 409 if it is not done, 412 if If-Match names an earlier revision, 428 without If-Match
 */
export async function addRevision(
  { store }: Parts,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  change: (found: FoundTranscript) => Promise<Changed | null>,
): Promise<FastifyReply> {
  const { account, headers, params } = request
  const tag = headers['if-match']
  if (tag === undefined) throw revisionRequired()
  const found = await findTranscript(store, account, params.id)
  const { id, revision } = found
  if (!isNamed(revision, tag)) throw stale(reply, revision)
  if (revision >= MAX.revisions) throw tooManyRevisions()
  const changed = await change(found)
  if (changed === null) throw notFound('job')
  if (changed.change !== null) {
    const by = callerOf(request).who
    const added = await store.transcripts.add(account, id, { from: revision, by, ...changed.change })
    if (added === null) throw notFound('job')
    if (!added.isAdded) throw stale(reply, added.newest)
  }
  reply.header('etag', revisionTag(changed.change === null ? revision : revision + 1))
  return reply.type('application/json; charset=utf-8').send(unpacked(changed.transcription))
}
