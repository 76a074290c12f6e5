import { jobFacets } from '../../contract/facets.ts'
import { addition } from '../operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

/** Names the tags and languages by which jobs can be listed. */
export function facetRoute(app: App, { store }: Parts): void {
  app.get(
    '/v2/jobs/facets',
    addition('read', {
      tags: ['jobs'],
      operationId: 'listJobFacets',
      summary: 'List the tags and languages of jobs',
      description: 'What the filters `tag` and `language` of the lists find, with how many jobs.',
      response: { 200: jsonResponse('The tags and languages.', jobFacets), ...errorResponses() },
    }),
    async ({ account }) => store.jobs.facets(account),
  )
}
