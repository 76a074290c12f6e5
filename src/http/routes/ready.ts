import { readiness } from '../../contract/readiness.ts'
import type { App, ProbeParts } from '../parts.ts'
import { headersTooLarge, jsonResponse, RETRY_AFTER } from '../responses.ts'

/** Seconds until a process that is not ready may be asked again. */
const RETRY_SECONDS = 1

/** Readiness for a load balancer, without a key. */
export function readyRoute(app: App, parts: ProbeParts): void {
  app.get(
    '/ready',
    {
      schema: {
        tags: ['service'],
        operationId: 'checkReadiness',
        summary: 'Check readiness',
        description:
          'For load balancers: whether this process accepts requests. `/health` says whether it works at all.',
        security: [],
        response: {
          ...headersTooLarge,
          200: jsonResponse('The process is ready.', readiness),
          503: jsonResponse('The process accepts no requests; `checks` says why.', readiness, RETRY_AFTER),
        },
      },
    },
    async (_request, reply) => {
      const checks = await parts.readiness()
      // A full process still answers everything but requests for new live sessions.
      const { capacity: _, ...required } = checks
      const ready = Object.values(required).every(Boolean)
      if (!ready) reply.header('retry-after', RETRY_SECONDS)
      return reply.code(ready ? 200 : 503).send({ ready, checks })
    },
  )
}
