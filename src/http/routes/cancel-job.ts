import { draining, hasEnded, notFound } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { withJobId } from '../path-ids.ts'
import { emptyResponse, errorResponses } from '../responses.ts'

export function cancelJobRoute(app: App, { store, cancel, drain }: Parts): void {
  app.post(
    '/v2/jobs/:id/cancel',
    {
      config: { scope: 'write', isAddition: true },
      schema: {
        tags: ['jobs'],
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description:
          'Ends a job that is queued or processing, or a live session, whose socket is closed with code 4499. The job ' +
          'has status error, `error_code` 499 and `error_message` "cancelled", and can then be deleted. ' +
          'Its callback is sent as for other failures.',
        params: withJobId,
        response: { 202: emptyResponse('The job was cancelled.'), ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const state = await store.jobs.state(request.account, id)
      if (state === null) throw notFound('job')
      if (!(await cancel(id, state.kind))) throw drain.aborted ? draining() : hasEnded()
      return reply.code(202).send()
    },
  )
}
