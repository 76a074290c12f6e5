import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../authentication/authentication.ts'

export const TAG_HEADER = {
  etag: {
    type: 'string',
    description:
      'Send it as `If-None-Match` to get 304 without a body as long as no job of the account changes.',
  },
} as const

const salt = randomBytes(16).toString('base64url')

/**
 * Gives a page of jobs its ETag, which is valid for every page of the account until one of its jobs changes, or the service is started
 * anew, perhaps as another version or with another base of its links. Hashed with a salt, so that it reveals no account number.
 * @returns whether the client has the page with this tag
 */
export function hasPage(request: FastifyRequest, reply: FastifyReply): boolean {
  const { account, jobChanges } = callerOf(request)
  // The number of changes was read before the page: a change in between makes the page newer than its tag, never older.
  const tag = `W/"${hash('sha256', `${salt} ${account} ${jobChanges}`, 'base64url').slice(0, 22)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  return request.headers['if-none-match']?.includes(tag) ?? false
}
