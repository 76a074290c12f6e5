import { type UtterancePage, utterancePage, utteranceQuery } from '../../contract/utterances.ts'
import { notFound } from '../errors.ts'
import { findTranscript } from '../jobs/job-transcript.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../requests/path-ids.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Reads a part of the transcript of a job. */
export function utteranceRoute(app: App, { store, maker }: Parts): void {
  app.get(
    '/v2/jobs/:id/utterances',
    addition('read', {
      tags: ['jobs'],
      operationId: 'listUtterances',
      summary: 'Read a part of a transcript',
      description:
        'The utterances of the newest revision between two times, or from a given one on, without their words.',
      params: withJobId,
      querystring: utteranceQuery,
      response: {
        200: jsonResponse('A page of utterances.', utterancePage),
        ...errorResponses(400, 404, 409),
      },
    }),
    async ({ account, params, query }): Promise<UtterancePage> => {
      const found = await findTranscript(store, account, params.id)
      const page = await maker.make(found, 'utterances', query)
      if (page === null) throw notFound('job')
      return page
    },
  )
}
