/** Headers that make browsers protect responses from other pages and from caches. */
import type { FastifyInstance } from 'fastify'

/** Browsers must not guess content types, and must not give responses to other origins without CORS, not even to other ports of the host. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Sends the headers with every response. */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
}

/**
 * Lets only the client itself cache responses of the routes of `app`, and only with revalidation, since the key or the console session
 * may have ended. Responses to admins may contain secrets and are not cached at all. Routes can override this.
 */
export function limitCaching(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    reply.header('cache-control', routeOptions.config.scope === 'admin' ? 'no-store' : 'private, no-cache')
    done()
  })
}
