/** What the routes for bulk requests share. */
import type { FastifyRequest } from 'fastify'
import type { ListFilter } from '../../contract/list-query.ts'
import type { BulkKind, BulkOptions, BulkRequest } from '../../jobs/bulk-request.ts'
import { callerOf } from '../authentication/authentication.ts'
import type { Parts } from '../parts.ts'

/** Maximum number of bulk requests in a list. */
export const MAX_LISTED = 100

/** Begins a bulk request on behalf of the caller. */
export async function beginBulkRequest<Kind extends BulkKind>(
  { store }: Parts,
  request: FastifyRequest,
  asked: { readonly kind: Kind; readonly options: BulkOptions[Kind]; readonly filter: ListFilter },
): Promise<BulkRequest<Kind>> {
  const requestedBy = callerOf(request).who
  const begun = await store.bulkRequests.begin(request.account, { ...asked, requestedBy })
  if (begun.matched !== null) request.auditDetails = { jobs: begun.matched }
  store.wake.notify('background')
  return begun
}

/** A bulk request as sent in responses. @param own the fields specific to its kind */
export function shownRequest<Own extends object>(
  { id, status, matched, requestedBy, createdAt, completedAt }: BulkRequest<BulkKind>,
  own: Own,
) {
  return {
    ...{ id, status, matched, ...own, requested_by: requestedBy },
    created_at: new Date(createdAt).toISOString(),
    completed_at: completedAt === null ? null : new Date(completedAt).toISOString(),
  }
}
