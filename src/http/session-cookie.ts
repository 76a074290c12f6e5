/** The cookie with the token of a session. */
import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MS } from '../jobs/session-store.ts'
import { publicBase } from './public-base.ts'

/**
 * Its name and attributes. The name has a hash of the service's URL: cookies ignore ports, and two services of one host must
 * not overwrite each other's. `__Host-` makes browsers refuse it from other hosts of the domain.
 */
function cookieOf(publicUrl: string | null, request: FastifyRequest) {
  const base = publicBase(publicUrl, request)
  const isSecure = base.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}scriptorium_${hash('sha256', base).slice(0, 8)}`
  return { name, attributes: { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure } as const }
}

/** The token that a request has in its cookie; null if it has none. */
export function sessionToken(publicUrl: string | null, request: FastifyRequest): string | null {
  const { cookie } = request.headers
  if (cookie === undefined) return null
  return parseCookie(cookie)[cookieOf(publicUrl, request).name] ?? null
}

/** Sets the cookie for as long as a session lasts without being used; without a token, deletes it. */
export function setSessionCookie(
  publicUrl: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): void {
  const { name, attributes } = cookieOf(publicUrl, request)
  const maxAge = token === null ? 0 : SESSION_MS / 1000
  reply.header('set-cookie', stringifySetCookie({ name, value: token ?? '', maxAge, ...attributes }))
}
