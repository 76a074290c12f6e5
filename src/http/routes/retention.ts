import { type Retention, retention } from '../../contract/retention.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

/** How long the jobs of an account are kept. */
export function retentionRoute(app: App, { store, defaultRetention }: Parts): void {
  app.get(
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
      const { audioDays, transcriptDays } = (await store.retention.get(account)) ?? defaultRetention
      return { audio_days: audioDays, transcript_days: transcriptDays }
    },
  )
}

export function setRetentionRoute(app: App, { store }: Parts): void {
  app.put(
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
      await store.retention.set(account, { audioDays: audio_days, transcriptDays: transcript_days })
      store.wake.notify('deletions')
      return { audio_days, transcript_days }
    },
  )
}
