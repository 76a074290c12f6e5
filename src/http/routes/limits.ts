import { LIMIT_NAMES } from '../../contract/account-limits.ts'
import { type LimitUsage, limitUsage } from '../../contract/limit-usage.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export function limitsRoute(app: App, { store, requests }: Parts): void {
  app.get(
    '/v2/limits',
    {
      config: { scope: 'read', isAddition: true },
      schema: {
        tags: ['account'],
        operationId: 'getLimits',
        summary: 'Fetch the limits',
        description:
          'What the account may use, and what it uses. Requests are counted by each process of the service, and only while ' +
          'they are limited.',
        response: { 200: jsonResponse('The limits.', limitUsage), ...errorResponses() },
      },
    },
    async ({ account }): Promise<LimitUsage> => {
      const { limits, used: stored } = await store.limits.account(account)
      const used = { ...stored, requests_per_minute: requests.of(account)?.requests ?? 0 }
      const shown = LIMIT_NAMES.map((name) => [name, { limit: limits[name], used: used[name] }])
      return Object.fromEntries(shown) as LimitUsage
    },
  )
}
