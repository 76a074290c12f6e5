import { nodeChange, system as systemSchema } from '../../contract/system.ts'
import { notFound } from '../errors.ts'
import { ofOperator } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../requests/path-ids.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'

export function systemRoutes(app: App, { store, system }: Parts): void {
  app.get(
    '/v2/system',
    ofOperator({
      tags: ['service'],
      operationId: 'getSystem',
      summary: 'Fetch the state of the service',
      description: 'Processes, storage and queue of the whole service. For models, see `GET /v2/models`.',
      response: { 200: jsonResponse('The state of the service.', systemSchema), ...errorResponses() },
    }),
    async () => system(),
  )

  app.patch(
    '/v2/system/nodes/:id',
    ofOperator({
      tags: ['service'],
      operationId: 'updateNode',
      summary: 'Pause, drain or resume a process',
      description:
        'A paused process claims no files and opens no live sessions, but answers all other requests and sends callbacks. A draining ' +
        'process sends no callbacks either and is not ready, so that load balancers send it no requests. Work in progress continues; ' +
        'once it has finished, the process can be stopped. After a restart, the process has a new id and is running.',
      params: withId('process'),
      body: nodeChange,
      response: { 204: emptyResponse('The state was set.'), ...errorResponses(400, 404, 413, 415) },
    }),
    async ({ params, body }, reply) => {
      if (!(await store.nodes.tell(params.id, body.state))) throw notFound('process')
      store.wake.notify('nodes')
      return reply.code(204).send()
    },
  )
}
