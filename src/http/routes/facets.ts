import { LRUCache } from 'lru-cache'
import { type JobFacets, jobFacets } from '../../contract/facets.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Accounts whose facets are cached. 500 tags take 30 KB. */
const MAX_KNOWN = 100
/**
 * Facets are cached for this many times as long as it took to read them, which blocks the thread that reads the database: 0.8 s for
 * 500,000 tags. With few tags, changes are visible almost at once.
 */
const KEPT_FOR = 20
const MAX_KEPT_MS = 10_000

/** Lists the tags and languages by which jobs can be filtered. */
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
        'The values for the filters `tag` and `language` of lists, with the number of jobs. For accounts with very many tags, ' +
        `they may be up to ${MAX_KEPT_MS / 1000} seconds old.`,
      response: { 200: jsonResponse('The tags and languages.', jobFacets), ...errorResponses() },
    }),
    async ({ account }) => known.forceFetch(account),
  )
}
