import type { FastifyInstance } from 'fastify'
import { health } from '../../contract/health.ts'
import { errorBody } from '../../contract/error.ts'
import { draining } from '../errors.ts'
import { RETRY_AFTER, answer } from '../openapi.ts'

/** Whether the service takes requests; needs no key. */
export function healthRoute(
  app: FastifyInstance,
  { version, isDraining }: { version: string; isDraining: () => boolean },
): void {
  app.get(
    '/health',
    {
      schema: {
        tags: ['service'],
        summary: 'Health',
        security: [],
        response: {
          200: answer('The service takes requests.', health),
          503: answer('The service is shutting down.', errorBody, RETRY_AFTER),
        },
      },
    },
    async () => {
      if (isDraining()) throw draining()
      return { status: 'ok', version }
    },
  )
}
