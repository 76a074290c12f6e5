import { dateOf, type Usage, usage, usageDays, usageQuery } from '../../contract/usage.ts'
import { invalid } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export function usageRoute(app: App, { store }: Parts): void {
  app.get(
    '/v2/usage',
    {
      config: { scope: 'read', isAddition: true },
      schema: {
        tags: ['account'],
        operationId: 'getUsage',
        summary: 'Fetch the usage by day',
        description:
          'How many jobs the account created, how many failed, and how much audio was transcribed, on each day of a range. ' +
          'Each counts on the day on which it happened, also when the job is deleted later.',
        querystring: usageQuery,
        response: { 200: jsonResponse('The usage of each day.', usage), ...errorResponses(400) },
      },
    },
    async ({ account, query }): Promise<Usage> => {
      const range = usageDays(query, Date.now())
      if ('fault' in range) throw invalid(range.fault)
      const { from, to } = range
      const found = new Map((await store.accounts.usage(account, from, to)).map((one) => [one.day, one]))
      const items = Array.from({ length: to - from + 1 }, (_, i) => {
        const { jobs = 0, failed = 0, audioMs = 0 } = found.get(from + i) ?? {}
        return { date: dateOf(from + i), jobs, failed, audio_seconds: audioMs / 1000 }
      })
      return { items }
    },
  )
}
