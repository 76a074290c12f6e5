/** The cookies of the console, with the token of a session and with those of a started sign-in. */
import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_SESSION_MS } from '../../jobs/caller.ts'
import { foreignPage, notFromConsole } from '../errors.ts'
import { publicBase } from '../requests/public-base.ts'

/** Lifetime of the cookie of a started sign-in, in seconds: as long as the sign-in is valid. */
const SIGN_IN_SECONDS = 600

/**
 * The name and attributes of a cookie. The name contains a hash of the URL of the service, because cookies ignore ports, and two
 * services on one host must not overwrite each other's. `__Host-` makes browsers refuse it from other hosts of the domain, and requires
 * the path `/`.
 */
function cookieOf(base: string, prefix = 'scriptorium') {
  const isSecure = base.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}${prefix}_${hash('sha256', base).slice(0, 8)}`
  return { name, attributes: { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure } as const }
}

/**
 * The session token in the cookie of a request; null if there is none.
 * @throws {RequestError} 401 if a page of another origin may have sent the request
 */
export function consoleToken(request: FastifyRequest): string | null {
  const { cookie } = request.headers
  if (cookie === undefined) return null
  const base = publicBase(request)
  const token = parseCookie(cookie)[cookieOf(base).name] ?? null
  if (token !== null) checkPage(request, base)
  return token
}

/**
 * Checks that the request comes from a page of this service. Cookies ignore ports, and `SameSite` treats other ports of the host and
 * other hosts of its domain as the same site. Every method except GET and HEAD needs `x-console`, which scripts of other origins cannot
 * set; links and media elements cannot set it either, but need only GET. For these, browsers report the origin; on plain HTTP, only by
 * `Origin` or `Referer`, and if both are missing, `Cross-Origin-Resource-Policy` keeps the response from the other page.
 */
function checkPage({ method, headers }: FastifyRequest, base: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreignPage()
  if (headers['x-console'] === '1') return
  if (method !== 'GET' && method !== 'HEAD') throw notFromConsole()
  const page = headers.origin ?? headers.referer
  if (site === undefined && page !== undefined && URL.parse(page)?.origin !== new URL(base).origin)
    throw foreignPage()
}

/** Sets the session cookie, for as long as an unused console session lasts. A null token deletes it. */
export function setConsoleCookie(reply: FastifyReply, token: string | null): void {
  const { name, attributes } = cookieOf(publicBase(reply.request))
  const maxAge = token === null ? 0 : CONSOLE_SESSION_MS / 1000
  reply.header('set-cookie', stringifySetCookie({ name, value: token ?? '', maxAge, ...attributes }))
}

const SIGN_IN = 'scriptorium_sign_in'

/** The tokens in the cookie of a started sign-in; empty if there is none. */
export function signInCookie(request: FastifyRequest): string[] {
  const { cookie = '' } = request.headers
  const value = parseCookie(cookie)[cookieOf(publicBase(request), SIGN_IN).name] ?? ''
  return value === '' ? [] : value.split('.')
}

/**
 * Sets the cookie of a started sign-in; null deletes it. It is `Lax`, because the issuer redirects the browser back from another site.
 * @param tokens base64url
 */
export function setSignInCookie(reply: FastifyReply, tokens: readonly string[] | null): void {
  const { name, attributes } = cookieOf(publicBase(reply.request), SIGN_IN)
  const maxAge = tokens === null ? 0 : SIGN_IN_SECONDS
  const value = tokens?.join('.') ?? ''
  reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, ...attributes, sameSite: 'lax' }))
}
