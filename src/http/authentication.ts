import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountStore, Caller } from '../jobs/account-store.ts'
import type { SessionStore } from '../jobs/session-store.ts'
import { invalidKey, invalidSession, missingKey, notAdmin, notFromConsole, RequestError } from './errors.ts'
import { sessionToken } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request's key. */
    account: number
    /** Id of the request's key. */
    key: string
    /** Whether that is an admin key. */
    isAdmin: boolean
    /** Revision of the account's jobs when the request arrived. */
    revision: number
  }
}

export interface AuthenticationParts {
  readonly accounts: Pick<AccountStore, 'authenticate'>
  readonly sessions: Pick<SessionStore, 'find'>
  readonly keyHeaders: readonly string[]
  readonly publicUrl: string | null
}

/**
 * Requires a valid key for every route of `app`, or without one the cookie of a session. They are looked up for each
 * request, so that revoking a key takes effect at once.
 */
export function requireKey(app: FastifyInstance, parts: AuthenticationParts): void {
  const { keyHeaders } = parts
  app.decorateRequest('account', 0)
  app.decorateRequest('key', '')
  app.decorateRequest('isAdmin', false)
  app.decorateRequest('revision', 0)
  const challenge = `ApiKey header="${keyHeaders[0]}", Bearer`
  app.addHook('onRequest', async (request, reply) => {
    try {
      const { account, key, isAdmin, revision } = await callerOf(request, parts)
      request.account = account
      request.key = key
      request.isAdmin = isAdmin
      request.revision = revision
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) reply.header('www-authenticate', challenge)
      throw error
    }
  })
}

async function callerOf(request: FastifyRequest, parts: AuthenticationParts): Promise<Caller> {
  const key = keyOf(request, parts.keyHeaders)
  if (key !== null) return (await parts.accounts.authenticate(key)) ?? fail(invalidKey())
  const token = sessionToken(parts.publicUrl, request) ?? fail(missingKey())
  if (!isFromConsole(request)) throw notFromConsole()
  return (await parts.sessions.find(token)) ?? fail(invalidSession())
}

function fail(error: RequestError): never {
  throw error
}

/** Whether a page of this service may have sent the request: those of other origins cannot set the header. */
export function isFromConsole({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || headers['x-console'] === '1'
}

/** Requires an admin key for every route of `app`. No answer may be cached: it may have a secret. */
export function requireAdmin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.isAdmin) throw notAdmin()
    reply.header('cache-control', 'no-store')
    done()
  })
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
