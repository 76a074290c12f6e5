import { system as systemSchema } from '../../contract/system.ts'
import { ofOperator } from '../operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export function systemRoute(app: App, { system }: Parts): void {
  app.get(
    '/v2/system',
    ofOperator({
      tags: ['service'],
      operationId: 'getSystem',
      summary: 'Fetch the state of the service',
      description:
        'Processes, storage and queue of the whole service; its models are those of `GET /v2/models`.',
      response: { 200: jsonResponse('The state of the service.', systemSchema), ...errorResponses() },
    }),
    async () => system(),
  )
}
