/** The cookies of the console: with the token of a session, and of a sign-in that has begun. */
import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_SESSION_MS } from '../../jobs/caller.ts'
import { foreignPage, notFromConsole } from '../errors.ts'
import { publicBase } from '../requests/public-base.ts'

/** Seconds for which a browser keeps the cookie of a sign-in that has begun, as long as it can end. */
const SIGN_IN_SECONDS = 600

/**
 * The name and attributes of one. The name has a hash of the service's URL: cookies ignore ports, and two services of one host must
 * not overwrite each other's. `__Host-` makes browsers refuse it from other hosts of the domain, and needs the path `/`.
 */
function cookieOf(base: string, prefix = 'scriptorium') {
  const isSecure = base.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}${prefix}_${hash('sha256', base).slice(0, 8)}`
  return { name, attributes: { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure } as const }
}

/**
 * The token that a request has in its cookie; null if it has none.
 * @throws {RequestError} 401 when a page of another origin may have sent it
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
 * Cookies ignore ports, and to `SameSite` a page on another port of the host, or of another host of its domain, is of the same
 * site. Scripts of other origins cannot set `x-console`, which everything but GET needs; that is left to links and media.
 * Browsers tell where these come from, on plain HTTP only by `Origin` or `Referer`. Some have neither there; then
 * `Cross-Origin-Resource-Policy` keeps the answer from the other page.
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

/** Sets the cookie for as long as a console session lasts without being used; without a token, deletes it. */
export function setConsoleCookie(reply: FastifyReply, token: string | null): void {
  const { name, attributes } = cookieOf(publicBase(reply.request))
  const maxAge = token === null ? 0 : CONSOLE_SESSION_MS / 1000
  reply.header('set-cookie', stringifySetCookie({ name, value: token ?? '', maxAge, ...attributes }))
}

const SIGN_IN = 'scriptorium_sign_in'

/** The tokens in the cookie of a sign-in that has begun; none if there is none. */
export function signInCookie(request: FastifyRequest): string[] {
  const { cookie = '' } = request.headers
  const value = parseCookie(cookie)[cookieOf(publicBase(request), SIGN_IN).name] ?? ''
  return value === '' ? [] : value.split('.')
}

/**
 * Sets the cookie of a sign-in that has begun; without tokens, deletes it. It is `Lax`: the issuer sends the browser back from another
 * site.
 * @param tokens base64url
 */
export function setSignInCookie(reply: FastifyReply, tokens: readonly string[] | null): void {
  const { name, attributes } = cookieOf(publicBase(reply.request), SIGN_IN)
  const maxAge = tokens === null ? 0 : SIGN_IN_SECONDS
  const value = tokens?.join('.') ?? ''
  reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, ...attributes, sameSite: 'lax' }))
}
