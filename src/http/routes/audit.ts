import type { FastifyRequest } from 'fastify'
import {
  type AuditEntry,
  type AuditPage,
  auditPage,
  auditQuery,
  formatAuditCursor,
} from '../../contract/audit.ts'
import { parseInstant } from '../../contract/instant.ts'
import type { StoredEntry } from '../../store/accounts/audit-store.ts'
import { callerOf, isOperator } from '../authentication/authentication.ts'
import { notAnOperator, notFound } from '../errors.ts'
import { nextPage } from '../lists/next-page.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { publicBase } from '../requests/public-base.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** Lists the audit log. */
export function auditRoute(app: App, parts: Parts): void {
  const { store } = parts

  /** The account whose entries are requested; null for all accounts. */
  const accountOf = async (request: FastifyRequest, name: string | undefined): Promise<number | null> => {
    if (name === undefined) return request.account
    if (!isOperator(callerOf(request), parts)) throw notAnOperator()
    if (name === '*') return null
    const account = await store.accounts.find(name)
    if (account === null) throw notFound('account')
    return account
  }

  app.get(
    '/v2/audit',
    addition('admin', {
      tags: ['account'],
      operationId: 'listAudit',
      summary: 'List who changed what',
      description:
        'The audit log of the account, newest first: what was changed, deleted, shared or exported, and who signed in. It does not ' +
        'contain reads, nor the uploads, jobs and live sessions created with keys of the account.',
      querystring: auditQuery,
      response: { 200: jsonResponse('A page of the audit log.', auditPage), ...errorResponses(400, 404) },
    }),
    async (request): Promise<AuditPage> => {
      const { account, operation, by, after_date, before_date, cursor = null, limit } = request.query
      const found = await store.audit.page({
        account: await accountOf(request, account),
        operations: operation === undefined ? null : [...new Set(operation)],
        by: by ?? null,
        from: msOf(after_date),
        before: msOf(before_date),
        after: cursor,
        // One more than the page holds, to find out whether another page follows.
        limit: limit + 1,
      })
      const path = `${publicBase(request)}/v2/audit`
      const query = { account, operation, by, after_date, before_date, limit }
      const { shown, next } = nextPage(found, path, query, (last) => ({ cursor: formatAuditCursor(last) }))
      return { next, items: shown.map(toEntry) }
    },
  )
}

function msOf(text: string | undefined): number | null {
  const instant = text === undefined ? null : parseInstant(text)
  // Rounded up to the first millisecond that is not before it.
  return instant === null ? null : instant.ms + Number(instant.rounded)
}

function toEntry({ at, requestId, ...entry }: StoredEntry): AuditEntry {
  return { ...entry, at: new Date(at).toISOString(), details: { ...entry.details }, request_id: requestId }
}
