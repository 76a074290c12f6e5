import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { health } from '../../contract/health.ts'
import { errorBody } from '../../contract/error.ts'
import { databaseDown, draining } from '../errors.ts'
import { RETRY_AFTER, headersTooLarge, jsonResponse } from '../responses.ts'

/** Milliseconds in which the database must answer. */
const CHECK_MS = 5_000

export interface HealthParts {
  readonly version: string
  /** Aborted when the service shuts down. */
  readonly drain: AbortSignal
  /** Throws when the database does not answer. */
  readonly check: () => Promise<void>
}

/** Health check, without a key. */
export function healthRoute(app: FastifyInstance, { version, drain, check }: HealthParts): void {
  let answer: Promise<boolean> | null = null
  /** Any number of requests share one check: a database that hangs does not collect them. */
  const isAnswering = async (): Promise<boolean> => {
    answer ??= check().then(
      () => true,
      () => false,
    )
    const shared = answer
    void shared.finally(() => (answer = null))
    return Promise.race([shared, delay(CHECK_MS, false, { ref: false })])
  }

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
      if (!(await isAnswering())) throw databaseDown()
      return { status: 'ok', version }
    },
  )
}
