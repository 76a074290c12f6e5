import { changeParameters, jobChanges, parseChangesQuery } from '../../contract/changes.ts'
import { formatChangeCursor } from '../../contract/change-cursor.ts'
import { changesRestored, invalid } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import { hasPage, TAG_HEADER } from '../lists/page-tag.ts'
import type { App, Parts } from '../parts.ts'
import { queryPairs } from '../requests/request-url.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { wrapped } from '../lists/list-page.ts'

/** Lists the changes of the jobs of an account. */
export function changeRoutes(app: App, { store }: Parts): void {
  app.get(
    '/v2/jobs/changes',
    {
      ...addition('read', {
        tags: ['jobs'],
        operationId: 'listChanges',
        summary: 'List the jobs that have changed',
        description:
          'For programs that keep a mirror of all jobs. Read from the beginning while `more` is true; from then on, send the last `next` as ' +
          '`after` at any time. Each job is returned once, in its current state, ordered by its last change; a job that was deleted or moved ' +
          'to the trash is returned as its id with `deleted`. The mirror then has exactly the jobs of the account. To start a mirror from ' +
          'a list instead, request `after=now` before reading the list.',
        querystring: changeParameters,
        response: {
          200: jsonResponse('Jobs that have changed.', jobChanges, TAG_HEADER),
          304: emptyResponse('Not modified: the page still has the `ETag` sent in `If-None-Match`.'),
          ...errorResponses(400, 410),
        },
      }),
      // Parameters have several spellings: parseChangesQuery validates them.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { account, url } = request
      const parsed = parseChangesQuery(queryPairs(url))
      if (!parsed.ok) throw invalid(...parsed.faults)
      const { after, limit, fields } = parsed.query
      if (hasPage(request, reply)) return reply.code(304).send()
      const page = await store.jobs.changes(account, after, limit, fields ?? undefined)
      if (page === null) throw changesRestored()
      const { next, more, items } = page
      reply.type('application/json; charset=utf-8')
      const tail = `],"next":${JSON.stringify(formatChangeCursor(next))},"more":${more}}`
      return reply.send(wrapped('{"items":[', items, tail))
    },
  )
}
