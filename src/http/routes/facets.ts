import { LRUCache } from 'lru-cache'
import { type JobFacets, jobFacets } from '../../contract/facets.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Accounts whose facets are kept: of 500 tags, 30 KB each. */
const MAX_KNOWN = 100
/**
 * They are kept for so many times as long as it took to read them, since that holds up the thread that reads the database: for
 * 500,000 tags 0.8 s. Of a few tags, a change is seen at once.
 */
const KEPT_FOR = 20
const MAX_KEPT_MS = 10_000

/** Names the tags and languages by which jobs can be listed. */
export function facetRoute(app: App, { store }: Parts): void {
  const known = new LRUCache<number, JobFacets>({
    max: MAX_KNOWN,
    fetchMethod: async (account, _stale, { options }) => {
      const began = performance.now()
      const facets = await store.jobs.facets(account)
      options.ttl = Math.min(MAX_KEPT_MS, Math.ceil(KEPT_FOR * (performance.now() - began)))
      return facets
    },
  })
  app.get(
    '/v2/jobs/facets',
    addition('read', {
      tags: ['jobs'],
      operationId: 'listJobFacets',
      summary: 'List the tags and languages of jobs',
      description:
        'What the filters `tag` and `language` of the lists find, with how many jobs. Of an account with very many tags, as of ' +
        `the last ${MAX_KEPT_MS / 1000} seconds.`,
      response: { 200: jsonResponse('The tags and languages.', jobFacets), ...errorResponses() },
    }),
    async ({ account }) => known.forceFetch(account),
  )
}
