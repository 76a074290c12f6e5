import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../contract/scopes.ts'
import type { Caller } from '../jobs/keys.ts'
import { missingKey, missingScope, notSignedIn, type RequestError, toRequestError } from './errors.ts'
import type { Parts } from './parts.ts'
import { consoleToken } from './console-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request's key. */
    account: number
    /** Id of the request's key; empty without one. */
    key: string
    /** Requests that the account may send in a minute; null for no limit. */
    requestsPerMinute: number | null
    /** How often jobs of the account had changed when the request arrived. */
    jobChanges: number
  }
  interface FastifyContextConfig {
    /**
     * The scope that a key needs for the route, or all that it needs: one that changes something needs `read` too if its answer shows
     * what was stored before.
     */
    scope?: Scope | readonly Scope[]
  }
}

/** Gives each request of `app` a caller, which is known once it was authenticated. */
export function declareCaller(app: FastifyInstance): void {
  app.decorateRequest('account', 0)
  app.decorateRequest('key', '')
  app.decorateRequest('requestsPerMinute', null)
  app.decorateRequest('jobChanges', 0)
}

/** Notes who sent a request. */
export function setCaller(request: FastifyRequest, { account, key }: Pick<Caller, 'account' | 'key'>): void {
  request.account = account
  request.key = key
}

/**
 * Requires a valid key for every route of `app`, or without one the cookie of a console session, and the scopes that the route
 * declares: a route without one is refused when it is registered. Keys are looked up for each request, so that revoking one
 * takes effect at once.
 */
export function requireKey(app: FastifyInstance, parts: Parts): void {
  const { keyHeaders } = parts
  const challenge = `ApiKey header="${keyHeaders[0]}", Bearer`
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.scope === undefined) throw new Error(`${String(method)} ${url} declares no scope`)
  })
  app.addHook('onRequest', async (request, reply) => {
    try {
      const caller = await callerOf(request, parts)
      requireScopes(request, caller.scopes)
      setCaller(request, caller)
      request.requestsPerMinute = caller.requestsPerMinute
      request.jobChanges = caller.jobChanges
    } catch (error) {
      const refusal = toRequestError(error)
      if (refusal.status === 401) reply.header('www-authenticate', challenge)
      throw error
    }
  })
}

async function callerOf(request: FastifyRequest, parts: Parts): Promise<Caller> {
  const key = keyOf(request, parts.keyHeaders)
  if (key !== null) return parts.keys.callerOf(key, request)
  const token = consoleToken(request) ?? fail(missingKey(parts.keyHeaders))
  return (await parts.store.consoleSessions.find(token)) ?? fail(notSignedIn())
}

function fail(error: RequestError): never {
  throw error
}

/** The scopes that a key needs for a route, all of them. */
export function scopesOf({ scope = [] }: FastifyContextConfig): readonly Scope[] {
  return typeof scope === 'string' ? [scope] : scope
}

function requireScopes({ routeOptions }: FastifyRequest, scopes: readonly Scope[]): void {
  const missing = scopesOf(routeOptions.config).find((scope) => !scopes.includes(scope))
  if (missing !== undefined) throw missingScope(missing)
}

/** A header that was sent repeatedly with the same value; no key has a space. */
function once(value: string): string {
  const [first = '', ...others] = new Set(value.split(', '))
  return others.length === 0 ? first : value
}

/** The key in the first of these headers that has a value, else the bearer token. */
function keyOf(request: FastifyRequest, headers: readonly string[]): string | null {
  for (const name of headers) {
    const value = request.headers[name]
    if (typeof value === 'string' && value !== '') return once(value)
  }
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  return bearer?.[1] ?? null
}
