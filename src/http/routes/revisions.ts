import {
  correctedTranscript,
  type RevisionPage,
  revisionPage,
  revisionQuery,
} from '../../contract/revisions.ts'
import { invalid, notFound } from '../errors.ts'
import { addRevision, ifMatch, newestTranscript } from '../jobs/new-revision.ts'
import { nextPage } from '../lists/next-page.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { publicBase } from '../requests/public-base.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Enough for the maximum number of utterances with 200 characters each. */
const MAX_BODY_BYTES = 2 ** 21

/** Corrects the transcript of a job, and lists its revisions. */
export function revisionRoutes(app: App, parts: Parts): void {
  const { store, maker } = parts
  app.put(
    '/v2/jobs/:id/transcript',
    {
      bodyLimit: MAX_BODY_BYTES,
      ...addition(['read', 'write'], {
        tags: ['jobs'],
        operationId: 'updateTranscript',
        summary: 'Correct the transcript of a job',
        description:
          'Adds a revision with the given utterances, unless nothing differs. Words that are unchanged keep their times; others ' +
          'get the times of those they replace. Revisions have no sentences and no subtitles: fetch captions as `.srt` or `.vtt`. ' +
          'The `result` of the job does not change. Searches find the words of the newest revision.',
        params: withJobId,
        headers: ifMatch,
        body: correctedTranscript,
        response: {
          200: newestTranscript,
          ...errorResponses(400, 402, 404, 409, 412, 413, 415, 428),
        },
      }),
    },
    async (request, reply) =>
      addRevision(parts, request, reply, async (found) => {
        const corrected = await maker.make(found, 'correct', request.body.utterances)
        if (corrected !== null && corrected.fault !== null) throw invalid(corrected.fault)
        return corrected
      }),
  )

  app.get(
    '/v2/jobs/:id/revisions',
    addition('read', {
      tags: ['jobs'],
      operationId: 'listRevisions',
      summary: 'List the revisions of a transcript',
      description:
        'All revisions of the transcript of a job. To fetch one, use the parameter `revision` of the transcript or of the job. A ' +
        'job that is not done has none.',
      params: withJobId,
      querystring: revisionQuery,
      response: { 200: jsonResponse('A page of revisions.', revisionPage), ...errorResponses(400, 404) },
    }),
    async (request): Promise<RevisionPage> => {
      const { before = null, limit } = request.query
      const { id } = request.params
      // One more than the page holds, to find out whether another page follows.
      const found = await store.transcripts.list(request.account, id, { before, limit: limit + 1 })
      if (found === null) throw notFound('job')
      const path = `${publicBase(request)}/v2/jobs/${id}/revisions`
      const { shown, next } = nextPage(found, path, { limit }, ({ revision }) => ({ before: revision }))
      const items = shown.map(({ createdAt, ...revision }) => ({
        ...revision,
        created_at: new Date(createdAt).toISOString(),
      }))
      return { next, items }
    },
  )
}
