import { type JobDetails, jobDetails, jobDetailsPatch } from '../../contract/details.ts'
import { notFound } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../path-ids.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

/** Title, tags and names of speakers, for jobs of both kinds. */
export function jobDetailsRoute(app: App, { store }: Parts): void {
  app.patch(
    '/v2/jobs/:id',
    {
      config: { scope: ['read', 'write'], isAddition: true },
      schema: {
        tags: ['jobs'],
        operationId: 'updateJob',
        summary: 'Set title, tags and names of speakers',
        description:
          'Changes the `details` of a job, whatever its status, by a JSON merge patch (RFC 7396): what is absent stays, ' +
          'null removes.',
        params: withJobId,
        body: jobDetailsPatch,
        response: {
          200: jsonResponse('The details after the change.', jobDetails),
          ...errorResponses(400, 404, 413, 415),
        },
      },
    },
    async (request): Promise<JobDetails> => {
      const details = await store.jobs.setDetails(request.account, request.params.id, request.body)
      if (details === null) throw notFound('job')
      return details
    },
  )
}
