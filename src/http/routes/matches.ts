import { matchPage, type MatchPage, matchQuery } from '../../contract/matches.ts'
import { wordsToFind } from '../../contract/search-words.ts'
import { notFound } from '../errors.ts'
import { findTranscript } from '../jobs/job-transcript.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Finds words in the transcript of a job. */
export function matchRoute(app: App, { store, maker }: Parts): void {
  app.get(
    '/v2/jobs/:id/matches',
    addition('read', {
      tags: ['jobs'],
      operationId: 'findInTranscript',
      summary: 'Find words in the transcript of a job',
      description:
        'The utterances of the newest revision that contain any of the words, with their positions. As in lists with the same ' +
        '`q`, the transcript must contain all of the words, ignoring case and punctuation: a job has matches if and only if ' +
        'a list finds it.',
      params: withJobId,
      querystring: matchQuery,
      response: {
        200: jsonResponse('A page of utterances.', matchPage),
        ...errorResponses(400, 404, 409),
      },
    }),
    async ({ account, params, query }): Promise<MatchPage> => {
      const { q, offset, limit } = query
      const found = await findTranscript(store, account, params.id)
      const page = await maker.make(found, 'match', { words: wordsToFind(q) ?? [], offset, limit })
      if (page === null) throw notFound('job')
      return page
    },
  )
}
