/** Revisions in headers: `ETag` says which one was sent, and `If-Match` which one is to be replaced. */
import type { FastifyReply } from 'fastify'
import { revised } from '../errors.ts'
import type { HeaderDocs } from '../openapi/responses.ts'

/** The entity tag of a revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`
}

export const revisionHeader: HeaderDocs = {
  etag: { type: 'string', description: 'The revision, for the `If-Match` of a change.' },
}

/** Whether an `If-Match` names a revision. A proxy that compresses answers may have marked their tags as weak. */
export function isNamed(revision: number, ifMatch: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(revisionTag(revision))
}

/** The error to throw where a request would replace another revision than the newest, which the answer then names. */
export function stale(reply: FastifyReply, newest: number) {
  void reply.header('etag', revisionTag(newest))
  return revised(newest)
}
