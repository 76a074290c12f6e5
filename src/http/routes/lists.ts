import { callerOf } from '../authentication/authentication.ts'
import type { JobKind } from '../../contract/common.ts'
import { listParameters, parseListQuery } from '../../contract/list-query.ts'
import { invalid } from '../errors.ts'
import { JOB_RESOURCES } from '../jobs/job-resources.ts'
import { PageCache } from '../lists/page-cache.ts'
import { hasPage, TAG_HEADER } from '../lists/page-tag.ts'
import { pageResponse } from '../lists/list-page.ts'
import { operation } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { queryPairs } from '../requests/request-url.ts'
import { jsonResponse, emptyResponse, errorResponses } from '../openapi/responses.ts'
import { publicBase } from '../requests/public-base.ts'

/** When the old list of both kinds was deprecated (RFC 9745). */
const DEPRECATED_SINCE = '@1704067200'

const HEADERS = {
  'x-total-count': {
    type: 'integer',
    description:
      'Number of matching jobs. Absent above 100,000 matches with `custom_metadata` or `tag`, and above 500 with `q`.',
  },
  ...TAG_HEADER,
} as const
const DEPRECATED_HEADERS = {
  ...HEADERS,
  deprecation: { type: 'string', description: 'When this list was deprecated (RFC 9745).' },
  link: {
    type: 'string',
    description: 'The list that replaces it, with `rel="successor-version"` (RFC 8594).',
  },
} as const

const DESCRIPTION =
  'Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, ' +
  'even if jobs are created or deleted in the meantime. With `offset` alone, pages shift when that happens.'

export function listRoutes(app: App, { store }: Parts): void {
  /**
   * Validates the query of a list, and returns a function that reads the page.
   * @param kind the kind of jobs on the list; null for both kinds
   * @param list URL of the list, for the links of the page
   * @throws {RequestError} 400 if the query is invalid
   */
  const pageReader = (account: number, kind: JobKind | null, list: string, url: string) => {
    const parsed = parseListQuery(queryPairs(url), { kinds: kind === null })
    if (!parsed.ok) throw invalid(...parsed.faults)
    const { query } = parsed
    const filter = kind === null ? query : { ...query, kinds: [kind] }
    const window = {
      offset: query.offset,
      limit: query.limit,
      cursor: query.cursor?.ordinal ?? null,
    }
    return async () =>
      pageResponse(list, query, await store.jobs.page(account, filter, window, query.fields ?? undefined))
  }

  const cache = new PageCache()
  for (const { path, kind, page, names, successor } of JOB_RESOURCES) {
    app.get(
      path,
      {
        ...operation('read', {
          tags: ['jobs'],
          operationId: `list${names[1]}`,
          summary: kind === null ? 'List jobs' : `List ${kind} jobs`,
          description: DESCRIPTION,
          deprecated: successor !== null,
          querystring: kind === null ? listParameters : listParameters.omit({ kind: true }),
          response: {
            200: jsonResponse('A page of jobs.', page, successor === null ? HEADERS : DEPRECATED_HEADERS),
            304: emptyResponse('Not modified: the list still has the `ETag` sent in `If-None-Match`.'),
            ...errorResponses(400),
          },
        }),
        // Parameters have several spellings, which the schema does not know: parseListQuery validates them.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const { account, url } = request
        const { jobChanges } = callerOf(request)
        const base = publicBase(request)
        const key = { account, jobChanges, url: `${base}${url}` }
        // Before parsing the query, which took a fifth of the time of a cached request: a URL in the cache is valid.
        const cached = cache.get(key)
        const read =
          cached === undefined ? pageReader(account, kind, `${base}${path}`, url) : async () => cached

        if (successor !== null) {
          reply.header('deprecation', DEPRECATED_SINCE)
          reply.header('link', `<${base}${successor}>; rel="successor-version"`)
        }
        if (hasPage(request, reply)) return reply.code(304).send()

        const response = await read()
        if (cached === undefined) cache.add(key, response)
        if (response.total !== null) reply.header('x-total-count', response.total)
        return reply.type('application/json; charset=utf-8').send(response.body)
      },
    )
  }
}
