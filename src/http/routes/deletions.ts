import {
  type Deletion,
  deletion,
  type DeletionList,
  deletionList,
  deletionParameters,
  parseDeletionQuery,
} from '../../contract/deletions.ts'
import type { Deletion as StoredDeletion } from '../../jobs/deletion.ts'
import { callerOf } from '../authentication.ts'
import { invalid, NO_TRASH, notFound } from '../errors.ts'
import { addition } from '../operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../path-ids.ts'
import { queryPairs } from '../request-url.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

/** Deletions on a list of them. */
const MAX_LISTED = 100

/** Deletes the jobs that match filters, in the background. */
export function deletionRoutes(app: App, { store, trashDays }: Parts): void {
  app.delete(
    '/v2/jobs',
    {
      ...addition('write', {
        tags: ['jobs'],
        operationId: 'deleteJobs',
        summary: 'Delete many jobs',
        description:
          'Deletes the jobs of both kinds that match all filters, as `DELETE /v2/jobs/{id}` deletes one, in the background. ' +
          'Jobs that are queued or processing when it is requested, or are created later, are kept. At least one filter is ' +
          'required, and no other parameter or empty value is accepted.',
        querystring: deletionParameters,
        response: { 202: jsonResponse('The jobs are being deleted.', deletion), ...errorResponses(400) },
      }),
      // A parameter has several spellings, see `parseListQuery`.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const { account, url } = request
      const parsed = parseDeletionQuery(queryPairs(url))
      if (!parsed.ok) throw invalid(...parsed.faults)
      if (parsed.trash && trashDays === 0) throw invalid(NO_TRASH)
      const begun = await store.deletions.begin(account, parsed.filter, callerOf(request).who, {
        isToTrash: parsed.trash,
      })
      if (begun.matched !== null) request.auditDetails = { jobs: begun.matched }
      store.wake.notify('deletions')
      return reply.code(202).send(toDeletion(begun))
    },
  )

  app.get(
    '/v2/deletions',
    addition('read', {
      tags: ['jobs'],
      operationId: 'listDeletions',
      summary: 'List deletions of many jobs',
      description: 'They are kept for at least 30 days.',
      response: { 200: jsonResponse('The deletions.', deletionList), ...errorResponses() },
    }),
    async ({ account }): Promise<DeletionList> => ({
      items: (await store.deletions.newest(account, MAX_LISTED)).map(toDeletion),
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
      const found = await store.deletions.get(account, params.id)
      if (found === null) throw notFound('deletion')
      return toDeletion(found)
    },
  )
}

function toDeletion({ requestedBy, createdAt, completedAt, isToTrash, ...shown }: StoredDeletion): Deletion {
  return {
    ...shown,
    trash: isToTrash,
    requested_by: requestedBy,
    created_at: new Date(createdAt).toISOString(),
    completed_at: completedAt === null ? null : new Date(completedAt).toISOString(),
  }
}
