import { trashPage, formatTrashCursor, trashQuery } from '../../contract/trash.ts'
import { trashedJobText } from '../../jobs/trashed-job.ts'
import { notFound } from '../errors.ts'
import { removeFiles } from '../jobs/jobs.ts'
import { nextPage } from '../lists/next-page.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../requests/path-ids.ts'
import { publicBase } from '../requests/public-base.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'

const withJobInTrash = withId('job in the trash')

/** Jobs that were deleted with `trash=true`. */
export function trashRoutes(app: App, parts: Parts): void {
  const { store, trashDays, defaultRetention } = parts

  app.get(
    '/v2/trash',
    addition('read', {
      tags: ['trash'],
      operationId: 'listTrash',
      summary: 'List the jobs in the trash',
      description:
        'The jobs that were deleted with `trash=true`, last deleted first. No other list shows them, and they cannot be fetched by ' +
        'their id.',
      querystring: trashQuery,
      response: { 200: jsonResponse('A page of the trash.', trashPage), ...errorResponses(400) },
    }),
    async (request, reply) => {
      const { cursor: after = null, limit } = request.query
      // One more than the page holds, to find out whether another page follows.
      const window = { after, limit: limit + 1 }
      const found = await store.trash.page(request.account, window, trashDays, defaultRetention)
      const path = `${publicBase(request)}/v2/trash`
      const { shown, next } = nextPage(found, path, { limit }, (last) => ({
        cursor: formatTrashCursor(last),
      }))
      const items = shown.map(trashedJobText).join()
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"days":${trashDays},"next":${JSON.stringify(next)},"items":[${items}]}`)
    },
  )

  app.post(
    '/v2/trash/:id/restore',
    addition('write', {
      tags: ['trash'],
      operationId: 'restoreJob',
      summary: 'Restore a job from the trash',
      description:
        'Restores the job with its transcript, revisions, audio, details and links. Its callback deliveries are not restored, and no ' +
        'callback is sent.',
      params: withJobInTrash,
      response: { 202: emptyResponse('The job was restored.'), ...errorResponses(404) },
    }),
    async ({ account, params }, reply) => {
      if (!(await store.trash.restore(account, params.id))) throw notFound('job in the trash')
      return reply.code(202).send()
    },
  )

  app.delete(
    '/v2/trash/:id',
    addition('write', {
      tags: ['trash'],
      operationId: 'deleteFromTrash',
      summary: 'Permanently delete a job in the trash',
      params: withJobInTrash,
      response: { 202: emptyResponse('The job was deleted.'), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const removed = await store.trash.remove(request.account, request.params.id)
      if (removed === null) throw notFound('job in the trash')
      await removeFiles(parts, request, removed.removedFiles)
      return reply.code(202).send()
    },
  )

  app.delete(
    '/v2/trash',
    addition('write', {
      tags: ['trash'],
      operationId: 'emptyTrash',
      summary: 'Empty the trash',
      description:
        'Permanently deletes all jobs in the trash. They can no longer be restored once the response is sent; they are deleted in the ' +
        'background.',
      response: { 202: emptyResponse('The trash is empty.'), ...errorResponses() },
    }),
    async ({ account }, reply) => {
      await store.trash.empty(account)
      store.wake.notify('background')
      return reply.code(202).send()
    },
  )
}
