import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { LIMIT_NAMES } from '../../contract/account-limits.ts'
import { type LimitUsage, limitUsage } from '../../contract/limit-usage.ts'
import type { LimitStore } from '../../jobs/limit-store.ts'
import type { RequestWindows } from '../request-limits.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export interface LimitsRouteParts {
  readonly limits: Pick<LimitStore, 'account'>
  readonly requests: RequestWindows
}

export function limitsRoute(app: FastifyInstance, { limits: store, requests }: LimitsRouteParts): void {
  app.withTypeProvider<ZodTypeProvider>().get(
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
      const { limits, used: stored } = await store.account(account)
      const used = { ...stored, requests_per_minute: requests.of(account)?.requests ?? 0 }
      const shown = LIMIT_NAMES.map((name) => [name, { limit: limits[name], used: used[name] }])
      return Object.fromEntries(shown) as LimitUsage
    },
  )
}
