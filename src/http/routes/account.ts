import { dateOf, type Usage, usage, usageDays, usageQuery } from '../../contract/usage.ts'
import { grantedScopes } from '../../contract/keys.ts'
import { callerOf } from '../authentication/authentication.ts'
import { invalid } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'
import { LIMIT_NAMES } from '../../contract/account-limits.ts'
import { type LimitUsage, limitUsage } from '../../contract/limit-usage.ts'
import { type Retention, retention } from '../../contract/retention.ts'

/** The usage, limits and retention of the account. */
export function accountRoutes(app: App, { store, requests, defaultRetention }: Parts): void {
  app.get(
    '/v2/usage',
    addition('read', {
      tags: ['account'],
      operationId: 'getUsage',
      summary: 'Fetch the usage by day',
      description:
        'How many jobs the account created, how many failed, and how much audio was transcribed on each day of a range. Everything ' +
        'counts on the day on which it happened, even if the job is deleted later.',
      querystring: usageQuery,
      response: { 200: jsonResponse('The usage of each day.', usage), ...errorResponses(400) },
    }),
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

  app.get(
    '/v2/scopes',
    addition('read', {
      tags: ['account'],
      operationId: 'getScopes',
      summary: 'Fetch the scopes of the caller',
      response: {
        200: jsonResponse('The scopes of the key, or of the user.', grantedScopes),
        ...errorResponses(),
      },
    }),
    (request) => ({ scopes: [...callerOf(request).scopes] }),
  )

  app.get(
    '/v2/limits',
    addition('read', {
      tags: ['account'],
      operationId: 'getLimits',
      summary: 'Fetch the limits',
      description:
        'The limits of the account and their current usage. Each process of the service counts requests separately, and only ' +
        'while they are limited.',
      response: { 200: jsonResponse('The limits.', limitUsage), ...errorResponses() },
    }),
    async ({ account }): Promise<LimitUsage> => {
      const { limits, used: stored, pausedAt } = await store.accounts.get(account)
      const used = { ...stored, requests_per_minute: requests.of(account)?.requests ?? 0 }
      const shown = LIMIT_NAMES.map((name) => [name, { limit: limits[name], used: used[name] }])
      return { ...Object.fromEntries(shown), paused: pausedAt !== null } as LimitUsage
    },
  )

  app.get(
    '/v2/retention',
    addition('read', {
      tags: ['account'],
      operationId: 'getRetention',
      summary: 'Fetch the retention',
      description: 'How long the jobs of the account are kept.',
      response: { 200: jsonResponse('The retention.', retention), ...errorResponses() },
    }),
    async ({ account }): Promise<Retention> => {
      const { audioDays, transcriptDays } = (await store.retention.get(account)) ?? defaultRetention
      return { audio_days: audioDays, transcript_days: transcriptDays }
    },
  )

  app.put(
    '/v2/retention',
    addition('admin', {
      tags: ['account'],
      operationId: 'setRetention',
      summary: 'Set the retention',
      description:
        'Sets how long the jobs of the account are kept, including existing ones: those that have expired are deleted at once, ' +
        'and cannot be restored. A job with a `retention` of its own keeps it.',
      body: retention,
      response: { 200: jsonResponse('The retention.', retention), ...errorResponses(400, 413, 415) },
    }),
    async ({ account, body }): Promise<Retention> => {
      const { audio_days, transcript_days } = body
      await store.retention.set(account, { audioDays: audio_days, transcriptDays: transcript_days })
      store.wake.notify('background')
      return { audio_days, transcript_days }
    },
  )
}
