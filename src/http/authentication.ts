import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountStore } from '../jobs/account-store.ts'
import { invalidKey, missingKey, notAdmin } from './errors.ts'

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

/**
 * Requires a valid key for every route of `app`. The key is looked up for each request, so that revoking it takes
 * effect at once.
 */
export function requireKey(
  app: FastifyInstance,
  accounts: Pick<AccountStore, 'authenticate'>,
  headers: readonly string[],
): void {
  app.decorateRequest('account', 0)
  app.decorateRequest('key', '')
  app.decorateRequest('isAdmin', false)
  app.decorateRequest('revision', 0)
  const challenge = `ApiKey header="${headers[0]}", Bearer`
  app.addHook('onRequest', async (request, reply) => {
    const key = keyOf(request, headers)
    const caller = key === null ? null : await accounts.authenticate(key)
    if (caller === null) {
      reply.header('www-authenticate', challenge)
      throw key === null ? missingKey() : invalidKey()
    }
    request.account = caller.account
    request.key = caller.key
    request.isAdmin = caller.isAdmin
    request.revision = caller.revision
  })
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
