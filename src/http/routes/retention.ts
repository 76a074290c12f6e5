import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Retention, retention } from '../../contract/retention.ts'
import type { Retention as StoredRetention, RetentionStore } from '../../jobs/retention-store.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export interface RetentionRoutesParts {
  readonly retention: RetentionStore
  /** Of accounts that have set none. */
  readonly defaultRetention: StoredRetention
  /** Called when something may have expired. */
  readonly onDeletion: () => void
}

/** How long the jobs of an account are kept. */
export function retentionRoute(
  app: FastifyInstance,
  { retention: store, defaultRetention }: RetentionRoutesParts,
) {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v2/retention',
    {
      config: { scope: 'read', isAddition: true },
      schema: {
        tags: ['account'],
        operationId: 'getRetention',
        summary: 'Fetch the retention',
        description: 'How long the jobs of the account are kept.',
        response: { 200: jsonResponse('The retention.', retention), ...errorResponses() },
      },
    },
    async ({ account }): Promise<Retention> => {
      const { audioDays, transcriptDays } = (await store.get(account)) ?? defaultRetention
      return { audio_days: audioDays, transcript_days: transcriptDays }
    },
  )
}

export function setRetentionRoute(
  app: FastifyInstance,
  { retention: store, onDeletion }: RetentionRoutesParts,
): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    '/v2/retention',
    {
      config: { scope: 'admin', isAddition: true },
      schema: {
        tags: ['account'],
        operationId: 'setRetention',
        summary: 'Set the retention',
        description:
          'Sets how long the jobs of the account are kept, also those that exist: what has expired is deleted at once, and ' +
          'cannot be restored. A job with a `retention` of its own keeps that.',
        body: retention,
        response: { 200: jsonResponse('The retention.', retention), ...errorResponses(400, 413, 415) },
      },
    },
    async ({ account, body }): Promise<Retention> => {
      const { audio_days, transcript_days } = body
      await store.set(account, { audioDays: audio_days, transcriptDays: transcript_days })
      onDeletion()
      return { audio_days, transcript_days }
    },
  )
}
