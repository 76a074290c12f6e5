import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../contract/scopes.ts'
import type { Caller } from '../../jobs/caller.ts'
import { ExpiredKeyError } from '../../jobs/keys.ts'
import type { ConsoleSession } from '../../store/people/console-session-store.ts'
import {
  accountChanged,
  invalidKey,
  missingKey,
  missingScope,
  notAnOperator,
  notAPerson,
  notSignedIn,
  type RequestError,
} from '../errors.ts'
import type { Parts } from '../parts.ts'
import { consoleToken } from './console-cookie.ts'
import { toRequestError } from '../thrown-errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the caller. */
    account: number
    /** The authenticated caller; null before authentication, and on routes without it. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /**
     * The scope or scopes that a key needs for the route. A route that makes changes needs `read` as well if its response shows existing
     * data.
     */
    scope?: Scope | readonly Scope[]
  }
}

/** Declares the `account` and `caller` of each request of `app`. */
export function declareCaller(app: FastifyInstance): void {
  app.decorateRequest('account', 0)
  app.decorateRequest('caller', null)
}

/** Sets the caller of an authenticated request. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  request.account = caller.account
  request.caller = caller
}

/** The caller of a request to a route that needs a key. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('the route needs no key')
  return caller
}

/**
 * The console session of the user who sent a request. A session that began with a key does not qualify: operations of users on
 * themselves, such as adding a passkey, would give it more than the key has.
 * @throws {RequestError} 403 for any other caller
 */
export function userSession(request: FastifyRequest): ConsoleSession & { readonly user: string } {
  const caller = callerOf(request)
  const { user } = caller
  if (!isConsoleSession(caller) || user === null || caller.key !== null) throw notAPerson()
  return { ...caller, user }
}

/** Whether a caller uses a console session. */
export const isConsoleSession = (caller: Caller): caller is ConsoleSession => 'isOfIssuer' in caller

/**
 * Requires a valid key, or the cookie of a console session, and the scopes that the route declares, for every route of `app`. A route
 * that declares no scope cannot be registered. Keys are looked up for every request, so that revoking one takes effect at once.
 */
export function requireKey(app: FastifyInstance, parts: Parts): void {
  const { keyHeaders } = parts
  const challenge = `ApiKey header="${keyHeaders[0]}", Bearer`
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.scope === undefined) throw new Error(`${String(method)} ${url} declares no scope`)
  })
  app.addHook('onRequest', async (request, reply) => {
    try {
      const caller = await authenticated(request, parts)
      requireScopes(request, caller)
      if (request.routeOptions.config.isOfOperator && !isOperator(caller, parts)) throw notAnOperator()
      setCaller(request, caller)
    } catch (error) {
      const refusal = toRequestError(error)
      if (refusal.status === 401) reply.header('www-authenticate', challenge)
      throw error
    }
  })
}

async function authenticated(request: FastifyRequest, parts: Parts): Promise<Caller> {
  const key = keyOf(request, parts.keyHeaders)
  if (key !== null) return keyCaller(key, request, parts)
  const token = consoleToken(request) ?? fail(missingKey(parts.keyHeaders))
  const session = (await sessionWith(token, parts)) ?? fail(notSignedIn())
  // Refuses a page that does not know yet that another page has switched the account.
  const page = request.headers['x-console-account']
  if (page !== undefined && page !== encodeURIComponent(session.accountName)) throw accountChanged()
  return session
}

/** The console session of a token, after its roles were checked at the issuer if that was due; null if there is none. */
export async function sessionWith(
  token: string,
  { signIn, store: { consoleSessions } }: Parts,
): Promise<ConsoleSession | null> {
  const session = await consoleSessions.find(token)
  if (session === null || signIn.roleChecks === null) return session
  if (session.user !== null && !session.isOfIssuer) signIn.roleChecks.besides(session.user)
  return (await signIn.roleChecks.before(session)) ? consoleSessions.find(token) : session
}

/**
 * The caller of a key.
 * @throws {RequestError} 401 if the key is wrong
 * @throws {ExpiredKeyError} if it has expired
 */
export async function keyCaller(
  key: string,
  request: FastifyRequest,
  { secrets, signIn, store: { callers } }: Pick<Parts, 'secrets' | 'signIn' | 'store'>,
): Promise<Caller> {
  const caller = await secrets.find(key, request, {
    find: async (secret) => callers.authenticate(secret),
    refusal: invalidKey,
  })
  if (caller.user !== null) signIn.roleChecks?.besides(caller.user)
  return caller
}

/** Whether a request whose response is still being sent would be allowed again now, for the same account. */
export async function isStillAllowed(request: FastifyRequest, parts: Parts): Promise<boolean> {
  const key = keyOf(request, parts.keyHeaders)
  const token = key === null ? (consoleToken(request) ?? '') : ''
  try {
    const caller =
      key === null ? await sessionWith(token, parts) : await parts.store.callers.authenticate(key)
    return caller?.account === request.account && missingScopeOf(request, caller) === undefined
  } catch (error) {
    if (error instanceof ExpiredKeyError) return false
    throw error
  }
}

function fail(error: RequestError): never {
  throw error
}

/** Whether a caller is an operator: an admin of the account of the configured key. */
export function isOperator(
  { account, scopes }: Pick<Caller, 'account' | 'scopes'>,
  { operators }: Pick<Parts, 'operators'>,
): boolean {
  return account === operators && scopes.includes('admin')
}

/** All scopes that a key needs for a route. */
export function scopesOf({ scope = [] }: FastifyContextConfig): readonly Scope[] {
  return typeof scope === 'string' ? [scope] : scope
}

function requireScopes(request: FastifyRequest, caller: Caller): void {
  const missing = missingScopeOf(request, caller)
  if (missing !== undefined) throw missingScope(missing, caller)
}

function missingScopeOf({ routeOptions }: FastifyRequest, { scopes }: Caller): Scope | undefined {
  return scopesOf(routeOptions.config).find((scope) => !scopes.includes(scope))
}

/** Collapses a header that was sent several times with the same value, which Node joins with commas; keys have no spaces. */
function once(value: string): string {
  const [first = '', ...others] = new Set(value.split(', '))
  return others.length === 0 ? first : value
}

/** The key in the first of the headers that has a value, otherwise the bearer token. */
function keyOf(request: FastifyRequest, headers: readonly string[]): string | null {
  for (const name of headers) {
    const value = request.headers[name]
    if (typeof value === 'string' && value !== '') return once(value)
  }
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  return bearer?.[1] ?? null
}
