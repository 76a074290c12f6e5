/** Revisions in headers: `ETag` names the revision that was sent, `If-Match` the one to replace. */
import type { FastifyReply } from 'fastify'
import { revised } from '../errors.ts'
import type { HeaderDocs } from '../openapi/responses.ts'

/** The entity tag of a revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`
}

export const revisionHeader: HeaderDocs = {
  etag: { type: 'string', description: 'The revision. Send it as `If-Match` to change it.' },
}

/** Whether an `If-Match` names a revision. Weak tags match as well, since proxies that compress responses weaken them. */
export function isNamed(revision: number, ifMatch: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(revisionTag(revision))
}

/** The error for a request that would replace an outdated revision. Sets the ETag of the response to the newest one. */
export function stale(reply: FastifyReply, newest: number) {
  void reply.header('etag', revisionTag(newest))
  return revised(newest)
}
