import { health } from '../../contract/health.ts'
import { errorBody } from '../../contract/error.ts'
import { databaseDown, draining } from '../errors.ts'
import type { App, ProbeParts } from '../parts.ts'
import { RETRY_AFTER, headersTooLarge, jsonResponse } from '../responses.ts'

/** Health check, without a key. */
export function healthRoute(app: App, { version, drain, isDatabaseUp }: ProbeParts): void {
  app.get(
    '/health',
    {
      schema: {
        tags: ['service'],
        operationId: 'checkHealth',
        summary: 'Check health',
        security: [],
        response: {
          ...headersTooLarge,
          200: jsonResponse('The service accepts requests.', health),
          503: jsonResponse(
            'The service is shutting down, or its database does not answer.',
            errorBody,
            RETRY_AFTER,
          ),
        },
      },
    },
    async () => {
      if (drain.aborted) throw draining()
      if (!(await isDatabaseUp())) throw databaseDown()
      return { status: 'ok', version }
    },
  )
}
