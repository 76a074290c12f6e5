import type { FastifyInstance } from 'fastify'
import { health } from '../../contract/health.ts'
import { errorBody } from '../../contract/error.ts'
import { draining } from '../errors.ts'
import { RETRY_AFTER, jsonResponse } from '../responses.ts'

/** Health check, without a key. */
export function healthRoute(
  app: FastifyInstance,
  { version, isDraining }: { version: string; isDraining: () => boolean },
): void {
  app.get(
    '/health',
    {
      schema: {
        tags: ['service'],
        summary: 'Check health',
        security: [],
        response: {
          200: jsonResponse('The service accepts requests.', health),
          503: jsonResponse('The service is shutting down.', errorBody, RETRY_AFTER),
        },
      },
    },
    async () => {
      if (isDraining()) throw draining()
      return { status: 'ok', version }
    },
  )
}
