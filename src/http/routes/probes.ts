import { health } from '../../contract/health.ts'
import { errorBody } from '../../contract/error.ts'
import { databaseDown, draining } from '../errors.ts'
import type { App, ProbeParts } from '../parts.ts'
import { headersTooLarge, jsonResponse, RETRY_AFTER } from '../openapi/responses.ts'
import { readiness } from '../../contract/readiness.ts'

/** Seconds after which to probe a process again that is not ready. */
const RETRY_SECONDS = 1

/** Health and readiness, without a key. */
export function probeRoutes(
  app: App,
  { version, drain, isDatabaseUp, readiness: checksOf }: ProbeParts,
): void {
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

  app.get(
    '/ready',
    {
      schema: {
        tags: ['service'],
        operationId: 'checkReadiness',
        summary: 'Check readiness',
        description:
          'For load balancers: whether this process accepts requests. `/health` tells whether it works at all.',
        security: [],
        response: {
          ...headersTooLarge,
          200: jsonResponse('The process is ready.', readiness),
          503: jsonResponse('The process accepts no requests; `checks` says why.', readiness, RETRY_AFTER),
        },
      },
    },
    async (_request, reply) => {
      const checks = await checksOf()
      // A process that is full refuses only new live sessions.
      const { capacity: _, ...required } = checks
      const ready = Object.values(required).every(Boolean)
      if (!ready) reply.header('retry-after', RETRY_SECONDS)
      return reply.code(ready ? 200 : 503).send({ ready, checks })
    },
  )
}
