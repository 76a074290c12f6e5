import {
  type Deletion,
  deletion,
  type DeletionList,
  deletionList,
  deletionParameters,
  parseDeletionQuery,
} from '../../contract/deletions.ts'
import type { BulkRequest } from '../../jobs/bulk-request.ts'
import { beginBulkRequest, MAX_LISTED, shownRequest } from '../jobs/bulk-requests.ts'
import { invalid, NO_TRASH, notFound } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../requests/path-ids.ts'
import { queryPairs } from '../requests/request-url.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Deletes all jobs that match a filter, in the background. */
export function deletionRoutes(app: App, parts: Parts): void {
  const { store, trashDays } = parts
  app.delete(
    '/v2/jobs',
    {
      ...addition('write', {
        tags: ['jobs'],
        operationId: 'deleteJobs',
        summary: 'Delete many jobs',
        description:
          'Deletes all jobs of both kinds that match all filters, in the background, like `DELETE /v2/jobs/{id}` for one job. Jobs ' +
          'that are queued or processing at the time of the request, or created later, are kept. At least one filter is required; ' +
          'other parameters and empty values are rejected.',
        querystring: deletionParameters,
        response: { 202: jsonResponse('The jobs are being deleted.', deletion), ...errorResponses(400) },
      }),
      // Parameters have several spellings, see `parseListQuery`.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const parsed = parseDeletionQuery(queryPairs(request.url))
      if (!parsed.ok) throw invalid(...parsed.faults)
      const { filter, trash } = parsed
      if (trash && trashDays === 0) throw invalid(NO_TRASH)
      const begun = await beginBulkRequest(parts, request, { kind: 'delete', options: { trash }, filter })
      return reply.code(202).send(toDeletion(begun))
    },
  )

  app.get(
    '/v2/deletions',
    addition('read', {
      tags: ['jobs'],
      operationId: 'listDeletions',
      summary: 'List deletions of many jobs',
      description: 'Deletions are listed for at least 30 days.',
      response: { 200: jsonResponse('The deletions.', deletionList), ...errorResponses() },
    }),
    async ({ account }): Promise<DeletionList> => ({
      items: (await store.bulkRequests.newest(account, 'delete', MAX_LISTED)).map(toDeletion),
    }),
  )

  app.get(
    '/v2/deletions/:id',
    addition('read', {
      tags: ['jobs'],
      operationId: 'getDeletion',
      summary: 'Fetch the progress of a deletion of many jobs',
      params: withId('deletion'),
      response: { 200: jsonResponse('The deletion.', deletion), ...errorResponses(404) },
    }),
    async ({ account, params }): Promise<Deletion> => {
      const found = await store.bulkRequests.get(account, 'delete', params.id)
      if (found === null) throw notFound('deletion')
      return toDeletion(found)
    },
  )
}

function toDeletion(request: BulkRequest<'delete'>): Deletion {
  return shownRequest(request, { deleted: request.handled, trash: request.options.trash })
}
