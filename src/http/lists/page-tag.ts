import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../authentication/authentication.ts'

export const TAG_HEADER = {
  etag: {
    type: 'string',
    description: 'Send it as `If-None-Match` to get 304 without a body until a job of the account changes.',
  },
} as const

const salt = randomBytes(16).toString('base64url')

/**
 * Sets the ETag of a page of jobs. It is the same for every page of the account until one of its jobs changes, or the service restarts,
 * perhaps with another version or public URL. It is hashed with a salt, so that it does not reveal the number of the account.
 * @returns whether the client already has the page
 */
export function hasPage(request: FastifyRequest, reply: FastifyReply): boolean {
  const { account, jobChanges } = callerOf(request)
  // The number of changes was read before the page, so the page may be newer than its tag, but never older.
  const tag = `W/"${hash('sha256', `${salt} ${account} ${jobChanges}`, 'base64url').slice(0, 22)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  return request.headers['if-none-match']?.includes(tag) ?? false
}
