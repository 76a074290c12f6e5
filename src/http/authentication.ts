import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountStore } from '../jobs/account-store.ts'
import { invalidKey, missingKey } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key the request carries. */
    account: number
    /** How far the account's jobs had changed when the request came. */
    revision: number
  }
}

/**
 * Lets requests to the routes of `app` in by their key, and by nothing else. The key is looked up anew each time, so
 * that revoking it works at once.
 */
export function requireKey(
  app: FastifyInstance,
  accounts: Pick<AccountStore, 'authenticate'>,
  headers: readonly string[],
): void {
  app.decorateRequest('account', 0)
  app.decorateRequest('revision', 0)
  app.addHook('onRequest', async (request) => {
    const key = keyOf(request, headers)
    if (key === null) throw missingKey()
    const caller = await accounts.authenticate(key)
    if (caller === null) throw invalidKey()
    request.account = caller.account
    request.revision = caller.revision
  })
}

function keyOf(request: FastifyRequest, headers: readonly string[]): string | null {
  for (const name of headers) {
    const value = request.headers[name]
    if (typeof value === 'string' && value !== '') return value
  }
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')
  return bearer?.[1] ?? null
}
